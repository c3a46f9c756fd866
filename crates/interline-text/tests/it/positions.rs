//! Positions against an oracle that walks the characters one by one.

use interline_text::{
    LineIndex, Position, position, positions, utf16_len, utf16_offsets, utf16_to_byte,
};
use proptest::prelude::*;

use crate::support::{offset, text};

/// Returns the line, the column in characters and the column in UTF-16 code units.
fn naive(text: &str, offset: usize) -> (usize, usize, usize) {
    let (mut line, mut column, mut units) = (1, 1, 1);
    for (at, c) in text.char_indices() {
        if at + c.len_utf8() > offset {
            break;
        }
        if c == '\n' {
            (line, column, units) = (line + 1, 1, 1);
        } else {
            column += 1;
            units += c.len_utf16();
        }
    }
    (line, column, units)
}

proptest! {
    #![proptest_config(interline_testing::proptest_cases(256))]

    #[test]
    fn look_ups_are_the_same_as_naive((text, offsets) in text().prop_flat_map(|text| {
        let len = text.len();
        (Just(text), proptest::collection::vec(offset(len), 0..8))
    })) {
        let index = LineIndex::new(&text);
        prop_assert_eq!(index.line_count(), text.matches('\n').count() + 1);
        let many: Vec<Position> = positions(&text, offsets.iter().copied()).collect();
        let units: Vec<usize> = utf16_offsets(&text, offsets.iter().copied()).collect();
        for (i, &offset) in offsets.iter().enumerate() {
            let (line, column, utf16) = naive(&text, offset);
            let expected = Position { line, column };
            prop_assert_eq!(position(&text, offset), expected);
            prop_assert_eq!(many[i], expected);
            prop_assert_eq!(index.position(offset), expected);
            prop_assert_eq!(index.line_at(offset), line);
            prop_assert_eq!(index.utf16_column(offset), utf16);

            let floor = (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap();
            prop_assert_eq!(units[i], text[..floor].encode_utf16().count());
            prop_assert_eq!(utf16_to_byte(&text, units[i]), floor);
        }
        prop_assert_eq!(utf16_len(&text), text.encode_utf16().count());
    }

    #[test]
    fn lines_concatenate_to_the_text(text in text()) {
        let index = LineIndex::new(&text);
        prop_assert_eq!(index.text(), text.as_str());
        let mut whole = String::new();
        for line in 1..=index.line_count() {
            let range = index.line_range(line).unwrap();
            let (full, bare) = (&text[range.clone()], index.line(line).unwrap());
            let ending = full.strip_prefix(bare).unwrap();
            prop_assert!(["", "\n", "\r\n"].contains(&ending));
            prop_assert!(!bare.contains('\n'));
            prop_assert!(ending != "\n" || !bare.ends_with('\r'));
            whole.push_str(full);
        }
        prop_assert_eq!(whole, text.as_str());
        prop_assert_eq!(index.line(0), None);
        prop_assert_eq!(index.line(index.line_count() + 1), None);
    }

    #[test]
    fn positions_round_trip((text, offset) in text().prop_flat_map(|text| {
        let len = text.len();
        (Just(text), 0..=len)
    })) {
        let index = LineIndex::new(&text);
        let position = index.position(offset);
        let range = index.line_range(position.line).unwrap();
        let bare_end = range.start + index.line(position.line).unwrap().len();
        let floor = (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap();
        // The position of the LF of a CRLF is not a column of its line.
        let expected = (floor <= bare_end).then_some(floor);
        prop_assert_eq!(index.offset(position), expected);
    }
}

#[test]
fn positions_outside_the_text_have_no_offset() {
    let index = LineIndex::new("ab\r\nc");
    for (line, column) in [
        (0, 1),
        (1, 0),
        (1, 4),
        (2, 3),
        (3, 1),
        (usize::MAX, usize::MAX),
    ] {
        assert_eq!(
            index.offset(Position { line, column }),
            None,
            "{line}:{column}"
        );
    }
    assert_eq!(index.offset(Position { line: 1, column: 3 }), Some(2));
}

#[test]
fn a_lone_cr_ends_no_line() {
    let index = LineIndex::new("a\rb\r\nc\r");
    assert_eq!(index.line_count(), 2);
    assert_eq!(index.line(1), Some("a\rb"));
    assert_eq!(index.line(2), Some("c\r"));
}

#[test]
fn a_byte_order_mark_is_a_character() {
    assert_eq!(
        position("\u{feff}---\n", 3),
        Position { line: 1, column: 2 }
    );
}

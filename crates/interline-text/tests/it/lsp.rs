//! Positions and edits of the Language Server Protocol, against a naive client.

use interline_text::{LspPosition, LspRange, PositionEncoding, TextEdit};
use proptest::prelude::*;

use crate::laws::naive_apply;
use crate::support::{edited, offset, text};

const ENCODINGS: [PositionEncoding; 3] = [
    PositionEncoding::Utf8,
    PositionEncoding::Utf16,
    PositionEncoding::Utf32,
];

/// Returns all positions of the protocol in `text`, each with its byte offset.
fn all_positions(text: &str, encoding: PositionEncoding) -> Vec<(LspPosition, usize)> {
    let (mut line, mut character) = (0, 0);
    let mut positions = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        positions.push((LspPosition { line, character }, at));
        if c == '\r' {
            chars.next_if(|&(_, next)| next == '\n');
        }
        if c == '\r' || c == '\n' {
            (line, character) = (line + 1, 0);
            continue;
        }
        character += match encoding {
            PositionEncoding::Utf8 => c.len_utf8() as u32,
            PositionEncoding::Utf16 => c.len_utf16() as u32,
            PositionEncoding::Utf32 => 1,
        };
    }
    positions.push((LspPosition { line, character }, text.len()));
    positions
}

proptest! {
    #![proptest_config(interline_testing::proptest_cases(256))]

    #[test]
    fn a_client_gets_the_new_text((text, edits) in edited()) {
        let new = edits.apply(&text).unwrap();
        for encoding in ENCODINGS {
            let positions = all_positions(&text, encoding);
            let byte = |wanted: LspPosition| {
                positions.iter().find(|(position, _)| *position == wanted).map(|(_, at)| *at)
            };
            let mut list = Vec::new();
            for edit in edits.to_lsp_with(&text, encoding).unwrap() {
                let start = byte(edit.range.start).expect("a position of the text");
                let end = byte(edit.range.end).expect("a position of the text");
                list.push(TextEdit::replace(start..end, edit.new_text));
            }
            prop_assert!(list.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start));
            prop_assert_eq!(naive_apply(&text, &list), new.as_str());
        }
    }

    #[test]
    fn utf16_edits_give_the_new_text((text, edits) in edited()) {
        let mut units: Vec<u16> = text.encode_utf16().collect();
        for edit in edits.to_utf16(&text).unwrap().iter().rev() {
            units.splice(edit.range.clone(), edit.insert.encode_utf16());
        }
        prop_assert_eq!(String::from_utf16(&units).unwrap(), edits.apply(&text).unwrap());
    }

    #[test]
    fn offsets_round_trip((text, from, to) in text().prop_flat_map(|text| {
        let len = text.len();
        (Just(text), offset(len), offset(len))
    })) {
        for encoding in ENCODINGS {
            let positions = all_positions(&text, encoding);
            // An offset is rounded to the last position that is not after it.
            let naive = |offset: usize| *positions.iter().rfind(|(_, at)| *at <= offset).unwrap();
            let (expected, byte) = naive(from);
            let position = LspPosition::new(&text, from, encoding);
            prop_assert_eq!(position, expected);
            prop_assert_eq!(position.to_offset(&text, encoding), byte);
            let range = LspRange::new(&text, from..to, encoding);
            prop_assert_eq!(range.start, expected);
            prop_assert_eq!(range.end, naive(to.max(from)).0);
        }
    }

    #[test]
    fn positions_outside_the_text_are_clamped(text in text(), line in 0u32..8, character in 0u32..12) {
        for encoding in ENCODINGS {
            let positions = all_positions(&text, encoding);
            let wanted = LspPosition { line, character };
            let expected = if positions.iter().any(|(position, _)| position.line == line) {
                positions.iter().rfind(|(position, _)| *position <= wanted).unwrap().1
            } else {
                text.len()
            };
            prop_assert_eq!(wanted.to_offset(&text, encoding), expected);
        }
    }
}

#[test]
fn edits_between_cr_and_lf_are_extended_over_the_line_ending() {
    use interline_text::Edits;
    let text = "a\r\nb";
    let json = |list| {
        let edits = Edits::new(text, list).unwrap();
        serde_json::to_string(&edits.to_lsp(text).unwrap()).unwrap()
    };
    let whole = |new: &str| {
        format!(
            r#"[{{"range":{{"start":{{"line":0,"character":1}},"end":{{"line":1,"character":0}}}},"newText":"{new}"}}]"#
        )
    };
    assert_eq!(json(vec![TextEdit::delete(1..2)]), whole("\\n"));
    assert_eq!(json(vec![TextEdit::delete(2..3)]), whole("\\r"));
    assert_eq!(json(vec![TextEdit::insert(2, "x")]), whole("\\rx\\n"));
    let both = vec![
        TextEdit::delete(1..2),
        TextEdit::insert(2, "x"),
        TextEdit::insert(2, "y"),
    ];
    assert_eq!(json(both), whole("xy\\n"));
}

#[test]
fn encodings_serialize_with_the_names_of_the_protocol() {
    let names = serde_json::to_string(&ENCODINGS).unwrap();
    assert_eq!(names, r#"["utf-8","utf-16","utf-32"]"#);
    assert_eq!(PositionEncoding::default(), PositionEncoding::Utf16);
}

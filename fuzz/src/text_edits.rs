//! Input: text, other text, strings to insert (one a line), choices. Edits are applied, inverted, composed and mapped as if byte by byte.

use interline_text::{
    Bias, Edits, LineIndex, LspPosition, LspRange, Position, PositionEncoding, TextEdit, is_near,
    is_same_name, nearest, position, positions, utf16_len, utf16_offsets, utf16_to_byte,
};

use crate::input::{Choices, Input};
use crate::laws::text::{naive_apply, size};
use crate::pieces::MARKDOWN;

fn edits(text: &str, inserts: &[&str], choices: &mut Choices<'_>) -> Edits {
    let mut list = Vec::new();
    for _ in 0..choices.below(6) {
        let (a, b) = (choices.offset(text), choices.offset(text));
        list.push(TextEdit::replace(a.min(b)..a.max(b), choices.of(inserts)));
        if Edits::new(text, list.clone()).is_err() {
            list.pop();
        }
    }
    Edits::new(text, list).unwrap()
}

fn is_valid_for(text: &str, edits: &Edits) -> bool {
    Edits::new(text, edits.as_slice().to_vec()).as_ref() == Ok(edits)
}

/// Returns the byte offset of a position of the language server protocol.
fn lsp_byte(text: &str, line: u32, character: u32, encoding: PositionEncoding) -> Option<usize> {
    let (mut at_line, mut at_character) = (0, 0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if (at_line, at_character) == (line, character) {
            return Some(at);
        }
        if c == '\r' {
            chars.next_if(|&(_, next)| next == '\n');
        }
        if c == '\r' || c == '\n' {
            (at_line, at_character) = (at_line + 1, 0);
            continue;
        }
        at_character += match encoding {
            PositionEncoding::Utf8 => c.len_utf8(),
            PositionEncoding::Utf16 => c.len_utf16(),
            _ => 1,
        } as u32;
    }
    ((at_line, at_character) == (line, character)).then_some(text.len())
}

fn check_positions(text: &str, offset: usize) {
    let floor = (0..=offset.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap();
    let line_start = text[..floor].rfind('\n').map_or(0, |at| at + 1);
    let expected = Position {
        line: 1 + text[..floor].matches('\n').count(),
        column: 1 + text[line_start..floor].chars().count(),
    };
    let index = LineIndex::new(text);
    assert_eq!(position(text, offset), expected);
    assert_eq!(index.position(offset), expected);
    assert_eq!(index.line_count(), 1 + text.matches('\n').count());
    assert_eq!(positions(text, [offset]).collect::<Vec<_>>(), [expected]);
    if let Some(found) = index.offset(expected) {
        assert_eq!(index.position(found), expected);
    }
    for encoding in [
        PositionEncoding::Utf8,
        PositionEncoding::Utf16,
        PositionEncoding::Utf32,
    ] {
        let lsp = LspPosition::new(text, floor, encoding);
        let back = lsp.to_offset(text, encoding);
        assert_eq!(LspPosition::new(text, back, encoding), lsp);
        assert_eq!(LspRange::new(text, floor..floor, encoding).start, lsp);
    }
    let units: Vec<usize> = utf16_offsets(text, [offset]).collect();
    assert_eq!(units, [text[..floor].encode_utf16().count()]);
    assert_eq!(utf16_to_byte(text, units[0]), floor);
    assert_eq!(utf16_len(text), text.encode_utf16().count());
}

/// Checks that similarity of names is symmetric and bounded.
fn check_names(text: &str, other: &str, inserts: &[&str]) {
    let names: Vec<&str> = text
        .split(['\n', ':', '.'])
        .chain(other.split(['\n', ':', '.']))
        .chain(inserts.iter().copied())
        // All pairs are compared, so that long names would take long.
        .filter(|name| name.len() <= 128)
        .take(24)
        .collect();
    let len = |name: &str| {
        let letters = name.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
        letters.flat_map(char::to_lowercase).count()
    };
    for (index, name) in names.iter().enumerate() {
        assert!(is_same_name(name, name) && !is_near(name, name));
        for other in &names[index + 1..] {
            assert_eq!(
                is_near(name, other),
                is_near(other, name),
                "{name:?}, {other:?}"
            );
            let is_same = is_same_name(name, other);
            assert_eq!(is_same, is_same_name(other, name), "{name:?}, {other:?}");
            assert!(
                !is_same || name == other || is_near(name, other),
                "{name:?}, {other:?}"
            );
            let (shorter, longer) = (len(name).min(len(other)), len(name).max(len(other)));
            let limit = if longer < 6 { 1 } else { 2 };
            let is_bounded = is_same || longer - shorter <= limit && longer <= 40 && longer > 1;
            assert!(!is_near(name, other) || is_bounded, "{name:?}, {other:?}");
        }
        let found = nearest(name, names.iter().copied());
        match found {
            Some(found) => assert!(names.contains(&found) && is_near(name, found)),
            None => assert!(!names.iter().any(|other| is_near(name, other))),
        }
        // A name that differs only in case and separators is preferred.
        let same = names
            .iter()
            .find(|other| *other != name && is_same_name(name, other));
        assert!(
            same.is_none() || found == same.copied(),
            "{name:?}: {found:?}"
        );
    }
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, MARKDOWN);
    let (text, other, inserts) = (input.text(), input.text(), input.text());
    let inserts: Vec<&str> = inserts.split_inclusive('\n').chain([""]).collect();
    let mut choices = input.choices();

    let first = edits(&text, &inserts, &mut choices);
    let new = first.apply(&text).unwrap();
    if text.len() < 2048 {
        assert_eq!(new, naive_apply(&text, first.as_slice()));
    }
    assert_eq!(
        (first.source_len(), first.result_len()),
        (text.len(), new.len())
    );
    let back = first.invert(&text).unwrap();
    assert_eq!(back.apply(&new).unwrap(), text);
    assert!(is_valid_for(&new, &back));
    assert_eq!(back.invert(&new).unwrap().apply(&text).unwrap(), new);
    let mut descending = text.clone();
    first
        .descending()
        .for_each(|edit| descending.replace_range(edit.range.clone(), &edit.insert));
    let mut sequential = text.clone();
    first
        .sequential()
        .for_each(|edit| sequential.replace_range(edit.range, &edit.insert));
    assert_eq!((&descending, &sequential), (&new, &new));

    let next = edits(&new, &inserts, &mut choices);
    let both = first.then(&next).unwrap();
    let last = next.apply(&new).unwrap();
    assert_eq!(both.apply(&text).unwrap(), last);
    assert!(is_valid_for(&text, &both));
    assert_eq!(both.result_len(), last.len());

    let trimmed = first.trim(&text).unwrap();
    let least = first.minimise(&text).unwrap();
    for edits in [&trimmed, &least] {
        assert_eq!(edits.apply(&text).unwrap(), new);
        assert!(is_valid_for(&text, edits));
    }
    assert!(size(&trimmed) <= size(&first) && size(&least) <= size(&trimmed));
    let between = Edits::between(&text, &other);
    assert_eq!(between.apply(&text).unwrap(), other);
    assert_eq!(between.is_empty(), text == other);
    assert!(is_valid_for(&text, &between));

    // Mapped offsets keep their order, and the character after them.
    let mut last = [0, 0];
    for (at, c) in text.char_indices() {
        let mapped = [Bias::Before, Bias::After].map(|bias| first.map_offset(at, bias));
        assert!(mapped[0] <= mapped[1] && last[0] <= mapped[0] && last[1] <= mapped[1]);
        assert!(mapped.iter().all(|&at| new.is_char_boundary(at)));
        if !first.iter().any(|edit| edit.range.contains(&at)) {
            assert_eq!(new[mapped[1]..].chars().next(), Some(c));
        }
        last = mapped;
    }

    // A client of the language server protocol gets the same text.
    for encoding in [
        PositionEncoding::Utf8,
        PositionEncoding::Utf16,
        PositionEncoding::Utf32,
    ] {
        let mut all = String::new();
        let mut done = 0;
        for edit in first.to_lsp_with(&text, encoding).unwrap() {
            let byte = |at: interline_text::LspPosition| {
                lsp_byte(&text, at.line, at.character, encoding).unwrap()
            };
            let (start, end) = (byte(edit.range.start), byte(edit.range.end));
            all.push_str(&text[done..start]);
            all.push_str(&edit.new_text);
            done = end;
        }
        all.push_str(&text[done..]);
        assert_eq!(all, new);
    }
    for edit in &first {
        let mapped = first.map_range(edit.range.clone());
        assert!(mapped.start <= mapped.end && new.get(mapped).is_some());
    }
    check_names(&text, &other, &inserts);
    let json = serde_json::to_string(&first).unwrap();
    assert_eq!(serde_json::from_str::<Edits>(&json).unwrap(), first);
    check_positions(&text, choices.below(text.len() + 3));

    // Edits made for another text give an error or a text, and do not panic.
    let _ = (
        first.apply(&other),
        first.invert(&other),
        first.to_lsp(&other),
        first.to_utf16(&other),
    );
    let _ = first.then(&between);
    let report = interline_text::Report::new(&text, choices.offset(&text)..text.len(), "m");
    assert!(
        !report
            .width(usize::from(choices.byte()))
            .to_string()
            .is_empty()
    );
}

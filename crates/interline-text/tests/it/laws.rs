//! What holds of edits, held against texts that nobody would write by properties here and by the targets in `fuzz`.

use interline_text::{Edits, TextEdit};

/// The text with the edits made, byte by byte.
pub(crate) fn naive_apply(text: &str, edits: &[TextEdit]) -> String {
    let mut result = Vec::new();
    for at in 0..=text.len() {
        for edit in edits.iter().filter(|edit| edit.range.start == at) {
            result.extend(edit.insert.bytes());
        }
        let gone = edits.iter().any(|edit| edit.range.contains(&at));
        if at < text.len() && !gone {
            result.push(text.as_bytes()[at]);
        }
    }
    String::from_utf8(result).unwrap()
}

/// The bytes that edits take away and put in.
pub(crate) fn size(edits: &Edits) -> usize {
    edits
        .iter()
        .map(|edit| edit.range.len() + edit.insert.len())
        .sum()
}

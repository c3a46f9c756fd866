//! Oracles for edits, which the properties here and the targets in `fuzz` share.

use interline_text::{Edits, TextEdit};

/// Applies edits byte by byte.
pub(crate) fn naive_apply(text: &str, edits: &[TextEdit]) -> String {
    let mut result = Vec::new();
    for at in 0..=text.len() {
        for edit in edits.iter().filter(|edit| edit.range.start == at) {
            result.extend(edit.insert.bytes());
        }
        let is_removed = edits.iter().any(|edit| edit.range.contains(&at));
        if at < text.len() && !is_removed {
            result.push(text.as_bytes()[at]);
        }
    }
    String::from_utf8(result).unwrap()
}

/// Returns the number of bytes that edits remove and insert.
pub(crate) fn size(edits: &Edits) -> usize {
    edits
        .iter()
        .map(|edit| edit.range.len() + edit.insert.len())
        .sum()
}

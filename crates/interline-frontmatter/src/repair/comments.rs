use std::borrow::Cow;
use std::ops::Range;

use super::line::lines;
use super::repaired::{Repaired, Repairs};
use crate::diagnostics as codes;

/// Returns the text up to the end of the header, with spaces for the control characters of its comments, and these changes. The
/// spaces keep all offsets.
pub(super) fn without_controls_in_comments(
    text: &str,
    span: Range<usize>,
) -> (Cow<'_, str>, Repairs) {
    let is_control = |c: char| {
        (c.is_control() && c != '\t') || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let end = span.end;
    let mut repairs = Repairs::default();
    for line in lines(text, span) {
        // Only whole-line comments: elsewhere a control character may be part of a value, and removing it would change data.
        if !line.text.trim_start().starts_with('#') {
            continue;
        }
        for (at, c) in line.text.char_indices().filter(|(_, c)| is_control(*c)) {
            let range = line.start + at..line.start + at + c.len_utf8();
            let code = u32::from(c);
            let message = format!("control character U+{code:04X} in a comment: remove it");
            repairs.change(range.clone(), " ".repeat(range.len()));
            repairs.warn(codes::CONTROL_CHARACTER, range, message);
        }
    }
    let clean = if repairs.changes.is_empty() {
        Cow::Borrowed(text.get(..end).unwrap_or_default())
    } else {
        Cow::Owned(
            Repaired::new(text, 0..end, repairs.clone())
                .text()
                .to_owned(),
        )
    };
    (clean, repairs)
}

use std::borrow::Cow;
use std::ops::Range;

use interline_text::{Diagnostic, Severity};

use super::line::lines;
use crate::diagnostics as codes;

pub(super) type Controls = Vec<(Range<usize>, Diagnostic)>;

/// Returns the text up to the end of the header, with spaces for the control characters of its comments, and a diagnostic for each. The
/// spaces keep all offsets.
pub(super) fn without_controls_in_comments(
    text: &str,
    span: Range<usize>,
) -> (Cow<'_, str>, Controls) {
    let is_control = |c: char| {
        (c.is_control() && c != '\t') || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let mut found = Vec::new();
    let header = text.get(..span.end).unwrap_or_default();
    if !header.contains('#') {
        return (Cow::Borrowed(header), found);
    }
    for line in lines(text, span.clone()) {
        // Only whole-line comments: elsewhere a control character may be part of a value, and removing it would change data.
        if !line.text.trim_start().starts_with('#') {
            continue;
        }
        for (at, c) in line.text.char_indices().filter(|(_, c)| is_control(*c)) {
            let range = line.start + at..line.start + at + c.len_utf8();
            let message = format!(
                "control character U+{:04X} in a comment: remove it",
                u32::from(c)
            );
            let diagnostic = Diagnostic::new(
                Severity::Warning,
                codes::CONTROL_CHARACTER,
                range.clone(),
                message,
            );
            found.push((range, diagnostic));
        }
    }
    if found.is_empty() {
        return (Cow::Borrowed(header), found);
    }
    let mut clean = String::with_capacity(header.len());
    let mut done = 0;
    for (range, _) in &found {
        clean.push_str(header.get(done..range.start).unwrap_or_default());
        clean.extend(std::iter::repeat_n(' ', range.len()));
        done = range.end;
    }
    clean.push_str(header.get(done..).unwrap_or_default());
    (Cow::Owned(clean), found)
}

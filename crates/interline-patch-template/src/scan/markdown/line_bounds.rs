//! The bounds of lines, found from an offset.

use std::ops::Range;

use memchr::{memchr, memrchr};

/// Returns whether the span is alone on its line, indented by at most three spaces. Reads no more than the spaces around it.
pub(crate) fn is_alone_on_line(text: &str, span: &Range<usize>) -> bool {
    indented_line(text.as_bytes(), span.start).is_some() && is_blank_to_line_end(text, span.end)
}

/// Returns the start of the line of `at`, if nothing but at most three spaces comes before it on the line.
pub(crate) fn indented_line(text: &[u8], at: usize) -> Option<usize> {
    let spaces = text[..at]
        .iter()
        .rev()
        .take(4)
        .take_while(|&&byte| byte == b' ');
    let spaces = spaces.count();
    let start = at - spaces;
    (spaces <= 3 && (start == 0 || text[start - 1] == b'\n')).then_some(start)
}

/// Returns the length of the byte order mark with which a text begins.
pub(crate) fn mark_len(text: &str) -> usize {
    text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len()
}

/// Returns whether only spaces and tabs follow on the line.
pub(crate) fn is_blank_to_line_end(text: &str, from: usize) -> bool {
    blank_line_end(text, from).is_some()
        || text[from..]
            .bytes()
            .all(|byte| matches!(byte, b' ' | b'\t'))
}

/// Returns the offset after the next line ending, if only spaces and tabs come before it.
pub(crate) fn blank_line_end(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let spaces = bytes[from..]
        .iter()
        .take_while(|&&byte| matches!(byte, b' ' | b'\t'))
        .count();
    line_ending_end(text, from + spaces)
}

/// Returns the offset after the LF or CRLF at `at`.
pub(crate) fn line_ending_end(text: &str, at: usize) -> Option<usize> {
    match text.as_bytes().get(at..)? {
        [b'\r', b'\n', ..] => Some(at + 2),
        [b'\n', ..] => Some(at + 1),
        _ => None,
    }
}

/// Returns the offset of the first byte of the line that contains `at`.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |newline| newline + 1)
}

/// Returns the offset after the line ending of the line that contains `at`, or the end of the text.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |newline| at + newline + 1)
}

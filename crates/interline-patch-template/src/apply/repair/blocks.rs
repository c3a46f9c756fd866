//! Closes and separates blocks in content.

use std::borrow::Cow;

use crate::apply::parts::SourcePart;

pub(super) const HTML: &str = "HTML escaped";
const FENCE: &str = "fence closed";
const APART: &str = "set apart by blank lines";

/// Adds the line that closes a fence of `len` characters.
pub(super) fn add_fence(
    part: &mut SourcePart<'_>,
    line_ending: &str,
    prefix: &str,
    byte: u8,
    len: usize,
) {
    let text = part.text.to_mut();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push_str(line_ending);
    }
    text.push_str(prefix);
    text.extend(std::iter::repeat_n(char::from(byte), len));
    text.push_str(line_ending);
    part.note(FENCE);
}

/// Adds blank lines before or after content on lines of its own.
pub(super) fn set_apart(part: &mut SourcePart<'_>, line_ending: &str, before: bool, after: bool) {
    if part.is_inline && !part.has_own_lines {
        return;
    }
    let text = part.text.to_mut();
    if after {
        if !text.ends_with('\n') {
            text.push_str(line_ending);
        }
        text.push_str(line_ending);
    }
    if before {
        text.insert_str(0, line_ending);
    }
    part.note(APART);
}

/// Escapes every `<`.
pub(super) fn escape_html(part: &mut SourcePart<'_>) {
    if part.text.contains('<') {
        part.text = Cow::Owned(part.text.replace('<', "&lt;"));
        part.note(HTML);
    }
}

//! The text between old and new content.

use crate::scan::{Old, Outline};

/// Returns the text to write between the text that `outline` has read and `after`: a closing fence if one is open, and then the
/// least that keeps the blocks on both sides as they are.
pub(crate) fn joint(
    outline: &Outline,
    after: &str,
    old: Old,
    apart: bool,
    line_ending: &str,
) -> String {
    let mut text = String::new();
    if after.is_empty() {
        return text;
    }
    let mut closed = None;
    if let Some(fence) = outline.open_fence() {
        text.extend(std::iter::repeat_n(char::from(fence.byte), fence.len));
        text.push_str(line_ending);
        let mut outline = outline.clone();
        outline.read(&text);
        closed = Some(outline);
    }
    let outline = closed.as_ref().unwrap_or(outline);
    for line in outline.joint(after, old, apart) {
        text.push_str(line);
        text.push_str(line_ending);
    }
    text
}

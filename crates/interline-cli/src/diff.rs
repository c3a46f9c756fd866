//! The difference between two texts.

use interline::text::TextEdit;
use similar::TextDiff;

/// Returns the difference in the format of `diff -u`, with three lines of context. Empty when the texts are equal.
pub(crate) fn unified(name: &str, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    TextDiff::from_lines(old, new)
        .unified_diff()
        .header(name, name)
        .to_string()
}

/// Returns the one edit between two texts.
pub(crate) fn difference(before: &str, after: &str) -> TextEdit {
    let same = |(a, b): &(u8, u8)| a == b;
    let mut start = before.bytes().zip(after.bytes()).take_while(same).count();
    while !(before.is_char_boundary(start) && after.is_char_boundary(start)) {
        start -= 1;
    }
    let (old, new) = (&before[start..], &after[start..]);
    let mut end = old
        .bytes()
        .rev()
        .zip(new.bytes().rev())
        .take_while(same)
        .count();
    while !(old.is_char_boundary(old.len() - end) && new.is_char_boundary(new.len() - end)) {
        end -= 1;
    }
    TextEdit::replace(start..before.len() - end, &new[..new.len() - end])
}

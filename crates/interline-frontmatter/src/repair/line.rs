//! Lines of a header, and the keys at their start.

use std::ops::Range;

pub(super) use crate::yaml::WHITESPACE;

use super::field::{FieldKind, Fields};

/// A line of the header without its ending; its start is in bytes of the whole text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) start: usize,
    pub(super) text: &'a str,
}

impl Line<'_> {
    /// Returns the offset of its end, the line ending not counted.
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

pub(super) fn lines(text: &str, span: Range<usize>) -> Vec<Line<'_>> {
    let mut start = span.start;
    let mut lines = Vec::new();
    for line in text.get(span).unwrap_or_default().split_inclusive('\n') {
        // A lone CR is kept in the line: agents do not write it, and guessing would move offsets.
        let without = line.strip_suffix('\n').unwrap_or(line);
        let text = without.strip_suffix('\r').unwrap_or(without);
        lines.push(Line { start, text });
        start += line.len();
    }
    lines
}

pub(super) fn is_blank(line: &str) -> bool {
    line.trim_matches(WHITESPACE).is_empty()
}

pub(super) fn is_indented(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

/// Returns whether a character looks like a space or like nothing, and is text in YAML.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    invisible_name(c).is_some()
}

/// Returns the name of an invisible character.
#[must_use]
pub fn invisible_name(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{a0}' => "no-break space (U+00A0)",
        '\u{2007}' => "figure space (U+2007)",
        '\u{202f}' => "narrow no-break space (U+202F)",
        '\u{3000}' => "ideographic space (U+3000)",
        '\u{200b}' => "zero-width space (U+200B)",
        '\u{200c}' => "zero-width non-joiner (U+200C)",
        '\u{200d}' => "zero-width joiner (U+200D)",
        '\u{2060}' => "word joiner (U+2060)",
        '\u{ad}' => "soft hyphen (U+00AD)",
        '\u{feff}' => "byte order mark (U+FEFF)",
        _ => return None,
    })
}

/// Words before a colon that start a turn in a dialogue or a heading, and are not keys. Sorted, for the binary search.
const SPEAKERS: &[&str] = &[
    "assistant",
    "commentary",
    "example",
    "examples",
    "human",
    "note",
    "response",
    "system",
    "thinking",
    "user",
];

/// Returns whether a word before a colon is a key rather than running text: it starts in lower case and is not a speaker.
pub(super) fn looks_like_key(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase()) && SPEAKERS.binary_search(&word).is_err()
}

/// Splits a line at its key; returns the key and the text after its colon, which must start with whitespace or be empty.
#[must_use]
pub fn key_line(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = word_and_rest(line)?;
    (rest.is_empty() || rest.starts_with([' ', '\t', '\r'])).then_some((key, rest))
}

/// Splits a line without a space after the colon of its key, such as `skill:true`.
pub(super) fn tight_key_line<'a>(line: &'a str, fields: &Fields<'_>) -> Option<(&'a str, &'a str)> {
    let (key, rest) = word_and_rest(line)?;
    let is_key = fields(key).is_some() || looks_like_key(key);
    // `https://…` and `a::b` are text.
    let begins = |c: char| c.is_ascii_alphanumeric() || "\"'[{".contains(c) || is_invisible(c);
    (is_key && rest.starts_with(begins)).then_some((key, rest))
}

/// Splits a line at the colon after its first word, which may be quoted.
fn word_and_rest(line: &str) -> Option<(&str, &str)> {
    let quote = line.chars().next().filter(|c| matches!(c, '"' | '\''));
    let word = quote.map_or(line, |quote| line.strip_prefix(quote).unwrap_or(line));
    let len = word
        .bytes()
        .position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.')))?;
    let (key, mut rest) = word.split_at(len);
    if let Some(quote) = quote {
        rest = rest.strip_prefix(quote)?;
    }
    let rest = rest.trim_start_matches([' ', '\t']).strip_prefix(':')?;
    let is_word = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_word.then_some((key, rest))
}

/// Returns whether a line may be the first of a header.
#[must_use]
pub fn is_header_line(line: &str, fields: &Fields<'_>) -> bool {
    key_line(line).is_some_and(|(key, _)| fields(key).is_some() || looks_like_key(key))
        || tight_key_line(line, fields).is_some_and(|(key, _)| fields(key).is_some())
}

/// Returns whether the value of `key` is running text.
pub(super) fn is_prose(key: &str, fields: &Fields<'_>) -> bool {
    fields(key) == Some(FieldKind::Prose)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(key: &str) -> Option<FieldKind> {
        matches!(key, "model" | "name").then_some(FieldKind::Text)
    }

    #[test]
    fn speakers_are_sorted() {
        assert!(SPEAKERS.is_sorted());
    }

    #[test]
    fn finds_the_key_of_a_line() {
        assert_eq!(key_line("name: x"), Some(("name", " x")));
        assert_eq!(key_line("argument-hint:"), Some(("argument-hint", "")));
        assert_eq!(key_line("on:\tpush"), Some(("on", "\tpush")));
        assert_eq!(key_line("name : x"), Some(("name", " x")));
        assert_eq!(key_line("\"name\": x"), Some(("name", " x")));
        assert_eq!(key_line("'a.b' :"), Some(("a.b", "")));
        for line in [
            "name:x",
            " name: x",
            "two words: x",
            "- a: b",
            "name",
            ": x",
            "1: x",
            "",
        ] {
            assert_eq!(key_line(line), None, "{line:?}");
        }
        assert_eq!(
            tight_key_line("skill:true", &fields),
            Some(("skill", "true"))
        );
        for line in ["https://x.y", "a::b", "user:hi", "Note:x", "skill: x"] {
            assert_eq!(tight_key_line(line, &fields), None, "{line:?}");
        }
    }
}

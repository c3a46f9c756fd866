//! Lines of a header, and the keys that they begin with.

use std::ops::Range;

use super::field::{FieldKind, Fields};

/// A line of the header, by bytes of the whole text, without its ending.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) start: usize,
    pub(super) text: &'a str,
}

pub(super) fn lines(text: &str, span: Range<usize>) -> Vec<Line<'_>> {
    let mut start = span.start;
    let mut lines = Vec::new();
    for line in text.get(span).unwrap_or_default().split_inclusive('\n') {
        let without = line.strip_suffix('\n').unwrap_or(line);
        let text = without.strip_suffix('\r').unwrap_or(without);
        lines.push(Line { start, text });
        start += line.len();
    }
    lines
}

/// White space for a reader of YAML. Other spaces are text.
pub(super) const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

pub(super) fn is_blank(line: &str) -> bool {
    line.trim_matches(BLANKS).is_empty()
}

pub(super) fn is_indented(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

/// Spaces that look like a space or like nothing, and are neither for YAML.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    invisible_name(c).is_some()
}

/// The name of an invisible character.
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

/// Words before a colon that open somebody's turn in a dialogue, or a heading, and are no key.
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

/// Whether a word before a colon is a key rather than part of running text: it begins in lower case and is no speaker.
pub(super) fn looks_like_key(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase()) && SPEAKERS.binary_search(&word).is_err()
}

/// The key that a line begins with and what follows its colon, which white space or the end of the line must do.
#[must_use]
pub fn key_line(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = word_and_rest(line)?;
    (rest.is_empty() || rest.starts_with([' ', '\t', '\r'])).then_some((key, rest))
}

/// The same for a line without the space after the colon, such as `skill:true`.
pub(super) fn tight_key_line<'a>(line: &'a str, fields: &dyn Fields) -> Option<(&'a str, &'a str)> {
    let (key, rest) = word_and_rest(line)?;
    let is_key = fields.kind(key).is_some() || looks_like_key(key);
    // `https://…` and `a::b` are text.
    let begins = |c: char| c.is_ascii_alphanumeric() || "\"'[{".contains(c) || is_invisible(c);
    (is_key && rest.starts_with(begins)).then_some((key, rest))
}

/// A word, in quotes or without, and what follows the colon after it.
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

/// Whether a line is one that a header would begin with.
#[must_use]
pub fn is_header_line(line: &str, fields: &dyn Fields) -> bool {
    key_line(line).is_some_and(|(key, _)| fields.kind(key).is_some() || looks_like_key(key))
        || tight_key_line(line, fields).is_some_and(|(key, _)| fields.kind(key).is_some())
}

/// Whether the value of `key` is running text.
pub(super) fn is_prose(key: &str, fields: &dyn Fields) -> bool {
    fields.kind(key) == Some(FieldKind::Prose)
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
    fn lines_that_begin_with_a_key() {
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

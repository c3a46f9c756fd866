//! Offsets in YAML text that the parser does not report: the ends of scalars, properties and lines.

use std::ops::Range;

/// Whitespace in YAML. Other space characters are text.
pub(crate) const WHITESPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// Returns the offset of the first byte at or after `at` that is neither whitespace nor in a comment.
pub(crate) fn skip_space(yaml: &str, mut at: usize) -> usize {
    let bytes = yaml.as_bytes();
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
            Some(b'#') => {
                let rest = bytes.get(at..).unwrap_or_default();
                at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            }
            _ => return at,
        }
    }
}

/// Returns the end of the tag and anchor at `at`, and the start of the content after them.
pub(super) fn skip_properties(yaml: &str, at: usize) -> (usize, usize) {
    let bytes = yaml.as_bytes();
    let (mut end, mut content) = (at, at);
    while let Some(b'&' | b'!') = bytes.get(content) {
        let rest = bytes.get(content..).unwrap_or_default();
        let verbatim = rest.starts_with(b"!<");
        let len = rest
            .iter()
            .position(|b| match b {
                b' ' | b'\t' | b'\n' | b'\r' => true,
                // In `!<…>` these are part of the tag.
                b',' | b'[' | b']' | b'{' | b'}' => !verbatim,
                _ => false,
            })
            .unwrap_or(rest.len());
        end = content + len;
        content = skip_space(yaml, end);
    }
    (end, content)
}

/// Returns the end of the tag and anchor at `at`.
pub(crate) fn properties_end(yaml: &str, at: usize) -> usize {
    skip_properties(yaml, at).0
}

/// Returns the offset after the quote that closes the one at the start of `text`; `None` when nothing closes it.
pub(crate) fn closing_quote(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let quote = *bytes.first()?;
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        if quote == b'"' && byte == b'\\' {
            at += 1;
        } else if byte == quote {
            // Two single quotes are one in the text.
            if quote == b'\'' && bytes.get(at + 1) == Some(&quote) {
                at += 1;
            } else {
                return Some(at + 1);
            }
        }
        at += 1;
    }
    None
}

/// Returns the end of the quoted scalar at `at`; the end of the text when nothing closes it.
pub(super) fn quoted_end(yaml: &str, at: usize) -> usize {
    let rest = yaml.get(at..).unwrap_or_default();
    closing_quote(rest).map_or(yaml.len(), |end| at + end)
}

/// Returns the span of the last line with content before `at`, without the whitespace around it.
pub(super) fn line_before(yaml: &str, at: usize) -> Range<usize> {
    let text = yaml
        .get(..at)
        .unwrap_or_default()
        .trim_end_matches(WHITESPACE);
    let line = text.rsplit(['\n', '\r']).next().unwrap_or_default();
    text.len() - line.trim_start().len()..text.len()
}

/// Returns the span of the character at `at`; empty at the end of the text.
pub(super) fn char_at(yaml: &str, at: usize) -> Range<usize> {
    let at = at.min(yaml.len());
    let len = yaml
        .get(at..)
        .and_then(|rest| rest.chars().next())
        .map_or(0, char::len_utf8);
    at..at + len
}

/// Copies `yaml` with `x` for each byte of the non-ASCII characters in directives that the parser does not know; `None` when there are no
/// such characters.
///
/// The parser counts bytes in such directives and characters elsewhere, so that all later locations would be wrong. Directives are before
/// a document. Elsewhere a line with `%` is an error or in a scalar: it is taken for a directive when `everywhere` is set, which is for
/// the locations of errors. Linear.
pub(super) fn with_narrow_directives(yaml: &str, everywhere: bool) -> Option<String> {
    if yaml.is_ascii() || memchr::memchr(b'%', yaml.as_bytes()).is_none() {
        return None;
    }
    let mut copy = None;
    let mut done = 0;
    let mut is_before = true;
    for line in yaml.split_inclusive(['\n', '\r']) {
        let content = line.trim_start_matches('\u{feff}');
        let is_directive = content.starts_with('%') && (is_before || everywhere);
        let is_known = matches!(content.split(WHITESPACE).next(), Some("%YAML" | "%TAG"));
        if is_directive && !is_known && !line.is_ascii() {
            let copy = copy.get_or_insert_with(|| String::with_capacity(yaml.len()));
            copy.push_str(yaml.get(copy.len()..done).unwrap_or_default());
            for c in line.chars() {
                match c {
                    '\u{feff}' => copy.push(c),
                    _ if c.is_ascii() => copy.push(c),
                    _ => copy.extend(std::iter::repeat_n('x', c.len_utf8())),
                }
            }
        }
        let text = content.trim_start_matches(WHITESPACE);
        is_before = content.starts_with("...")
            || (is_before && (is_directive || text.is_empty() || text.starts_with('#')));
        done += line.len();
    }
    if let Some(copy) = &mut copy {
        copy.push_str(yaml.get(copy.len()..).unwrap_or_default());
    }
    copy
}

/// Maps offsets in characters, which the parser counts, to offsets in bytes.
pub(super) struct Offsets {
    /// The byte offset of each character; empty when both are the same, which saves four bytes for each byte of a header.
    bytes: Vec<u32>,
    len: usize,
}

impl Offsets {
    pub(super) fn new(yaml: &str) -> Self {
        let bytes = if yaml.is_ascii() {
            Vec::new()
        } else {
            // A table, since every node asks for two offsets and a scan for each would be quadratic.
            yaml.char_indices().map(|(at, _)| narrow(at)).collect()
        };
        Self {
            bytes,
            len: yaml.len(),
        }
    }

    pub(super) fn byte(&self, index: usize) -> usize {
        if self.bytes.is_empty() {
            index.min(self.len)
        } else {
            self.bytes.get(index).map_or(self.len, |&at| at as usize)
        }
    }
}

/// Narrows an offset to 32 bits, which halves the spans of a node. It fits: no block may have more than 1 GiB.
pub(crate) fn narrow(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes() {
        assert_eq!(closing_quote("'a''b' c"), Some(6));
        assert_eq!(closing_quote("\"a\\\"b\" c"), Some(6));
        assert_eq!(closing_quote("'a"), None);
    }
}

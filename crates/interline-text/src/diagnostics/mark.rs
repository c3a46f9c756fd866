use std::ops::Range;

use memchr::{memchr, memrchr};

use crate::locate::without_ending;

/// A span within one line that is underlined.
pub(crate) struct Mark<'a> {
    /// The bytes of the line, without its line ending.
    pub(crate) line: Range<usize>,
    /// The bytes to underline. They may be in the line ending.
    pub(crate) span: Range<usize>,
    /// The byte that stays visible when the line is cropped.
    pub(crate) anchor: usize,
    /// The character to underline with.
    pub(crate) sign: char,
    /// The text after the underline.
    pub(crate) label: &'a str,
}

impl Mark<'_> {
    /// Returns the marks of a span on `char` boundaries: one when it is within one line, otherwise
    /// one in its first and one in its last line. A line ending belongs to the line that it ends.
    pub(crate) fn spread(text: &str, span: Range<usize>, sign: char) -> Vec<Self> {
        let first = line_around(text, span.start);
        // The line of the last byte inside the span, so that a span of whole lines does not reach
        // into the next line.
        let last = match span.end.checked_sub(1) {
            Some(inside) if inside >= span.start => line_around(text, inside),
            _ => first.clone(),
        };
        let mark = |line: Range<usize>, span: Range<usize>, anchor| Self {
            line,
            span,
            anchor,
            sign,
            label: "",
        };
        if first == last {
            return vec![mark(first, span.clone(), span.start)];
        }
        // In its last line the mark starts after the indentation.
        let indent = text[last.clone()]
            .bytes()
            .take_while(|b| b" \t".contains(b));
        let from = last.start + indent.count();
        let to = span.end.min(last.end);
        let from = if from < to { from } else { last.start };
        let near_end = text[from..to].char_indices().next_back();
        let anchor = from + near_end.map_or(0, |(at, _)| at);
        vec![
            mark(first.clone(), span.start..first.end, span.start),
            mark(last, from..to, anchor),
        ]
    }

    /// Returns the line before the one that starts at `start`.
    pub(crate) fn line_before(text: &str, start: usize) -> Range<usize> {
        line_around(text, start.saturating_sub(1))
    }
}

/// Returns the line of the byte at `offset`, without its line ending.
fn line_around(text: &str, offset: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let start = memrchr(b'\n', &bytes[..offset]).map_or(0, |at| at + 1);
    let end = memchr(b'\n', &bytes[offset..]).map_or(text.len(), |at| offset + at + 1);
    start..start + without_ending(&text[start..end]).len()
}

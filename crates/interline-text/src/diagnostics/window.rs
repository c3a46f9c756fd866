use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::one_line::visible;

/// A tab, as it is shown.
const TAB: &str = "    ";
/// The sign for text that was cropped.
const ELLIPSIS: &str = "...";

/// The visible part of a line, and the column of each of its bytes.
pub(crate) struct Window {
    /// The text as it is shown, with ellipses.
    shown: String,
    /// The visible bytes of the text.
    bytes: Range<usize>,
    /// Whether the end of the line is visible.
    to_end: bool,
    /// The offset of each visible character in the text and in `shown`, and those of the end.
    offsets: Vec<(usize, usize)>,
}

impl Window {
    /// Crops a line to at most `width` columns so that the byte at `anchor` is visible.
    ///
    /// Linear in `width`, however long the line is.
    pub(crate) fn around(text: &str, line: &Range<usize>, anchor: usize, width: usize) -> Self {
        let anchor = anchor.min(line.end);
        // The whole line when it fits. Otherwise a third of the columns is for text before the
        // anchor; columns that the end of the line leaves over are filled with text before it.
        let mut bytes = take_front(text, line.clone(), width);
        if bytes.end < line.end {
            let room = width.saturating_sub(2 * ELLIPSIS.len());
            let lead = take_back(text, line.start..anchor, room / 3);
            bytes = take_front(text, lead.start..line.end, room);
            if bytes.end == line.end {
                bytes = take_back(text, line.clone(), room);
            }
        }

        let mut shown = String::new();
        let mut offsets = Vec::new();
        if bytes.start > line.start {
            shown.push_str(ELLIPSIS);
        }
        for (at, c) in text[bytes.clone()].char_indices() {
            offsets.push((bytes.start + at, shown.len()));
            match c {
                '\t' => shown.push_str(TAB),
                _ => shown.push(visible(c)),
            }
        }
        offsets.push((bytes.end, shown.len()));
        let to_end = bytes.end == line.end;
        if !to_end {
            shown.push_str(ELLIPSIS);
        }
        Self {
            shown,
            bytes,
            to_end,
            offsets,
        }
    }

    /// Returns the visible text, without spaces at its end.
    pub(crate) fn shown(&self) -> &str {
        self.shown.trim_end_matches(' ')
    }

    /// Returns whether the character at `offset` is visible. A line ending is visible with the end
    /// of its line.
    pub(crate) fn shows(&self, offset: usize) -> bool {
        self.bytes.start <= offset && (offset < self.bytes.end || self.to_end)
    }

    /// Returns the number of columns before the visible bytes of `span`, and the number that they
    /// take, at least one.
    pub(crate) fn columns(&self, span: &Range<usize>) -> (usize, usize) {
        let start = self.column(span.start);
        let end = self.column(span.end);
        (start, end.saturating_sub(start).max(1))
    }

    /// Returns the number of columns before the byte at `offset`.
    fn column(&self, offset: usize) -> usize {
        let index = self.offsets.partition_point(|&(byte, _)| byte < offset);
        let found = self.offsets.get(index).or(self.offsets.last());
        let before = found.map_or("", |&(_, shown)| &self.shown[..shown]);
        before.width()
    }
}

/// Returns the longest start of `range` that takes at most `columns`.
fn take_front(text: &str, range: Range<usize>, columns: usize) -> Range<usize> {
    range.start..range.start + fitting(text[range].chars(), columns)
}

/// Returns the longest end of `range` that takes at most `columns`.
fn take_back(text: &str, range: Range<usize>, columns: usize) -> Range<usize> {
    range.end - fitting(text[range.clone()].chars().rev(), columns)..range.end
}

/// Returns the length in bytes of the first characters that together take at most `columns`.
///
/// A character without width counts as one column, so that the number of characters is bounded too.
fn fitting(chars: impl Iterator<Item = char>, columns: usize) -> usize {
    let mut left = columns;
    let mut bytes = 0;
    for c in chars {
        let cost = match c {
            '\t' => TAB.len(),
            _ => visible(c).width().unwrap_or(0).max(1),
        };
        if cost > left {
            break;
        }
        left -= cost;
        bytes += c.len_utf8();
    }
    bytes
}

use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::one_line::stand_in;

const TAB: &str = "    ";
const ELLIPSIS: &str = "...";

/// What is shown of a line, and where each byte of it stands.
pub(crate) struct Window {
    shown: String,
    /// The bytes of the text that are shown.
    bytes: Range<usize>,
    /// Whether the line ends in what is shown.
    to_end: bool,
    /// For each character shown: its byte in the text and where it begins in `shown`.
    places: Vec<(usize, usize)>,
}

impl Window {
    /// At most `width` columns of a line, chosen so that the byte at `anchor` is seen.
    ///
    /// Takes time in the order of `width`, however long the line is.
    pub(crate) fn around(text: &str, line: &Range<usize>, anchor: usize, width: usize) -> Self {
        let anchor = anchor.min(line.end);
        // The whole line when it fits, otherwise a third of the columns before the anchor. What is
        // left over at the end of the line goes to its beginning.
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
        let mut places = Vec::new();
        if bytes.start > line.start {
            shown.push_str(ELLIPSIS);
        }
        for (at, c) in text[bytes.clone()].char_indices() {
            places.push((bytes.start + at, shown.len()));
            match c {
                '\t' => shown.push_str(TAB),
                _ => shown.push(stand_in(c)),
            }
        }
        places.push((bytes.end, shown.len()));
        let to_end = bytes.end == line.end;
        if !to_end {
            shown.push_str(ELLIPSIS);
        }
        Self {
            shown,
            bytes,
            to_end,
            places,
        }
    }

    /// The line as shown, without blanks at its end.
    pub(crate) fn shown(&self) -> &str {
        self.shown.trim_end_matches(' ')
    }

    /// Whether the character at `offset` is to be seen. A line ending is seen with the end of its
    /// line.
    pub(crate) fn shows(&self, offset: usize) -> bool {
        self.bytes.start <= offset && (offset < self.bytes.end || self.to_end)
    }

    /// The columns before the bytes of `span`, and the columns they take: at least one, and none
    /// outside of what is shown.
    pub(crate) fn columns(&self, span: &Range<usize>) -> (usize, usize) {
        let start = self.column(span.start);
        let end = self.column(span.end);
        (start, end.saturating_sub(start).max(1))
    }

    fn column(&self, offset: usize) -> usize {
        let index = self.places.partition_point(|&(byte, _)| byte < offset);
        let place = self.places.get(index).or(self.places.last());
        let before = place.map_or("", |&(_, shown)| &self.shown[..shown]);
        before.width()
    }
}

/// The longest beginning of `range` that takes at most `columns`.
fn take_front(text: &str, range: Range<usize>, columns: usize) -> Range<usize> {
    range.start..range.start + fitting(text[range].chars(), columns)
}

/// The longest end of `range` that takes at most `columns`.
fn take_back(text: &str, range: Range<usize>, columns: usize) -> Range<usize> {
    range.end - fitting(text[range.clone()].chars().rev(), columns)..range.end
}

/// The bytes of the first characters that together take at most `columns`.
///
/// A character without width counts as one column: what is shown is bounded in characters too.
fn fitting(chars: impl Iterator<Item = char>, columns: usize) -> usize {
    let mut left = columns;
    let mut bytes = 0;
    for c in chars {
        let cost = match c {
            '\t' => TAB.len(),
            _ => stand_in(c).width().unwrap_or(0).max(1),
        };
        if cost > left {
            break;
        }
        left -= cost;
        bytes += c.len_utf8();
    }
    bytes
}

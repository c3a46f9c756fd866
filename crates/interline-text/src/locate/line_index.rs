use std::ops::Range;

use memchr::memchr_iter;

use crate::locate::char_boundary::floor_boundary;
use crate::locate::line_column::Position;
use crate::locate::utf16::utf16_len;

/// The starts of the lines of a text, for many look-ups in any order.
///
/// Lines are numbered from 1 and end at LF and CRLF; a lone CR ends no line. There is always one
/// line more than there are line endings: the last one is empty when the text ends with a line
/// ending. (The conversions to LSP count lines as that protocol does, see
/// [`LspPosition`](crate::LspPosition).)
///
/// For one look-up [`position`](crate::position()) is cheaper, for a sorted list
/// [`positions`](crate::positions).
///
/// ```
/// use interline_text::{LineIndex, Position};
///
/// let index = LineIndex::new("---\r\nname: 🦀!\r\n---\r\n");
/// assert_eq!(index.position(15), Position { line: 2, column: 8 });
/// assert_eq!(index.utf16_column(15), 9);
/// assert_eq!(index.line(2), Some("name: 🦀!"));
/// assert_eq!(index.offset(Position { line: 2, column: 8 }), Some(15));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex<'t> {
    text: &'t str,
    /// First byte of each line; the first entry is 0.
    starts: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    /// Finds the lines of `text`. Linear; holds one word per line.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        Self { text, starts }
    }

    /// The text it was made of.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The number of lines, at least 1.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The line, from 1, that holds the byte at `offset`. A line ending belongs to the line that it
    /// ends; an offset after the text counts as its end. Logarithmic in the number of lines.
    #[must_use]
    pub fn line_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset)
    }

    /// Line and column of the byte at `offset`, the column in characters. An offset inside a
    /// character counts as the first byte of it, one after the text as its end. Logarithmic in the
    /// number of lines, linear in the line.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let (line, before) = self.before(offset);
        Position {
            line,
            column: before.chars().count() + 1,
        }
    }

    /// The column, from 1, of the byte at `offset` in UTF-16 code units, as JavaScript and most
    /// editors count. Rounds and costs as [`position`](Self::position).
    #[must_use]
    pub fn utf16_column(&self, offset: usize) -> usize {
        utf16_len(self.before(offset).1) + 1
    }

    /// The byte at `position`, or `None` when there is no such line or column. The last column of a
    /// line is the one after its last character, before the line ending. Linear in the line.
    #[must_use]
    pub fn offset(&self, position: Position) -> Option<usize> {
        let line = self.line(position.line)?;
        let skipped = position.column.checked_sub(1)?;
        let start = self.starts.get(position.line - 1)?;
        line.char_indices()
            .map(|(at, _)| at)
            .chain([line.len()])
            .nth(skipped)
            .map(|at| start + at)
    }

    /// The bytes of a line, from 1, with its line ending; `None` when there is no such line.
    #[must_use]
    pub fn line_range(&self, line: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let end = self.starts.get(line).copied();
        Some(start..end.unwrap_or(self.text.len()))
    }

    /// A line, from 1, without its line ending; `None` when there is no such line.
    #[must_use]
    pub fn line(&self, line: usize) -> Option<&'t str> {
        Some(without_ending(self.text.get(self.line_range(line)?)?))
    }

    /// The line of a byte, and what stands before the byte in that line.
    fn before(&self, offset: usize) -> (usize, &'t str) {
        let offset = floor_boundary(self.text, offset);
        let line = self.line_at(offset);
        let start = self.starts.get(line - 1).copied().unwrap_or_default();
        (line, &self.text[start..offset])
    }
}

/// A line without the LF or CRLF at its end.
pub(crate) fn without_ending(line: &str) -> &str {
    match line.strip_suffix('\n') {
        Some(rest) => rest.strip_suffix('\r').unwrap_or(rest),
        None => line,
    }
}

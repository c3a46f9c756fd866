use std::ops::Range;

use memchr::memchr_iter;

use crate::locate::char_boundary::floor_boundary;
use crate::locate::line_column::Position;
use crate::locate::utf16::utf16_len;

/// An index of the lines of a text, for many look-ups in any order.
///
/// Lines are numbered from 1 and end at LF and CRLF; a lone CR ends no line. A text has one line
/// more than line endings: the last line is empty when the text ends with a line ending.
/// ([`LspPosition`](crate::LspPosition) counts lines as the Language Server Protocol does.)
///
/// For one look-up [`position`](crate::position()) is cheaper, for a sorted list
/// [`positions`](crate::positions).
///
/// # Examples
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
    /// The first byte of each line. The first entry is 0, so that every offset has a line.
    starts: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    /// Finds the lines of `text`. Linear; holds one `usize` for each line.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        Self { text, starts }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the number of lines, at least 1.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the line, from 1, of the byte at `offset`.
    ///
    /// A line ending belongs to the line that it ends, and an offset after the text counts as its
    /// end. Logarithmic in the number of lines.
    #[must_use]
    pub fn line_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset)
    }

    /// Returns the line and column of the byte at `offset`, the column in characters.
    ///
    /// An offset inside a character counts as its first byte, an offset after the text as its end.
    /// Logarithmic in the number of lines, linear in the line.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let (line, before) = self.before(offset);
        Position {
            line,
            column: before.chars().count() + 1,
        }
    }

    /// Returns the column, from 1, of the byte at `offset` in UTF-16 code units, as JavaScript and
    /// most editors count.
    ///
    /// Rounding and complexity are those of [`position`](Self::position).
    #[must_use]
    pub fn utf16_column(&self, offset: usize) -> usize {
        utf16_len(self.before(offset).1) + 1
    }

    /// Returns the offset of the byte at `position`, or `None` when the text has no such line or
    /// column.
    ///
    /// The last column of a line is the one after its last character, before the line ending.
    /// Linear in the line.
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

    /// Returns the bytes of a line, from 1, with its line ending; `None` when the text has no such
    /// line.
    #[must_use]
    pub fn line_range(&self, line: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let end = self.starts.get(line).copied();
        Some(start..end.unwrap_or(self.text.len()))
    }

    /// Returns a line, from 1, without its line ending; `None` when the text has no such line.
    #[must_use]
    pub fn line(&self, line: usize) -> Option<&'t str> {
        Some(without_ending(self.text.get(self.line_range(line)?)?))
    }

    /// Returns the line of a byte, and the text before the byte in that line.
    fn before(&self, offset: usize) -> (usize, &'t str) {
        let offset = floor_boundary(self.text, offset);
        let line = self.line_at(offset);
        let start = self.starts.get(line - 1).copied().unwrap_or_default();
        (line, &self.text[start..offset])
    }
}

/// Returns a line without the LF or CRLF at its end.
pub(crate) fn without_ending(line: &str) -> &str {
    match line.strip_suffix('\n') {
        Some(rest) => rest.strip_suffix('\r').unwrap_or(rest),
        None => line,
    }
}

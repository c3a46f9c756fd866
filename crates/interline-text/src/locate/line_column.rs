use std::fmt;

use memchr::{memchr_iter, memrchr};

use crate::locate::char_boundary::floor_boundary;

/// A line and a column, both counted from 1.
///
/// Lines end at LF and CRLF; a lone CR ends no line. Columns count characters (`char`), including
/// the CR of a CRLF and a byte order mark. Positions are ordered as they come in the text. It
/// displays as `line:col`.
///
/// # Examples
///
/// ```
/// use interline_text::{Position, position};
///
/// let found = position("a\nbc", 3);
/// assert_eq!(found, Position { line: 2, column: 2 });
/// assert_eq!(found.to_string(), "2:2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Position {
    /// The position of the first byte: line 1, column 1.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Returns the position of the byte at `offset`.
///
/// An offset inside a character counts as its first byte, an offset after the text as its end.
/// Linear in `offset`; for many look-ups see [`positions`] and [`LineIndex`](crate::LineIndex).
///
/// # Examples
///
/// ```
/// let found = interline_text::position("name: é\nmodel: x\n", 16);
/// assert_eq!(found.to_string(), "2:8");
/// ```
#[must_use]
pub fn position(text: &str, offset: usize) -> Position {
    let mut cursor = Cursor::new(text);
    cursor.advance(offset);
    cursor.position
}

/// Returns an iterator over the positions of many bytes, in the order of `offsets`.
///
/// Offsets inside a character and after the text are rounded as by [`position()`]. One pass over the
/// text when the offsets are sorted; an offset that is smaller than the one before it starts a new
/// pass.
///
/// # Examples
///
/// ```
/// let found = interline_text::positions("a\nbc\n", [0, 3, 5]).map(|p| p.to_string());
/// assert_eq!(found.collect::<Vec<_>>(), ["1:1", "2:2", "3:1"]);
/// ```
pub fn positions<I>(text: &str, offsets: I) -> impl Iterator<Item = Position>
where
    I: IntoIterator<Item = usize>,
{
    let mut cursor = Cursor::new(text);
    offsets.into_iter().map(move |offset| {
        if offset < cursor.offset {
            cursor = Cursor::new(text);
        }
        cursor.advance(offset);
        cursor.position
    })
}

/// Returns an iterator over the numbers of the lines that start at `starts`, which are in ascending
/// order. `known` is the start of the line `line`.
///
/// Linear in the text between the first and the last of these starts.
pub(crate) fn lines_from(
    text: &str,
    known: usize,
    line: usize,
    starts: Vec<usize>,
) -> impl Iterator<Item = usize> {
    let count = |from: usize, to: usize| {
        let passed = text.as_bytes().get(from..to).unwrap_or_default();
        memchr_iter(b'\n', passed).count()
    };
    let mut before = starts.first().copied().unwrap_or(known).min(known);
    let mut number = line.saturating_sub(count(before, known)).max(1);
    starts.into_iter().map(move |start| {
        number += count(before, start);
        before = start;
        number
    })
}

/// Counts lines and columns while it moves forward over the text.
struct Cursor<'t> {
    text: &'t str,
    offset: usize,
    position: Position,
}

impl<'t> Cursor<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            offset: 0,
            position: Position::START,
        }
    }

    /// Moves to `offset`, but never back.
    fn advance(&mut self, offset: usize) {
        let offset = floor_boundary(self.text, offset).max(self.offset);
        let passed = &self.text[self.offset..offset];
        match memrchr(b'\n', passed.as_bytes()) {
            None => self.position.column += passed.chars().count(),
            Some(last) => {
                self.position.line += memchr_iter(b'\n', passed.as_bytes()).count();
                self.position.column = 1 + passed[last + 1..].chars().count();
            }
        }
        self.offset = offset;
    }
}

use std::fmt;

use memchr::{memchr_iter, memrchr};

/// A place in a text as people count: line and column, both from 1.
///
/// Lines end at LF and at CRLF; a lone CR ends no line. Columns count characters (`char`), the CR
/// of a CRLF and a byte order mark among them. Positions are ordered as they come in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Position {
    /// Where every text begins: line 1, column 1.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

/// As compilers print it: `12:3`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The position of the byte at `offset`, for a single look-up without a
/// [`LineIndex`](crate::LineIndex).
///
/// An offset inside a character counts as the first byte of it, one after the text as its end.
/// Linear in `offset`.
///
/// ```
/// let place = interline_text::position("name: é\nmodel: x\n", 16);
/// assert_eq!(place.to_string(), "2:8");
/// ```
#[must_use]
pub fn position(text: &str, offset: usize) -> Position {
    let mut cursor = Cursor::new(text);
    cursor.advance(offset);
    cursor.position
}

/// The positions of many bytes, in the order of `offsets`.
///
/// One pass over the text when the offsets come sorted; an offset smaller than the one before it is
/// answered correctly, and costs a new start from the beginning. Offsets are rounded and clamped as
/// by [`position()`].
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

/// The greatest `char` boundary that is not after `offset`.
pub(crate) fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The smallest `char` boundary that is not before `offset`.
pub(crate) fn ceil_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset += 1;
    }
    offset
}

/// Counts lines and columns while it moves forward over a text.
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

    /// Moves to `offset`; stays when that lies behind.
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

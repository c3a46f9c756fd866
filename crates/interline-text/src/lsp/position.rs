use memchr::memchr2_iter;

use crate::locate::floor_boundary;
use crate::lsp::encoding::PositionEncoding;

/// A `Position` of the Language Server Protocol: line and character, both from 0.
///
/// Lines end at LF, CRLF and a lone CR, as the protocol defines, so they can differ from those of
/// [`Position`](crate::Position), which end at LF and CRLF only. No position is between the two
/// bytes of a CRLF. Numbers that exceed 32 bits become the greatest that does not.
///
/// # Examples
///
/// ```
/// use interline_text::{LspPosition, PositionEncoding};
///
/// let text = "a\n🦀 b";
/// let position = LspPosition::new(text, 7, PositionEncoding::Utf16);
/// assert_eq!((position.line, position.character), (1, 3));
/// assert_eq!(position.to_offset(text, PositionEncoding::Utf16), 7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LspPosition {
    /// The line, from 0.
    pub line: u32,
    /// The number of units before it in the line, in the [`PositionEncoding`] that was given.
    pub character: u32,
}

impl LspPosition {
    /// Returns the position of the byte at `offset`.
    ///
    /// An offset inside a character counts as its first byte, an offset between CR and LF as the
    /// CR, and an offset after the text as its end. Linear in `offset`.
    #[must_use]
    pub fn new(text: &str, offset: usize, encoding: PositionEncoding) -> Self {
        Cursor::new(text, encoding).advance(offset)
    }

    /// Returns the byte offset of the position in `text`, the inverse of [`new`](Self::new).
    ///
    /// A `character` after the end of the line counts as that end, a `line` after the text as the
    /// end of the text, and a position inside a character as the start of it. Linear in the text.
    #[must_use]
    pub fn to_offset(self, text: &str, encoding: PositionEncoding) -> usize {
        let mut start = 0;
        let mut lines = line_ends(text);
        if let Some(skipped) = (self.line as usize).checked_sub(1) {
            match lines.nth(skipped) {
                Some(end) => start = end,
                None => return text.len(),
            }
        }
        let mut units = 0;
        for (at, c) in text[start..].char_indices() {
            units += encoding.measure(c.encode_utf8(&mut [0; 4]));
            if matches!(c, '\r' | '\n') || units > self.character as usize {
                return start + at;
            }
        }
        text.len()
    }
}

/// Returns the offsets of the first bytes after the line endings that the protocol defines.
fn line_ends(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let is_cr_of_crlf = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    let ends = memchr2_iter(b'\r', b'\n', bytes).filter(move |&at| !is_cr_of_crlf(at));
    ends.map(|at| at + 1)
}

/// Counts lines and units while it moves forward over the text.
pub(crate) struct Cursor<'t> {
    text: &'t str,
    encoding: PositionEncoding,
    /// The byte up to which lines and units are counted; never between CR and LF.
    offset: usize,
    line: usize,
    character: usize,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str, encoding: PositionEncoding) -> Self {
        Self {
            text,
            encoding,
            offset: 0,
            line: 0,
            character: 0,
        }
    }

    /// Returns the position of `offset`, or of the last offset when that is greater.
    pub(crate) fn advance(&mut self, offset: usize) -> LspPosition {
        let mut offset = floor_boundary(self.text, offset).max(self.offset);
        let bytes = self.text.as_bytes();
        if offset > self.offset && bytes[offset - 1] == b'\r' && bytes.get(offset) == Some(&b'\n') {
            offset -= 1;
        }
        // Neither end of this stretch is between CR and LF, so that each CRLF in it is one ending.
        let passed = &self.text[self.offset..offset];
        let mut line_start = None;
        for end in line_ends(passed) {
            self.line += 1;
            line_start = Some(end);
        }
        if let Some(start) = line_start {
            self.character = self.encoding.measure(&passed[start..]);
        } else {
            self.character += self.encoding.measure(passed);
        }
        self.offset = offset;
        let clamp = |number| u32::try_from(number).unwrap_or(u32::MAX);
        LspPosition {
            line: clamp(self.line),
            character: clamp(self.character),
        }
    }
}

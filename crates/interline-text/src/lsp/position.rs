use memchr::memchr2_iter;

use crate::locate::floor_boundary;
use crate::lsp::encoding::PositionEncoding;

/// A `Position` of the Language Server Protocol: line and character, both from 0.
///
/// Lines end at LF, CRLF and at a lone CR, as that protocol has it, so that they can differ from
/// those of [`Position`](crate::Position), which end at LF and CRLF only. There is no place between
/// the two bytes of a CRLF. Numbers that do not fit 32 bits are given as the greatest that does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LspPosition {
    /// The line, from 0.
    pub line: u32,
    /// The units before it in the line, counted as the [`PositionEncoding`] says.
    pub character: u32,
}

impl LspPosition {
    /// The place of the byte at `offset`.
    ///
    /// An offset inside a character counts as the first byte of it, one between CR and LF as the
    /// CR, one after the text as its end. Linear in `offset`.
    #[must_use]
    pub fn new(text: &str, offset: usize, encoding: PositionEncoding) -> Self {
        Cursor::new(text, encoding).advance(offset)
    }

    /// The byte of `text` at this place: the way back of [`new`](Self::new).
    ///
    /// A character after the end of its line counts as that end, a line after the text as the end
    /// of the text, a place inside of a character as the beginning of that. Linear in the text.
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

/// The first bytes after the line endings of a text, as the protocol has them.
fn line_ends(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let halves = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    let ends = memchr2_iter(b'\r', b'\n', bytes).filter(move |&at| !halves(at));
    ends.map(|at| at + 1)
}

/// Counts lines and units while it moves forward over a text.
pub(crate) struct Cursor<'t> {
    text: &'t str,
    encoding: PositionEncoding,
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

    /// The place of `offset`, which is not before the one asked for last.
    pub(crate) fn advance(&mut self, offset: usize) -> LspPosition {
        let mut offset = floor_boundary(self.text, offset).max(self.offset);
        let bytes = self.text.as_bytes();
        if offset > self.offset && bytes[offset - 1] == b'\r' && bytes.get(offset) == Some(&b'\n') {
            offset -= 1;
        }
        // No line ending is cut in two: neither this offset nor the last one lies between CR and
        // LF.
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
        let fitting = |number| u32::try_from(number).unwrap_or(u32::MAX);
        LspPosition {
            line: fitting(self.line),
            character: fitting(self.character),
        }
    }
}

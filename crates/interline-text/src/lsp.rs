use std::ops::Range;

use memchr::memchr2_iter;

use crate::edits::slice;
use crate::position::floor_boundary;
use crate::utf16::utf16_len;
use crate::{EditError, Edits};

/// In which unit the characters of a line are counted, as client and server of the Language Server
/// Protocol agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PositionEncoding {
    /// Bytes.
    #[cfg_attr(feature = "serde", serde(rename = "utf-8"))]
    Utf8,
    /// UTF-16 code units, what holds when nothing was agreed.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "utf-16"))]
    Utf16,
    /// Characters.
    #[cfg_attr(feature = "serde", serde(rename = "utf-32"))]
    Utf32,
}

impl PositionEncoding {
    fn measure(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => utf16_len(text),
            Self::Utf32 => text.chars().count(),
        }
    }
}

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

/// A `Range` of the Language Server Protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LspRange {
    /// Where it begins.
    pub start: LspPosition,
    /// The place after it.
    pub end: LspPosition,
}

impl LspRange {
    /// The places of the two ends of `span`, each as [`LspPosition::new`] has it. Linear in
    /// `span.end`.
    #[must_use]
    pub fn new(text: &str, span: Range<usize>, encoding: PositionEncoding) -> Self {
        let mut cursor = Cursor::new(text, encoding);
        Self {
            start: cursor.advance(span.start),
            end: cursor.advance(span.end.max(span.start)),
        }
    }
}

/// A `TextEdit` of the Language Server Protocol; serializes as that protocol wants it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct LspEdit {
    /// What to replace.
    pub range: LspRange,
    /// What stands there afterwards.
    pub new_text: String,
}

impl Edits {
    /// The edits as the Language Server Protocol has them, characters counted in UTF-16 code units.
    ///
    /// An edit that begins or ends between CR and LF, where that protocol has no place, takes the
    /// whole line ending in. Linear in the text and what is inserted.
    ///
    /// ```
    /// use interline_text::{Edits, TextEdit};
    ///
    /// let text = "🦀 a\nb";
    /// let edits = Edits::new(text, vec![TextEdit::replace(5..6, "x")])?;
    /// let json = serde_json::to_string(&edits.to_lsp(text)?[0]).unwrap();
    /// let (start, end) = (r#"{"line":0,"character":3}"#, r#"{"line":0,"character":4}"#);
    /// assert_eq!(json, format!(r#"{{"range":{{"start":{start},"end":{end}}},"newText":"x"}}"#));
    /// # Ok::<(), interline_text::EditError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When `text` is not as long as the one the edits were made for, or has other `char`
    /// boundaries.
    pub fn to_lsp(&self, text: &str) -> Result<Vec<LspEdit>, EditError> {
        self.to_lsp_with(text, PositionEncoding::default())
    }

    /// The same as [`to_lsp`](Self::to_lsp), characters counted as `encoding` says.
    ///
    /// # Errors
    ///
    /// When `text` is not as long as the one the edits were made for, or has other `char`
    /// boundaries.
    pub fn to_lsp_with(
        &self,
        text: &str,
        encoding: PositionEncoding,
    ) -> Result<Vec<LspEdit>, EditError> {
        self.check_length(text)?;
        for edit in self {
            slice(text, edit.range.clone())?;
        }
        let mut cursor = Cursor::new(text, encoding);
        let whole = self.around_line_endings(text);
        Ok(whole
            .into_iter()
            .map(|(range, new_text)| LspEdit {
                range: LspRange {
                    start: cursor.advance(range.start),
                    end: cursor.advance(range.end),
                },
                new_text,
            })
            .collect())
    }

    /// The edits, changed so that none begins or ends between CR and LF.
    fn around_line_endings(&self, text: &str) -> Vec<(Range<usize>, String)> {
        let bytes = text.as_bytes();
        let splits = |at: usize| at > 0 && bytes[at - 1] == b'\r' && bytes.get(at) == Some(&b'\n');
        let mut result: Vec<(Range<usize>, String)> = Vec::with_capacity(self.len());
        let mut split_end = None;
        for edit in self {
            let (start, end) = (edit.range.start, edit.range.end);
            match result.last_mut() {
                // The one before ends in the same line ending, and has taken its LF in.
                Some((range, insert)) if split_end == Some(start) => {
                    insert.pop();
                    insert.push_str(&edit.insert);
                    range.end = end;
                }
                _ if splits(start) => result.push((start - 1..end, format!("\r{}", edit.insert))),
                _ => result.push((start..end, edit.insert.clone())),
            }
            split_end = splits(end).then_some(end);
            if let (Some(_), Some((range, insert))) = (split_end, result.last_mut()) {
                range.end = end + 1;
                insert.push('\n');
            }
        }
        result
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
struct Cursor<'t> {
    text: &'t str,
    encoding: PositionEncoding,
    offset: usize,
    line: usize,
    character: usize,
}

impl<'t> Cursor<'t> {
    fn new(text: &'t str, encoding: PositionEncoding) -> Self {
        Self {
            text,
            encoding,
            offset: 0,
            line: 0,
            character: 0,
        }
    }

    /// The place of `offset`, which is not before the one asked for last.
    fn advance(&mut self, offset: usize) -> LspPosition {
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

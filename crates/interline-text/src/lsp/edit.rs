use std::ops::Range;

use crate::edit::{Edits, slice};
use crate::error::EditError;
use crate::lsp::encoding::PositionEncoding;
use crate::lsp::position::Cursor;
use crate::lsp::range::LspRange;

/// A `TextEdit` of the Language Server Protocol.
///
/// With the feature `serde` it serializes as the protocol defines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct LspEdit {
    /// The range to replace.
    pub range: LspRange,
    /// The new text.
    pub new_text: String,
}

impl Edits {
    /// Converts the edits to those of the Language Server Protocol, in UTF-16 code units.
    ///
    /// The protocol has no position between CR and LF, so an edit that starts or ends there is
    /// extended over the line ending. Linear in the text and the inserted text.
    ///
    /// # Examples
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
    /// [`EditError::OtherText`] when `text` has not the length of the original text, and
    /// [`EditError::NotCharBoundary`] when its `char` boundaries differ.
    pub fn to_lsp(&self, text: &str) -> Result<Vec<LspEdit>, EditError> {
        self.to_lsp_with(text, PositionEncoding::default())
    }

    /// Converts the edits like [`to_lsp`](Self::to_lsp), with characters counted in `encoding`.
    ///
    /// # Errors
    ///
    /// [`EditError::OtherText`] when `text` has not the length of the original text, and
    /// [`EditError::NotCharBoundary`] when its `char` boundaries differ.
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
        let extended = self.extended_over_crlf(text);
        Ok(extended
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

    /// Returns the edits, extended so that none starts or ends between CR and LF.
    fn extended_over_crlf(&self, text: &str) -> Vec<(Range<usize>, String)> {
        let bytes = text.as_bytes();
        let splits = |at: usize| at > 0 && bytes[at - 1] == b'\r' && bytes.get(at) == Some(&b'\n');
        let mut result: Vec<(Range<usize>, String)> = Vec::with_capacity(self.len());
        // The end of the last edit where that is inside a CRLF; its range was extended by one.
        let mut split_end = None;
        for edit in self {
            let (start, end) = (edit.range.start, edit.range.end);
            match result.last_mut() {
                // The last edit was extended over the LF of the same CRLF: they become one.
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

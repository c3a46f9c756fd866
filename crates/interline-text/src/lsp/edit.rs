use std::ops::Range;

use crate::edit::{Edits, slice};
use crate::error::EditError;
use crate::lsp::encoding::PositionEncoding;
use crate::lsp::position::Cursor;
use crate::lsp::range::LspRange;

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

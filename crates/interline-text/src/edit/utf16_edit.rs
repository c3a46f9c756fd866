use std::ops::Range;

use crate::edit::edits::{Edits, slice};
use crate::error::EditError;
use crate::locate::utf16_len;

/// A [`TextEdit`](crate::TextEdit) whose range counts UTF-16 code units, as strings of JavaScript
/// do.
///
/// Several edits of one list are over the same text, in the order of their places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Utf16Edit {
    /// The code units to replace.
    pub range: Range<usize>,
    /// What stands there afterwards.
    pub insert: String,
}

impl Edits {
    /// The edits with offsets in UTF-16 code units of `text`. Linear in the text and what is
    /// inserted.
    ///
    /// # Errors
    ///
    /// When `text` is not as long as the one the edits were made for, or has other `char`
    /// boundaries.
    pub fn to_utf16(&self, text: &str) -> Result<Vec<Utf16Edit>, EditError> {
        self.check_length(text)?;
        let (mut byte, mut units) = (0, 0);
        let mut advance = |offset| {
            units += utf16_len(slice(text, byte..offset)?);
            byte = offset;
            Ok(units)
        };
        self.iter()
            .map(|edit| {
                Ok(Utf16Edit {
                    range: advance(edit.range.start)?..advance(edit.range.end)?,
                    insert: edit.insert.clone(),
                })
            })
            .collect()
    }
}

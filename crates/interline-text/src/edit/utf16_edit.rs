use std::ops::Range;

use crate::edit::edits::{Edits, slice};
use crate::error::EditError;
use crate::locate::utf16_len;

/// A [`TextEdit`](crate::TextEdit) whose range counts UTF-16 code units, as JavaScript strings do.
///
/// The ranges of all edits of a list are over the same text, in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Utf16Edit {
    /// The code units to replace.
    pub range: Range<usize>,
    /// The new text.
    pub insert: String,
}

impl Edits {
    /// Converts the edits to UTF-16 code units of `text`, for JavaScript strings.
    ///
    /// Linear in the text and the inserted text.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_text::{Edits, TextEdit};
    ///
    /// let text = "🦀 a";
    /// let edits = Edits::new(text, vec![TextEdit::replace(5..6, "b")])?;
    /// assert_eq!(edits.to_utf16(text)?[0].range, 3..4);
    /// # Ok::<(), interline_text::EditError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::OtherText`] when `text` has not the length of the original text, and
    /// [`EditError::NotCharBoundary`] when its `char` boundaries differ.
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

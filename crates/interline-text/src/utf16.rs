use std::ops::Range;

use crate::edits::slice;
use crate::position::floor_boundary;
use crate::{EditError, Edits};

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

/// The number of UTF-16 code units of a text. Linear.
#[must_use]
pub fn utf16_len(text: &str) -> usize {
    // One unit for each byte that begins a character, one more when it begins a character of four
    // bytes.
    text.bytes()
        .map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0))
        .sum()
}

/// Byte offsets of `text` as offsets in UTF-16 code units, in the order given.
///
/// One pass over the text when they come sorted; an offset smaller than the one before it is
/// answered correctly, and costs a new start from the beginning. An offset inside a character
/// counts as the first byte of it, one after the text as its end.
///
/// ```
/// let found = interline_text::utf16_offsets("é🦀x", [0, 2, 6, 7]);
/// assert_eq!(found.collect::<Vec<_>>(), [0, 1, 3, 4]);
/// ```
pub fn utf16_offsets<I>(text: &str, offsets: I) -> impl Iterator<Item = usize>
where
    I: IntoIterator<Item = usize>,
{
    let (mut byte, mut units) = (0, 0);
    offsets.into_iter().map(move |offset| {
        if offset < byte {
            (byte, units) = (0, 0);
        }
        let offset = floor_boundary(text, offset);
        units += utf16_len(&text[byte..offset]);
        byte = offset;
        units
    })
}

/// The byte of `text` at an offset in UTF-16 code units: the way back of [`utf16_offsets`].
///
/// An offset between the two units of a character counts as the first, one after the text as its
/// end. Linear.
#[must_use]
pub fn utf16_to_byte(text: &str, offset: usize) -> usize {
    let mut units = 0;
    for (at, c) in text.char_indices() {
        units += c.len_utf16();
        if units > offset {
            return at;
        }
    }
    text.len()
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

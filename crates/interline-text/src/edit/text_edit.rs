use std::ops::Range;

/// A replacement of the bytes of `range` by `insert`.
///
/// The range counts bytes of the original text and lies on `char` boundaries of it. An edit with an
/// empty range is an insertion, one with an empty `insert` is a deletion.
///
/// # Examples
///
/// ```
/// use interline_text::TextEdit;
///
/// assert_eq!(TextEdit::insert(3, "x"), TextEdit::replace(3..3, "x"));
/// assert_eq!(TextEdit::delete(3..5), TextEdit::replace(3..5, ""));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TextEdit {
    /// The bytes to replace.
    pub range: Range<usize>,
    /// The new text.
    pub insert: String,
}

impl TextEdit {
    /// Returns an edit that replaces the bytes of `range` by `insert`.
    pub fn replace(range: Range<usize>, insert: impl Into<String>) -> Self {
        Self {
            range,
            insert: insert.into(),
        }
    }

    /// Returns an edit that inserts `insert` before the byte at `offset`.
    pub fn insert(offset: usize, insert: impl Into<String>) -> Self {
        Self::replace(offset..offset, insert)
    }

    /// Returns an edit that deletes the bytes of `range`.
    #[must_use]
    pub fn delete(range: Range<usize>) -> Self {
        Self::replace(range, String::new())
    }
}

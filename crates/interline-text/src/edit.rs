use std::ops::Range;

/// One replacement: the bytes of `range` give way to `insert`.
///
/// The range counts bytes of the text the edit was made for and lies on `char` boundaries of it.
/// An empty range is an insertion, an empty `insert` a deletion.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TextEdit {
    /// The bytes to replace.
    pub range: Range<usize>,
    /// What stands there afterwards.
    pub insert: String,
}

impl TextEdit {
    /// An edit that replaces the bytes of `range` by `insert`.
    pub fn replace(range: Range<usize>, insert: impl Into<String>) -> Self {
        Self {
            range,
            insert: insert.into(),
        }
    }

    /// An edit that puts `insert` before the byte at `offset`.
    pub fn insert(offset: usize, insert: impl Into<String>) -> Self {
        Self::replace(offset..offset, insert)
    }

    /// An edit that takes the bytes of `range` away.
    #[must_use]
    pub fn delete(range: Range<usize>) -> Self {
        Self::replace(range, String::new())
    }
}

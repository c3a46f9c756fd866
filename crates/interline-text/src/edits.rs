use serde::Serialize;

use crate::TextEdit;

/// Checked edits over one text: sorted, without overlap, on `char` boundaries.
///
/// An empty list means that nothing would change. Bytes outside the ranges are the same
/// before and after.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Edits {
    /// Length in bytes of the text the edits were made for.
    source_len: usize,
    edits: Vec<TextEdit>,
}

/// Why a list of edits does not fit a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// A range ends before it begins, or after the text.
    #[error("edit of bytes {start}..{end} does not fit a text of {len} bytes")]
    OutOfBounds {
        /// First byte of the range.
        start: usize,
        /// End of the range.
        end: usize,
        /// Length of the text in bytes.
        len: usize,
    },
    /// An edge of a range lies inside a character.
    #[error("edit at byte {offset} cuts a character in two")]
    NotCharBoundary {
        /// The edge in question.
        offset: usize,
    },
    /// Two ranges share bytes, or an insertion lies inside another range.
    #[error("edits of bytes {first_start}..{first_end} and {second_start}..{second_end} overlap")]
    Overlap {
        /// First byte of the earlier range.
        first_start: usize,
        /// End of the earlier range.
        first_end: usize,
        /// First byte of the later range.
        second_start: usize,
        /// End of the later range.
        second_end: usize,
    },
    /// The text is not as long as the one the edits were made for.
    #[error("edits were made for a text of {expected} bytes, this one has {found}")]
    OtherText {
        /// Length in bytes of the text the edits were made for.
        expected: usize,
        /// Length in bytes of the text given.
        found: usize,
    },
}

impl Edits {
    /// No edits for a text of `source_len` bytes.
    #[must_use]
    pub fn none(source_len: usize) -> Self {
        Self {
            source_len,
            edits: Vec::new(),
        }
    }

    /// Checks `edits` against `text` and sorts them by place. Several insertions at one place keep
    /// their order. An edit that replaces nothing by nothing is left out.
    ///
    /// Linear in the number of edits when they come sorted, otherwise `n log n`.
    ///
    /// # Errors
    ///
    /// When a range leaves the text, cuts a character, or overlaps another.
    pub fn new(text: &str, mut edits: Vec<TextEdit>) -> Result<Self, EditError> {
        edits.retain(|edit| {
            !(edit.range.is_empty() && edit.insert.is_empty()) || edit.range.start > edit.range.end
        });
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        for edit in &edits {
            let (start, end) = (edit.range.start, edit.range.end);
            if start > end || end > text.len() {
                return Err(EditError::OutOfBounds {
                    start,
                    end,
                    len: text.len(),
                });
            }
            for offset in [start, end] {
                if !text.is_char_boundary(offset) {
                    return Err(EditError::NotCharBoundary { offset });
                }
            }
        }
        for pair in edits.windows(2) {
            if pair[1].range.start < pair[0].range.end {
                return Err(EditError::Overlap {
                    first_start: pair[0].range.start,
                    first_end: pair[0].range.end,
                    second_start: pair[1].range.start,
                    second_end: pair[1].range.end,
                });
            }
        }
        Ok(Self {
            source_len: text.len(),
            edits,
        })
    }

    /// Whether nothing would change.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The number of edits.
    #[must_use]
    pub fn len(&self) -> usize {
        self.edits.len()
    }

    /// Length in bytes of the text the edits were made for.
    #[must_use]
    pub fn source_len(&self) -> usize {
        self.source_len
    }

    /// The edits in the order of their places.
    #[must_use]
    pub fn as_slice(&self) -> &[TextEdit] {
        &self.edits
    }

    /// The new text. Linear in the text and what is inserted.
    ///
    /// # Errors
    ///
    /// When `text` is not as long as the one the edits were made for, or has other `char` boundaries.
    pub fn apply(&self, text: &str) -> Result<String, EditError> {
        if text.len() != self.source_len {
            return Err(EditError::OtherText {
                expected: self.source_len,
                found: text.len(),
            });
        }
        let mut result = String::with_capacity(
            text.len() + self.edits.iter().map(|e| e.insert.len()).sum::<usize>(),
        );
        let mut done = 0;
        let slice = |from: usize, to: usize| {
            text.get(from..to).ok_or(EditError::NotCharBoundary {
                offset: if text.is_char_boundary(from) {
                    to
                } else {
                    from
                },
            })
        };
        for edit in &self.edits {
            result.push_str(slice(done, edit.range.start)?);
            result.push_str(&edit.insert);
            done = edit.range.end;
        }
        result.push_str(slice(done, text.len())?);
        Ok(result)
    }
}

impl IntoIterator for Edits {
    type Item = TextEdit;
    type IntoIter = std::vec::IntoIter<TextEdit>;

    fn into_iter(self) -> Self::IntoIter {
        self.edits.into_iter()
    }
}

impl<'a> IntoIterator for &'a Edits {
    type Item = &'a TextEdit;
    type IntoIter = std::slice::Iter<'a, TextEdit>;

    fn into_iter(self) -> Self::IntoIter {
        self.edits.iter()
    }
}

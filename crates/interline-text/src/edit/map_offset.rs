use std::ops::Range;

use crate::edit::edits::Edits;

/// Which side of new text an offset moves to when text is inserted at it or replaced around it.
///
/// [`Edits::map_offset`] takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bias {
    /// The offset stays before the new text.
    Before,
    /// The offset moves after the new text.
    After,
}

impl Edits {
    /// Maps the offset of a caret in the original text to its offset in the new text.
    ///
    /// * Outside of the edits, the caret stays between the same characters.
    /// * At an insertion, `bias` decides.
    /// * At the start or the end of a replaced range, the caret stays there, whatever `bias` is.
    /// * Inside a replaced range, both neighbours are gone: the caret moves to the start of the new
    ///   text with [`Bias::Before`], and to its end with [`Bias::After`].
    ///
    /// An offset after the text counts as its end. With one bias, the mapping is monotonic. Linear
    /// in the number of edits up to `offset`.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_text::{Bias, Edits, TextEdit};
    ///
    /// let list = vec![TextEdit::insert(1, "XX"), TextEdit::replace(2..5, "Y")];
    /// let edits = Edits::new("abcdef", list)?;
    /// // a XX b Y f
    /// assert_eq!(edits.map_offset(1, Bias::Before), 1);
    /// assert_eq!(edits.map_offset(1, Bias::After), 3);
    /// assert_eq!(edits.map_offset(3, Bias::Before), 4);
    /// assert_eq!(edits.map_offset(3, Bias::After), 5);
    /// assert_eq!(edits.map_offset(6, Bias::Before), 6);
    /// # Ok::<(), interline_text::EditError>(())
    /// ```
    #[must_use]
    pub fn map_offset(&self, offset: usize, bias: Bias) -> usize {
        let offset = offset.min(self.source_len());
        let (mut removed, mut inserted) = (0, 0_usize);
        for edit in self {
            let (start, end) = (edit.range.start, edit.range.end);
            let moves_after = if start == end {
                start < offset || (start == offset && bias == Bias::After)
            } else {
                end <= offset || (start < offset && bias == Bias::After)
            };
            if !moves_after {
                return (offset.min(start) - removed).saturating_add(inserted);
            }
            removed += end - start;
            inserted = inserted.saturating_add(edit.insert.len());
            if end > offset {
                return (end - removed).saturating_add(inserted);
            }
        }
        (offset - removed).saturating_add(inserted)
    }

    /// Maps a range of the original text, such as a highlight, to the new text.
    ///
    /// Text that is inserted within the range becomes part of it. Text that is inserted at its
    /// start or end, or by an edit that reaches over one of them, does not. The result is empty
    /// when all of the range is deleted. Linear in the number of edits.
    #[must_use]
    pub fn map_range(&self, range: Range<usize>) -> Range<usize> {
        let end = self.map_offset(range.end, Bias::Before);
        let start = self.map_offset(range.start, Bias::After).min(end);
        start..end
    }
}

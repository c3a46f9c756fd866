use std::ops::Range;

use crate::edit::edits::Edits;

/// To which side a place goes when text is inserted right there, or when the text around it is
/// replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bias {
    /// It stays before what is inserted.
    Before,
    /// It goes after what is inserted.
    After,
}

impl Edits {
    /// Where the place before the byte at `offset` is in the new text, such as a caret.
    ///
    /// Outside of what changes, it keeps the characters it stands between. At an insertion `bias`
    /// decides. At an edge of a replaced range it stays at that edge of the new text. Inside a
    /// replaced range nothing it stood between is left: `bias` says whether it goes to the
    /// beginning or the end of the new text. An offset after the text counts as its end.
    ///
    /// With one bias, the order of places is kept. Linear in the number of edits up to `offset`.
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
            let goes_after = if start == end {
                start < offset || (start == offset && bias == Bias::After)
            } else {
                end <= offset || (start < offset && bias == Bias::After)
            };
            if !goes_after {
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

    /// Where a stretch of the text is afterwards, such as a highlight.
    ///
    /// What is inserted at its edges stays outside, what is inserted within comes to it. What an
    /// edit across one of its edges put in stays outside too. When nothing of the stretch is left,
    /// the result is empty. Linear in the number of edits.
    #[must_use]
    pub fn map_range(&self, range: Range<usize>) -> Range<usize> {
        let end = self.map_offset(range.end, Bias::Before);
        let start = self.map_offset(range.start, Bias::After).min(end);
        start..end
    }
}

use std::ops::Range;

use crate::{EditError, TextEdit};

/// Checked edits over one text: sorted, without overlap, on `char` boundaries.
///
/// An empty list means that nothing would change. Bytes outside the ranges are the same
/// before and after.
///
/// Deserializing checks and sorts as [`Edits::new`] does; whether edges lie on `char` boundaries
/// shows only when the text is there.
///
/// ```
/// use interline_text::{Edits, TextEdit};
///
/// let text = "name: a\r\nmodel: opus\r\n";
/// let list = vec![TextEdit::replace(16..20, "haiku"), TextEdit::insert(7, "b")];
/// let edits = Edits::new(text, list)?;
/// let new = edits.apply(text)?;
/// assert_eq!(new, "name: ab\r\nmodel: haiku\r\n");
/// assert_eq!(edits.invert(text)?.apply(&new)?, text);
/// # Ok::<(), interline_text::EditError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked"))]
pub struct Edits {
    /// Length in bytes of the text the edits were made for.
    source_len: usize,
    edits: Vec<TextEdit>,
}

/// Edits as they come from outside.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Edits")]
struct Unchecked {
    source_len: usize,
    edits: Vec<TextEdit>,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Edits {
    type Error = EditError;

    fn try_from(unchecked: Unchecked) -> Result<Self, EditError> {
        let Unchecked { source_len, edits } = unchecked;
        Self::checked(source_len, edits, |_| true)
    }
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
    pub fn new(text: &str, edits: Vec<TextEdit>) -> Result<Self, EditError> {
        Self::checked(text.len(), edits, |offset| text.is_char_boundary(offset))
    }

    fn checked(
        source_len: usize,
        mut edits: Vec<TextEdit>,
        is_boundary: impl Fn(usize) -> bool,
    ) -> Result<Self, EditError> {
        for edit in &edits {
            let (start, end) = (edit.range.start, edit.range.end);
            if start > end || end > source_len {
                return Err(EditError::OutOfBounds {
                    start,
                    end,
                    len: source_len,
                });
            }
            for offset in [start, end] {
                if !is_boundary(offset) {
                    return Err(EditError::NotCharBoundary { offset });
                }
            }
        }
        edits.retain(|edit| !(edit.range.is_empty() && edit.insert.is_empty()));
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
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
        Ok(Self { source_len, edits })
    }

    /// Edits that hold by construction what [`checked`](Self::checked) checks.
    pub(crate) fn from_sorted(source_len: usize, edits: Vec<TextEdit>) -> Self {
        Self { source_len, edits }
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

    /// The edits one by one, in the order of their places.
    pub fn iter(&self) -> std::slice::Iter<'_, TextEdit> {
        self.edits.iter()
    }

    /// Length in bytes of the text after the edits. Linear in their number.
    #[must_use]
    pub fn result_len(&self) -> usize {
        let removed: usize = self.edits.iter().map(|edit| edit.range.len()).sum();
        let inserted = self.edits.iter().map(|edit| edit.insert.len());
        inserted.fold(self.source_len - removed, usize::saturating_add)
    }

    /// The new text. Linear in the text and what is inserted.
    ///
    /// # Errors
    ///
    /// When `text` is not as long as the one the edits were made for, or has other `char`
    /// boundaries.
    pub fn apply(&self, text: &str) -> Result<String, EditError> {
        self.check_length(text)?;
        let mut result = String::with_capacity(self.result_len());
        let mut done = 0;
        for edit in &self.edits {
            result.push_str(slice(text, done..edit.range.start)?);
            result.push_str(&edit.insert);
            done = edit.range.end;
        }
        result.push_str(slice(text, done..text.len())?);
        Ok(result)
    }

    /// The edits over the new text that bring `text` back.
    ///
    /// Linear in the edits and what they replace.
    ///
    /// # Errors
    ///
    /// When `text` is not as long as the one the edits were made for, or has other `char`
    /// boundaries.
    pub fn invert(&self, text: &str) -> Result<Self, EditError> {
        self.check_length(text)?;
        let mut back = Vec::with_capacity(self.edits.len());
        for (edit, place) in self.edits.iter().zip(self.places()) {
            let replaced = slice(text, edit.range.clone())?;
            back.push(TextEdit::replace(
                place..place.saturating_add(edit.insert.len()),
                replaced,
            ));
        }
        Ok(Self::from_sorted(self.result_len(), back))
    }

    /// The edits from the last to the first. Each can be made with the offsets it has, one after
    /// another: what is changed lies after what is still to be changed. Several insertions at one
    /// place come out in their order.
    ///
    /// ```
    /// use interline_text::{Edits, TextEdit};
    ///
    /// let mut text = String::from("ab");
    /// let list = vec![TextEdit::insert(1, "1"), TextEdit::insert(1, "2"), TextEdit::delete(0..1)];
    /// for edit in Edits::new(&text, list)?.descending() {
    ///     text.replace_range(edit.range.clone(), &edit.insert);
    /// }
    /// assert_eq!(text, "12b");
    /// # Ok::<(), interline_text::EditError>(())
    /// ```
    pub fn descending(&self) -> impl Iterator<Item = &TextEdit> {
        self.edits.iter().rev()
    }

    /// The edits from the first to the last, each with offsets in the text as it stands after the
    /// earlier ones, for editors that make one edit at a time.
    pub fn sequential(&self) -> impl Iterator<Item = TextEdit> {
        self.edits.iter().zip(self.places()).map(|(edit, place)| {
            let range = place..place.saturating_add(edit.range.len());
            TextEdit::replace(range, edit.insert.as_str())
        })
    }

    /// Where the text that each edit inserts begins in the new text.
    fn places(&self) -> impl Iterator<Item = usize> {
        let (mut removed, mut inserted) = (0_usize, 0_usize);
        self.edits.iter().map(move |edit| {
            let place = (edit.range.start - removed).saturating_add(inserted);
            removed += edit.range.len();
            inserted = inserted.saturating_add(edit.insert.len());
            place
        })
    }

    pub(crate) fn check_length(&self, text: &str) -> Result<(), EditError> {
        if text.len() == self.source_len {
            return Ok(());
        }
        Err(EditError::OtherText {
            expected: self.source_len,
            found: text.len(),
        })
    }
}

/// The bytes of `range`, which does not leave the text.
pub(crate) fn slice(text: &str, range: Range<usize>) -> Result<&str, EditError> {
    let (start, end) = (range.start, range.end);
    let offset = if text.is_char_boundary(start) {
        end
    } else {
        start
    };
    text.get(range).ok_or(EditError::NotCharBoundary { offset })
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
        self.iter()
    }
}

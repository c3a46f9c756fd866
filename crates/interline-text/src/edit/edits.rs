use std::ops::Range;

use crate::edit::text_edit::TextEdit;
use crate::error::EditError;

/// A list of edits that were checked against one document: sorted, without overlap, on `char`
/// boundaries.
///
/// Bytes outside the ranges are the same before and after. An empty list changes nothing.
///
/// Deserializing checks and sorts the list as [`Edits::new`] does. `char` boundaries need the text,
/// so the functions that take it check them.
///
/// # Examples
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
    /// The length of the original text in bytes.
    source_len: usize,
    edits: Vec<TextEdit>,
}

/// Deserialized edits before they are checked.
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
    /// Returns an empty list for a document of `source_len` bytes.
    #[must_use]
    pub fn none(source_len: usize) -> Self {
        Self {
            source_len,
            edits: Vec::new(),
        }
    }

    /// Checks `edits` against `text` and sorts them by range.
    ///
    /// Several insertions at one offset keep their order. Edits that replace nothing by nothing are
    /// dropped. Linear in the number of edits when they are sorted, otherwise `n log n`.
    ///
    /// # Errors
    ///
    /// [`EditError::OutOfBounds`], [`EditError::NotCharBoundary`] or [`EditError::Overlap`] for the
    /// first edit that does not fit `text` and the others.
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
        // An edit without an effect would still count, and could touch a neighbour.
        edits.retain(|edit| !(edit.range.is_empty() && edit.insert.is_empty()));
        // Stable: insertions at one offset keep the order in which they were given.
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

    /// Returns edits that satisfy by construction what [`checked`](Self::checked) checks.
    pub(crate) fn from_sorted(source_len: usize, edits: Vec<TextEdit>) -> Self {
        Self { source_len, edits }
    }

    /// Returns whether the edits change nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Returns the number of edits.
    #[must_use]
    pub fn len(&self) -> usize {
        self.edits.len()
    }

    /// Returns the length of the original text in bytes.
    #[must_use]
    pub fn source_len(&self) -> usize {
        self.source_len
    }

    /// Returns the edits, sorted by range.
    #[must_use]
    pub fn as_slice(&self) -> &[TextEdit] {
        &self.edits
    }

    /// Returns an iterator over the edits, sorted by range.
    pub fn iter(&self) -> std::slice::Iter<'_, TextEdit> {
        self.edits.iter()
    }

    /// Returns the length of the new text in bytes. Linear in the number of edits.
    #[must_use]
    pub fn result_len(&self) -> usize {
        let removed: usize = self.edits.iter().map(|edit| edit.range.len()).sum();
        let inserted = self.edits.iter().map(|edit| edit.insert.len());
        // Deserialized edits may claim any length.
        inserted.fold(self.source_len - removed, usize::saturating_add)
    }

    /// Applies the edits to `text` and returns the new text. Linear in both.
    ///
    /// # Errors
    ///
    /// [`EditError::OtherText`] when `text` has not the length of the original text, and
    /// [`EditError::NotCharBoundary`] when its `char` boundaries differ.
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

    /// Returns the edits over the new text that restore `text`.
    ///
    /// Linear in the number of edits and the text that they replace.
    ///
    /// # Errors
    ///
    /// [`EditError::OtherText`] when `text` has not the length of the original text, and
    /// [`EditError::NotCharBoundary`] when its `char` boundaries differ.
    pub fn invert(&self, text: &str) -> Result<Self, EditError> {
        self.check_length(text)?;
        let mut back = Vec::with_capacity(self.edits.len());
        for (edit, start) in self.edits.iter().zip(self.new_starts()) {
            let replaced = slice(text, edit.range.clone())?;
            back.push(TextEdit::replace(
                start..start.saturating_add(edit.insert.len()),
                replaced,
            ));
        }
        Ok(Self::from_sorted(self.result_len(), back))
    }

    /// Returns an iterator over the edits from the last to the first.
    ///
    /// In this order each edit can be made in place with the offsets that it has, since earlier
    /// ranges do not move. Several insertions at one offset keep their order.
    ///
    /// # Examples
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

    /// Returns an iterator over the edits from the first to the last, each with offsets in the text
    /// after the earlier ones.
    ///
    /// Editors that make one edit at a time need this.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_text::{Edits, TextEdit};
    ///
    /// let edits = Edits::new("ab", vec![TextEdit::insert(0, "123"), TextEdit::delete(1..2)])?;
    /// let second = edits.sequential().nth(1);
    /// assert_eq!(second, Some(TextEdit::delete(4..5)));
    /// # Ok::<(), interline_text::EditError>(())
    /// ```
    pub fn sequential(&self) -> impl Iterator<Item = TextEdit> {
        self.edits
            .iter()
            .zip(self.new_starts())
            .map(|(edit, start)| {
                let range = start..start.saturating_add(edit.range.len());
                TextEdit::replace(range, edit.insert.as_str())
            })
    }

    /// Returns the offset in the new text at which the inserted text of each edit starts.
    fn new_starts(&self) -> impl Iterator<Item = usize> {
        let (mut removed, mut inserted) = (0_usize, 0_usize);
        self.edits.iter().map(move |edit| {
            let start = (edit.range.start - removed).saturating_add(inserted);
            removed += edit.range.len();
            inserted = inserted.saturating_add(edit.insert.len());
            start
        })
    }

    /// Checks that `text` has the length of the original text.
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

/// Returns the bytes of `range`, which lies within the text.
pub(crate) fn slice(text: &str, range: Range<usize>) -> Result<&str, EditError> {
    let (start, end) = (range.start, range.end);
    // The offset of the error, should there be one.
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

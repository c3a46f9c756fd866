use crate::edit::edits::{Edits, slice};
use crate::edit::text_edit::TextEdit;
use crate::error::EditError;
use crate::locate::{ceil_boundary, floor_boundary};

impl Edits {
    /// Narrows each edit to the text that differs, and drops edits that change nothing.
    ///
    /// An edit loses the characters at its start and its end that are equal before and after.
    /// Equal text in the middle of an edit stays in it; `minimise` (feature `diff`) removes that
    /// too. The result gives the same text. Linear in the replaced and the inserted text.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_text::{Edits, TextEdit};
    ///
    /// let text = "model: opus\n";
    /// let edits = Edits::new(text, vec![TextEdit::replace(0..12, "model: haiku\n")])?;
    /// assert_eq!(edits.trim(text)?.as_slice(), [TextEdit::replace(7..11, "haiku")]);
    /// # Ok::<(), interline_text::EditError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::OtherText`] when `text` has not the length of the original text, and
    /// [`EditError::NotCharBoundary`] when its `char` boundaries differ.
    pub fn trim(&self, text: &str) -> Result<Self, EditError> {
        self.check_length(text)?;
        let mut edits = Vec::with_capacity(self.len());
        for edit in self {
            let replaced = slice(text, edit.range.clone())?;
            edits.extend(trimmed(edit.range.start, replaced, &edit.insert));
        }
        Ok(Self::from_sorted(text.len(), edits))
    }
}

/// Returns the smallest edit that turns `old`, which starts at byte `at` of the text, into `new`;
/// `None` when they are equal.
pub(crate) fn trimmed(at: usize, old: &str, new: &str) -> Option<TextEdit> {
    let equal = |(a, b): &(u8, u8)| a == b;
    let front = old.bytes().zip(new.bytes()).take_while(equal).count();
    if front == old.len() && front == new.len() {
        return None;
    }
    // Different characters can share their first or their last bytes, so both ends move outwards to
    // the next boundary.
    let front = floor_boundary(old, front);
    // The end is searched after the equal start only, so that no byte counts as both.
    let (old, new) = (&old[front..], &new[front..]);
    let pairs = old.bytes().rev().zip(new.bytes().rev());
    let back = pairs.take_while(equal).count();
    let end = ceil_boundary(old, old.len() - back);
    let insert = &new[..new.len() - (old.len() - end)];
    Some(TextEdit::replace(at + front..at + front + end, insert))
}

use crate::edit::edits::{Edits, slice};

use crate::edit::text_edit::TextEdit;
use crate::error::EditError;
use crate::locate::{ceil_boundary, floor_boundary};

impl Edits {
    /// The same change with each edit narrowed to what differs: text that is equal at the beginning
    /// or at the end of what an edit replaces and inserts is left alone. Edits that change nothing
    /// disappear.
    ///
    /// What is equal in the middle of an edit stays in it; `minimise` (feature `diff`) takes that
    /// out too. Linear in what is replaced and inserted.
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
    /// When `text` is not as long as the one the edits were made for, or has other `char`
    /// boundaries.
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

/// The edit that makes `new` of `old`, which begins at byte `at` of the text; `None` when they are
/// equal.
pub(crate) fn trimmed(at: usize, old: &str, new: &str) -> Option<TextEdit> {
    let equal = |(a, b): &(u8, u8)| a == b;
    let front = old.bytes().zip(new.bytes()).take_while(equal).count();
    if front == old.len() && front == new.len() {
        return None;
    }
    let front = floor_boundary(old, front);
    let (old, new) = (&old[front..], &new[front..]);
    let pairs = old.bytes().rev().zip(new.bytes().rev());
    let back = pairs.take_while(equal).count();
    let end = ceil_boundary(old, old.len() - back);
    let insert = &new[..new.len() - (old.len() - end)];
    Some(TextEdit::replace(at + front..at + front + end, insert))
}

use crate::edit::edits::{Edits, slice};

use crate::edit::text_edit::TextEdit;
use crate::error::EditError;

/// A stretch of the original text and what edits do with it.
enum Chunk<'a> {
    /// This many bytes stay.
    Kept(usize),
    /// This many bytes are removed.
    Removed(usize),
    /// New text.
    Inserted(&'a str),
}

/// Builds edits from chunks; chunks without a kept byte between them become one edit.
#[derive(Default)]
struct Builder {
    edits: Vec<TextEdit>,
    /// The edit that the next removed or inserted chunk extends; the next kept byte ends it.
    open: Option<TextEdit>,
    /// The offset in the original text.
    at: usize,
}

impl Builder {
    fn keep(&mut self, bytes: usize) {
        if bytes > 0 {
            self.edits.extend(self.open.take());
            self.at += bytes;
        }
    }

    fn remove(&mut self, bytes: usize) {
        if bytes > 0 {
            self.at += bytes;
            self.open(self.at - bytes).range.end = self.at;
        }
    }

    fn insert(&mut self, text: &str) {
        if !text.is_empty() {
            self.open(self.at).insert.push_str(text);
        }
    }

    fn open(&mut self, at: usize) -> &mut TextEdit {
        self.open.get_or_insert_with(|| TextEdit::insert(at, ""))
    }
}

impl Edits {
    /// Composes two lists of edits: the result changes the text as `self` does and `next` after it.
    ///
    /// The edits of `next` are over the new text of `self`; those of the result are over the
    /// original text. Edits that touch become one. Linear in both lists and the text that they
    /// insert.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_text::{Edits, TextEdit};
    ///
    /// let first = Edits::new("ac", vec![TextEdit::insert(1, "bb")])?;
    /// let then = Edits::new("abbc", vec![TextEdit::delete(0..2), TextEdit::insert(4, "d")])?;
    /// let both = first.then(&then)?;
    /// assert_eq!(both.as_slice(), [TextEdit::replace(0..1, "b"), TextEdit::insert(2, "d")]);
    /// # Ok::<(), interline_text::EditError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::OtherText`] when `next` was made for a document of another length, and
    /// [`EditError::NotCharBoundary`] when it splits a character that `self` inserts.
    pub fn then(&self, next: &Self) -> Result<Self, EditError> {
        if next.source_len() != self.result_len() {
            return Err(EditError::OtherText {
                expected: next.source_len(),
                found: self.result_len(),
            });
        }
        let mut chunks = self.chunks().into_iter();
        let mut chunk = chunks.next();
        let mut built = Builder::default();
        // `at` and `to` are offsets in the text between the two lists. Takes chunks up to `to`,
        // whose text `next` keeps or removes. A chunk that reaches over `to` is split.
        let mut at = 0;
        let mut take = |built: &mut Builder, to: usize, keep: bool| {
            while at < to {
                let Some(current) = chunk.take() else { break };
                match current {
                    Chunk::Removed(bytes) => built.remove(bytes),
                    Chunk::Kept(bytes) => {
                        let taken = bytes.min(to - at);
                        if keep {
                            built.keep(taken);
                        } else {
                            built.remove(taken);
                        }
                        at += taken;
                        chunk = (taken < bytes).then_some(Chunk::Kept(bytes - taken));
                    }
                    Chunk::Inserted(text) => {
                        let taken = text.len().min(to - at);
                        let offset = at + taken;
                        let part = slice(text, 0..taken)
                            .map_err(|_| EditError::NotCharBoundary { offset })?;
                        if keep {
                            built.insert(part);
                        }
                        at = offset;
                        chunk = (taken < text.len()).then(|| Chunk::Inserted(&text[taken..]));
                    }
                }
                if chunk.is_none() {
                    chunk = chunks.next();
                }
            }
            Ok(())
        };
        for edit in next {
            take(&mut built, edit.range.start, true)?;
            built.insert(&edit.insert);
            take(&mut built, edit.range.end, false)?;
        }
        take(&mut built, next.source_len(), true)?;
        for chunk in chunk.into_iter().chain(chunks) {
            // After the last byte of the text between, only removed chunks are left.
            if let Chunk::Removed(bytes) = chunk {
                built.remove(bytes);
            }
        }
        built.edits.extend(built.open.take());
        Ok(Self::from_sorted(self.source_len(), built.edits))
    }

    /// Splits the original text at the edits.
    fn chunks(&self) -> Vec<Chunk<'_>> {
        let mut chunks = Vec::with_capacity(3 * self.len() + 1);
        let mut done = 0;
        for edit in self {
            chunks.push(Chunk::Kept(edit.range.start - done));
            chunks.push(Chunk::Removed(edit.range.len()));
            chunks.push(Chunk::Inserted(&edit.insert));
            done = edit.range.end;
        }
        chunks.push(Chunk::Kept(self.source_len() - done));
        chunks
    }
}

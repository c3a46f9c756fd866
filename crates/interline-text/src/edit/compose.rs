use crate::edit::edits::{Edits, slice};

use crate::edit::text_edit::TextEdit;
use crate::error::EditError;

/// What edits make of a text, piece by piece.
enum Piece<'a> {
    /// Bytes that stay.
    Kept(usize),
    /// Bytes that go.
    Removed(usize),
    /// Text that comes.
    Inserted(&'a str),
}

/// Edits in the making, each over the bytes since the last one that stays.
#[derive(Default)]
struct Builder {
    edits: Vec<TextEdit>,
    open: Option<TextEdit>,
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
    /// One list for both: `next` are edits over the text that `self` makes, the result is over the
    /// text that `self` is over. Edits that touch become one.
    ///
    /// Linear in both lists and what they insert; the text is not needed.
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
    /// When `next` was made for a text of another length, or cuts a character that `self` inserts.
    pub fn then(&self, next: &Self) -> Result<Self, EditError> {
        if next.source_len() != self.result_len() {
            return Err(EditError::OtherText {
                expected: next.source_len(),
                found: self.result_len(),
            });
        }
        let mut pieces = self.pieces().into_iter();
        let mut piece = pieces.next();
        let mut built = Builder::default();
        // Passes the pieces up to a byte of the text between, which stay or go.
        let mut at = 0;
        let mut pass = |built: &mut Builder, to: usize, stay: bool| {
            while at < to {
                let Some(current) = piece.take() else { break };
                match current {
                    Piece::Removed(bytes) => built.remove(bytes),
                    Piece::Kept(bytes) => {
                        let now = bytes.min(to - at);
                        if stay {
                            built.keep(now);
                        } else {
                            built.remove(now);
                        }
                        at += now;
                        piece = (now < bytes).then_some(Piece::Kept(bytes - now));
                    }
                    Piece::Inserted(text) => {
                        let now = text.len().min(to - at);
                        let offset = at + now;
                        let part = slice(text, 0..now)
                            .map_err(|_| EditError::NotCharBoundary { offset })?;
                        if stay {
                            built.insert(part);
                        }
                        at = offset;
                        piece = (now < text.len()).then(|| Piece::Inserted(&text[now..]));
                    }
                }
                if piece.is_none() {
                    piece = pieces.next();
                }
            }
            Ok(())
        };
        for edit in next {
            pass(&mut built, edit.range.start, true)?;
            built.insert(&edit.insert);
            pass(&mut built, edit.range.end, false)?;
        }
        pass(&mut built, next.source_len(), true)?;
        for piece in piece.into_iter().chain(pieces) {
            // What is left behind the last byte of the text between was removed at its end.
            if let Piece::Removed(bytes) = piece {
                built.remove(bytes);
            }
        }
        built.edits.extend(built.open.take());
        Ok(Self::from_sorted(self.source_len(), built.edits))
    }

    fn pieces(&self) -> Vec<Piece<'_>> {
        let mut pieces = Vec::with_capacity(3 * self.len() + 1);
        let mut done = 0;
        for edit in self {
            pieces.push(Piece::Kept(edit.range.start - done));
            pieces.push(Piece::Removed(edit.range.len()));
            pieces.push(Piece::Inserted(&edit.insert));
            done = edit.range.end;
        }
        pieces.push(Piece::Kept(self.source_len() - done));
        pieces
    }
}

use std::ops::Range;

use similar::DiffOp;
use similar::algorithms::{Capture, Compact, IdentifyDistinct, Replace, myers};

use crate::edit::edits::{Edits, slice};

use crate::edit::text_edit::TextEdit;
use crate::edit::trim::trimmed;
use crate::error::EditError;

/// The most lines, old and new together, that are compared line by line. It bounds the search, which
/// is not linear in what differs.
const MAX_LINES: usize = 100_000;
/// The most words, old and new together, in a group of changed lines that is compared word by word.
/// It bounds one search; each group needs one.
const MAX_WORDS: usize = 20_000;

impl Edits {
    /// Returns the edits that turn `old` into `new`, as [`minimise`](Self::minimise) finds them.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_text::{Edits, TextEdit};
    ///
    /// let (old, new) = ("one\ntwo and a half\nfour\n", "one\ntwo and a bit\nthree\nfour\n");
    /// let edits = Edits::between(old, new);
    /// assert_eq!(edits.apply(old)?, new);
    /// assert_eq!(edits.as_slice(), [TextEdit::replace(14..18, "bit\nthree")]);
    /// # Ok::<(), interline_text::EditError>(())
    /// ```
    #[must_use]
    pub fn between(old: &str, new: &str) -> Self {
        let mut edits = Vec::new();
        diff_lines(0, old, new, &mut edits);
        Self::from_sorted(old.len(), edits)
    }

    /// Reduces each edit to the text that differs.
    ///
    /// The replaced and the inserted text are compared line by line, then word by word within the
    /// lines that differ; the differences that are found are [trimmed](Self::trim). The result gives
    /// the same text, and never replaces or inserts more bytes than before.
    ///
    /// Linear for equal text. Where the search for equal text would take quadratic time, it stops
    /// early. Edits of more than 100,000 lines, old and new together, are only trimmed, and so are
    /// groups of changed lines of more than 20,000 words.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_text::{Edits, TextEdit};
    ///
    /// let text = "a\nb\nc\n";
    /// let edits = Edits::new(text, vec![TextEdit::replace(0..6, "x\nb\ny\n")])?;
    /// let expected = [TextEdit::replace(0..1, "x"), TextEdit::replace(4..5, "y")];
    /// assert_eq!(edits.minimise(text)?.as_slice(), expected);
    /// # Ok::<(), interline_text::EditError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::OtherText`] when `text` has not the length of the original text, and
    /// [`EditError::NotCharBoundary`] when its `char` boundaries differ.
    pub fn minimise(&self, text: &str) -> Result<Self, EditError> {
        self.check_length(text)?;
        let mut edits = Vec::with_capacity(self.len());
        for edit in self {
            let replaced = slice(text, edit.range.clone())?;
            diff_lines(edit.range.start, replaced, &edit.insert, &mut edits);
        }
        Ok(Self::from_sorted(text.len(), edits))
    }
}

/// A level of comparison: lines or words.
struct Level {
    /// Returns the length in bytes of the first token of a text that is not empty.
    first: fn(&str) -> usize,
    /// The most tokens, old and new together; texts with more are only trimmed.
    max_tokens: usize,
    /// Adds the edits for tokens that differ.
    within: fn(usize, &str, &str, &mut Vec<TextEdit>),
}

fn diff_lines(at: usize, old: &str, new: &str, edits: &mut Vec<TextEdit>) {
    let lines = Level {
        first: |text| memchr::memchr(b'\n', text.as_bytes()).map_or(text.len(), |end| end + 1),
        max_tokens: MAX_LINES,
        // Lines first: a search over all words of a document would exceed its bound, one within changed lines hardly does.
        within: diff_words,
    };
    lines.diff(at, old, new, edits);
}

fn diff_words(at: usize, old: &str, new: &str, edits: &mut Vec<TextEdit>) {
    let words = Level {
        first: word,
        max_tokens: MAX_WORDS,
        within: |at, old, new, edits| edits.extend(trimmed(at, old, new)),
    };
    words.diff(at, old, new, edits);
}

impl Level {
    fn diff(&self, at: usize, old: &str, new: &str, edits: &mut Vec<TextEdit>) {
        let found = match trimmed(at, old, new) {
            None => return,
            // Text that is only added or only removed has no equal part to find.
            Some(edit) if edit.range.is_empty() || edit.insert.is_empty() => None,
            Some(_) => self.hunks(old, new),
        };
        match found {
            Some(hunks) => {
                for (before, after) in hunks {
                    (self.within)(at + before.start, &old[before], &new[after], edits);
                }
            }
            None => edits.extend(trimmed(at, old, new)),
        }
    }

    /// Returns the ranges of the old and the new text that differ, or `None` when the texts have
    /// too many tokens or the search went wrong.
    fn hunks(&self, old: &str, new: &str) -> Option<Vec<(Range<usize>, Range<usize>)>> {
        let old_tokens = self.tokens(old, self.max_tokens)?;
        let new_tokens = self.tokens(new, self.max_tokens - old_tokens.len())?;
        let ids = IdentifyDistinct::<u32>::new(
            &old_tokens[..],
            0..old_tokens.len(),
            &new_tokens[..],
            0..new_tokens.len(),
        );
        let (old_ids, new_ids) = (ids.old_lookup(), ids.new_lookup());
        // `similar::capture_diff` does the same, and compiles all algorithms of that crate.
        let mut found = Compact::new(Replace::new(Capture::new()), old_ids, new_ids);
        myers::diff(
            &mut found,
            old_ids,
            ids.old_range(),
            new_ids,
            ids.new_range(),
        )
        .ok()?;
        let found = found.into_inner().into_inner().into_ops();
        let (old_starts, new_starts) = (starts(&old_tokens), starts(&new_tokens));
        let bytes = |starts: &[usize], tokens: Range<usize>| {
            Some(*starts.get(tokens.start)?..*starts.get(tokens.end)?)
        };
        let mut hunks = Vec::new();
        let (mut old_done, mut new_done) = (0, 0);
        for op in found {
            if matches!(op, DiffOp::Equal { .. }) {
                continue;
            }
            let before = bytes(&old_starts, op.old_range())?;
            let after = bytes(&new_starts, op.new_range())?;
            // Checked, so that a fault of the search costs a larger edit and never text.
            if old.get(old_done..before.start)? != new.get(new_done..after.start)? {
                return None;
            }
            (old_done, new_done) = (before.end, after.end);
            hunks.push((before, after));
        }
        (old.get(old_done..)? == new.get(new_done..)?).then_some(hunks)
    }

    fn tokens<'t>(&self, text: &'t str, max: usize) -> Option<Vec<&'t str>> {
        let mut tokens = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            if tokens.len() == max {
                return None;
            }
            let (token, tail) = rest.split_at_checked((self.first)(rest))?;
            tokens.push(token);
            rest = tail;
        }
        Some(tokens)
    }
}

/// Returns the offset at which each token starts, and the one at which the last ends.
fn starts(tokens: &[&str]) -> Vec<usize> {
    let ends = tokens.iter().scan(0, |at, token| {
        *at += token.len();
        Some(*at)
    });
    std::iter::once(0).chain(ends).collect()
}

/// Returns the length of the first word: a run of letters, digits and underscores, a run of spaces
/// and tabs, or any other character.
fn word(text: &str) -> usize {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    let space = |c: char| c == ' ' || c == '\t';
    let run = |belongs: fn(char) -> bool| text.find(|c| !belongs(c)).unwrap_or(text.len());
    match text.chars().next() {
        Some(c) if letter(c) => run(letter),
        Some(c) if space(c) => run(space),
        first => first.map_or(0, char::len_utf8),
    }
}

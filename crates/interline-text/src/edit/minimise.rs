use std::ops::Range;

use similar::algorithms::IdentifyDistinct;
use similar::{Algorithm, DiffOp, capture_diff};

use crate::edit::edits::{Edits, slice};

use crate::edit::text_edit::TextEdit;
use crate::edit::trim::trimmed;
use crate::error::EditError;

/// Lines, old and new together, up to which an edit is compared line by line.
const MAX_LINES: usize = 100_000;
/// Words, old and new together, up to which changed lines are compared word by word.
const MAX_WORDS: usize = 20_000;

impl Edits {
    /// The edits that make `new` of `old`, as [`minimise`](Self::minimise) finds them.
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

    /// The same change without deleting and inserting again what stays: each edit is compared with
    /// what it replaces, line by line, then word by word within the lines that differ, and what is
    /// left is trimmed to the characters that differ.
    ///
    /// The result never replaces or inserts more bytes than before, and gives the same text.
    ///
    /// Linear for what is alike. The search for what is alike is cut short where it would take
    /// quadratic time, and edits of more than 100,000 lines and groups of changed lines with more
    /// than 20,000 words, old and new together, are only trimmed at that level.
    ///
    /// # Errors
    ///
    /// When `text` is not as long as the one the edits were made for, or has other `char`
    /// boundaries.
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

/// A level at which texts are compared: how they are split into parts, and what becomes of parts
/// that differ.
struct Level {
    /// The length in bytes of the first part of a text that is not empty.
    first: fn(&str) -> usize,
    /// Parts, old and new together, above which this level is left out.
    max_parts: usize,
    within: fn(usize, &str, &str, &mut Vec<TextEdit>),
}

fn diff_lines(at: usize, old: &str, new: &str, edits: &mut Vec<TextEdit>) {
    let lines = Level {
        first: |text| memchr::memchr(b'\n', text.as_bytes()).map_or(text.len(), |end| end + 1),
        max_parts: MAX_LINES,
        within: diff_words,
    };
    lines.diff(at, old, new, edits);
}

fn diff_words(at: usize, old: &str, new: &str, edits: &mut Vec<TextEdit>) {
    let words = Level {
        first: word,
        max_parts: MAX_WORDS,
        within: |at, old, new, edits| edits.extend(trimmed(at, old, new)),
    };
    words.diff(at, old, new, edits);
}

impl Level {
    fn diff(&self, at: usize, old: &str, new: &str, edits: &mut Vec<TextEdit>) {
        let found = match trimmed(at, old, new) {
            None => return,
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

    /// The bytes of the old and the new text that differ, or `None` when that is not found out.
    fn hunks(&self, old: &str, new: &str) -> Option<Vec<(Range<usize>, Range<usize>)>> {
        let old_parts = self.parts(old, self.max_parts)?;
        let new_parts = self.parts(new, self.max_parts - old_parts.len())?;
        let ids = IdentifyDistinct::<u32>::new(
            &old_parts[..],
            0..old_parts.len(),
            &new_parts[..],
            0..new_parts.len(),
        );
        let found = capture_diff(
            Algorithm::Myers,
            ids.old_lookup(),
            ids.old_range(),
            ids.new_lookup(),
            ids.new_range(),
        );
        let (old_starts, new_starts) = (starts(&old_parts), starts(&new_parts));
        let bytes = |starts: &[usize], parts: Range<usize>| {
            Some(*starts.get(parts.start)?..*starts.get(parts.end)?)
        };
        let mut hunks = Vec::new();
        let (mut old_done, mut new_done) = (0, 0);
        for op in found {
            if matches!(op, DiffOp::Equal { .. }) {
                continue;
            }
            let before = bytes(&old_starts, op.old_range())?;
            let after = bytes(&new_starts, op.new_range())?;
            // A wrong answer may cost a larger edit, but no text.
            if old.get(old_done..before.start)? != new.get(new_done..after.start)? {
                return None;
            }
            (old_done, new_done) = (before.end, after.end);
            hunks.push((before, after));
        }
        (old.get(old_done..)? == new.get(new_done..)?).then_some(hunks)
    }

    fn parts<'t>(&self, text: &'t str, max: usize) -> Option<Vec<&'t str>> {
        let mut parts = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            if parts.len() == max {
                return None;
            }
            let (part, tail) = rest.split_at_checked((self.first)(rest))?;
            parts.push(part);
            rest = tail;
        }
        Some(parts)
    }
}

/// Where each part begins, and where the last one ends.
fn starts(parts: &[&str]) -> Vec<usize> {
    let ends = parts.iter().scan(0, |at, part| {
        *at += part.len();
        Some(*at)
    });
    std::iter::once(0).chain(ends).collect()
}

/// The length of the first word: letters and digits together, blanks together, any other character
/// alone.
fn word(text: &str) -> usize {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    let blank = |c: char| c == ' ' || c == '\t';
    let run = |like: fn(char) -> bool| text.find(|c| !like(c)).unwrap_or(text.len());
    match text.chars().next() {
        Some(c) if letter(c) => run(letter),
        Some(c) if blank(c) => run(blank),
        first => first.map_or(0, char::len_utf8),
    }
}

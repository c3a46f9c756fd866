//! Content in the middle of a line.

use super::joined::Joined;

/// Text in the middle of a line that grows at both ends, part by part.
pub(crate) struct Inline<'t> {
    line_ending: &'static str,
    /// What stands at either end now.
    first: &'t str,
    last: &'t str,
    has_lines: bool,
    /// Pieces before the old text, the outermost last, and those behind it; a part, or a separator.
    before: Vec<(Option<usize>, &'t str)>,
    behind: Vec<(Option<usize>, &'t str)>,
}

impl<'t> Inline<'t> {
    pub(crate) fn new(old: &'t str, line_ending: &'static str) -> Self {
        let (before, behind) = (Vec::new(), Vec::new());
        Self {
            line_ending,
            first: old,
            last: old,
            has_lines: old.contains('\n'),
            before,
            behind,
        }
    }

    pub(crate) fn prepend(&mut self, part: usize, text: &'t str) {
        let separator = self.separator(text, self.first, text);
        self.before.push((None, separator));
        self.before.push((Some(part), text));
        self.took(text, true);
    }

    /// `apart`: behind a blank line.
    pub(crate) fn append(&mut self, part: usize, text: &'t str, apart: bool) {
        if apart && !text.is_empty() && !self.last.is_empty() {
            self.behind.extend([(None, self.line_ending); 2]);
        } else {
            self.behind
                .push((None, self.separator(self.last, text, text)));
        }
        self.behind.push((Some(part), text));
        self.took(text, false);
    }

    /// What keeps two texts apart: where there are several lines, a line ending; otherwise a blank between words.
    fn separator(&self, before: &str, behind: &str, new: &str) -> &'static str {
        if before.is_empty() || behind.is_empty() {
            ""
        } else if self.has_lines || new.contains('\n') {
            if before.ends_with('\n') {
                ""
            } else {
                self.line_ending
            }
        } else if would_join_words(before, behind) {
            " "
        } else {
            ""
        }
    }

    fn took(&mut self, text: &'t str, before: bool) {
        if text.is_empty() {
            return;
        }
        self.has_lines |= text.contains('\n');
        if before || self.first.is_empty() {
            self.first = text;
        }
        if !before || self.last.is_empty() {
            self.last = text;
        }
    }

    /// What stands before the old text, and what behind it.
    pub(crate) fn finish(self) -> (Joined, Joined) {
        (
            join(self.before.into_iter().rev()),
            join(self.behind.into_iter()),
        )
    }
}

fn join<'t>(pieces: impl Iterator<Item = (Option<usize>, &'t str)>) -> Joined {
    let mut joined = Joined::default();
    for (part, text) in pieces {
        let start = joined.text.len();
        joined.text.push_str(text);
        joined
            .parts
            .extend(part.map(|part| (part, start..joined.text.len())));
    }
    joined
}

/// Whether the last word of the one text and the first of the other would become one.
pub(crate) fn would_join_words(before: &str, behind: &str) -> bool {
    before.ends_with(char::is_alphanumeric) && behind.starts_with(char::is_alphanumeric)
}

//! Content in the middle of a line.

use super::joined::Joined;

/// Text in the middle of a line to which parts are added at both ends.
pub(super) struct InlineText<'t> {
    line_ending: &'static str,
    /// The text at either end now.
    first: &'t str,
    last: &'t str,
    has_lines: bool,
    /// The parts and separators before the old text, the outermost last.
    before: Vec<(Option<usize>, &'t str)>,
    /// Those after it.
    after: Vec<(Option<usize>, &'t str)>,
}

impl<'t> InlineText<'t> {
    pub(super) fn new(old: &'t str, line_ending: &'static str) -> Self {
        let (before, after) = (Vec::new(), Vec::new());
        Self {
            line_ending,
            first: old,
            last: old,
            has_lines: old.contains('\n'),
            before,
            after,
        }
    }

    pub(super) fn prepend(&mut self, part: usize, text: &'t str) {
        // Pushed before the part, since the list is reversed at the end.
        let separator = self.separator(text, self.first, text);
        self.before.push((None, separator));
        self.before.push((Some(part), text));
        self.note(text, true);
    }

    /// `apart`: after a blank line.
    pub(super) fn append(&mut self, part: usize, text: &'t str, apart: bool) {
        if apart && !text.is_empty() && !self.last.is_empty() {
            self.after.extend([(None, self.line_ending); 2]);
        } else {
            self.after
                .push((None, self.separator(self.last, text, text)));
        }
        self.after.push((Some(part), text));
        self.note(text, false);
    }

    /// Returns the separator of two texts: a line ending if the content has several lines, otherwise a space between words.
    fn separator(&self, before: &str, after: &str, new: &str) -> &'static str {
        if before.is_empty() || after.is_empty() {
            ""
        } else if self.has_lines || new.contains('\n') {
            if before.ends_with('\n') {
                ""
            } else {
                self.line_ending
            }
        } else if would_join_words(before, after) {
            " "
        } else {
            ""
        }
    }

    fn note(&mut self, text: &'t str, before: bool) {
        if text.is_empty() {
            return;
        }
        // Once one part has several lines, all later ones are separated by lines: a space would glue a list item to a sentence.
        self.has_lines |= text.contains('\n');
        if before || self.first.is_empty() {
            self.first = text;
        }
        if !before || self.last.is_empty() {
            self.last = text;
        }
    }

    /// Returns the text before the old text, and the text after it.
    pub(super) fn finish(self) -> (Joined, Joined) {
        (
            join(self.before.into_iter().rev()),
            join(self.after.into_iter()),
        )
    }
}

fn join<'t>(texts: impl Iterator<Item = (Option<usize>, &'t str)>) -> Joined {
    let mut joined = Joined::default();
    for (part, text) in texts {
        let start = joined.text.len();
        joined.text.push_str(text);
        joined
            .parts
            .extend(part.map(|part| (part, start..joined.text.len())));
    }
    joined
}

/// Returns whether the last word of one text and the first of the other would become one word.
pub(super) fn would_join_words(before: &str, after: &str) -> bool {
    before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric)
}

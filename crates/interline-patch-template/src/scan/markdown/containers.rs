//! The open block quotes and list items, a byte for each.

use crate::steps;

use super::cursor::Cursor;

/// A block quote, or a list item with the columns by which a line has to be indented to stay in it: at most 17, for nine digits,
/// their delimiter, three spaces before them and four after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Container {
    /// The columns of a list item; 0 for a block quote.
    columns: u8,
}

impl Container {
    pub(super) const QUOTE: Self = Self { columns: 0 };

    pub(super) fn item(columns: usize) -> Self {
        debug_assert!((2..=17).contains(&columns));
        Self {
            columns: u8::try_from(columns).unwrap_or(u8::MAX),
        }
    }
}

/// The open containers, outermost first, and those that the current line opens once it is decided.
///
/// A line opens and continues no more of them than its first [`HEAD_LIMIT`](super::blocks::HEAD_LIMIT) bytes allow, which bounds
/// their number: a tab continues at most two list items.
#[derive(Clone, Debug, Default)]
pub(super) struct Containers {
    open: Vec<Container>,
    /// Those that the current line opens.
    opened: Vec<Container>,
    /// The indices of block quotes that are not directly inside another block quote, so that a blank line finds the next one
    /// quickly.
    quote_runs: Vec<u32>,
    /// Whether the innermost has no content yet. All others contain the one inside them, or have contained one.
    innermost_is_empty: bool,
}

impl Containers {
    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.opened.clear();
        self.quote_runs.clear();
        self.innermost_is_empty = false;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// Notes that the current line opens this container, inside those it has opened before.
    pub(super) fn open(&mut self, container: Container) {
        self.opened.push(container);
    }

    /// Returns whether the current line has opened any.
    pub(super) fn has_opened(&self) -> bool {
        !self.opened.is_empty()
    }

    /// Returns how many the current line has opened.
    pub(super) fn opened_len(&self) -> usize {
        self.opened.len()
    }

    /// Returns whether the container with that number from outside is a list item.
    pub(super) fn is_item(&self, index: usize) -> bool {
        let container = self.open.get(index);
        container.is_some_and(|&container| container != Container::QUOTE)
    }

    /// Returns the text with which lines begin to be inside all of them.
    pub(super) fn prefix(&self) -> String {
        let mut prefix = String::new();
        for &container in &self.open {
            match container {
                Container::QUOTE => prefix.push_str("> "),
                Container { columns } => {
                    prefix.extend(std::iter::repeat_n(' ', usize::from(columns)));
                }
            }
        }
        prefix
    }

    /// Withdraws those of the current line, which is not decided after all.
    pub(super) fn withdraw(&mut self) {
        self.opened.clear();
    }

    /// Decides the current line: it continues `matched` of the open containers and closes the others.
    pub(super) fn apply_line(&mut self, matched: usize) {
        // Most lines change nothing; the vectors are then left alone.
        if matched == self.open.len() && !self.has_opened() {
            return;
        }
        self.innermost_is_empty = self.has_opened();
        self.open.truncate(matched);
        self.open.append(&mut self.opened);
        while (self.quote_runs.last()).is_some_and(|&start| start as usize >= matched) {
            self.quote_runs.pop();
        }
        // A run starts only where no quote is around it: a quote directly inside another one ends at the same blank line.
        let mut is_quote = matched > 0 && self.open[matched - 1] == Container::QUOTE;
        for (at, &container) in self.open.iter().enumerate().skip(matched) {
            steps::count(1);
            let was_quote = std::mem::replace(&mut is_quote, container == Container::QUOTE);
            if is_quote && !was_quote {
                self.quote_runs.push(u32::try_from(at).unwrap_or(u32::MAX));
            }
        }
    }

    /// Notes that the innermost has content.
    pub(super) fn note_child(&mut self) {
        self.innermost_is_empty = false;
    }

    /// Skips the prefixes of the containers that the line continues, and counts them. Linear in the bytes of the prefixes.
    pub(super) fn match_line(&self, cursor: &mut Cursor<'_>) -> usize {
        let mut matched = 0;
        while let Some(&container) = self.open.get(matched) {
            let (indent, text) = cursor.indent();
            let rest = &cursor.rest()[text - cursor.offset()..];
            steps::count(1);
            let columns = usize::from(container.columns);
            if container == Container::QUOTE {
                // Four columns make indented code of the `>`, which then closes the quote.
                if indent >= 4 || rest.first() != Some(&b'>') {
                    break;
                }
                cursor.skip_spaces();
                cursor.skip_bytes(1);
                cursor.skip_columns(1);
            // A blank line has no indent to compare: list items stay open, and only a quote needs its `>`.
            } else if rest.is_empty() {
                cursor.skip_spaces();
                return self.blank_line(matched);
            } else if indent >= columns {
                cursor.skip_columns(columns);
            } else {
                break;
            }
            matched += 1;
        }
        matched
    }

    /// Returns how many containers a blank line continues: every list item with content, from the item `from` down to the next
    /// block quote.
    fn blank_line(&self, from: usize) -> usize {
        let next = self
            .quote_runs
            .partition_point(|&start| (start as usize) < from);
        match self.quote_runs.get(next) {
            Some(&start) => start as usize,
            None => self.open.len() - usize::from(self.innermost_is_empty),
        }
    }
}

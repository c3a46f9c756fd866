//! The block quotes and list items that are open, a byte for each.

use crate::scan::steps;

use super::cursor::Cursor;

/// A block quote, or a list item and the columns that a line has to be indented to stay in it: at most 17, for nine
/// digits, their delimiter, three blanks before them and four behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Container {
    /// Of a list item; 0 for a block quote.
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

/// The open containers, outermost first, and those that the line at hand opens once it is decided.
///
/// A line opens and continues no more of them than its first [`HEAD_LIMIT`](super::blocks::HEAD_LIMIT) bytes say, which
/// bounds their number: a byte of tab continues two list items, and nothing more than that.
#[derive(Clone, Debug, Default)]
pub(super) struct Containers {
    open: Vec<Container>,
    /// Of the line at hand.
    opened: Vec<Container>,
    /// Where block quotes begin that stand in no other block quote directly.
    quote_runs: Vec<u32>,
    /// The innermost holds nothing yet. All others hold the one in them, or have held one.
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

    /// The line at hand opens this one, in those it has opened before.
    pub(super) fn open(&mut self, container: Container) {
        self.opened.push(container);
    }

    /// Whether the line at hand has opened any.
    pub(super) fn has_opened(&self) -> bool {
        !self.opened.is_empty()
    }

    /// How many the line at hand has opened.
    pub(super) fn opened_len(&self) -> usize {
        self.opened.len()
    }

    /// Whether the outermost is a list item, when there is one.
    pub(super) fn outermost_is_item(&self) -> bool {
        self.open
            .first()
            .is_some_and(|&container| container != Container::QUOTE)
    }

    /// Whether the second one from outside is a list item.
    pub(super) fn second_is_item(&self) -> bool {
        self.open
            .get(1)
            .is_some_and(|&container| container != Container::QUOTE)
    }

    /// What lines have to begin with to be in all of them.
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

    /// The line at hand is not decided after all.
    pub(super) fn withdraw(&mut self) {
        self.opened.clear();
    }

    /// The line at hand goes on in `matched` of those that are open, and closes the others.
    pub(super) fn settle(&mut self, matched: usize) {
        if matched == self.open.len() && !self.has_opened() {
            return;
        }
        self.innermost_is_empty = self.has_opened();
        self.open.truncate(matched);
        self.open.append(&mut self.opened);
        while (self.quote_runs.last()).is_some_and(|&start| start as usize >= matched) {
            self.quote_runs.pop();
        }
        let mut is_quote = matched > 0 && self.open[matched - 1] == Container::QUOTE;
        for (at, &container) in self.open.iter().enumerate().skip(matched) {
            steps::count(1);
            let was_quote = std::mem::replace(&mut is_quote, container == Container::QUOTE);
            if is_quote && !was_quote {
                self.quote_runs.push(u32::try_from(at).unwrap_or(u32::MAX));
            }
        }
    }

    /// The innermost holds something.
    pub(super) fn note_child(&mut self) {
        self.innermost_is_empty = false;
    }

    /// Goes over the prefixes of the containers that go on, and counts them. Linear in the bytes of the prefixes.
    pub(super) fn match_line(&self, cursor: &mut Cursor<'_>) -> usize {
        let mut matched = 0;
        while let Some(&container) = self.open.get(matched) {
            let (indent, text) = cursor.indent();
            let rest = &cursor.rest()[text - cursor.offset()..];
            steps::count(1);
            let columns = usize::from(container.columns);
            if container == Container::QUOTE {
                if indent >= 4 || rest.first() != Some(&b'>') {
                    break;
                }
                cursor.skip_blanks();
                cursor.skip_bytes(1);
                cursor.skip_columns(1);
            } else if rest.is_empty() {
                cursor.skip_blanks();
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

    /// A blank line goes on in every list item that has content, from the item `from` down to the next block quote.
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

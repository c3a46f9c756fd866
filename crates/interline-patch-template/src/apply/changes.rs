//! Changes of the document on their way to become edits.

use std::ops::Range;

use interline_text::{Edits, TextEdit};

/// What a change is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    Content,
    /// Puts a new `exchange` at the end.
    NewExchange,
    /// Takes out the boundary of that index.
    Removal(usize),
    Fresh,
}

/// A range of the document and what takes its place.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) range: Range<usize>,
    pub(crate) insert: String,
    /// The parts that stand in `insert`, and where.
    pub(crate) parts: Vec<(usize, Range<usize>)>,
    /// Bytes that `insert` begins with to end the line of an opener; they are no content.
    pub(crate) lead: usize,
    /// Bytes that `insert` ends with to begin the line of a closer in a block quote or list item; they are no content.
    pub(crate) tail: usize,
    pub(crate) cause: Cause,
}

/// Changes in the order of their places, without overlap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    changes: Vec<Change>,
    /// Where each begins in the new text.
    starts: Vec<usize>,
}

impl Changes {
    pub(crate) fn new(mut changes: Vec<Change>) -> Self {
        changes.sort_by_key(|change| (change.range.start, change.range.end));
        let mut starts = Vec::with_capacity(changes.len());
        let (mut added, mut removed) = (0, 0);
        for change in &changes {
            starts.push(change.range.start + added - removed);
            added += change.insert.len();
            removed += change.range.len();
        }
        Self { changes, starts }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    pub(crate) fn get(&self, index: usize) -> &Change {
        &self.changes[index]
    }

    pub(crate) fn len(&self) -> usize {
        self.changes.len()
    }

    /// What ends the line of an opener at the begin of the content at `offset`, in bytes.
    pub(crate) fn lead_at(&self, offset: usize) -> usize {
        let first = self
            .changes
            .partition_point(|change| change.range.start < offset);
        let change = self
            .changes
            .get(first)
            .filter(|change| change.range.start == offset);
        change.map_or(0, |change| change.lead)
    }

    /// The start of the line of a closer at the end of the content at `offset`, in bytes.
    pub(crate) fn tail_at(&self, offset: usize) -> usize {
        let after = self
            .changes
            .partition_point(|change| change.range.end <= offset);
        let change = after.checked_sub(1).and_then(|last| self.changes.get(last));
        change
            .filter(|change| change.range.end == offset)
            .map_or(0, |change| change.tail)
    }

    /// Where the change begins in the new text.
    pub(crate) fn start(&self, index: usize) -> usize {
        self.starts[index]
    }

    /// The boundary whose removal is the last one at or before an offset of the new text, or the first one behind it.
    pub(crate) fn removal_near(&self, offset: usize) -> Option<usize> {
        let removals = self
            .changes
            .iter()
            .zip(&self.starts)
            .filter_map(|(change, &start)| match change.cause {
                Cause::Removal(boundary) => Some((boundary, start)),
                _ => None,
            });
        let before = removals
            .clone()
            .take_while(|&(_, start)| start <= offset)
            .last();
        before
            .or_else(|| removals.clone().next())
            .map(|(boundary, _)| boundary)
    }

    /// Where a part stands in the new text.
    pub(crate) fn part(&self, part: usize) -> Option<Range<usize>> {
        self.changes
            .iter()
            .zip(&self.starts)
            .find_map(|(change, start)| {
                let (_, range) = change.parts.iter().find(|(index, _)| *index == part)?;
                Some(range.start + start..range.end + start)
            })
    }

    /// Where an offset of the document that no change takes away stands in the new text. What is inserted at the
    /// offset itself comes before it.
    pub(crate) fn map(&self, offset: usize) -> usize {
        let behind = self
            .changes
            .partition_point(|change| change.range.end <= offset);
        match behind.checked_sub(1) {
            None => offset,
            Some(last) => {
                let change = &self.changes[last];
                offset - change.range.end + self.starts[last] + change.insert.len()
            }
        }
    }

    /// Whether the byte at `offset` of the document is taken away.
    pub(crate) fn takes(&self, offset: usize) -> bool {
        let index = self
            .changes
            .partition_point(|change| change.range.end <= offset);
        self.changes
            .get(index)
            .is_some_and(|change| change.range.contains(&offset))
    }

    /// The new text. Linear.
    pub(crate) fn apply(&self, text: &str) -> String {
        let added: usize = self.changes.iter().map(|change| change.insert.len()).sum();
        let mut result = String::with_capacity(text.len() + added);
        let mut done = 0;
        for change in &self.changes {
            result.push_str(&text[done..change.range.start]);
            result.push_str(&change.insert);
            done = change.range.end;
        }
        result.push_str(&text[done..]);
        result
    }

    /// The changes as edits that never delete and insert again what stays, and never touch the inside of a boundary.
    pub(crate) fn edits(&self, text: &str) -> Vec<TextEdit> {
        let mut edits = Vec::with_capacity(self.changes.len());
        for change in &self.changes {
            let old = &text[change.range.clone()];
            if change.cause == Cause::Content && !old.is_empty() && !change.insert.is_empty() {
                let shift = |edit: TextEdit| {
                    let range =
                        edit.range.start + change.range.start..edit.range.end + change.range.start;
                    TextEdit::replace(range, edit.insert)
                };
                edits.extend(Edits::between(old, &change.insert).into_iter().map(shift));
            } else if old != change.insert {
                edits.push(TextEdit::replace(
                    change.range.clone(),
                    change.insert.clone(),
                ));
            }
        }
        edits
    }
}

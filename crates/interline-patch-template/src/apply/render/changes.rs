//! Changes of the document, from which edits are made.

use std::ops::Range;

use interline_text::{Edits, TextEdit};

/// The reason for a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::apply) enum Cause {
    Content,
    /// A new `exchange` at the end.
    NewExchange,
    /// The removal of the boundary with that index.
    Removal(usize),
    /// The new boundary of an existing `exchange`.
    NewBoundary,
}

/// A range of the document and the text that replaces it.
#[derive(Clone, Debug)]
pub(in crate::apply) struct Change {
    pub(in crate::apply) range: Range<usize>,
    pub(in crate::apply) insert: String,
    /// The parts in `insert`, and their bytes there.
    pub(in crate::apply) parts: Vec<(usize, Range<usize>)>,
    /// Bytes at the start of `insert` that end the line of an opener; they are not content.
    pub(in crate::apply) lead: usize,
    /// Bytes at the end of `insert` that begin the line of a closer in a block quote or list item; they are not content.
    pub(in crate::apply) tail: usize,
    pub(in crate::apply) cause: Cause,
}

/// Changes in the order of their ranges, without overlap.
#[derive(Clone, Debug, Default)]
pub(in crate::apply) struct Changes {
    changes: Vec<Change>,
    /// The offset of each in the new text.
    starts: Vec<usize>,
}

impl Changes {
    pub(in crate::apply) fn new(mut changes: Vec<Change>) -> Self {
        // The sort is stable: of two insertions at one offset the one that was pushed first comes first in the text.
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

    pub(in crate::apply) fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    pub(in crate::apply) fn get(&self, index: usize) -> &Change {
        &self.changes[index]
    }

    pub(in crate::apply) fn len(&self) -> usize {
        self.changes.len()
    }

    /// Returns the bytes that end the line of the opener before the content at `offset`.
    pub(in crate::apply) fn lead_at(&self, offset: usize) -> usize {
        let first = self
            .changes
            .partition_point(|change| change.range.start < offset);
        let change = self
            .changes
            .get(first)
            .filter(|change| change.range.start == offset);
        change.map_or(0, |change| change.lead)
    }

    /// Returns the bytes that begin the line of the closer after the content that ends at `offset`.
    pub(in crate::apply) fn tail_at(&self, offset: usize) -> usize {
        let after = self
            .changes
            .partition_point(|change| change.range.end <= offset);
        let change = after.checked_sub(1).and_then(|last| self.changes.get(last));
        change
            .filter(|change| change.range.end == offset)
            .map_or(0, |change| change.tail)
    }

    /// Returns the offset of a change in the new text.
    pub(in crate::apply) fn start(&self, index: usize) -> usize {
        self.starts[index]
    }

    /// Returns the boundary whose removal is the last at or before an offset of the new text, or the first after it.
    pub(in crate::apply) fn removal_near(&self, offset: usize) -> Option<usize> {
        let removals = self
            .changes
            .iter()
            .zip(&self.starts)
            .filter_map(|(change, &start)| match change.cause {
                Cause::Removal(boundary) => Some((boundary, start)),
                _ => None,
            });
        // The removal that changed a verdict is usually the last one before it; a block can also be opened by one after it.
        let before = removals
            .clone()
            .take_while(|&(_, start)| start <= offset)
            .last();
        before
            .or_else(|| removals.clone().next())
            .map(|(boundary, _)| boundary)
    }

    /// Returns the bytes of a part in the new text.
    pub(in crate::apply) fn part(&self, part: usize) -> Option<Range<usize>> {
        self.changes
            .iter()
            .zip(&self.starts)
            .find_map(|(change, start)| {
                let (_, range) = change.parts.iter().find(|(index, _)| *index == part)?;
                Some(range.start + start..range.end + start)
            })
    }

    /// Returns the offset in the new text of an offset of the document that no change removes. Text inserted at the offset comes
    /// before it.
    pub(in crate::apply) fn map(&self, offset: usize) -> usize {
        let count = self
            .changes
            .partition_point(|change| change.range.end <= offset);
        match count.checked_sub(1) {
            None => offset,
            Some(last) => {
                let change = &self.changes[last];
                offset - change.range.end + self.starts[last] + change.insert.len()
            }
        }
    }

    /// Returns whether the byte at `offset` of the document is removed.
    pub(in crate::apply) fn removes(&self, offset: usize) -> bool {
        let index = self
            .changes
            .partition_point(|change| change.range.end <= offset);
        self.changes
            .get(index)
            .is_some_and(|change| change.range.contains(&offset))
    }

    /// Returns the new text. Linear.
    pub(in crate::apply) fn apply(&self, text: &str) -> String {
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

    /// Returns the changes as edits that never delete and insert again text that stays, and never touch the inside of a boundary.
    pub(in crate::apply) fn edits(&self, text: &str) -> Vec<TextEdit> {
        let mut edits = Vec::with_capacity(self.changes.len());
        for change in &self.changes {
            let old = &text[change.range.clone()];
            // Minimised, so that a program that merges edits keeps what a person types in the text that stays.
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

//! The expected result of reading the new text.

use std::collections::HashSet;
use std::ops::Range;

use crate::apply::boundary_id::boundary_marker;
use crate::apply::context::Context;
use crate::apply::parts::Parts;
use crate::apply::plan::{Plan, Target};
use crate::apply::render::{Cause, Changes, NEW_CLOSER, NEW_OPENER};
use crate::read::Document;

/// The expected result of reading the new text. Offsets are those of the new text.
#[derive(Debug)]
pub(in crate::apply) struct Expected<'c> {
    /// Offsets of markers and near misses outside code.
    pub(super) live: Vec<usize>,
    pub(super) components: Vec<Item<'c>>,
    boundaries: Vec<(usize, &'c str)>,
    /// The diagnostics of the old text.
    diagnostics: HashSet<(&'c str, usize)>,
}

#[derive(Debug)]
pub(super) struct Item<'c> {
    pub(super) opener: usize,
    pub(super) content: Range<usize>,
    pub(super) closer: usize,
    /// Whether the closer is in the middle of a line; `None` if it may be either way.
    pub(super) inline: Option<bool>,
    /// The prefix of its lines: the block quotes and list items around it stay the same.
    pub(super) prefix: &'c str,
    name: &'c str,
    parent: Option<usize>,
}

impl PartialEq for Item<'_> {
    fn eq(&self, other: &Self) -> bool {
        let inline = self
            .inline
            .zip(other.inline)
            .is_none_or(|(own, other)| own == other);
        let offsets = |item: &Self| (item.opener, item.content.clone(), item.closer, item.parent);
        let same = self.name == other.name && self.prefix == other.prefix;
        inline && same && offsets(self) == offsets(other)
    }
}

/// The first location where the new text does not read as planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::apply) struct Mismatch {
    /// The offset in the new text.
    pub(in crate::apply) at: usize,
    /// Whether something that is not planned begins at the offset.
    pub(in crate::apply) unexpected: bool,
}

impl<'c> Expected<'c> {
    /// Derives the expected result from the plan. `n log n` in components and boundaries of the document.
    pub(in crate::apply) fn new(
        context: &'c Context<'_>,
        plan: &Plan<'_>,
        parts: &Parts<'_>,
        changes: &Changes,
    ) -> Self {
        let document = context.document;
        let mut components = Vec::with_capacity(document.components().len() + 1);
        let mut indices = vec![None; document.components().len()];
        for (index, component) in document.components().iter().enumerate() {
            if plan.is_removed(index) {
                continue;
            }
            indices[index] = Some(components.len());
            let (opener, closer) = (
                changes.map(component.opener.start),
                changes.map(component.closer.start),
            );
            let lead = changes.lead_at(component.content.start);
            let start = opener + component.content.start - component.opener.start + lead;
            let tail = changes.tail_at(component.content.end);
            let end = closer - (component.closer.start - component.content.end) - tail;
            let parent = component.parent.and_then(|parent| indices[parent]);
            // With lines of its own, the closer of an inline component begins a line.
            let content = plan.contents.get(&Target::Component(index));
            let own_lines = content.is_some_and(|c| {
                c.in_order()
                    .iter()
                    .any(|&part| parts.list[part].has_own_lines)
            });
            components.push(Item {
                opener,
                content: start..end,
                closer,
                inline: (!own_lines).then_some(component.inline),
                prefix: &component.prefix,
                name: &component.name,
                parent,
            });
        }
        let live = document
            .live()
            .iter()
            .filter(|&&start| !changes.removes(start));
        let mut live: Vec<usize> = live.map(|&start| changes.map(start)).collect();
        let kept = document
            .boundaries()
            .iter()
            .filter(|boundary| !changes.removes(boundary.span.start));
        let mut boundaries: Vec<_> = kept
            .map(|boundary| (changes.map(boundary.span.start), &*boundary.id))
            .collect();
        let marker = || boundary_marker(context.new_id());
        for index in 0..changes.len() {
            let change = changes.get(index);
            let start = changes.start(index);
            if change.cause == Cause::NewBoundary {
                let at = change.insert.rfind(&marker()).unwrap_or_default();
                boundaries.push((start + at, context.new_id()));
                live.push(start + at);
            }
            if change.cause == Cause::NewExchange {
                let opener = change.insert.find(NEW_OPENER).unwrap_or_default();
                let closer = change.insert.rfind(NEW_CLOSER).unwrap_or_default();
                let (opener, closer) = (start + opener, start + closer);
                let content = opener + NEW_OPENER.len() + context.line_ending.len()..closer;
                // After all others: it is made at the end, or before a fence that contains the rest.
                components.push(Item {
                    opener,
                    content,
                    closer,
                    inline: Some(false),
                    prefix: "",
                    name: "exchange",
                    parent: None,
                });
                let end = &change.insert[..closer - start];
                if let Some(at) = end.trim_end().strip_suffix(&marker()).map(str::len) {
                    boundaries.push((start + at, context.new_id()));
                    live.push(start + at);
                }
                live.extend([opener, closer]);
            }
        }
        // Those of new boundaries were added at the end.
        live.sort_unstable();
        boundaries.sort_unstable();
        let old = document.diagnostics().iter();
        let kept = old.filter(|diagnostic| !changes.removes(diagnostic.span.start));
        let diagnostics = kept
            .map(|diagnostic| (&*diagnostic.code, changes.map(diagnostic.span.start)))
            .collect();
        Self {
            live,
            components,
            boundaries,
            diagnostics,
        }
    }

    /// Returns the first location where the new text does not read as expected.
    pub(in crate::apply) fn compare(&self, new: &Document<'_>) -> Option<Mismatch> {
        // Live markers come first: one more or less changes the meaning of all those after it.
        if let Some(first) =
            first_difference(&self.live, new.live().iter().copied(), |&start| [start; 4])
        {
            return Some(first);
        }
        let components = new.components().iter().map(|component| Item {
            opener: component.opener.start,
            content: component.content.clone(),
            closer: component.closer.start,
            inline: Some(component.inline),
            prefix: &component.prefix,
            name: &component.name,
            parent: component.parent,
        });
        let components = first_difference(&self.components, components, |item| {
            // A closer that begins a line but should not, or the reverse, differs from the one expected.
            let closer = item.closer + usize::from(item.inline.unwrap_or_default());
            [item.opener, item.content.start, item.content.end, closer]
        });
        let boundaries = new
            .boundaries()
            .iter()
            .map(|boundary| (boundary.span.start, &*boundary.id));
        let boundaries = first_difference(&self.boundaries, boundaries, |item| [item.0; 4]);
        let found = new
            .diagnostics()
            .iter()
            .find(|found| !self.diagnostics.contains(&(&*found.code, found.span.start)));
        let diagnostics = found.map(|found| Mismatch {
            at: found.span.start,
            unexpected: true,
        });
        [components, boundaries, diagnostics]
            .into_iter()
            .flatten()
            .min_by_key(|mismatch| mismatch.at)
    }
}

fn first_difference<T: PartialEq>(
    expected: &[T],
    found: impl Iterator<Item = T>,
    offsets: impl Fn(&T) -> [usize; 4],
) -> Option<Mismatch> {
    let mut expected = expected.iter();
    for item in found {
        match expected.next() {
            Some(expected) if *expected == item => {}
            Some(expected) => {
                let pairs = offsets(&item).into_iter().zip(offsets(expected));
                let differs = pairs.clone().find(|(found, expected)| found != expected);
                let (found, expected) = differs.or_else(|| pairs.clone().next())?;
                return Some(Mismatch {
                    at: found.min(expected),
                    unexpected: found < expected,
                });
            }
            None => {
                return Some(Mismatch {
                    at: offsets(&item)[0],
                    unexpected: true,
                });
            }
        }
    }
    expected.next().map(|expected| Mismatch {
        at: offsets(expected)[0],
        unexpected: false,
    })
}

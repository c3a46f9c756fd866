//! Whether the new text reads back as planned.

use std::collections::HashSet;
use std::ops::Range;

use crate::read::Document;

use super::boundary::boundary_marker;
use super::changes::{Cause, Changes};
use super::context::Context;
use super::part::Work;
use super::plan::{Plan, Target};
use super::render::{NEW_CLOSER, NEW_OPENER};

/// What reading the new text must give. Offsets are those of the new text.
#[derive(Debug)]
pub(crate) struct Expected<'c> {
    /// Where markers and what nearly are markers begin, outside code.
    live: Vec<usize>,
    components: Vec<Item<'c>>,
    boundaries: Vec<(usize, &'c str)>,
    /// Diagnostics that the old text had.
    told: HashSet<(&'c str, usize)>,
}

#[derive(Debug)]
struct Item<'c> {
    opener: usize,
    content: Range<usize>,
    closer: usize,
    /// Whether the closer stands in the middle of a line; `None` when either is in order.
    inline: Option<bool>,
    name: &'c str,
    parent: Option<usize>,
}

impl PartialEq for Item<'_> {
    fn eq(&self, other: &Self) -> bool {
        let inline = self
            .inline
            .zip(other.inline)
            .is_none_or(|(own, other)| own == other);
        let places = |item: &Self| (item.opener, item.content.clone(), item.closer, item.parent);
        inline && self.name == other.name && places(self) == places(other)
    }
}

/// The first place where the new text does not read as planned.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mismatch {
    /// The offset in the new text.
    pub(crate) at: usize,
    /// Something that should not be there begins at the offset.
    pub(crate) unexpected: bool,
}

impl<'c> Expected<'c> {
    /// What the changes are to make of the document. `n log n` in its components and boundaries.
    pub(crate) fn new(
        context: &'c Context<'_>,
        plan: &Plan,
        works: &[Work<'_>],
        changes: &Changes,
    ) -> Self {
        let document = context.document;
        let mut components = Vec::with_capacity(document.components().len() + 1);
        let mut places = vec![None; document.components().len()];
        for (index, component) in document.components().iter().enumerate() {
            if plan.is_gone(index) {
                continue;
            }
            places[index] = Some(components.len());
            let (opener, closer) = (
                changes.map(component.opener.start),
                changes.map(component.closer.start),
            );
            let lead = changes.lead_at(component.content.start);
            let start = opener + component.content.start - component.opener.start + lead;
            let tail = changes.tail_at(component.content.end);
            let end = closer - (component.closer.start - component.content.end) - tail;
            let parent = component.parent.and_then(|parent| places[parent]);
            let content = plan.contents.get(&Target::Component(index));
            let own_lines =
                content.is_some_and(|c| c.in_order().iter().any(|&part| works[part].own_lines));
            components.push(Item {
                opener,
                content: start..end,
                closer,
                inline: (!own_lines).then_some(component.inline),
                name: &component.name,
                parent,
            });
        }
        let live = document
            .live()
            .iter()
            .filter(|&&start| !changes.takes(start));
        let mut live: Vec<usize> = live.map(|&start| changes.map(start)).collect();
        let kept = document
            .boundaries()
            .iter()
            .filter(|boundary| !changes.takes(boundary.span.start));
        let mut boundaries: Vec<_> = kept
            .map(|boundary| (changes.map(boundary.span.start), &*boundary.id))
            .collect();
        let marker = boundary_marker(&context.fresh_id);
        for index in 0..changes.len() {
            let change = changes.get(index);
            let start = changes.start(index);
            if change.cause == Cause::Fresh {
                let at = change.insert.rfind(&marker).unwrap_or_default();
                boundaries.push((start + at, &context.fresh_id));
                live.push(start + at);
            }
            if change.cause == Cause::NewExchange {
                let opener = change.insert.find(NEW_OPENER).unwrap_or_default();
                let closer = change.insert.rfind(NEW_CLOSER).unwrap_or_default();
                let (opener, closer) = (start + opener, start + closer);
                let content = opener + NEW_OPENER.len() + context.line_ending.len()..closer;
                let item = Item {
                    opener,
                    content,
                    closer,
                    inline: Some(false),
                    name: "exchange",
                    parent: None,
                };
                let place = components.partition_point(|other| other.opener < item.opener);
                for other in &mut components[place..] {
                    other.parent = other
                        .parent
                        .map(|parent| if parent >= place { parent + 1 } else { parent });
                }
                components.insert(place, item);
                let end = &change.insert[..closer - start];
                if let Some(at) = end.trim_end().strip_suffix(&marker).map(str::len) {
                    boundaries.push((start + at, &context.fresh_id));
                    live.push(start + at);
                }
                live.extend([opener, closer]);
            }
        }
        live.sort_unstable();
        boundaries.sort_unstable();
        let told = document
            .diagnostics()
            .iter()
            .filter(|told| !changes.takes(told.span.start));
        let told = told
            .map(|told| (&*told.code, changes.map(told.span.start)))
            .collect();
        Self {
            live,
            components,
            boundaries,
            told,
        }
    }

    /// The first place where the new text does not read like this; `None` when it does.
    pub(crate) fn compare(&self, new: &Document<'_>) -> Option<Mismatch> {
        // What is live comes first: one marker more or less changes what all those behind it mean.
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
            name: &component.name,
            parent: component.parent,
        });
        let components = first_difference(&self.components, components, |item| {
            // A closer that begins a line it should not begin, or the reverse, is out of its place.
            let place = item.closer + usize::from(item.inline.unwrap_or_default());
            [item.opener, item.content.start, item.content.end, place]
        });
        let boundaries = new
            .boundaries()
            .iter()
            .map(|boundary| (boundary.span.start, &*boundary.id));
        let boundaries = first_difference(&self.boundaries, boundaries, |item| [item.0; 4]);
        let told = new
            .diagnostics()
            .iter()
            .find(|told| !self.told.contains(&(&*told.code, told.span.start)));
        let told = told.map(|told| Mismatch {
            at: told.span.start,
            unexpected: true,
        });
        [components, boundaries, told]
            .into_iter()
            .flatten()
            .min_by_key(|mismatch| mismatch.at)
    }
}

fn first_difference<T: PartialEq>(
    expected: &[T],
    found: impl Iterator<Item = T>,
    places: impl Fn(&T) -> [usize; 4],
) -> Option<Mismatch> {
    let mut expected = expected.iter();
    for item in found {
        match expected.next() {
            Some(expected) if *expected == item => {}
            Some(expected) => {
                let pairs = places(&item).into_iter().zip(places(expected));
                let differs = pairs.clone().find(|(found, expected)| found != expected);
                let (found, expected) = differs.or_else(|| pairs.clone().next())?;
                return Some(Mismatch {
                    at: found.min(expected),
                    unexpected: found < expected,
                });
            }
            None => {
                return Some(Mismatch {
                    at: places(&item)[0],
                    unexpected: true,
                });
            }
        }
    }
    expected.next().map(|expected| Mismatch {
        at: places(expected)[0],
        unexpected: false,
    })
}

//! Whether the new text reads back as planned.

use std::collections::HashSet;
use std::ops::Range;

use crate::boundary::boundary_marker;
use crate::document::Document;

use super::changes::{Cause, Changes};
use super::context::Context;
use super::plan::{Plan, Target};

/// What reading the new text must give. Offsets are those of the new text.
#[derive(Debug)]
pub(crate) struct Expected<'c> {
    components: Vec<Item<'c>>,
    boundaries: Vec<(usize, &'c str)>,
    /// Diagnostics that the old text had.
    told: HashSet<(&'c str, usize)>,
}

#[derive(Debug, PartialEq, Eq)]
struct Item<'c> {
    opener: usize,
    closer: usize,
    name: &'c str,
    parent: Option<usize>,
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
    pub(crate) fn new(context: &'c Context<'_>, plan: &Plan, changes: &Changes) -> Self {
        let document = context.document;
        let mut components = Vec::with_capacity(document.components().len() + 1);
        let mut places = vec![None; document.components().len()];
        for (index, component) in document.components().iter().enumerate() {
            if plan.is_gone(index) {
                continue;
            }
            places[index] = Some(components.len());
            components.push(Item {
                opener: changes.map(component.opener.start),
                closer: changes.map(component.closer.start),
                name: &component.name,
                parent: component.parent.and_then(|parent| places[parent]),
            });
        }
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
            }
            if change.cause == Cause::NewExchange {
                let opener = change
                    .insert
                    .find("<!-- agent:exchange")
                    .unwrap_or_default();
                let closer = change
                    .insert
                    .rfind("<!-- /agent:exchange")
                    .unwrap_or_default();
                let item = Item {
                    opener: start + opener,
                    closer: start + closer,
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
                let end = &change.insert[..closer];
                if let Some(at) = end.trim_end().strip_suffix(&marker).map(str::len) {
                    boundaries.push((start + at, &context.fresh_id));
                }
            }
        }
        boundaries.sort_unstable();
        let told = document
            .diagnostics()
            .iter()
            .filter(|told| !changes.takes(told.span.start));
        let told = told
            .map(|told| (&*told.code, changes.map(told.span.start)))
            .collect();
        debug_assert!(
            plan.contents
                .keys()
                .filter(|target| **target == Target::NewExchange)
                .count()
                <= 1
        );
        Self {
            components,
            boundaries,
            told,
        }
    }

    /// The first place where the new text does not read like this; `None` when it does.
    pub(crate) fn compare(&self, new: &Document<'_>) -> Option<Mismatch> {
        let components = new.components().iter().map(|component| Item {
            opener: component.opener.start,
            closer: component.closer.start,
            name: &component.name,
            parent: component.parent,
        });
        let components = first_difference(&self.components, components, |item| {
            item.opener..item.closer
        });
        let boundaries = new
            .boundaries()
            .iter()
            .map(|boundary| (boundary.span.start, &*boundary.id));
        let boundaries = first_difference(&self.boundaries, boundaries, |item| item.0..item.0);
        let told = new
            .diagnostics()
            .iter()
            .find(|told| !self.told.contains(&(&*told.code, told.span.start)))
            .map(|told| Mismatch {
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
    range: impl Fn(&T) -> Range<usize>,
) -> Option<Mismatch> {
    let mut expected = expected.iter();
    for item in found {
        let here = range(&item);
        match expected.next() {
            Some(expected) if *expected == item => {}
            Some(expected) => {
                let wanted = range(expected);
                if here.start == wanted.start {
                    let at = here.end.min(wanted.end);
                    return Some(Mismatch {
                        at,
                        unexpected: here.end < wanted.end,
                    });
                }
                let at = here.start.min(wanted.start);
                return Some(Mismatch {
                    at,
                    unexpected: here.start < wanted.start,
                });
            }
            None => {
                return Some(Mismatch {
                    at: here.start,
                    unexpected: true,
                });
            }
        }
    }
    expected.next().map(|expected| Mismatch {
        at: range(expected).start,
        unexpected: false,
    })
}

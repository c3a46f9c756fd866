use std::collections::HashMap;
use std::ops::Range;

use crate::apply::boundary_line::removal_of;
use crate::apply::context::Context;
use crate::apply::parts::Parts;
use crate::apply::plan::Plan;
use crate::apply::policies::{BoundaryPolicy, Prefix};
use crate::read::Component;
use crate::scan::Outline;

use super::changes::{Cause, Change};
use super::joined::Joined;

/// The plan on its way to changes of the text.
pub(super) struct Renderer<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) parts: &'a Parts<'a>,
    pub(super) plan: &'a Plan<'a>,
    pub(super) changes: Vec<Change>,
    /// A boundary that is already where the new one would be, with its id.
    pub(super) current: Option<usize>,
    /// By offset: the blocks that are open after the text appended there. A boundary is removed right after it, and what
    /// follows the boundary must not continue them.
    pub(super) appended: HashMap<usize, Outline>,
}

impl<'a> Renderer<'a> {
    pub(super) fn text(&self) -> &'a str {
        self.context.document.text()
    }

    pub(super) fn at(&self, index: usize) -> &'a Component<'a> {
        &self.context.document.components()[index]
    }

    pub(super) fn push(&mut self, range: Range<usize>, joined: Joined, cause: Cause) {
        // A change of nothing into nothing would be an edit without an effect.
        if !range.is_empty() || !joined.text.is_empty() {
            self.changes.push(Change {
                range,
                insert: joined.text,
                parts: joined.parts,
                lead: joined.lead,
                tail: joined.tail,
                cause,
            });
        }
    }

    /// Returns whether text inserted at `offset` begins a line. Content whose closer is in the middle of a line may begin one too.
    pub(super) fn begins_line(&self, offset: usize) -> bool {
        self.text()[..offset].ends_with('\n')
    }

    /// Adds the prefix of a component to new text, unless the options leave it out. `begins_line`: the text begins a line.
    pub(super) fn in_container(
        &self,
        joined: Joined,
        component: &Component<'_>,
        begins_line: bool,
    ) -> Joined {
        match self.keeps_prefix(component) {
            true => joined.with_prefix(&component.prefix, begins_line),
            false => joined,
        }
    }

    /// Returns whether new text in a component gets a prefix.
    pub(super) fn keeps_prefix(&self, component: &Component<'_>) -> bool {
        !component.prefix.is_empty() && self.context.options.prefix == Prefix::Keep
    }

    /// Returns whether the boundary that counts in a component is in the new text too.
    pub(super) fn boundary_stays(&self, index: usize) -> bool {
        self.context.options.boundary == BoundaryPolicy::Keep
            || self.context.last_boundary(index) == self.current
    }

    /// Returns the boundaries in a range of the document, by index.
    pub(super) fn boundaries_in(&self, range: &Range<usize>) -> Range<usize> {
        let boundaries = self.context.document.boundaries();
        let first = boundaries.partition_point(|boundary| boundary.span.start < range.start);
        let end = boundaries.partition_point(|boundary| boundary.span.start < range.end);
        first..end
    }

    /// Returns the range that is removed with a boundary.
    pub(super) fn removal(&self, boundary: usize) -> Range<usize> {
        removal_of(
            self.text(),
            &self.context.document.boundaries()[boundary].span,
        )
    }
}

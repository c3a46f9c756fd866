//! The changes of boundaries: old ones are removed, a new one ends `exchange`.

use std::borrow::Cow;
use std::ops::Range;

use crate::apply::boundary_id::boundary_marker;
use crate::apply::boundary_line::insertion_at;
use crate::apply::parts::{NewBoundary, Removal};
use crate::apply::plan::Target;
use crate::apply::policies::BoundaryPolicy;
use crate::scan::{Old, with_prefix};

use super::changes::Cause;
use super::joined::Joined;
use super::joint::joint;
use super::open_blocks::{outline_at, outline_in};
use super::renderer::Renderer;

impl Renderer<'_> {
    /// Returns the boundary of `exchange` if it has the id of the new one and ends the content. It then stays.
    pub(super) fn current_boundary(&self, exchange: Target) -> Option<usize> {
        let Target::Component(index) = exchange else {
            return None;
        };
        if self
            .plan
            .contents
            .get(&exchange)
            .is_some_and(|content| content.base.is_some())
        {
            return None;
        }
        let last = self.context.last_boundary(index)?;
        let boundary = &self.context.document.boundaries()[last];
        // With the right id at the end already, removing and writing it would be an edit that changes nothing.
        let ends = self.removal(last).end == self.at(index).content.end;
        let has_new_id =
            || self.text()[boundary.span.clone()] == *boundary_marker(self.context.new_id());
        (ends && has_new_id()).then_some(last)
    }

    /// Removes the old boundaries.
    pub(super) fn removals(&mut self) {
        let context = self.context;
        for (index, boundary) in context.document.boundaries().iter().enumerate() {
            let is_removed = match context.options.boundary {
                BoundaryPolicy::Refresh => Some(index) != self.current,
                BoundaryPolicy::Keep => {
                    let changed = boundary.component.filter(|&component| {
                        let target = Target::Component(component);
                        self.plan.contents.contains_key(&target)
                    });
                    let counts = changed.and_then(|component| context.last_boundary(component));
                    counts.is_some_and(|counts| counts != index)
                }
                BoundaryPolicy::Ignore => false,
            };
            if !is_removed
                || boundary
                    .component
                    .is_some_and(|component| self.is_replaced(component))
            {
                continue;
            }
            let mut line = self.removal(index);
            let text = match self.parts.removals[index] {
                Removal::Whole if line != boundary.span => self.removal_joint(index, &line),
                Removal::Whole => {
                    line.start = self.indentation_of(index).start;
                    String::new()
                }
                Removal::EmptyLine if line != boundary.span => context.line_ending.to_owned(),
                Removal::EmptyLine | Removal::No => continue,
            };
            let joined = Joined {
                text,
                ..Joined::default()
            };
            self.push(line, joined, Cause::Removal(index));
        }
    }

    /// Returns the indentation of a boundary that text follows in its line, empty if no answer is inserted before the line. Below an
    /// answer, indented text could continue a list in it, or be code.
    fn indentation_of(&self, boundary: usize) -> Range<usize> {
        let boundary = &self.context.document.boundaries()[boundary];
        let start = boundary.span.start;
        let line = insertion_at(self.text(), &boundary.span);
        let prefix = boundary
            .component
            .map_or("", |index| &self.at(index).prefix);
        let indentation = self.text()[line..start].strip_prefix(prefix);
        match indentation.filter(|_| self.appended.contains_key(&line)) {
            Some(indentation) if indentation.trim().is_empty() => start - indentation.len()..start,
            _ => start..start,
        }
    }

    /// Returns the text that replaces a boundary on a line of its own: as an HTML block the boundary kept the text before it and
    /// the text after it apart.
    fn removal_joint(&self, boundary: usize, line: &Range<usize>) -> String {
        let boundaries = self.context.document.boundaries();
        let component = boundaries[boundary].component.map(|index| self.at(index));
        let end = component.map_or(self.text().len(), |component| component.content.end);
        // Up to the next marker, which keeps the text after it apart.
        let live = self.context.document.live();
        let next = live.get(live.partition_point(|&at| at < line.end));
        let end = end.min(next.copied().unwrap_or(end)).max(line.end);
        let range = line.end..end;
        let after = match component {
            Some(component) => self.context.document.content_in(component, range),
            None => Cow::Borrowed(&self.text()[range]),
        };
        // Nothing follows that could be joined to the text before the boundary.
        if after.trim_ascii().is_empty() {
            return String::new();
        }
        let appended = self.appended.get(&line.start).cloned();
        let (outline, old) = match (appended, component) {
            (Some(outline), _) => (outline, Old::After),
            (None, Some(component)) => (
                outline_in(self.context.document, component, line.start),
                Old::Both,
            ),
            (None, None) => (outline_at(self.context.document, line.start), Old::Both),
        };
        let joint = joint(&outline, &after, old, false, self.context.line_ending);
        match component {
            Some(component) => with_prefix(&joint, &component.prefix),
            None => joint,
        }
    }

    fn is_replaced(&self, component: usize) -> bool {
        let content = self.plan.contents.get(&Target::Component(component));
        self.plan.is_removed(component) || content.is_some_and(|content| content.base.is_some())
    }

    /// Writes a new boundary at the end of `exchange`.
    pub(super) fn new_boundary(&mut self, exchange: usize) {
        if self.parts.new_boundary == NewBoundary::No {
            return;
        }
        let component = self.at(exchange);
        let marker = boundary_marker(self.context.new_id());
        let line_ending = self.context.line_ending;
        let end = component.content.end;
        let prefix = &self.text()[end..component.closer.start];
        let apart = if self.parts.new_boundary == NewBoundary::Apart {
            line_ending
        } else {
            ""
        };
        // The closer may end the last line of the content; what is appended there ends its own line.
        let last = self
            .changes
            .iter()
            .filter(|change| change.cause == Cause::Content && change.range.is_empty())
            .find(|change| {
                let boundary = self.context.counting_boundary(exchange);
                let is_before = |span: Range<usize>| {
                    span.end == end && change.range.end == insertion_at(self.text(), &span)
                };
                change.range.end == end || boundary.is_some_and(is_before)
            });
        let begins_line = self.text()[..end].ends_with('\n')
            || last.is_some_and(|change| change.insert.ends_with('\n'));
        let has_prefix = last.is_some_and(|change| change.tail > 0);
        let is_glued = end == component.closer.start && !component.inline;
        let tail = match is_glued && self.keeps_prefix(component) {
            true => component.prefix.len(),
            false => 0,
        };
        let tail_text = &component.prefix[..tail];
        let text = if component.inline {
            format!("{apart}{apart}{marker}")
        } else if has_prefix {
            format!("{marker}{line_ending}{tail_text}")
        } else if begins_line {
            format!("{apart}{prefix}{marker}{line_ending}{tail_text}")
        } else {
            format!("{line_ending}{apart}{tail_text}{marker}{line_ending}{tail_text}")
        };
        self.push(
            end..end,
            Joined {
                text,
                tail,
                ..Joined::default()
            },
            Cause::NewBoundary,
        );
    }
}

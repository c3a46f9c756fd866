//! The changes of boundaries: old ones are removed, a new one ends `exchange`.

use std::borrow::Cow;
use std::ops::Range;

use crate::apply::boundary::{boundary_marker, removal_of};
use crate::apply::changes::Cause;
use crate::apply::context::{Fresh, Removal};
use crate::apply::joined::{Joined, joint};
use crate::apply::joints::{outline_at, outline_in};
use crate::apply::options::BoundaryPolicy;
use crate::apply::plan::Target;
use crate::scan::{Old, with_prefix};

use super::Render;

impl Render<'_> {
    /// The boundaries in a range of the document.
    pub(super) fn boundaries_in(&self, range: &Range<usize>) -> Range<usize> {
        let boundaries = self.context.document.boundaries();
        let first = boundaries.partition_point(|boundary| boundary.span.start < range.start);
        let end = boundaries.partition_point(|boundary| boundary.span.start < range.end);
        first..end
    }

    pub(super) fn removal(&self, boundary: usize) -> Range<usize> {
        removal_of(
            self.text(),
            &self.context.document.boundaries()[boundary].span,
        )
    }

    /// The boundary of `exchange` when it bears the fresh id, ends the content and is the only one there.
    pub(super) fn standing_boundary(&self, exchange: Target) -> Option<usize> {
        let Target::Component(index) = exchange else {
            return None;
        };
        if self
            .plan
            .contents
            .get(&exchange)
            .is_some_and(|content| content.base().is_some())
        {
            return None;
        }
        let last = self.context.last_boundary(index)?;
        let boundary = &self.context.document.boundaries()[last];
        let ends = self.removal(last).end == self.at(index).content.end;
        let marker = boundary_marker(&self.context.fresh_id);
        (ends && self.text()[boundary.span.clone()] == *marker).then_some(last)
    }

    pub(super) fn removals(&mut self) {
        let context = self.context;
        for (index, boundary) in context.document.boundaries().iter().enumerate() {
            let goes = match context.options.boundary {
                BoundaryPolicy::Refresh => Some(index) != self.standing,
                BoundaryPolicy::Keep => {
                    let counts = boundary
                        .component
                        .and_then(|component| context.last_boundary(component));
                    counts.is_some_and(|counts| counts != index)
                }
                BoundaryPolicy::Ignore => false,
            };
            if !goes
                || boundary
                    .component
                    .is_some_and(|component| self.is_replaced(component))
            {
                continue;
            }
            let line = self.removal(index);
            let text = match context.removals[index] {
                Removal::Whole if line != boundary.span => self.removal_joint(index, &line),
                Removal::Whole => String::new(),
                Removal::BlankLine if line != boundary.span => context.line_ending.to_owned(),
                Removal::BlankLine | Removal::No => continue,
            };
            let joined = Joined {
                text,
                ..Joined::default()
            };
            self.push(line, joined, Cause::Removal(index));
        }
    }

    /// What takes the place of a boundary on a line of its own: as an HTML block it kept the text before it and the text
    /// after it apart.
    fn removal_joint(&self, boundary: usize, line: &Range<usize>) -> String {
        let boundaries = self.context.document.boundaries();
        let component = boundaries[boundary].component.map(|index| self.at(index));
        let end = component.map_or(self.text().len(), |component| component.content.end);
        // Up to the next marker, which keeps what comes after it apart.
        let live = self.context.document.live();
        let next = live.get(live.partition_point(|&at| at < line.end));
        let end = end.min(next.copied().unwrap_or(end)).max(line.end);
        let range = line.end..end;
        let after = match component {
            Some(component) => self.content_between(component, range),
            None => Cow::Borrowed(&self.text()[range]),
        };
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
        self.plan.is_gone(component) || content.is_some_and(|content| content.base().is_some())
    }

    pub(super) fn fresh(&mut self, exchange: usize) {
        if self.context.fresh == Fresh::No {
            return;
        }
        let component = self.at(exchange);
        let marker = boundary_marker(&self.context.fresh_id);
        let line_ending = self.context.line_ending;
        let end = component.content.end;
        let prefix = &self.text()[end..component.closer.start];
        let apart = if self.context.fresh == Fresh::Apart {
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
                let rest = self.text().get(change.range.end..end);
                let boundary = self.counting_boundary(exchange);
                rest.is_some_and(|rest| {
                    rest.is_empty() || boundary.is_some_and(|span| *rest == self.text()[span])
                })
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
            Cause::Fresh,
        );
    }
}

//! The changes of the content of components.

use std::ops::Range;

use crate::apply::boundary_id::boundary_marker;
use crate::apply::boundary_line::{insertion_at, own_line};
use crate::apply::plan::Content;
use crate::apply::policies::BoundaryPolicy;
use crate::read::Component;
use crate::scan::{Old, Outline, line_end};

use super::changes::Cause;
use super::inline_text::{InlineText, would_join_words};
use super::joined::Joined;
use super::new_exchange::{NEW_CLOSER, NEW_OPENER};
use super::open_blocks::outline_in;
use super::renderer::Renderer;

impl<'a> Renderer<'a> {
    /// Ends an HTML block that new content leaves open before text after the component. The closer does not end it.
    fn end_html(&self, joined: &mut Joined, outline: &Outline, component: &Component<'_>) {
        let text = self.text();
        let next = line_end(text, component.closer.end);
        // A blank line after the component ends the block anyway.
        let is_followed = !text[next..line_end(text, next)].trim_ascii().is_empty();
        if is_followed && !joined.text.is_empty() && outline.is_in_html() {
            joined.text.push_str(self.context.line_ending);
        }
    }

    /// Joins the parts before and after `old`, which is in the middle of a line, in the order in which they were applied.
    fn join_inline(&self, content: &Content, old: &'a str) -> (Joined, Joined) {
        let mut inline = InlineText::new(old, self.context.line_ending);
        let mut last_routed = None;
        let mut steps: Vec<(usize, bool)> =
            content.before().iter().map(|&part| (part, true)).collect();
        steps.extend(content.base.map(|part| (part, false)));
        steps.extend(content.after.iter().map(|&part| (part, false)));
        // The order of the parts is the order in which they were applied.
        steps.sort_unstable();
        for (part, before) in steps {
            let text = without_line_ending(self.plan.shown(self.parts, part));
            if before {
                inline.prepend(part, text);
                continue;
            }
            let is_routed = self.plan.decision(part).is_routed;
            let apart = last_routed
                .replace(is_routed)
                .is_some_and(|last| last || is_routed);
            inline.append(part, text, apart);
        }
        inline.finish()
    }

    /// Changes the content of one component as planned.
    pub(super) fn component(&mut self, index: usize, content: &Content) {
        let component = self.at(index);
        let indices = content.in_order();
        let inline = component.inline && !self.have_own_lines(&indices);
        if content.base.is_some() {
            let joined = if inline {
                // A component has one mode, and routed parts are appended, so that nothing comes before the part that replaces.
                let (before, joined) = self.join_inline(content, "");
                debug_assert!(before.parts.is_empty());
                self.in_container(joined, component, self.begins_line(component.content.start))
            } else {
                let mut outline = Outline::default();
                let mut joined =
                    Joined::of(self.context, self.parts, self.plan, &indices, &mut outline);
                self.end_html(&mut joined, &outline, component);
                let joined = self.in_container(joined, component, true);
                let joined = self.begin_content(joined, component);
                self.end_content(joined, component)
            };
            self.replace(index, component, joined);
            return;
        }
        let start = component.content.start;
        // A boundary divides the old content: appended parts come before it, and text that a person typed stays after it.
        let split = self
            .context
            .counting_boundary(index)
            .map_or(component.content.end, |boundary| boundary.start);
        if inline {
            let old = self.context.document.content_in(component, start..split);
            let (before, after) = self.join_inline(content, &old);
            let mut offset = start;
            if self.keeps_prefix(component) && !before.text.ends_with('\n') {
                // The first line of the old content is continued, so that its prefix stays before all of it.
                let first_line = |text: &str| text.find('\n').unwrap_or(text.len());
                offset += first_line(&self.text()[start..split]) - first_line(&old);
            }
            let before = self.in_container(before, component, self.begins_line(offset));
            self.push(offset..offset, before, Cause::Content);
            if !content.after.is_empty() {
                self.append_inline(index, component, after);
            }
            return;
        }
        let before = content.before();
        if !before.is_empty() {
            let joined = self.prepended(component, &before);
            self.push(start..start, joined, Cause::Content);
        }
        if !content.after.is_empty() {
            self.append(index, component, &content.after);
        }
    }

    fn have_own_lines(&self, indices: &[usize]) -> bool {
        let mut indices = indices.iter();
        indices.any(|&index| self.parts.list[index].has_own_lines)
    }

    /// Joins the parts before the content of a component.
    fn prepended(&self, component: &Component<'_>, indices: &[usize]) -> Joined {
        let mut outline = Outline::default();
        let mut joined = Joined::of(self.context, self.parts, self.plan, indices, &mut outline);
        let old = self
            .context
            .document
            .content_in(component, component.content.clone());
        joined.push_joint(self.context, &mut outline, &old, Old::After, false);
        let joined = self.in_container(joined, component, true);
        self.begin_content(joined, component)
    }

    /// Makes the text at `offset` begin a line. Returns whether it does not by itself.
    fn begin_line(&self, joined: &mut Joined, offset: usize) -> bool {
        let is_glued = !self.begins_line(offset);
        if is_glued {
            joined.prepend(self.context.line_ending);
        }
        is_glued
    }

    /// Makes the text at `offset` in a component begin a line.
    fn begin_at(&self, mut joined: Joined, component: &Component<'_>, offset: usize) -> Joined {
        if offset == component.content.start {
            return self.begin_content(joined, component);
        }
        self.begin_line(&mut joined, offset);
        joined
    }

    /// Makes the text at the start of a component begin a line: after an opener on its line it would be raw HTML.
    fn begin_content(&self, mut joined: Joined, component: &Component<'_>) -> Joined {
        if self.begin_line(&mut joined, component.content.start) {
            joined.lead = self.context.line_ending.len();
        }
        joined
    }

    /// Keeps a closer that now begins a line inside the block quote or list item of its component.
    fn end_content(&self, mut joined: Joined, component: &Component<'_>) -> Joined {
        let end = component.content.end;
        let is_glued = end == component.closer.start && !self.text()[..end].ends_with('\n');
        if is_glued && joined.text.ends_with('\n') && self.keeps_prefix(component) {
            joined.text.push_str(&component.prefix);
            joined.tail = component.prefix.len();
        }
        joined
    }

    fn replace(&mut self, index: usize, component: &Component<'_>, joined: Joined) {
        let whole = component.content.clone();
        let inside: Vec<usize> = self.boundaries_in(&whole).collect();
        let Some(first) = inside
            .first()
            .filter(|_| self.context.options.boundary != BoundaryPolicy::Ignore)
        else {
            self.push(whole, joined, Cause::Content);
            return;
        };
        // Where text is only removed, the parts that replace it are to blame.
        let blame = Joined {
            parts: joined.parts.iter().map(|(part, _)| (*part, 0..0)).collect(),
            ..Joined::default()
        };
        let first = self.removal(*first).start.max(whole.start);
        let kept = match self.context.options.boundary {
            BoundaryPolicy::Keep => self.context.last_boundary(index),
            _ => None,
        };
        self.push(whole.start..first, joined, Cause::Content);
        let Some(kept) = kept else {
            self.push(first..whole.end, blame, Cause::Content);
            return;
        };
        let kept = self.removal(kept);
        let is_line = self.text()[kept.clone()].ends_with('\n');
        let ending = if is_line || component.inline {
            0
        } else {
            line_ending_len(&self.text()[..whole.end])
        };
        let rest = kept.end..whole.end.saturating_sub(ending).max(kept.end);
        let again = Joined {
            parts: blame.parts.clone(),
            ..Joined::default()
        };
        self.push(first..kept.start.max(first), blame, Cause::Content);
        self.push(rest, again, Cause::Content);
    }

    /// Appends parts on lines of their own: before the boundary that counts, or at the end.
    fn append(&mut self, index: usize, component: &Component<'_>, indices: &[usize]) {
        let text = self.text();
        let content_end = component.content.end;
        let Some(span) = self.context.counting_boundary(index) else {
            let joined = self.appended(component, indices, content_end, content_end..content_end);
            let joined = self.begin_at(joined, component, content_end);
            let joined = self.end_content(joined, component);
            self.push(content_end..content_end, joined, Cause::Content);
            return;
        };
        let end = line_end(text, span.end);
        let ends_line = text[span.end..end].trim().is_empty() && end <= content_end;
        let stays = self.boundary_stays(index);
        let (offset, begins) = match insertion_at(text, &span) {
            start if self.begins_line(start) => (start, false),
            _ if ends_line && !stays => (end, false),
            start => (start, true),
        };
        // Without the boundary, the text comes right before the text that was typed after it. If it has a line, its removal joins them.
        let rest = match stays || own_line(text, &span).is_some() {
            true => offset..offset,
            false => offset.max(span.end)..content_end.max(offset),
        };
        let mut joined = self.appended(component, indices, offset, rest);
        if begins {
            joined = self.begin_at(joined, component, offset);
        }
        self.push(offset..offset, joined, Cause::Content);
    }

    /// Joins the parts that are appended to a component at `offset`, before the text in `rest`. Remembers the blocks that are open
    /// at their end for the text after a removed boundary.
    fn appended(
        &mut self,
        component: &Component<'_>,
        indices: &[usize],
        offset: usize,
        rest: Range<usize>,
    ) -> Joined {
        let mut outline = outline_in(self.context.document, component, offset);
        let mut joined = Joined::of(self.context, self.parts, self.plan, indices, &mut outline);
        let rest = self.context.document.content_in(component, rest);
        if rest.trim_ascii().is_empty() {
            self.end_html(&mut joined, &outline, component);
        } else {
            joined.push_joint(self.context, &mut outline, &rest, Old::After, false);
        }
        self.appended.insert(offset, outline);
        self.in_container(joined, component, true)
    }

    /// Appends in the middle of a line.
    fn append_inline(&mut self, index: usize, component: &Component<'_>, mut joined: Joined) {
        let text = self.text();
        let Some(span) = self.context.counting_boundary(index) else {
            let end = component.content.end;
            let joined = self.in_container(joined, component, self.begins_line(end));
            self.push(end..end, joined, Cause::Content);
            return;
        };
        let offset = match own_line(text, &span) {
            Some(own) => {
                // The boundary has its own line, so that the text gets one too.
                if !joined.text.is_empty() && !joined.text.ends_with('\n') {
                    joined.text.push_str(self.context.line_ending);
                }
                own.start
            }
            None => {
                let after = if self.boundary_stays(index) {
                    ""
                } else {
                    &text[span.end..component.content.end]
                };
                if would_join_words(&joined.text, after) {
                    joined.text.push(' ');
                }
                span.start
            }
        };
        let joined = self.in_container(joined, component, self.begins_line(offset));
        self.push(offset..offset, joined, Cause::Content);
    }

    /// Writes a new `exchange` at the end of the document, before a fence that is open there: inside it the markers would be code.
    pub(super) fn new_exchange(&mut self, content: &Content) {
        let text = self.text();
        let line_ending = self.context.line_ending;
        let offset = self
            .context
            .document
            .open_fence_at_end()
            .unwrap_or(text.len());
        let before = &text[..offset];
        let is_first = matches!(before, "" | "\u{feff}");
        let starts_line = is_first || before.ends_with('\n');
        let is_apart = is_first || {
            let lines = without_line_ending(before);
            lines.len() < before.len() && (lines.is_empty() || lines.ends_with('\n'))
        };
        let mut start = line_ending.repeat(usize::from(!starts_line) + usize::from(!is_apart));
        start.push_str(NEW_OPENER);
        start.push_str(line_ending);
        let indices = content.in_order();
        let mut outline = Outline::default();
        let mut joined = Joined::of(self.context, self.parts, self.plan, &indices, &mut outline);
        joined.prepend(&start);
        if self.parts.has_new_boundary(self.context.options) {
            joined
                .text
                .push_str(&boundary_marker(self.context.new_id()));
            joined.text.push_str(line_ending);
        }
        joined.text.push_str(NEW_CLOSER);
        if starts_line {
            joined.text.push_str(line_ending);
        }
        if offset < text.len() {
            joined.text.push_str(line_ending);
        }
        self.push(offset..offset, joined, Cause::NewExchange);
    }
}

fn without_line_ending(text: &str) -> &str {
    match text.strip_suffix('\n') {
        Some(line) => line.strip_suffix('\r').unwrap_or(line),
        None => text,
    }
}

fn line_ending_len(text: &str) -> usize {
    text.len() - without_line_ending(text).len()
}

//! The plan as changes of the text.

mod boundaries;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::read::Component;
use crate::scan::{Old, Outline, line_end, line_start, without_prefix};

use super::boundary::{boundary_marker, own_line};
use super::changes::{Cause, Change, Changes};
use super::context::Context;
use super::inline::{Inline, would_join_words};
use super::joined::Joined;
use super::joints::outline_in;
use super::options::{BoundaryPolicy, Prefix};
use super::part::Work;
use super::plan::{Content, Plan, Target};

/// The markers of the `exchange` that is made where there is none.
pub(crate) const NEW_OPENER: &str = "<!-- agent:exchange -->";
pub(crate) const NEW_CLOSER: &str = "<!-- /agent:exchange -->";

/// How much is done about boundaries, so that it can be told what a mismatch is due to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Upkeep {
    None,
    /// A fresh one is put in.
    Fresh,
    /// And old ones are taken out.
    All,
}

/// Turns the plan into changes. Linear in the document's components and boundaries and in the parts.
pub(crate) fn render(
    context: &Context<'_>,
    plan: &Plan,
    works: &[Work<'_>],
    upkeep: Upkeep,
) -> Changes {
    let mut render = Render {
        context,
        plan,
        works,
        changes: Vec::new(),
        standing: None,
        appended: HashMap::new(),
    };
    let exchange = plan
        .exchange(context)
        .filter(|_| context.options.boundary == BoundaryPolicy::Refresh);
    render.standing = exchange.and_then(|exchange| render.standing_boundary(exchange));
    for (target, content) in &plan.contents {
        match target {
            Target::Component(index) => render.component(*index, content),
            Target::NewExchange => render.new_exchange(content),
        }
    }
    if upkeep == Upkeep::All {
        render.removals();
    }
    if let (Some(Target::Component(index)), None) = (exchange, render.standing) {
        if upkeep != Upkeep::None {
            render.fresh(index);
        }
    }
    Changes::new(render.changes)
}

struct Render<'a> {
    context: &'a Context<'a>,
    plan: &'a Plan,
    works: &'a [Work<'a>],
    changes: Vec<Change>,
    /// A boundary that is already what a fresh one would be.
    standing: Option<usize>,
    /// By place: what is open after the text that is appended there.
    appended: HashMap<usize, Outline>,
}

impl<'a> Render<'a> {
    fn text(&self) -> &'a str {
        self.context.document.text()
    }

    fn at(&self, index: usize) -> &'a Component<'a> {
        &self.context.document.components()[index]
    }

    fn push(&mut self, range: Range<usize>, joined: Joined, cause: Cause) {
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

    /// Ends an HTML block that new content leaves open, where text comes after the component: the closer does not end it.
    fn end_html(&self, joined: &mut Joined, outline: &Outline, component: &Component<'_>) {
        let text = self.text();
        let next = line_end(text, component.closer.end);
        let is_followed = !text[next..line_end(text, next)].trim_ascii().is_empty();
        if is_followed && !joined.text.is_empty() && outline.is_in_html() {
            joined.text.push_str(self.context.line_ending);
        }
    }

    /// The text between two offsets of a component, without what its lines begin with in a block quote or list item.
    fn content_between(&self, component: &Component<'_>, range: Range<usize>) -> Cow<'a, str> {
        let text = self.text().get(range.clone()).unwrap_or_default();
        if component.prefix.is_empty() {
            return Cow::Borrowed(text);
        }
        let begins_line = self.text()[..range.start].ends_with('\n');
        Cow::Owned(without_prefix(text, &component.prefix, begins_line))
    }

    /// Keeps what goes into a component in its block quote or list item. `begins_line`: it begins a line there.
    fn in_container(&self, joined: Joined, component: &Component<'_>, begins_line: bool) -> Joined {
        match self.keeps_prefix(component) {
            true => joined.with_prefix(&component.prefix, begins_line),
            false => joined,
        }
    }

    /// Joins the parts before and after `old`, which is in the middle of a line, in the order in which they were applied.
    fn join_inline(&self, content: &Content, old: &'a str) -> (Joined, Joined) {
        let mut inline = Inline::new(old, self.context.line_ending);
        let mut last_routed = None;
        let mut steps: Vec<(usize, bool)> =
            content.before().iter().map(|&part| (part, true)).collect();
        steps.extend(content.base().map(|part| (part, false)));
        steps.extend(content.after().iter().map(|&part| (part, false)));
        // The order of the parts is the order in which they were applied.
        steps.sort_unstable();
        for (part, before) in steps {
            let work = &self.works[part];
            let text = without_line_ending(work.shown());
            if before {
                inline.prepend(part, text);
                continue;
            }
            let apart = last_routed
                .replace(work.routed)
                .is_some_and(|last| last || work.routed);
            inline.append(part, text, apart);
        }
        inline.finish()
    }

    fn component(&mut self, index: usize, content: &Content) {
        let component = self.at(index);
        let parts = content.in_order();
        let inline = component.inline && !parts.iter().any(|&part| self.works[part].own_lines);
        if content.base().is_some() {
            let joined = if inline {
                // A component has one mode, and what is routed is appended: nothing goes before what replaces.
                let (before, behind) = self.join_inline(content, "");
                debug_assert!(before.parts.is_empty());
                self.in_container(behind, component, false)
            } else {
                let mut outline = Outline::default();
                let mut joined = Joined::of(self.context, self.works, &parts, &mut outline);
                self.end_html(&mut joined, &outline, component);
                let joined = self.in_container(joined, component, true);
                let joined = self.begin_content(joined, component);
                self.end_content(joined, component)
            };
            self.replace(index, component, joined);
            return;
        }
        let start = component.content.start;
        let split = self
            .counting_boundary(index)
            .map_or(component.content.end, |boundary| boundary.start);
        if inline {
            let (before, after) = self.join_inline(content, &self.text()[start..split]);
            let before = self.in_container(before, component, false);
            let after = self.in_container(after, component, false);
            self.push(start..start, before, Cause::Content);
            if !content.after().is_empty() {
                self.append_inline(index, component, after);
            }
            return;
        }
        let before = content.before();
        if !before.is_empty() {
            let joined = self.prepended(component, &before);
            self.push(start..start, joined, Cause::Content);
        }
        if !content.after().is_empty() {
            self.append(index, component, content.after());
        }
    }

    /// Joins the parts that go before the content of a component.
    fn prepended(&self, component: &Component<'_>, parts: &[usize]) -> Joined {
        let mut outline = Outline::default();
        let mut joined = Joined::of(self.context, self.works, parts, &mut outline);
        let old = self.content_between(component, component.content.clone());
        joined.push_joint(self.context, &mut outline, &old, Old::After, false);
        let joined = self.in_container(joined, component, true);
        self.begin_content(joined, component)
    }

    /// The boundary that appends to a component go to.
    fn counting_boundary(&self, component: usize) -> Option<Range<usize>> {
        let boundary = self.context.last_boundary(component)?;
        let counts = self.context.options.boundary != BoundaryPolicy::Ignore;
        counts.then(|| self.context.document.boundaries()[boundary].span.clone())
    }

    /// Makes what goes to `place` begin a line.
    fn begin_line(&self, joined: &mut Joined, place: usize) {
        if !self.text()[..place].ends_with('\n') {
            joined.prepend(self.context.line_ending);
        }
    }

    /// Makes what goes to `place` in a component begin a line.
    fn begin_at(&self, mut joined: Joined, component: &Component<'_>, place: usize) -> Joined {
        if place == component.content.start {
            return self.begin_content(joined, component);
        }
        self.begin_line(&mut joined, place);
        joined
    }

    /// Makes what goes to the start of a component begin a line: text after an opener on its line is raw HTML.
    fn begin_content(&self, mut joined: Joined, component: &Component<'_>) -> Joined {
        let start = component.content.start;
        self.begin_line(&mut joined, start);
        joined.lead = if self.text()[..start].ends_with('\n') {
            0
        } else {
            self.context.line_ending.len()
        };
        joined
    }

    /// Keeps a closer that comes to begin a line in the block quote or list item of its component.
    fn end_content(&self, mut joined: Joined, component: &Component<'_>) -> Joined {
        let end = component.content.end;
        let is_glued = end == component.closer.start && !self.text()[..end].ends_with('\n');
        if is_glued && joined.text.ends_with('\n') && self.keeps_prefix(component) {
            joined.text.push_str(&component.prefix);
            joined.tail = component.prefix.len();
        }
        joined
    }

    fn keeps_prefix(&self, component: &Component<'_>) -> bool {
        !component.prefix.is_empty() && self.context.options.prefix == Prefix::Keep
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
        // What only goes is on the account of what comes instead.
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

    /// Appends parts on lines of their own: before the boundary that counts, or else at the end.
    fn append(&mut self, index: usize, component: &Component<'_>, parts: &[usize]) {
        let text = self.text();
        let content_end = component.content.end;
        let Some(span) = self.counting_boundary(index) else {
            let joined = self.appended(component, parts, content_end, content_end..content_end);
            let joined = self.begin_at(joined, component, content_end);
            let joined = self.end_content(joined, component);
            self.push(content_end..content_end, joined, Cause::Content);
            return;
        };
        if let Some(own) = own_line(text, &span) {
            let joined = self.appended(component, parts, own.start, own.start..own.start);
            self.push(own.start..own.start, joined, Cause::Content);
            return;
        }
        let line = line_start(text, span.start).max(component.content.start);
        let end = line_end(text, span.end);
        let stays = self.boundary_stays(index);
        let ends_line = text[span.end..end].trim().is_empty() && end <= content_end;
        let (place, begins) = if ends_line && !stays {
            (end, false)
        } else {
            let begins_content = line == component.content.start;
            let has_text = !text[line..span.start].trim().is_empty();
            (span.start, begins_content || has_text)
        };
        // Without the boundary, the text comes right before what was typed after it.
        let rest = match stays {
            true => place..place,
            false => place.max(span.end)..content_end.max(place),
        };
        let mut joined = self.appended(component, parts, place, rest);
        if begins {
            joined = self.begin_at(joined, component, place);
        }
        self.push(place..place, joined, Cause::Content);
    }

    /// Joins the parts that are appended to a component at `place`, before the text in `rest`. Notes what is open at their end
    /// for the text after it.
    fn appended(
        &mut self,
        component: &Component<'_>,
        parts: &[usize],
        place: usize,
        rest: Range<usize>,
    ) -> Joined {
        let mut outline = outline_in(self.context.document, component, place);
        let mut joined = Joined::of(self.context, self.works, parts, &mut outline);
        let rest = self.content_between(component, rest);
        if rest.trim_ascii().is_empty() {
            self.end_html(&mut joined, &outline, component);
        } else {
            joined.push_joint(self.context, &mut outline, &rest, Old::After, false);
        }
        self.appended.insert(place, outline);
        self.in_container(joined, component, true)
    }

    /// Whether the boundary that counts in a component is there afterwards.
    fn boundary_stays(&self, index: usize) -> bool {
        self.context.options.boundary == BoundaryPolicy::Keep
            || self.context.last_boundary(index) == self.standing
    }

    /// Appends in the middle of a line.
    fn append_inline(&mut self, index: usize, component: &Component<'_>, mut joined: Joined) {
        let text = self.text();
        let Some(span) = self.counting_boundary(index) else {
            let end = component.content.end;
            self.push(end..end, joined, Cause::Content);
            return;
        };
        let place = match own_line(text, &span) {
            Some(own) => {
                // The line of the boundary is its own, so the text gets one too, in a component that ends in a line as well.
                if !joined.text.is_empty() && !joined.text.ends_with('\n') {
                    joined.text.push_str(self.context.line_ending);
                }
                own.start
            }
            None => {
                let behind = if self.boundary_stays(index) {
                    ""
                } else {
                    &text[span.end..component.content.end]
                };
                if would_join_words(&joined.text, behind) {
                    joined.text.push(' ');
                }
                span.start
            }
        };
        self.push(place..place, joined, Cause::Content);
    }

    fn new_exchange(&mut self, content: &Content) {
        let text = self.text();
        let line_ending = self.context.line_ending;
        let place = self
            .context
            .document
            .open_fence_at_end()
            .unwrap_or(text.len());
        let before = &text[..place];
        let mut joined = Joined::default();
        let starts_line = before.is_empty() || before == "\u{feff}" || before.ends_with('\n');
        if !starts_line {
            joined.text.push_str(line_ending);
        }
        let lines_end = before
            .strip_suffix('\n')
            .map(|before| before.strip_suffix('\r').unwrap_or(before));
        let is_apart = before.is_empty()
            || before == "\u{feff}"
            || lines_end.is_some_and(|b| b.is_empty() || b.ends_with('\n'));
        if !is_apart {
            joined.text.push_str(line_ending);
        }
        joined.text.push_str(NEW_OPENER);
        joined.text.push_str(line_ending);
        let parts = content.in_order();
        let inner = Joined::of(self.context, self.works, &parts, &mut Outline::default());
        let offset = joined.text.len();
        joined.text.push_str(&inner.text);
        joined.parts = inner
            .parts
            .into_iter()
            .map(|(index, range)| (index, range.start + offset..range.end + offset))
            .collect();
        if self.context.makes_fresh() {
            joined
                .text
                .push_str(&boundary_marker(&self.context.fresh_id));
            joined.text.push_str(line_ending);
        }
        joined.text.push_str(NEW_CLOSER);
        if starts_line {
            joined.text.push_str(line_ending);
        }
        if place < text.len() {
            joined.text.push_str(line_ending);
        }
        self.push(place..place, joined, Cause::NewExchange);
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

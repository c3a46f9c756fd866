//! The plan as changes of the text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::boundary::{boundary_marker, own_line, removal_of};
use crate::component::Component;
use crate::prefix::{with_prefix, with_prefix_if, without_prefix};
use crate::reader::{line_end, line_ending_end, line_start};
use crate::scan::{Old, Outline};

use super::changes::{Cause, Change, Changes};
use super::context::{Context, Fresh, Removal};
use super::inline::{Inline, would_join_words};
use super::joints::{outline_at, outline_in};
use super::options::{BoundaryPolicy, Prefix};
use super::part::Work;
use super::plan::{Content, Plan, Target};

/// The markers of the `exchange` that is made where there is none.
pub(crate) const NEW_OPENER: &str = "<!-- agent:exchange -->";
pub(crate) const NEW_CLOSER: &str = "<!-- /agent:exchange -->";

/// Text put together of parts.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    pub(crate) text: String,
    pub(crate) parts: Vec<(usize, Range<usize>)>,
    /// Bytes at the begin that end the line of an opener.
    lead: usize,
    /// Bytes at the end that begin the line of a closer.
    tail: usize,
}

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

    /// Joins parts that are on lines of their own, behind what `outline` has read. Between a routed part and its neighbour is a
    /// blank line; elsewhere there is one only where the blocks on both sides would not stay what they are.
    fn join(&self, parts: &[usize], outline: &mut Outline) -> Joined {
        join(self.context, self.works, parts, outline)
    }

    /// Adds what has to be between the text that `outline` has read and `after`.
    fn push_joint(
        &self,
        joined: &mut Joined,
        outline: &mut Outline,
        after: &str,
        old: Old,
        apart: bool,
    ) {
        joined.push_joint(outline, after, old, apart, self.context.line_ending);
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

    /// Puts what lines begin with in the block quote or list item of a component before those of `joined`.
    fn in_container(&self, joined: Joined, component: &Component<'_>) -> Joined {
        if !self.keeps_prefix(component) {
            return joined;
        }
        // Parts are whole lines in the order of the text, so that each piece can be given the prefix by itself.
        let prefix = &component.prefix;
        let mut moved = Joined {
            lead: joined.lead,
            ..Joined::default()
        };
        let mut done = 0;
        for (index, range) in &joined.parts {
            moved
                .text
                .push_str(&with_prefix(&joined.text[done..range.start], prefix));
            let start = moved.text.len();
            moved
                .text
                .push_str(&with_prefix(&joined.text[range.clone()], prefix));
            moved.parts.push((*index, start..moved.text.len()));
            done = range.end;
            // A line ending that was added after the part ends its line.
            if !range.is_empty() && !joined.text[..range.end].ends_with('\n') {
                let end = line_ending_end(&joined.text, done).unwrap_or(done);
                moved.text.push_str(&joined.text[done..end]);
                done = end;
            }
        }
        moved
            .text
            .push_str(&with_prefix(&joined.text[done..], prefix));
        moved
    }

    /// The same for what is in the middle of a line: its first line has what it begins with already.
    fn in_container_inline(&self, joined: Joined, component: &Component<'_>) -> Joined {
        if !self.keeps_prefix(component) || !joined.text.contains('\n') {
            return joined;
        }
        let mut moved = Joined {
            lead: joined.lead,
            tail: joined.tail,
            ..Joined::default()
        };
        let mut done = 0;
        for (index, range) in &joined.parts {
            let mut push = |range: Range<usize>| {
                let begins_line = joined.text[..range.start].ends_with('\n');
                let text = &joined.text[range];
                let text = with_prefix_if(text, &component.prefix, begins_line);
                moved.text.push_str(&text);
                moved.text.len()
            };
            let start = push(done..range.start);
            let end = push(range.clone());
            moved.parts.push((*index, start..end));
            done = range.end;
        }
        let begins_line = joined.text[..done].ends_with('\n');
        let rest = with_prefix_if(&joined.text[done..], &component.prefix, begins_line);
        moved.text.push_str(&rest);
        moved
    }

    /// Joins the parts round `old`, which stands in the middle of a line, one after another as they came: what goes
    /// before it, and what goes behind it.
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
                self.in_container_inline(behind, component)
            } else {
                let mut outline = Outline::default();
                let mut joined = self.join(&parts, &mut outline);
                self.end_html(&mut joined, &outline, component);
                let joined = self.begin_content(self.in_container(joined, component), component);
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
            let before = self.in_container_inline(before, component);
            let after = self.in_container_inline(after, component);
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

    /// What goes before the content of a component.
    fn prepended(&self, component: &Component<'_>, parts: &[usize]) -> Joined {
        let mut outline = Outline::default();
        let mut joined = self.join(parts, &mut outline);
        let old = self.content_between(component, component.content.clone());
        self.push_joint(&mut joined, &mut outline, &old, Old::After, false);
        self.begin_content(self.in_container(joined, component), component)
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

    /// Makes what goes to the begin of a component begin a line: what stands behind an opener is raw HTML.
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
        let line = line_start(text, span.start).max(component.content.start);
        let end = line_end(text, span.end);
        let (place, begins) = match own_line(text, &span) {
            Some(own) => (own.start, false),
            None if !self.boundary_stays(index)
                && text[span.end..end].trim().is_empty()
                && end <= content_end =>
            {
                (end, false)
            }
            None => {
                let begins =
                    line == component.content.start || !text[line..span.start].trim().is_empty();
                (span.start, begins)
            }
        };
        // Without the line of the boundary, the text comes right before what was typed after it.
        let rest = match own_line(text, &span) {
            None if !self.boundary_stays(index) => place.max(span.end)..content_end.max(place),
            _ => place..place,
        };
        let mut joined = self.appended(component, parts, place, rest);
        if begins {
            joined = self.begin_at(joined, component, place);
        }
        self.push(place..place, joined, Cause::Content);
    }

    /// What is appended to a component at `place`, before the text in `rest`. What is open at its end is noted for what comes
    /// after it.
    fn appended(
        &mut self,
        component: &Component<'_>,
        parts: &[usize],
        place: usize,
        rest: Range<usize>,
    ) -> Joined {
        let mut outline = outline_in(self.context.document, component, place);
        let mut joined = self.join(parts, &mut outline);
        let rest = self.content_between(component, rest);
        if !rest.trim_ascii().is_empty() {
            self.push_joint(&mut joined, &mut outline, &rest, Old::After, false);
        } else {
            self.end_html(&mut joined, &outline, component);
        }
        self.appended.insert(place, outline);
        self.in_container(joined, component)
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
        let inner = self.join(&content.in_order(), &mut Outline::default());
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

    /// The boundaries in a range of the document.
    fn boundaries_in(&self, range: &Range<usize>) -> Range<usize> {
        let boundaries = self.context.document.boundaries();
        let first = boundaries.partition_point(|boundary| boundary.span.start < range.start);
        let end = boundaries.partition_point(|boundary| boundary.span.start < range.end);
        first..end
    }

    fn removal(&self, boundary: usize) -> Range<usize> {
        removal_of(
            self.text(),
            &self.context.document.boundaries()[boundary].span,
        )
    }

    /// The boundary of `exchange` when it bears the fresh id, ends the content and is the only one there.
    fn standing_boundary(&self, exchange: Target) -> Option<usize> {
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

    fn removals(&mut self) {
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

    fn fresh(&mut self, exchange: usize) {
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

/// The texts of parts as they are on lines of their own, with nothing before them.
pub(crate) fn joined_texts(context: &Context<'_>, works: &[Work<'_>], parts: &[usize]) -> String {
    join(context, works, parts, &mut Outline::default()).text
}

fn join(
    context: &Context<'_>,
    works: &[Work<'_>],
    parts: &[usize],
    outline: &mut Outline,
) -> Joined {
    let mut joined = Joined::default();
    let mut last: Option<usize> = None;
    for &index in parts {
        let work = &works[index];
        let text = work.shown();
        if text.is_empty() {
            let at = joined.text.len();
            joined.parts.push((index, at..at));
            continue;
        }
        let apart = last
            .replace(index)
            .is_some_and(|last| work.routed || works[last].routed);
        joined.push_joint(outline, text, Old::Before, apart, context.line_ending);
        let start = joined.text.len();
        joined.text.push_str(text);
        joined.parts.push((index, start..joined.text.len()));
        if !text.ends_with('\n') {
            joined.text.push_str(context.line_ending);
        }
        outline.read(text);
    }
    joined
}

/// What is written between the text that `outline` has read and `after`: a closing fence where one is open, and then what keeps
/// the blocks on both sides what they are.
pub(crate) fn joint(
    outline: &Outline,
    after: &str,
    old: Old,
    apart: bool,
    line_ending: &str,
) -> String {
    let mut text = String::new();
    if after.is_empty() {
        return text;
    }
    let mut closed = None;
    if let Some(fence) = outline.open_fence() {
        text.extend(std::iter::repeat_n(char::from(fence.byte), fence.len));
        text.push_str(line_ending);
        let mut outline = outline.clone();
        outline.read(&text);
        closed = Some(outline);
    }
    let outline = closed.as_ref().unwrap_or(outline);
    for line in outline.joint(after, old, apart).lines() {
        text.push_str(line);
        text.push_str(line_ending);
    }
    text
}

impl Joined {
    /// Adds what has to be between the text that `outline` has read and `after`.
    fn push_joint(
        &mut self,
        outline: &mut Outline,
        after: &str,
        old: Old,
        apart: bool,
        line_ending: &str,
    ) {
        let from = self.text.len();
        self.text
            .push_str(&joint(outline, after, old, apart, line_ending));
        outline.read(&self.text[from..]);
    }

    fn prepend(&mut self, text: &str) {
        self.text.insert_str(0, text);
        for (_, range) in &mut self.parts {
            *range = range.start + text.len()..range.end + text.len();
        }
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

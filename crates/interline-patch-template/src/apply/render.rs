//! The plan as changes of the text.

use std::ops::Range;

use crate::boundary::{boundary_marker, own_line, removal_of};
use crate::component::Component;
use crate::reader::{line_end, line_start};

use super::changes::{Cause, Change, Changes};
use super::context::{Context, Fresh, Removal};
use super::inline::{Inline, would_join_words};
use super::options::BoundaryPolicy;
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
                cause,
            });
        }
    }

    /// Joins parts that stand on lines of their own. Between a routed part and its neighbour is a blank line.
    fn join(&self, parts: &[usize]) -> Joined {
        let line_ending = self.context.line_ending;
        let mut joined = Joined::default();
        let mut last: Option<usize> = None;
        for &index in parts {
            let work = &self.works[index];
            let apart = last
                .replace(index)
                .is_some_and(|last| work.routed || self.works[last].routed);
            if apart && !joined.text.is_empty() && !work.text.is_empty() {
                joined.text.push_str(line_ending);
            }
            let start = joined.text.len();
            joined.text.push_str(&work.text);
            joined.parts.push((index, start..joined.text.len()));
            if !work.text.is_empty() && !work.text.ends_with('\n') {
                joined.text.push_str(line_ending);
            }
        }
        joined
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
            let text = without_line_ending(&work.text);
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
                behind
            } else {
                self.begin_content(self.join(&parts), component)
            };
            self.replace(index, component, joined);
            return;
        }
        let start = component.content.start;
        let split = self
            .counting_boundary(index)
            .map_or(component.content.end, |boundary| boundary.start);
        let (before, behind) = if inline {
            self.join_inline(content, &self.text()[start..split])
        } else {
            let before = match content.before() {
                parts if parts.is_empty() => Joined::default(),
                parts => self.begin_content(self.join(&parts), component),
            };
            (before, self.join(content.after()))
        };
        self.push(start..start, before, Cause::Content);
        if !content.after().is_empty() {
            self.append(index, component, behind, inline);
        }
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

    fn append(
        &mut self,
        index: usize,
        component: &Component<'_>,
        mut joined: Joined,
        inline: bool,
    ) {
        let text = self.text();
        let Some(span) = self.counting_boundary(index) else {
            let end = component.content.end;
            if !inline {
                joined = self.begin_at(joined, component, end);
            }
            self.push(end..end, joined, Cause::Content);
            return;
        };
        let line = line_start(text, span.start).max(component.content.start);
        let end = line_end(text, span.end);
        let boundary = self.context.last_boundary(index);
        let stays =
            self.context.options.boundary == BoundaryPolicy::Keep || boundary == self.standing;
        let place = match own_line(text, &span) {
            Some(own) => {
                // The line of the boundary is its own, so the text gets one too, in a component that ends in a line as well.
                if inline && !joined.text.is_empty() && !joined.text.ends_with('\n') {
                    joined.text.push_str(self.context.line_ending);
                }
                own.start
            }
            None if inline => {
                let behind = if stays {
                    ""
                } else {
                    &text[span.end..component.content.end]
                };
                if would_join_words(&joined.text, behind) {
                    joined.text.push(' ');
                }
                span.start
            }
            None if !stays
                && text[span.end..end].trim().is_empty()
                && end <= component.content.end =>
            {
                end
            }
            None => {
                if line == component.content.start || !text[line..span.start].trim().is_empty() {
                    joined = self.begin_at(joined, component, span.start);
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
        let inner = self.join(&content.in_order());
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
            let insert = match context.removals[index] {
                Removal::Whole => "",
                Removal::BlankLine if line != boundary.span => context.line_ending,
                Removal::BlankLine | Removal::No => continue,
            };
            let joined = Joined {
                text: insert.to_owned(),
                ..Joined::default()
            };
            self.push(line, joined, Cause::Removal(index));
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
        let text = match component.inline {
            true => format!("{apart}{apart}{marker}"),
            false => format!("{apart}{prefix}{marker}{line_ending}"),
        };
        self.push(
            end..end,
            Joined {
                text,
                ..Joined::default()
            },
            Cause::Fresh,
        );
    }
}

impl Joined {
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

//! The plan as changes of the text.

use std::ops::Range;

use crate::boundary::{boundary_marker, removal_of};
use crate::component::Component;
use crate::reader::{is_alone_on_line, line_end, line_start};

use super::changes::{Cause, Change, Changes};
use super::context::{Context, Fresh, Removal};
use super::options::BoundaryPolicy;
use super::part::Work;
use super::plan::{Content, Plan, Target};

/// The markers of the `exchange` that is made where there is none.
pub(crate) const NEW_OPENER: &str = "<!-- agent:exchange -->";
pub(crate) const NEW_CLOSER: &str = "<!-- /agent:exchange -->";

/// Text put together of parts.
#[derive(Debug, Default)]
struct Joined {
    text: String,
    parts: Vec<(usize, Range<usize>)>,
    /// Bytes at the begin that end the line of an opener.
    lead: usize,
}

/// Turns the plan into changes. Linear in the document's components and boundaries and in the parts.
pub(crate) fn render(context: &Context<'_>, plan: &Plan, works: &[Work<'_>]) -> Changes {
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
    render.removals();
    if let (Some(Target::Component(index)), None) = (exchange, render.standing) {
        render.fresh(index);
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

    /// Joins parts. In a block each ends its line; between a routed part and its neighbour is a blank line.
    fn join(&self, parts: &[usize], inline: bool) -> Joined {
        let line_ending = self.context.line_ending;
        let mut joined = Joined::default();
        let mut last: Option<usize> = None;
        for &index in parts {
            let work = &self.works[index];
            let text = work.text.as_str();
            let text = if inline {
                without_line_ending(text)
            } else {
                text
            };
            if let Some(last) = last.replace(index) {
                let apart = work.routed || self.works[last].routed;
                if apart && !joined.text.is_empty() && !text.is_empty() {
                    if inline {
                        joined.text.push_str(line_ending);
                    }
                    joined.text.push_str(line_ending);
                } else if inline && would_join_words(&joined.text, text) {
                    joined.text.push(' ');
                }
            }
            let start = joined.text.len();
            joined.text.push_str(text);
            joined.parts.push((index, start..joined.text.len()));
            if !inline && !text.is_empty() && !text.ends_with('\n') {
                joined.text.push_str(line_ending);
            }
        }
        joined
    }

    fn component(&mut self, index: usize, content: &Content) {
        let component = self.at(index);
        if content.base.is_some() {
            let parts = content.in_order();
            self.replace(index, component, &parts);
            return;
        }
        let before = content.before();
        if !before.is_empty() {
            let inline = self.is_inline(component, &before);
            let mut joined = self.join(&before, inline);
            let start = component.content.start;
            if !inline {
                self.begin_content(&mut joined, component);
            } else if would_join_words(&joined.text, &self.text()[component.content.clone()]) {
                joined.text.push(' ');
            }
            self.push(start..start, joined, Cause::Content);
        }
        if !content.after().is_empty() {
            self.append(index, component, content.after());
        }
    }

    /// Makes what goes to `place` begin a line.
    fn begin_line(&self, joined: &mut Joined, place: usize) {
        if !self.text()[..place].ends_with('\n') {
            joined.prepend(self.context.line_ending);
        }
    }

    /// Makes what goes to the begin of a component begin a line: what stands behind an opener is raw HTML.
    fn begin_content(&self, joined: &mut Joined, component: &Component<'_>) {
        let start = component.content.start;
        self.begin_line(joined, start);
        joined.lead = if self.text()[..start].ends_with('\n') {
            0
        } else {
            self.context.line_ending.len()
        };
    }

    /// Whether the content stays within one line of the document, as the component does.
    fn is_inline(&self, component: &Component<'_>, parts: &[usize]) -> bool {
        component.inline && !parts.iter().any(|&part| self.works[part].own_lines)
    }

    fn replace(&mut self, index: usize, component: &Component<'_>, parts: &[usize]) {
        let inline = self.is_inline(component, parts);
        let mut joined = self.join(parts, inline);
        if !inline {
            self.begin_content(&mut joined, component);
        }
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
            BoundaryPolicy::Keep => self.context.last_boundary(Some(index)),
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

    fn append(&mut self, index: usize, component: &Component<'_>, parts: &[usize]) {
        let inline = self.is_inline(component, parts);
        let mut joined = self.join(parts, inline);
        let policy = self.context.options.boundary;
        let boundary = self
            .context
            .last_boundary(Some(index))
            .filter(|_| policy != BoundaryPolicy::Ignore);
        let text = self.text();
        let place = match boundary {
            Some(boundary) => {
                let span = &self.context.document.boundaries()[boundary].span;
                let line = line_start(text, span.start).max(component.content.start);
                let end = line_end(text, span.end);
                let stays = policy == BoundaryPolicy::Keep || Some(boundary) == self.standing;
                if component.inline {
                    if !inline {
                        self.begin_line(&mut joined, span.start);
                    }
                    span.start
                } else if is_alone_on_line(text, span) {
                    line
                } else if !stays
                    && text[span.end..end].trim().is_empty()
                    && end <= component.content.end
                {
                    end
                } else {
                    if !text[line..span.start].trim().is_empty() {
                        joined.prepend(self.context.line_ending);
                    }
                    span.start
                }
            }
            None => {
                let old = &text[component.content.clone()];
                let end = component.content.end;
                if component.inline && !inline {
                    if old.is_empty() {
                        self.begin_content(&mut joined, component);
                    } else {
                        self.begin_line(&mut joined, end);
                    }
                } else if inline && would_join_words(old, &joined.text) {
                    joined.prepend(" ");
                }
                end
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
        let inner = self.join(&content.in_order(), false);
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
            .is_some_and(|content| content.base.is_some())
        {
            return None;
        }
        let last = self.context.last_boundary(Some(index))?;
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
                BoundaryPolicy::Keep => context.last_boundary(boundary.component) != Some(index),
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
        self.plan.is_gone(component) || content.is_some_and(|content| content.base.is_some())
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

/// Whether the last word of the one text and the first of the other would become one.
fn would_join_words(before: &str, after: &str) -> bool {
    before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric)
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

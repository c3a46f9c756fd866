//! Responses that are applied again.

use crate::scan::{Outline, without_prefix};

use super::boundary_line::{insertion_at, removal_of};
use super::context::Context;
use super::decision::Decision;
use super::outcome::Status;
use super::parts::Parts;
use super::plan::{Plan, Target};
use super::policies::BoundaryPolicy;
use super::render::Joined;

/// Makes parts in which those that are already in their component are skipped: all that is appended to a component whose content
/// ends with it, at its end or before the boundary that counts, and all that is prepended if the content begins with it. Returns
/// them, and whether any is skipped, so that the plan has to be made again.
pub(super) fn skip_present<'c>(
    context: &Context<'c>,
    plan: &Plan<'c>,
    mut parts: Parts<'c>,
) -> (Parts<'c>, bool) {
    let mut present = Vec::new();
    for (target, content) in &plan.contents {
        // Replaced content needs no check: replacing it again gives the same bytes.
        let (Target::Component(index), None) = (target, content.base) else {
            continue;
        };
        let content_end = context.document.components()[*index].content.end;
        let old = without_boundaries(context, *index, content_end);
        // Text that was typed below the boundary stays below the answer.
        let above = context
            .counting_boundary(*index)
            .map(|span| insertion_at(context.document.text(), &span))
            .map(|end| without_boundaries(context, *index, end));
        let above = above.as_deref().unwrap_or_default();
        // A part is whole lines, or in the middle of a line whole words.
        let is_inline = context.document.components()[*index].inline;
        let is_edge = |c: char| matches!(c, '\r' | '\n') || is_inline && c == ' ';
        let ends_with = |text: &str| {
            [&old, above].iter().any(|old| {
                old.strip_suffix(text)
                    .is_some_and(|before| before.chars().next_back().is_none_or(is_edge))
            })
        };
        let begins_with = |text: &str| {
            old.strip_prefix(text)
                .is_some_and(|after| after.chars().next().is_none_or(is_edge))
        };
        let joined = |indices: &[usize]| {
            let joined = Joined::of(context, &parts, plan, indices, &mut Outline::default());
            comparable(&joined.text)
        };
        let after = &content.after;
        let text = joined(after);
        if !text.is_empty() && ends_with(&text) {
            present.extend_from_slice(after);
        }
        let before = content.before();
        let text = joined(&before);
        if !text.is_empty() && begins_with(&text) {
            present.extend(before);
        }
    }
    for &index in &present {
        parts.list[index].decided = Some(Decision {
            status: Status::AlreadyPresent,
            ..*plan.decision(index)
        });
    }
    (parts, !present.is_empty())
}

/// Returns a text without the line endings at its edges, and with `\n` for the others: the first line ending of the document decides
/// how an answer is written, and it may be another one since then.
fn comparable(text: &str) -> String {
    text.trim_matches(['\r', '\n']).replace("\r\n", "\n")
}

/// Returns the content of a component up to `end` without the boundaries in it, as [`comparable`] text.
fn without_boundaries(context: &Context<'_>, index: usize, end: usize) -> String {
    let document = context.document;
    let component = &document.components()[index];
    if context.options.boundary == BoundaryPolicy::Ignore {
        return comparable(&document.content(component));
    }
    let range = component.content.start..end.max(component.content.start);
    let mut text = String::with_capacity(range.len());
    let mut done = range.start;
    let boundaries = document.boundaries();
    let first = boundaries.partition_point(|boundary| boundary.span.start < range.start);
    let inside = boundaries[first..]
        .iter()
        .take_while(|boundary| boundary.span.start < range.end);
    for boundary in inside {
        let line = removal_of(document.text(), &boundary.span);
        if line.start >= done && line.end <= range.end {
            text.push_str(&document.text()[done..line.start]);
            done = line.end;
        }
    }
    text.push_str(&document.text()[done..range.end]);
    comparable(&without_prefix(&text, &component.prefix, true))
}

//! Makes parts that read back on their own.

use std::borrow::Cow;

use crate::apply::context::Context;
use crate::apply::parts::{Parts, SourcePart};
use crate::apply::plan::{Content, Plan, Target};
use crate::apply::policies::{BoundaryPolicy, InvalidContent};
use crate::scan::{Keyword, Outline, fence_at_end};

use super::blocks::{HTML, add_fence, escape_html};
use super::markers::{ESCAPE_ROUNDS, escape_live_markers};

/// Makes parts whose texts have the line ending of the document and read back on their own, as they will if the component
/// begins on a line of its own. Returns them, and whether one was rejected, so that the plan has to be made again.
///
/// Whether a part is inline, and whether text follows it, depends on the plan and is noted too.
pub(in crate::apply) fn prepare<'c>(
    context: &Context<'c>,
    plan: &Plan<'c>,
    mut parts: Parts<'c>,
) -> (Parts<'c>, bool) {
    let mut is_rejected = false;
    for (target, content) in &plan.contents {
        let is_inline = match target {
            Target::Component(index) => context.document.components()[*index].inline,
            Target::NewExchange => false,
        };
        note_followed(context, *target, content, &mut parts.list);
        for index in content.in_order() {
            let part = &mut parts.list[index];
            part.is_inline = is_inline;
            // Repairs of earlier rounds are in the text already and must not be undone.
            if std::mem::replace(&mut part.is_prepared, true) {
                continue;
            }
            part.text = with_line_ending(part.source, context.line_ending);
            if !is_inline {
                make_readable(part, &context.keyword, context.line_ending);
            }
            is_rejected |= reject_if_repaired(context, part);
        }
    }
    (parts, is_rejected)
}

/// Notes for each part of a component whether text comes after it before the next marker: a later part, the old content after
/// a prepended part, or after an appended part the text that was typed after a boundary which is removed.
fn note_followed(
    context: &Context<'_>,
    target: Target,
    content: &Content,
    parts: &mut [SourcePart<'_>],
) {
    let component = match (target, content.base) {
        (Target::Component(index), None) => Some(index),
        _ => None,
    };
    let has_text = |start: usize, index: usize| {
        let component = &context.document.components()[index];
        // A blank line in a block quote consists of the prefix.
        let rest = context
            .document
            .content_in(component, start..component.content.end);
        !rest.trim_ascii().is_empty()
    };
    let has_old = component
        .is_some_and(|index| has_text(context.document.components()[index].content.start, index));
    let is_removed = context.options.boundary == BoundaryPolicy::Refresh;
    let boundary = component.and_then(|index| Some((context.last_boundary(index)?, index)));
    let has_typed = boundary.is_some_and(|(last, index)| {
        is_removed && has_text(context.document.boundaries()[last].span.end, index)
    });
    let prepended = content.before().len();
    let mut has_later = false;
    for (position, index) in content.in_order().into_iter().enumerate().rev() {
        let part = &mut parts[index];
        let has_rest = if position < prepended {
            has_old
        } else {
            has_typed
        };
        part.is_followed = has_later || has_rest;
        has_later |= !part.text.trim_ascii().is_empty();
    }
}

/// Rejects a repaired part if the options say so. Returns whether it is rejected.
pub(super) fn reject_if_repaired(context: &Context<'_>, part: &mut SourcePart<'_>) -> bool {
    let is_rejected =
        context.options.invalid_content == InvalidContent::Reject && !part.repairs.is_empty();
    if is_rejected {
        part.reject();
    }
    is_rejected
}

/// Returns the text with another line ending. A lone CR ends no line and stays.
///
/// A CR at the end is half of a line ending, as a stream that was cut inside one leaves it. It is replaced by the line ending that is
/// written after the text.
pub(super) fn with_line_ending<'t>(text: &'t str, line_ending: &str) -> Cow<'t, str> {
    let text = text.strip_suffix('\r').unwrap_or(text);
    let unix = match text.contains("\r\n") {
        true => Cow::Owned(text.replace("\r\n", "\n")),
        false => Cow::Borrowed(text),
    };
    match line_ending {
        "\n" => unix,
        _ => Cow::Owned(unix.replace('\n', line_ending)),
    }
}

/// Makes a text on lines of its own read back, as far as can be decided from the text alone.
pub(super) fn make_readable(part: &mut SourcePart<'_>, keyword: &Keyword, line_ending: &str) {
    for round in 0..=ESCAPE_ROUNDS {
        let Some(at) = Outline::swallowing_html(&part.text, part.is_followed) else {
            break;
        };
        // One after another they could take as many rounds as the text has HTML blocks.
        if round == ESCAPE_ROUNDS {
            escape_html(part);
            break;
        }
        part.text.to_mut().replace_range(at..=at, "&lt;");
        part.note(HTML);
    }
    let has_fence = part.text.contains("```") || part.text.contains("~~~");
    if has_fence || part.text.contains("<!--") {
        escape_live_markers(part, keyword);
        close_fence(part, line_ending);
    }
}

/// Closes the fence that is open at the end of the text, unless the end of its list item or block quote does.
fn close_fence(part: &mut SourcePart<'_>, line_ending: &str) {
    if let Some(fence) = fence_at_end(&part.text, 0).filter(|fence| fence.is_top_level) {
        add_fence(part, line_ending, "", fence.byte, fence.len);
    }
}

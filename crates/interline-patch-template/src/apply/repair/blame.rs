//! Finds the part to blame, or the boundary.

use crate::apply::boundary_line::own_line;
use crate::apply::context::Context;
use crate::apply::outcome::Status;
use crate::apply::parts::{NewBoundary, Parts, Removal};
use crate::apply::plan::{Plan, Target};
use crate::apply::policies::Prefix;
use crate::apply::render::BoundaryChanges;
use crate::apply::verify::{NotVerified, Verified};
use crate::scan::without_prefix;

use super::ladder::escalate;
use super::markers::{MARKERS, escape_comments};
use super::prepare::reject_if_repaired;

/// Makes new parts after the text of the old ones did not read back.
///
/// `is_coarse`: everything that may be to blame is repaired at once, so that many faults take few rounds.
pub(in crate::apply) fn repair<'c>(
    context: &Context<'c>,
    parts: Parts<'c>,
    failed: &NotVerified<'c>,
    is_coarse: bool,
) -> Parts<'c> {
    let verify =
        |boundaries| Verified::new(context, &parts, Plan::new(context, &parts), boundaries);
    // Without any change of a boundary it does not read back either, so that a part is to blame.
    if let Err(failed) = verify(BoundaryChanges::None) {
        return match is_coarse {
            true => escalate_all(context, parts, &failed.plan),
            false => repair_one(context, parts, &failed.plan),
        };
    }
    // With the new boundary, but with all old ones in place.
    if verify(BoundaryChanges::New).is_err() {
        return without_new_boundary(parts);
    }
    let removals = failed.rendered.changes.removal_near(failed.mismatch.at);
    keep_boundary(context, parts, removals.filter(|_| !is_coarse))
}

/// Tries the next repair on every part.
fn escalate_all<'c>(context: &Context<'c>, mut parts: Parts<'c>, plan: &Plan<'c>) -> Parts<'c> {
    for (index, part) in parts.list.iter_mut().enumerate() {
        if part.is_live() && plan.decision(index).status == Status::Applied {
            escalate(context, part, None, "");
        }
    }
    parts
}

/// Repairs the part to blame: the first one with which the parts up to it do not read back. `plan` is that of all parts.
fn repair_one<'c>(context: &Context<'c>, mut parts: Parts<'c>, plan: &Plan<'c>) -> Parts<'c> {
    // A part that a later one replaces is not in the new text, so that it cannot be the cause.
    let hidden = plan.superseded();
    let verify_first = |parts: &Parts<'c>, count| {
        let plan = Plan::of_first(context, parts, count, hidden.clone());
        Verified::new(context, parts, plan, BoundaryChanges::None)
    };
    // The first `valid` parts read back, the first `invalid` do not.
    let (mut valid, mut invalid) = (0, parts.list.len());
    while invalid - valid > 1 {
        let middle = valid + (invalid - valid) / 2;
        match verify_first(&parts, middle) {
            Ok(_) => valid = middle,
            Err(_) => invalid = middle,
        }
    }
    let (plan, rendered, mismatch) = match verify_first(&parts, invalid) {
        Err(failed) => (failed.plan, failed.rendered, failed.mismatch),
        Ok(_) => return parts,
    };
    let prefix = match plan.target_of(valid) {
        Some(Target::Component(index)) => &*context.document.components()[index].prefix,
        _ => "",
    };
    let status = plan.decision(valid).status;
    let Some(part) = parts.list.get_mut(valid) else {
        return parts;
    };
    let range = rendered.changes.part(valid);
    let inside = range
        .as_ref()
        .filter(|range| mismatch.unexpected && range.contains(&mismatch.at));
    // Something in the part is live because of the text around it. If it is a marker, escaping it is enough.
    if let Some(range) = inside {
        let begins_line = rendered.text[..range.start].ends_with('\n');
        let before = &rendered.text[range.start..mismatch.at];
        let at = match context.options.prefix {
            Prefix::Keep => without_prefix(before, prefix, begins_line).len(),
            Prefix::Verbatim => before.len(),
        };
        let escaped = escape_comments(
            &part.text,
            &context.keyword,
            std::slice::from_ref(&(at..at)),
        );
        if escaped.len() != part.text.len() {
            part.text = escaped.into();
            part.note(MARKERS);
            // The repairs so far stay: they brought this marker to light.
            part.before_repair = None;
            reject_if_repaired(context, part);
            return parts;
        }
    }
    if part.is_live() && status == Status::Applied {
        let before = range.map(|range| &rendered.text[..range.end]);
        escalate(context, part, before, prefix);
    }
    parts
}

/// Takes the next way to write a new boundary.
fn without_new_boundary(parts: Parts<'_>) -> Parts<'_> {
    let new_boundary = match parts.new_boundary {
        NewBoundary::Plain => NewBoundary::Apart,
        NewBoundary::Apart | NewBoundary::No => NewBoundary::No,
    };
    Parts {
        new_boundary,
        ..parts
    }
}

/// Takes the next way to remove an old boundary, or each of them.
fn keep_boundary<'c>(
    context: &Context<'c>,
    mut parts: Parts<'c>,
    only: Option<usize>,
) -> Parts<'c> {
    let document = context.document;
    let removals = parts.removals.iter_mut().enumerate();
    for (index, removal) in removals.filter(|(index, _)| only.is_none_or(|only| only == *index)) {
        let is_line = own_line(document.text(), &document.boundaries()[index].span).is_some();
        *removal = match removal {
            Removal::Whole if is_line => Removal::EmptyLine,
            _ => Removal::No,
        };
    }
    parts
}

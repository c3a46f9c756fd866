//! Applying a response to a document.
//!
//! Four steps: [`plan`](plan::plan) folds the parts of the response, in their order, into what each component is to
//! hold; [`render`](render::render) turns that into changes of the text; the new text is read again and compared with
//! what was planned ([`verify`]); and where it does not read back, the part that is to blame is repaired or left out
//! ([`repair`]), until it does. A result that was not read back is never given out.

mod boundary;
mod changes;
mod context;
mod inline;
mod joined;
mod joints;
mod options;
mod outcome;
mod part;
mod plan;
mod render;
mod repair;
mod replay;
mod section;
mod verify;

use interline_text::{Edits, TextEdit, log_all};

use crate::read::{Document, Response};
use crate::scan::offset_without_prefix;

use boundary::fresh_id;

use changes::{Cause, Changes};
use context::Context;
use part::{Work, works};
use plan::{Plan, Target, plan};
use render::{Upkeep, render};
use replay::skip_present;
use verify::{Expected, Mismatch};

pub(crate) use boundary::own_line;
pub use boundary::{
    boundary_slug, reposition_boundary_to_end, reposition_boundary_to_end_with_summary,
};
pub(crate) use joined::joint;
pub(crate) use joints::outline_in;
pub use options::{
    ApplyOptions, BoundaryId, BoundaryPolicy, NearNames, Prefix, Replay, Unmatched, Unsafe,
};
pub use outcome::{Applied, Outcome, Part, Status};
pub use section::set_component;

/// Applies a response to a document: each patch goes into the component that bears its name.
///
/// Pure: no clock and no file, and no randomness unless the options ask for a random id. Total: whatever document and
/// response are, the result reads back as planned, and what could not be applied is told. The result is what applying
/// the parts one after another would give; it is computed once, in time linear in document and response.
///
/// What is told of the document is also given to the log, at warning level with the target `interline`.
///
/// ```
/// use interline_patch_template::{ApplyOptions, BoundaryPolicy, apply_patches, parse_patches};
///
/// let document = "<!-- agent:status -->\nred\n<!-- /agent:status -->\n";
/// let response = parse_patches("<!-- patch:status -->\ngreen\n<!-- /patch:status -->\n");
/// let applied = apply_patches(document, &response, &ApplyOptions::new());
/// assert_eq!(applied.text(), "<!-- agent:status -->\ngreen\n<!-- /agent:status -->\n");
/// ```
#[must_use]
pub fn apply_patches(document: &str, response: &Response<'_>, options: &ApplyOptions) -> Applied {
    let document = Document::read(document, &options.document_options());
    // Sections of other programs have no boundaries.
    let without_boundaries = options.clone().boundary(BoundaryPolicy::Ignore);
    let options = match options.markers {
        Some(_) => &without_boundaries,
        None => options,
    };
    let (fresh_id, passed_over) = fresh_id(
        &document,
        response,
        &options.boundary_id,
        options.summary.as_deref(),
    );
    let mut context = Context::new(&document, response, options, fresh_id);
    if passed_over {
        context.tell_bad_id();
    }
    let mut works = works(response, options);
    let Attempt {
        plan,
        changes,
        text,
    } = settle(&mut context, &mut works);
    let edits = edits_of(&context, &changes);
    let boundary = boundary_of(&context, &plan, &changes);
    let applied = context.into_applied(edits, text, works, boundary);
    log_all(&applied.diagnostics, None, document.text());
    applied
}

/// How often the new text is looked at part by part before repairs become coarse, so that the time stays linear.
const FINE_ROUNDS: usize = 32;

/// A result that has not been looked at yet.
struct Attempt {
    plan: Plan,
    changes: Changes,
    text: String,
}

/// Plans, renders and repairs until the new text reads back. Every round takes one of finitely many steps, the last of
/// which leave the document as it is, so that there is an end.
fn settle(context: &mut Context<'_>, works: &mut [Work<'_>]) -> Attempt {
    let mut round = 0;
    let mut replay = context.options.replay;
    let all = works.len();
    loop {
        let plan = plan(context, works, all);
        if repair::prepare(context, &plan, works) {
            continue;
        }
        if std::mem::take(&mut replay) == Replay::Skip && skip_present(context, &plan, works) {
            continue;
        }
        let (made, mismatch) = attempt(context, plan, works, Upkeep::All);
        let Some(mismatch) = mismatch else {
            return made;
        };
        round += 1;
        let coarse = round > FINE_ROUNDS;
        if let (_, Some(_)) = attempt_first(context, works, all, Upkeep::None) {
            match coarse {
                false => blame_part(context, works),
                true => works
                    .iter_mut()
                    .for_each(|work| repair::escalate(context, work, None, "")),
            }
        } else if let (_, Some(_)) = attempt_first(context, works, all, Upkeep::Fresh) {
            context.escalate_fresh();
        } else {
            let near = made.changes.removal_near(mismatch.at).filter(|_| !coarse);
            context.escalate_removal(near);
        }
    }
}

/// Applies the parts of a plan, and looks whether the new text reads back.
fn attempt(
    context: &Context<'_>,
    plan: Plan,
    works: &mut [Work<'_>],
    upkeep: Upkeep,
) -> (Attempt, Option<Mismatch>) {
    let changes = render(context, &plan, works, upkeep);
    let text = changes.apply(context.document.text());
    let mismatch = match changes.is_empty() {
        true => None,
        false => Expected::new(context, &plan, works, &changes)
            .compare(&Document::read(&text, &context.document_options)),
    };
    (
        Attempt {
            plan,
            changes,
            text,
        },
        mismatch,
    )
}

/// Applies the first `count` parts.
fn attempt_first(
    context: &Context<'_>,
    works: &mut [Work<'_>],
    count: usize,
    upkeep: Upkeep,
) -> (Attempt, Option<Mismatch>) {
    let plan = plan(context, works, count);
    attempt(context, plan, works, upkeep)
}

/// Repairs the part that is to blame: the one that does not read back behind those before it, which do.
fn blame_part(context: &Context<'_>, works: &mut [Work<'_>]) {
    // A part that a later one replaces is not in the new text, so it cannot be the cause.
    for work in &mut *works {
        work.is_muted = work.status == Status::Superseded;
    }
    let (mut sound, mut broken) = (0, works.len());
    while broken - sound > 1 {
        let middle = sound + (broken - sound) / 2;
        match attempt_first(context, works, middle, Upkeep::None) {
            (_, None) => sound = middle,
            (_, Some(_)) => broken = middle,
        }
    }
    let (attempt, mismatch) = attempt_first(context, works, broken, Upkeep::None);
    let target = attempt.plan.target_of(sound);
    for work in &mut *works {
        work.is_muted = false;
    }
    let (Some(work), Some(mismatch)) = (works.get_mut(sound), mismatch) else {
        return;
    };
    let prefix = match target {
        Some(Target::Component(index)) => &*context.document.components()[index].prefix,
        _ => "",
    };
    let place = attempt.changes.part(sound);
    let inside = place
        .as_ref()
        .filter(|place| mismatch.unexpected && place.contains(&mismatch.at));
    if let Some(place) = inside {
        let at = match context.options.prefix {
            Prefix::Keep => {
                let begins_line = attempt.text[..place.start].ends_with('\n');
                let at = mismatch.at - place.start;
                offset_without_prefix(&work.text, prefix, begins_line, at)
            }
            Prefix::Verbatim => mismatch.at - place.start,
        };
        if repair::escape_at(context, work, at) {
            return;
        }
    }
    let before = place.map(|place| &attempt.text[..place.end]);
    repair::escalate(context, work, before, prefix);
}

/// The changes as edits that never delete and insert again what stays.
fn edits_of(context: &Context<'_>, changes: &Changes) -> Edits {
    let text = context.document.text();
    let edits: Vec<TextEdit> = changes.edits(text);
    Edits::new(text, edits).unwrap_or_else(|_| Edits::none(text.len()))
}

/// The id of the boundary that counts in the `exchange` of the new text.
fn boundary_of(context: &Context<'_>, plan: &Plan, changes: &Changes) -> Option<String> {
    let exchange = plan.exchange(context)?;
    let made = (0..changes.len()).any(|index| {
        let cause = changes.get(index).cause;
        cause == Cause::Fresh || cause == Cause::NewExchange && context.makes_fresh()
    });
    if made {
        return Some(context.fresh_id.clone());
    }
    let Target::Component(index) = exchange else {
        return None;
    };
    let standing = &context.document.boundaries()[context.last_boundary(index)?];
    (!changes.takes(standing.span.start)).then(|| standing.id.clone().into_owned())
}

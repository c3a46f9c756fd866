use interline_text::Edits;

use crate::read::{Document, Response};

use super::applied::Applied;
use super::context::Context;
use super::options::ApplyOptions;
use super::parts::Parts;
use super::plan::{Plan, Target};
use super::policies::{BoundaryPolicy, Replay};
use super::render::{BoundaryChanges, Cause};
use super::repair::{prepare, repair};
use super::replay::skip_present;
use super::report;
use super::verify::Verified;

/// Applies a response to a document: each patch to the component with its name.
///
/// The result is the same as applying the parts of the response one after another; it is computed at once, in time linear in
/// document and response. Applying is pure: it uses no clock and no file, and no randomness unless the options ask for a random
/// id. It never fails: whatever the document and the response are, the result reads back as planned, and parts that could not be
/// applied are reported.
///
/// # Examples
///
/// ```
/// use interline_patch_template::{ApplyOptions, apply_patches, parse_patches};
///
/// let document = "<!-- agent:status -->\nred\n<!-- /agent:status -->\n";
/// let response = parse_patches("<!-- patch:status -->\ngreen\n<!-- /patch:status -->\n");
/// let applied = apply_patches(document, &response, &ApplyOptions::new());
/// assert_eq!(applied.text(), "<!-- agent:status -->\ngreen\n<!-- /agent:status -->\n");
/// ```
#[must_use]
pub fn apply_patches(document: &str, response: &Response<'_>, options: &ApplyOptions) -> Applied {
    let document = Document::read(document, &options.document);
    // Sections of other programs have no boundaries.
    let without_boundaries = options.clone().boundary(BoundaryPolicy::Ignore);
    let options = match options.document.markers {
        Some(_) => &without_boundaries,
        None => options,
    };
    let context = Context::new(&document, response, options);
    let (parts, verified) = verified(&context, Parts::new(&context));
    let applied = applied(&context, &parts, verified);
    #[cfg(feature = "log")]
    interline_text::log_all(&applied.diagnostics, None, document.text());
    applied
}

/// After so many rounds everything that may be to blame is repaired at once, so that the time stays linear in the parts.
const FINE_ROUNDS: usize = 32;

/// Plans, renders and verifies, and repairs until the new text reads back. Each round takes one of finitely many steps, the last
/// of which leave the document as it is, so that this ends.
fn verified<'c>(context: &Context<'c>, mut parts: Parts<'c>) -> (Parts<'c>, Verified<'c>) {
    let mut round = 0;
    let mut skips = context.options.replay == Replay::Skip;
    if skips {
        // A part that is present is there as it was given, or as it is prepared below: that depends on the text that followed it.
        (parts, _) = skip_present(context, &Plan::new(context, &parts), parts);
    }
    loop {
        let plan = Plan::new(context, &parts);
        let (prepared, is_rejected) = prepare(context, &plan, parts);
        parts = prepared;
        // Without that part later ones may replace other content, so that everything is planned again.
        if is_rejected {
            continue;
        }
        if std::mem::take(&mut skips) {
            let (kept, is_skipped) = skip_present(context, &plan, parts);
            parts = kept;
            if is_skipped {
                continue;
            }
        }
        match Verified::new(context, &parts, plan, BoundaryChanges::All) {
            Ok(verified) => return (parts, verified),
            Err(failed) => {
                round += 1;
                parts = repair(context, parts, &failed, round > FINE_ROUNDS);
            }
        }
    }
}

fn applied(context: &Context<'_>, parts: &Parts<'_>, verified: Verified<'_>) -> Applied {
    let text = context.document.text();
    let boundary = boundary(context, parts, &verified);
    let Verified { plan, rendered } = verified;
    let edits = rendered.changes.edits(text);
    let outcomes = parts.list.iter().enumerate();
    Applied {
        edits: Edits::new(text, edits).unwrap_or_else(|_| Edits::none(text.len())),
        outcomes: outcomes
            .map(|(index, part)| report::outcome(part, plan.decision(index)))
            .collect(),
        diagnostics: report::of_document(context, parts, boundary.as_deref()),
        response_diagnostics: report::of_response(context, parts, &plan),
        boundary,
        text: rendered.text,
    }
}

/// Returns the id of the boundary that counts in the `exchange` of the new text.
fn boundary(context: &Context<'_>, parts: &Parts<'_>, verified: &Verified<'_>) -> Option<String> {
    let changes = &verified.rendered.changes;
    let exchange = verified.plan.exchange(context)?;
    let is_new = (0..changes.len()).any(|index| match changes.get(index).cause {
        Cause::NewBoundary => true,
        Cause::NewExchange => parts.has_new_boundary(context.options),
        Cause::Content | Cause::Removal(_) => false,
    });
    if is_new {
        return Some(context.new_id().to_owned());
    }
    let Target::Component(index) = exchange else {
        return None;
    };
    let old = &context.document.boundaries()[context.last_boundary(index)?];
    (!changes.removes(old.span.start)).then(|| old.id.clone().into_owned())
}

//! Reads the new text again and compares it with the plan.

mod expected;
mod nearby;

use crate::read::Document;

use super::context::Context;
use super::parts::Parts;
use super::plan::Plan;
use super::render::{BoundaryChanges, Rendered};

use expected::{Expected, Mismatch};
use nearby::reads_back;

/// A plan whose new text reads back as planned.
#[derive(Debug)]
pub(in crate::apply) struct Verified<'c> {
    pub(in crate::apply) plan: Plan<'c>,
    pub(in crate::apply) rendered: Rendered,
}

/// A plan whose new text does not read back.
#[derive(Debug)]
pub(in crate::apply) struct NotVerified<'c> {
    pub(in crate::apply) plan: Plan<'c>,
    pub(in crate::apply) rendered: Rendered,
    pub(in crate::apply) mismatch: Mismatch,
}

impl<'c> Verified<'c> {
    /// Renders a plan, reads the new text again and compares it with the plan. Linear, but for the sorting of offsets.
    pub(in crate::apply) fn new(
        context: &Context<'c>,
        parts: &Parts<'c>,
        plan: Plan<'c>,
        boundaries: BoundaryChanges,
    ) -> Result<Self, Box<NotVerified<'c>>> {
        let rendered = Rendered::new(context, parts, &plan, boundaries);
        match mismatch(context, &plan, parts, &rendered) {
            None => Ok(Self { plan, rendered }),
            Some(mismatch) => Err(Box::new(NotVerified {
                plan,
                rendered,
                mismatch,
            })),
        }
    }
}

/// Returns the first location where the new text does not read as planned.
fn mismatch(
    context: &Context<'_>,
    plan: &Plan<'_>,
    parts: &Parts<'_>,
    rendered: &Rendered,
) -> Option<Mismatch> {
    if rendered.changes.is_empty() {
        // The document reads as it did.
        return None;
    }
    let expected = Expected::new(context, plan, parts, &rendered.changes);
    let read_all = || expected.compare(&Document::read(&rendered.text, &context.options.document));
    if reads_back(context, &expected, rendered) {
        debug_assert_eq!(read_all(), None, "{:?}", rendered.text);
        return None;
    }
    read_all()
}

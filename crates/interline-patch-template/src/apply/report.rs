//! The outcomes and diagnostics of a verified result.

use interline_text::{Diagnostic, Severity};

use crate::config::Mode;
use crate::diagnostics;
use crate::read::messages;

use super::context::Context;
use super::decision::Decision;
use super::outcome::{Outcome, Part, Status};
use super::parts::{NewBoundary, Parts, Removal, SourcePart};
use super::plan::Plan;
use super::policies::BoundaryPolicy;

/// Returns the outcome of a part.
pub(super) fn outcome(part: &SourcePart<'_>, decision: &Decision<'_>) -> Outcome {
    // A rejected part is in no component, whatever was planned for it before the repair gave up.
    let is_in = decision.status != Status::Rejected;
    Outcome {
        part: part.part,
        status: decision.status,
        component: decision.component.filter(|_| is_in).map(str::to_owned),
        mode: decision.mode.filter(|_| is_in),
        routed: decision.is_routed && is_in,
        repaired: !part.repairs.is_empty() && is_in,
    }
}

/// Returns the problems of the document, in order. `boundary`: the id of the boundary that ends `exchange`.
pub(super) fn of_document(
    context: &Context<'_>,
    parts: &Parts<'_>,
    boundary: Option<&str>,
) -> Vec<Diagnostic> {
    let mut found = context.document.diagnostics().to_vec();
    if context.options.boundary != BoundaryPolicy::Ignore {
        boundaries(context, parts, &mut found);
    }
    // The configuration is another file, so that a mistake in it is reported at the component that it is for.
    configured_modes(context, &mut found);
    if boundary.is_none() && parts.new_boundary == NewBoundary::No {
        found.extend(no_boundary(context));
    }
    found.sort_by_key(|diagnostic| diagnostic.span.start);
    found
}

fn boundaries(context: &Context<'_>, parts: &Parts<'_>, found: &mut Vec<Diagnostic>) {
    let boundaries = context.document.boundaries();
    for (index, boundary) in boundaries.iter().enumerate() {
        let component = boundary.component;
        let last = component.and_then(|component| context.last_boundary(component));
        if let Some(last) = last.filter(|&last| last != index) {
            let diagnostic = Diagnostic::new(
                Severity::Warning,
                diagnostics::SEVERAL_BOUNDARIES,
                boundary.span.clone(),
                format!(
                    "the component has several boundaries; only the last one, on line {}, counts",
                    boundaries[last].line
                ),
            );
            let last = boundaries[last].span.clone();
            found.push(diagnostic.with_related(last, "this one counts"));
        }
        if parts.removals[index] == Removal::No {
            found.push(Diagnostic::new(
                Severity::Warning,
                diagnostics::BOUNDARY_KEPT,
                boundary.span.clone(),
                "this boundary stays: without it a marker near it would become code or frontmatter, or leave it, or be in another list item or block quote",
            ));
        }
    }
}

fn no_boundary(context: &Context<'_>) -> Option<Diagnostic> {
    let exchange = context.document.component("exchange")?;
    Some(Diagnostic::new(
        Severity::Warning,
        diagnostics::NO_BOUNDARY,
        exchange.closer.clone(),
        "no boundary is written at the end of `exchange`: it would be code there, or make code of the text after it; close the \
         fence or code span that is open there",
    ))
}

/// Reports modes of the configuration that are not known, at the components that they are for.
fn configured_modes(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for component in context.document.components() {
        let Some(config) = context.options.config.get(&component.name) else {
            continue;
        };
        for (key, value) in [("patch", &config.patch), ("mode", &config.mode)] {
            if let Some(Err(why)) = value.as_deref().map(str::parse::<Mode>) {
                let key = format!("configured {key}");
                found.push(messages::unknown_mode(component, &key, &why));
            }
        }
    }
}

/// Returns the problems of the response, in the order of its parts.
pub(super) fn of_response(
    context: &Context<'_>,
    parts: &Parts<'_>,
    plan: &Plan<'_>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if context.options.boundary_id.is_invalid() {
        found.push(Diagnostic::new(
            Severity::Warning,
            diagnostics::BAD_BOUNDARY_ID,
            0..0,
            "the given boundary id is not one word that begins with a letter or digit; a derived id is used",
        ));
    }
    for (index, part) in parts.list.iter().enumerate() {
        of_part(context, part, plan.decision(index), &mut found);
    }
    found
}

fn of_part(
    context: &Context<'_>,
    part: &SourcePart<'_>,
    decision: &Decision<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let label = match (part.part, part.name) {
        (Part::Patch(_), Some(name)) => format!("`patch:{name}`"),
        _ => "the text outside patches".to_owned(),
    };
    let mut report = |severity, code: &'static str, message: String| {
        found.push(Diagnostic::new(severity, code, part.span.clone(), message));
    };
    let component = decision.component.unwrap_or_default();
    match decision.status {
        Status::Rejected if decision.is_missing => {
            // A gap without a component is a gap without an `exchange`.
            let name = part.name.unwrap_or("exchange");
            report(
                Severity::Error,
                diagnostics::MISSING_COMPONENT,
                format!(
                    "{label} is not applied: the document has no `{}`; write `{}` and `{}` where it belongs{}",
                    context.keyword.label(name),
                    context.keyword.opener(name),
                    context.keyword.closer(name),
                    suggestion(context, part.name)
                ),
            );
        }
        Status::Rejected => report(
            Severity::Error,
            diagnostics::REJECTED,
            format!(
                "{label} is not applied: with it the document would not read back ({}); escape the markers and \
                 backticks in it and close its fences",
                part.repairs.join(", ")
            ),
        ),
        Status::Superseded => report(
            Severity::Warning,
            diagnostics::SUPERSEDED,
            format!("{label} is superseded: a later patch replaces the content that it is part of"),
        ),
        Status::Applied => {
            if let (Some(name), true) = (part.name, decision.is_routed) {
                report(
                    Severity::Warning,
                    diagnostics::MISSING_COMPONENT,
                    format!(
                        "{label} is appended to `{component}`: the document has no component `agent:{name}`{}",
                        suggestion(context, Some(name))
                    ),
                );
            }
            if let (Some(name), true) = (part.name, decision.is_near) {
                report(
                    Severity::Info,
                    diagnostics::NEAR_NAME,
                    format!(
                        "{label} is applied to `{component}`, the only component with a name like `{name}`"
                    ),
                );
            }
            if !part.repairs.is_empty() {
                report(
                    Severity::Warning,
                    diagnostics::REPAIRED,
                    format!(
                        "{label} was changed so that it reads back: {}",
                        part.repairs.join(", ")
                    ),
                );
            }
        }
        Status::AlreadyPresent => report(
            Severity::Info,
            diagnostics::ALREADY_PRESENT,
            format!("{label} is already in `{component}`, and is not added again"),
        ),
        // The caller asked for it.
        Status::Discarded => {}
    }
}

/// Returns the end of a message about a missing component: the name that was probably meant.
fn suggestion(context: &Context<'_>, name: Option<&str>) -> String {
    match name.and_then(|name| context.nearest_name(name)) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    }
}

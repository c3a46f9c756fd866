//! What stays the same over the rounds of one call, and what is to be told.

use std::collections::HashMap;

use interline_text::{Diagnostic, Edits, Severity, is_near, nearest};

use crate::config::Mode;
use crate::diagnostics;
use crate::options::DocumentOptions;
use crate::read::{Document, Response, messages};
use crate::scan::Keyword;

use super::boundary::own_line;
use super::options::{ApplyOptions, BoundaryPolicy};
use super::outcome::{Applied, Outcome, Part, Status};
use super::part::Work;

/// How an old boundary is taken out of the text, from the plain way to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    Whole,
    /// Its line stays, empty.
    BlankLine,
    /// It stays, because without it another marker would change its meaning.
    No,
}

/// How a fresh boundary is put into the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fresh {
    Plain,
    /// Behind a blank line.
    Apart,
    /// Not at all, because with it another marker would change its meaning.
    No,
}

/// Components among which a name like that of a patch is looked for, so that many patches take linear time.
const NEAR_LIMIT: usize = 64;

#[derive(Debug)]
pub(crate) struct Context<'c> {
    pub(crate) document: &'c Document<'c>,
    pub(crate) options: &'c ApplyOptions,
    pub(crate) document_options: DocumentOptions,
    pub(crate) keyword: Keyword,
    pub(crate) line_ending: &'static str,
    pub(crate) fresh_id: String,
    /// By boundary of the document.
    pub(crate) removals: Vec<Removal>,
    pub(crate) fresh: Fresh,
    response: &'c Response<'c>,
    by_name: HashMap<&'c str, Vec<usize>>,
    inner_ends: Vec<usize>,
    /// By the component that they stand in.
    last_boundaries: HashMap<usize, usize>,
    id_passed_over: bool,
}

impl<'c> Context<'c> {
    pub(crate) fn new(
        document: &'c Document<'c>,
        response: &'c Response<'c>,
        options: &'c ApplyOptions,
        fresh_id: String,
    ) -> Self {
        let components = document.components();
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::with_capacity(components.len());
        let mut inner_ends = vec![0; components.len()];
        for (index, component) in components.iter().enumerate() {
            by_name.entry(&component.name).or_default().push(index);
        }
        for (index, component) in components.iter().enumerate().rev() {
            inner_ends[index] = inner_ends[index].max(index + 1);
            if let Some(parent) = component.parent {
                inner_ends[parent] = inner_ends[parent].max(inner_ends[index]);
            }
        }
        let boundaries = document.boundaries().iter().enumerate();
        let last_boundaries = boundaries
            .filter_map(|(index, boundary)| Some((boundary.component?, index)))
            .collect();
        Self {
            document,
            options,
            last_boundaries,
            document_options: options.document_options(),
            keyword: options.document_options().keyword(),
            line_ending: document.line_ending(),
            fresh_id,
            removals: vec![Removal::Whole; document.boundaries().len()],
            fresh: Fresh::Plain,
            response,
            by_name,
            inner_ends,
            id_passed_over: false,
        }
    }

    /// The components of that name, in the order of the document.
    pub(crate) fn named(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The components inside `component` are those behind it up to this index.
    pub(crate) fn inner_end(&self, component: usize) -> usize {
        self.inner_ends[component]
    }

    /// The last boundary that stands in that component itself, not in one inside it; the one that counts.
    pub(crate) fn last_boundary(&self, component: usize) -> Option<usize> {
        self.last_boundaries.get(&component).copied()
    }

    /// Tries the next way to put a fresh boundary into the text.
    pub(crate) fn escalate_fresh(&mut self) {
        self.fresh = match self.fresh {
            Fresh::Plain => Fresh::Apart,
            Fresh::Apart | Fresh::No => Fresh::No,
        };
    }

    /// Tries the next way to take an old boundary out of the text, or all of them.
    pub(crate) fn escalate_removal(&mut self, boundary: Option<usize>) {
        let document = self.document;
        let removals = self.removals.iter_mut().enumerate();
        for (index, removal) in
            removals.filter(|(index, _)| boundary.is_none_or(|only| only == *index))
        {
            let is_line = own_line(document.text(), &document.boundaries()[index].span).is_some();
            *removal = match removal {
                Removal::Whole if is_line => Removal::BlankLine,
                _ => Removal::No,
            };
        }
    }

    /// Whether a fresh boundary is to end `exchange`.
    pub(crate) fn makes_fresh(&self) -> bool {
        self.options.boundary == BoundaryPolicy::Refresh && self.fresh != Fresh::No
    }

    pub(crate) fn tell_bad_id(&mut self) {
        self.id_passed_over = true;
    }

    pub(crate) fn into_applied(
        self,
        edits: Edits,
        text: String,
        works: Vec<Work<'_>>,
        boundary: Option<String>,
    ) -> Applied {
        let mut diagnostics = self.document.diagnostics().to_vec();
        let mut response_diagnostics = Vec::new();
        self.tell_boundaries(&mut diagnostics);
        self.tell_configured_modes(&mut diagnostics);
        self.tell_no_boundary(boundary.as_deref(), &mut diagnostics);
        diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        if self.id_passed_over {
            response_diagnostics.push(Diagnostic::new(
                Severity::Warning,
                diagnostics::BAD_BOUNDARY_ID,
                0..0,
                "the id given for the boundary is not one word that begins with a letter or digit; one was derived",
            ));
        }
        let mut outcomes = Vec::with_capacity(works.len());
        for work in works {
            response_diagnostics.extend(self.told_of(&work));
            outcomes.push(Outcome {
                part: work.part,
                status: work.status,
                component: work.component.filter(|_| work.status != Status::Rejected),
                mode: work.mode.filter(|_| work.status != Status::Rejected),
                routed: work.routed && work.status != Status::Rejected,
                repaired: !work.repairs.is_empty() && work.status != Status::Rejected,
            });
        }
        Applied {
            text,
            edits,
            outcomes,
            diagnostics,
            response_diagnostics,
            boundary,
        }
    }

    fn tell_boundaries(&self, diagnostics: &mut Vec<Diagnostic>) {
        if self.options.boundary == BoundaryPolicy::Ignore {
            return;
        }
        let boundaries = self.document.boundaries();
        for (index, boundary) in boundaries.iter().enumerate() {
            let counts = boundary
                .component
                .and_then(|component| self.last_boundary(component));
            if let Some(counts) = counts.filter(|&counts| counts != index) {
                let told = Diagnostic::new(
                    Severity::Warning,
                    diagnostics::SEVERAL_BOUNDARIES,
                    boundary.span.clone(),
                    format!(
                        "there are several boundaries here; the last one, on line {}, counts, and the others are removed",
                        boundaries[counts].line
                    ),
                );
                diagnostics
                    .push(told.with_related(boundaries[counts].span.clone(), "this one counts"));
            }
            if self.removals[index] == Removal::No {
                diagnostics.push(Diagnostic::new(
                    Severity::Warning,
                    diagnostics::BOUNDARY_KEPT,
                    boundary.span.clone(),
                    "this boundary stays: without it a marker near it would become code or cease to be",
                ));
            }
        }
    }

    fn tell_no_boundary(&self, boundary: Option<&str>, diagnostics: &mut Vec<Diagnostic>) {
        let exchange = self.document.component("exchange");
        if let (Some(exchange), None, Fresh::No) = (exchange, boundary, self.fresh) {
            let message = "no boundary ends `exchange`: there it would be code, or make code of what follows; close the \
                fence or code span that is open at its end";
            diagnostics.push(Diagnostic::new(
                Severity::Warning,
                diagnostics::NO_BOUNDARY,
                exchange.closer.clone(),
                message,
            ));
        }
    }

    /// The words of the configuration that are no modes, at the components that they are for.
    fn tell_configured_modes(&self, diagnostics: &mut Vec<Diagnostic>) {
        for component in self.document.components() {
            let Some(config) = self.options.config.get(&component.name) else {
                continue;
            };
            for (key, word) in [("patch", &config.patch), ("mode", &config.mode)] {
                if let Some(Err(why)) = word.as_deref().map(str::parse::<Mode>) {
                    diagnostics.push(messages::unknown_mode(
                        component,
                        &format!("configured {key}"),
                        &why,
                    ));
                }
            }
        }
    }

    /// The component that a patch was probably meant for, in words.
    fn near_hint(&self, name: Option<&str>) -> String {
        let names = self.document.components().iter().take(NEAR_LIMIT);
        let names = names.map(|component| &*component.name);
        match name.and_then(|name| nearest(name, names)) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => String::new(),
        }
    }

    /// The only component with nearly that name.
    pub(crate) fn near_component(&self, name: &str) -> Option<&'c str> {
        let document = self.document;
        let names = document.components().iter().take(NEAR_LIMIT);
        let mut near: Vec<&str> = names
            .map(|component| &*component.name)
            .filter(|known| is_near(name, known))
            .collect();
        near.sort_unstable();
        near.dedup();
        match near.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    fn told_of(&self, work: &Work<'_>) -> Vec<Diagnostic> {
        let what = match work.part {
            Part::Patch(index) => self
                .response
                .patches
                .get(index)
                .map_or_else(String::new, |patch| format!("`patch:{}`", patch.name)),
            Part::Gap(_) => "the text outside patches".to_owned(),
        };
        let mut told = Vec::new();
        let mut tell = |severity, code: &'static str, message: String| {
            told.push(Diagnostic::new(severity, code, work.span.clone(), message));
        };
        let component = work.component.as_deref().unwrap_or_default();
        match work.status {
            Status::Rejected if work.is_homeless => tell(
                Severity::Error,
                diagnostics::MISSING_COMPONENT,
                format!(
                    "{what} is not applied: there is no `{}` in the document; write `{}` and `{}` where it belongs{}",
                    self.keyword.label(work.name.unwrap_or("exchange")),
                    self.keyword.opener(work.name.unwrap_or("exchange")),
                    self.keyword.closer(work.name.unwrap_or("exchange")),
                    self.near_hint(work.name)
                ),
            ),
            Status::Rejected => tell(
                Severity::Error,
                diagnostics::REJECTED,
                format!(
                    "{what} is not applied: with it the document would not read back ({}); escape the markers and \
                     backticks in it and close its fences",
                    work.repairs.join(", ")
                ),
            ),
            Status::Superseded => tell(
                Severity::Warning,
                diagnostics::SUPERSEDED,
                format!("{what} is superseded: a later patch replaces what it went into"),
            ),
            Status::Applied => {
                if let (Some(name), true) = (work.name, work.routed) {
                    tell(
                        Severity::Warning,
                        diagnostics::MISSING_COMPONENT,
                        format!(
                            "{what} goes to `{component}`: there is no component `agent:{name}` in the document{}",
                            self.near_hint(Some(name))
                        ),
                    );
                }
                if let (Some(name), true) = (work.name, work.is_near) {
                    tell(
                        Severity::Info,
                        diagnostics::NEAR_NAME,
                        format!(
                            "{what} goes to `{component}`, the only component with a name like `{name}`"
                        ),
                    );
                }
                if !work.repairs.is_empty() {
                    tell(
                        Severity::Warning,
                        diagnostics::REPAIRED,
                        format!(
                            "{what} was changed so that it reads back: {}",
                            work.repairs.join(", ")
                        ),
                    );
                }
            }
            Status::AlreadyPresent => tell(
                Severity::Info,
                diagnostics::ALREADY_PRESENT,
                format!("{what} is in `{component}` already, and is not added again"),
            ),
            Status::Discarded => {}
        }
        told
    }
}

//! `interline set`.

use std::path::PathBuf;

use clap::Args;
use interline::patch_template::{ApplyOptions, set_component};

use crate::diff;
use crate::failure::Failure;
use crate::finding::{Finding, Source};
use crate::input;
use crate::markers::MarkerTemplates;
use crate::output::Outcome;
use crate::usage::{looks_like_option, unknown_option};
use crate::write::apply_to_file;

/// Set the content of one component: the managed section of a program
///
/// The content is data: a marker in it is escaped. Everything else in the document stays.
#[derive(Debug, Args)]
pub(crate) struct Set {
    /// The document; `-` for standard input, and the new document is printed
    document: PathBuf,
    /// The name of the component
    component: String,
    /// The content; standard input when it is missing or `-`
    #[arg(allow_hyphen_values = true)]
    content: Option<String>,
    /// The markers of another program: `START {name}/END {name}`
    #[arg(long, value_name = "OPENER/CLOSER")]
    markers: Option<MarkerTemplates>,
    /// Print the difference instead of writing
    #[arg(long)]
    dry_run: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Set {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let content = match self.content.as_deref() {
            Some(content) if looks_like_option(content) => return Err(unknown_option(content)),
            Some("-") => input::read_stdin()?.text.clone(),
            Some(content) => content.to_owned(),
            None => input::read_or_stdin(None, "the content")?.text.clone(),
        };
        let is_filter = input::is_stdin(&self.document);
        if is_filter && matches!(self.content.as_deref(), None | Some("-")) {
            return Err(Failure::usage(
                "the document and the content cannot both be standard input; name a file for the document",
            ));
        }
        let mut options = ApplyOptions::new();
        if let Some(markers) = &self.markers {
            options = options.markers(markers.to_markers());
        }
        let compute = |text: &str| set_component(text, &self.component, &content, &options);

        let mut outcome = Outcome::default();
        let (source, applied) = if self.dry_run || is_filter {
            let source = input::read(&self.document)?;
            let applied = compute(&source.text);
            outcome.answer.written = Some(false);
            if self.dry_run {
                outcome.diff = diff::unified(&source.name, &source.text, applied.text());
            } else {
                applied.text().clone_into(&mut outcome.text);
            }
            (source, applied)
        } else {
            let written = apply_to_file(&self.document, compute)?;
            outcome.findings = written.findings;
            outcome.answer.written = Some(written.is_written);
            (written.source, written.applied)
        };
        outcome
            .findings
            .extend(Finding::all(&source, applied.diagnostics.iter().cloned()));
        // A problem of the content has a position in it; a missing component has none.
        let content = Source::new("content", content.as_str());
        let of_content = applied.response_diagnostics.iter().cloned();
        outcome.findings.extend(of_content.map(|found| {
            if found.span.is_empty() {
                Finding::without_text(Some(source.name.clone()), found)
            } else {
                Finding::one(&content, found)
            }
        }));
        outcome.answer.edits = Some(applied.edits.iter().cloned().collect());
        outcome.answer.outcomes = Some(applied.outcomes.clone());
        outcome.answer.text = Some(applied.into_text());
        Ok(outcome)
    }
}

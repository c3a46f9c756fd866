//! Changing one file, or standard input.

use std::path::Path;
use std::sync::Arc;

use interline::files::{self, UpdateOptions, update};
use interline::patch_template::Applied;
use interline::text::{Diagnostic, EditError, Edits, Severity};

use crate::diff;
use crate::failure::Failure;
use crate::finding::{Finding, Source};
use crate::input;
use crate::output::Outcome;

/// A change that a command makes to a text.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) text: String,
    pub(crate) edits: Edits,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Change {
    /// Applies edits to the text that they were made for.
    pub(crate) fn of_edits(text: &str, edits: Edits) -> Result<Self, Diagnostic> {
        match edits.apply(text) {
            Ok(text) => Ok(Self {
                text,
                edits,
                diagnostics: Vec::new(),
            }),
            Err(error) => Err(unusable_edits(&error)),
        }
    }
}

/// Makes the diagnostic of edits that do not fit their text, which no function returns.
pub(crate) fn unusable_edits(error: &EditError) -> Diagnostic {
    Diagnostic::new(
        Severity::Error,
        crate::diagnostics::INVALID_HEADER,
        0..0,
        error.to_string(),
    )
}

/// Why a file is not changed.
enum NotChanged {
    File(files::Error),
    /// The text, and what is wrong with it.
    Refused(String, Box<Diagnostic>),
}

impl From<files::Error> for NotChanged {
    fn from(error: files::Error) -> Self {
        Self::File(error)
    }
}

/// Changes the file at `path` in one step for all programs that do so. With `is_dry`, shows the difference instead. For `-`, prints the new
/// text of standard input.
pub(crate) fn change(
    path: &Path,
    is_dry: bool,
    mut compute: impl FnMut(&str) -> Result<Change, Diagnostic>,
) -> Result<Outcome, Failure> {
    if is_dry || input::is_stdin(path) {
        let source = input::read(path)?;
        return Ok(match compute(&source.text) {
            Ok(change) => shown(&source.name, &source.text, change, is_dry),
            Err(diagnostic) => refused(&source.name, &source.text, diagnostic),
        });
    }
    let mut last = None;
    let name = path.display().to_string();
    let updated = update(path, &UpdateOptions::new(), |old| match compute(old) {
        Ok(change) => {
            let new = (change.text != old).then(|| change.text.clone());
            last = Some((old.to_owned(), change));
            Ok(new)
        }
        Err(diagnostic) => Err(NotChanged::Refused(old.to_owned(), Box::new(diagnostic))),
    });
    match updated {
        Ok(updated) => {
            let mut outcome = Outcome::default();
            let of_file = updated.diagnostics.into_iter();
            outcome
                .findings
                .extend(of_file.map(|found| Finding::of_file(path, found)));
            outcome.answer.written = Some(updated.is_written);
            if let Some((old, change)) = last {
                let source = Source::new(name, old);
                outcome
                    .findings
                    .extend(Finding::all(&source, change.diagnostics));
                outcome.answer.edits = Some(change.edits.into_iter().collect());
                outcome.answer.text = Some(change.text);
            }
            Ok(outcome)
        }
        Err(NotChanged::File(error)) => Err(error.into()),
        Err(NotChanged::Refused(text, diagnostic)) => Ok(refused(&name, &text, *diagnostic)),
    }
}

/// A document after a response was applied to its file.
#[derive(Debug)]
pub(crate) struct Written {
    /// The document that the response was applied to.
    pub(crate) source: Arc<Source>,
    pub(crate) applied: Applied,
    pub(crate) is_written: bool,
    /// The diagnostics of replacing the file.
    pub(crate) findings: Vec<Finding>,
}

/// Applies to the file at `path` in one step for all programs that use interline.
pub(crate) fn apply_to_file(
    path: &Path,
    mut compute: impl FnMut(&str) -> Applied,
) -> Result<Written, Failure> {
    let mut last = None;
    let updated = update(path, &UpdateOptions::new(), |old| {
        let applied = compute(old);
        let new = (!applied.edits.is_empty()).then(|| applied.text().to_owned());
        last = Some((old.to_owned(), applied));
        Ok::<_, files::Error>(new)
    })?;
    // The closure has been called with the text that was read last.
    let (old, applied) = last.unwrap_or_else(|| (updated.text.clone(), compute(&updated.text)));
    let of_file = updated.diagnostics.into_iter();
    Ok(Written {
        source: Source::new(path.display().to_string(), old),
        applied,
        is_written: updated.is_written,
        findings: of_file.map(|found| Finding::of_file(path, found)).collect(),
    })
}

/// Returns what a dry run or a filter prints.
fn shown(name: &str, old: &str, change: Change, is_dry: bool) -> Outcome {
    let mut outcome = Outcome::default();
    if is_dry {
        outcome.diff = diff::unified(name, old, &change.text);
    } else {
        outcome.text.clone_from(&change.text);
    }
    let source = Source::new(name, old);
    outcome.findings = Finding::all(&source, change.diagnostics);
    outcome.answer.written = Some(false);
    outcome.answer.edits = Some(change.edits.into_iter().collect());
    outcome.answer.text = Some(change.text);
    outcome
}

fn refused(name: &str, text: &str, diagnostic: Diagnostic) -> Outcome {
    let source = Source::new(name, text);
    let mut outcome = Outcome {
        findings: Finding::all(&source, [diagnostic]),
        ..Outcome::default()
    };
    outcome.answer.written = Some(false);
    outcome
}

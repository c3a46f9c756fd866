//! `interline agents fix`.

use std::path::PathBuf;

use clap::Args;
use interline::agent_md::{Error, edit};
use serde_json::json;

use crate::check;
use crate::diagnostics as codes;
use crate::finding::of_error;
use crate::output::Outcome;
use crate::write::{Change, change};

/// Repair headers that are not YAML, so that every reader reads the same
#[derive(Debug, Args)]
pub(super) struct Fix {
    /// Agents, skills, commands and rules
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print the difference instead of writing
    #[arg(long)]
    dry_run: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl Fix {
    pub(super) fn run(&self) -> Outcome {
        let mut all = Outcome::default();
        let mut files = Vec::new();
        for path in &self.files {
            let options = check::options_of(path).unwrap_or_default();
            let changed = change(path, self.dry_run, |text| {
                let refused = |error: Error| {
                    of_error(codes::INVALID_AGENT, &error.message(), error.location())
                };
                let edits = edit::repair_with(text, &options).map_err(refused)?;
                Change::of_edits(text, edits)
            });
            match changed {
                Ok(outcome) => {
                    files.push(json!({
                        "path": path.display().to_string(),
                        "edits": outcome.answer.edits,
                        "written": outcome.answer.written,
                    }));
                    all.text += &outcome.text;
                    all.diff += &outcome.diff;
                    all.findings.extend(outcome.findings);
                }
                Err(failure) => all.failures.push(failure),
            }
        }
        all.answer = all.answer.with("files", files);
        all
    }
}

//! `interline agents list`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use interline::text::Severity;
use serde_json::json;

use super::{Search, found_of};
use crate::failure::Failure;
use crate::output::Outcome;

/// List the agents that tools find here
#[derive(Debug, Args)]
pub(super) struct List {
    /// Directories to search instead of those of the tools; a later one takes precedence
    directories: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) search: Search,
}

impl List {
    pub(super) fn run(&self) -> Result<Outcome, Failure> {
        let mut outcome = Outcome::default();
        let mut rows = Vec::new();
        let mut listed = Vec::new();
        for (dialect, report) in self.search.load(&self.directories)? {
            for loaded in &report.loaded {
                let profile = loaded.value.profile.as_ref();
                let description = profile.and_then(|profile| profile.description.as_deref());
                let path = loaded.path.display().to_string();
                listed.push(json!({
                    "name": loaded.value.name,
                    "dialect": dialect,
                    "path": path,
                    "description": description,
                    "model": profile.and_then(|profile| profile.model.as_deref()),
                }));
                let first = description.and_then(|text| text.trim().lines().next());
                let first = first.unwrap_or_default().to_owned();
                rows.push([
                    loaded.value.name.clone(),
                    dialect.title().to_owned(),
                    path,
                    first,
                ]);
            }
            outcome.findings.extend(found_of(&report));
        }
        if !self.search.json {
            // Advice about files belongs to `interline check`.
            outcome
                .findings
                .retain(|found| found.severity() >= Severity::Error);
        }
        outcome.text = table(&rows);
        outcome.answer = outcome.answer.with("agents", listed);
        Ok(outcome)
    }
}

/// Writes rows in columns.
fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let all = rows.iter().filter_map(|row| row.get(column));
            let width = all
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or_default();
            let _ = write!(line, "{cell:width$}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

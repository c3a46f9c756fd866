//! `interline agents show`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use interline::agent_md::{AgentDef, Tools};
use interline::text::{Diagnostic, Severity, nearest};
use serde_json::json;

use super::{Search, found_of};
use crate::diagnostics as codes;
use crate::failure::Failure;
use crate::finding::Finding;
use crate::output::Outcome;

/// Show an agent: its fields and its prompt
#[derive(Debug, Args)]
pub(super) struct Show {
    /// The name of the agent
    name: String,
    /// Directories to search instead of those of the tools; a later one takes precedence
    directories: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) search: Search,
}

impl Show {
    pub(super) fn run(&self) -> Result<Outcome, Failure> {
        let mut outcome = Outcome::default();
        let mut known = Vec::new();
        for (dialect, report) in self.search.load(&self.directories)? {
            let found = report
                .loaded
                .iter()
                .find(|loaded| loaded.value.name == self.name);
            if let Some(loaded) = found {
                let path = loaded.path.display().to_string();
                let of_file = found_of(&report).into_iter();
                outcome.findings = of_file
                    .filter(|found| found.path() == Some(&path))
                    .collect();
                outcome.text = text_of(&loaded.value, dialect.title(), &path);
                outcome.answer = outcome.answer.with(
                    "agent",
                    json!({ "dialect": dialect, "path": path, "definition": loaded.value }),
                );
                return Ok(outcome);
            }
            // The file of that name is broken: its problem is the answer.
            let broken = report
                .problems
                .iter()
                .any(|p| p.name.as_deref() == Some(&self.name));
            if broken {
                outcome.findings = found_of(&report);
                outcome
                    .findings
                    .retain(|found| found.severity() >= Severity::Error);
                return Ok(outcome);
            }
            known.extend(report.loaded.into_iter().map(|loaded| loaded.value.name));
        }
        let near = nearest(&self.name, known.iter().map(String::as_str));
        let hint = near.map_or_else(
            || "; `interline agents list` lists those that are found".to_owned(),
            |near| format!("; did you mean `{near}`?"),
        );
        let message = format!(
            "no {} is called `{}`{hint}",
            interline::agent_md::FileKind::from(self.search.kind).as_str(),
            self.name
        );
        let diagnostic = Diagnostic::new(Severity::Error, codes::UNKNOWN_NAME, 0..0, message);
        outcome
            .findings
            .push(Finding::without_text(None, diagnostic));
        Ok(outcome)
    }
}

fn text_of(agent: &AgentDef, dialect: &str, path: &str) -> String {
    let mut text = format!("name: {}\nfile: {path} ({dialect})\n", agent.name);
    let Some(profile) = &agent.profile else {
        return text;
    };
    for (key, value) in [
        ("description", &profile.description),
        ("model", &profile.model),
        ("effort", &profile.effort),
    ] {
        if let Some(value) = value {
            let _ = writeln!(text, "{key}: {}", value.trim());
        }
    }
    let policy = profile.tool_policy();
    let _ = match &policy.tools {
        Tools::Only(names) => writeln!(text, "tools: {}", names.join(", ")),
        Tools::None => writeln!(text, "tools: none"),
        Tools::All => writeln!(text, "tools: all"),
        _ => writeln!(text, "tools: not restricted"),
    };
    if !policy.denied.is_empty() {
        let _ = writeln!(text, "denied: {}", policy.denied.join(", "));
    }
    let _ = write!(text, "\n{}", profile.system_prompt);
    text
}

//! `interline agents`.

mod convert;
mod fix;
mod list;
mod show;

use clap::{Args, Subcommand};
use interline::agent_md::{
    AgentKind, Dialect, FileKind, LoadReport, Naming, Options, Recursion, load_layers,
};
use interline::text::{Diagnostic, Severity};

use super::layers;
use crate::diagnostics as codes;
use crate::failure::Failure;
use crate::finding::{Finding, Source, of_error};
use crate::output::Outcome;

/// List, show, convert and fix agents
#[derive(Debug, Args)]
pub(crate) struct Agents {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    List(list::List),
    Show(show::Show),
    Convert(convert::Convert),
    Fix(fix::Fix),
}

impl Agents {
    pub(crate) fn is_json(&self) -> bool {
        match &self.action {
            Action::List(list) => list.search.json,
            Action::Show(show) => show.search.json,
            Action::Convert(convert) => convert.json,
            Action::Fix(fix) => fix.json,
        }
    }

    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        match &self.action {
            Action::List(list) => list.run(),
            Action::Show(show) => show.run(),
            Action::Convert(convert) => convert.run(),
            Action::Fix(fix) => Ok(fix.run()),
        }
    }
}

/// Where agents are looked for.
#[derive(Debug, Args)]
struct Search {
    /// The tool whose directories are searched, and whose rules hold; all tools when it is missing
    #[arg(long, value_name = "TOOL")]
    dialect: Option<Dialect>,
    /// `agent`, `skill`, `command` or `rule`
    #[arg(long, value_name = "KIND", default_value = "agent")]
    kind: Kind,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    Agent,
    Skill,
    Command,
    Rule,
}

impl From<Kind> for FileKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Agent => Self::Agent,
            Kind::Skill => Self::Skill,
            Kind::Command => Self::Command,
            Kind::Rule => Self::Rule,
        }
    }
}

impl Search {
    /// Loads the files of each tool, from `directories` or from the directories of the tool. Tools without a file are left out.
    fn load(
        &self,
        directories: &[std::path::PathBuf],
    ) -> Result<Vec<(Dialect, LoadReport)>, Failure> {
        let kind = FileKind::from(self.kind);
        let mut all = Vec::new();
        let dialects = match (self.dialect, directories.is_empty()) {
            (Some(dialect), _) => vec![dialect],
            (None, true) => Dialect::ALL.to_vec(),
            (None, false) => vec![Dialect::Native],
        };
        for dialect in dialects {
            let layers = match directories.is_empty() {
                true => layers::of_tool(dialect, kind)?,
                false => layers::explicit(directories)?,
            };
            let mut options = Options::for_dialect(dialect, kind);
            if dialect == Dialect::Native {
                options = options
                    .naming(Naming::HeaderOrFile)
                    .recursion(Recursion::Descend);
            }
            let report = load_layers(&layers, AgentKind::Operator, &options);
            if self.dialect.is_some() || !report.loaded.is_empty() || !report.problems.is_empty() {
                all.push((dialect, report));
            }
        }
        Ok(all)
    }
}

/// Returns the problems and diagnostics of a report.
pub(super) fn found_of(report: &LoadReport) -> Vec<Finding> {
    let mut all = Vec::new();
    for problem in &report.problems {
        let location = problem.error.location();
        let message = problem.error.message();
        let diagnostic = of_error(codes::INVALID_AGENT, &message, location);
        let name = problem.path.display().to_string();
        all.push(match &problem.text {
            Some(text) if location.is_some() => {
                Finding::one(&Source::new(name, text.as_str()), diagnostic)
            }
            _ => {
                let diagnostic =
                    of_error(codes::INVALID_AGENT, &without_path(&message, &name), None);
                Finding::without_text(Some(name), diagnostic)
            }
        });
    }
    all.extend(report.diagnostics.iter().map(Finding::of_loaded));
    for shadowed in &report.shadowed {
        let by = shadowed.by.display();
        let name = &shadowed.loaded.value.name;
        let message = format!("`{name}` of this file is not used: {by} takes precedence");
        let diagnostic = Diagnostic::new(Severity::Info, codes::SHADOWED, 0..0, message);
        all.push(Finding::of_file(&shadowed.loaded.path, diagnostic));
    }
    all
}

fn without_path(message: &str, path: &str) -> String {
    let start = format!("{path}: ");
    message.strip_prefix(&start).unwrap_or(message).to_owned()
}

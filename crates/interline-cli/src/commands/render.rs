//! `interline render`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use interline::mustache_context::{
    DirPartials, Environment, Error, Escape, Missing, NameKind, Template,
};
use interline::text::Severity;
use serde_json::json;

use crate::data::{self, Assignment, located};
use crate::diagnostics as codes;
use crate::failure::Failure;
use crate::finding::Finding;
use crate::input;
use crate::output::Outcome;

/// Render a mustache template, or list the names that it uses
#[derive(Debug, Args)]
pub(crate) struct Render {
    /// The template; `-` for standard input
    template: PathBuf,
    /// The data: a mapping in JSON or YAML; `-` for standard input
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// A value: `title=Plan`, `author.name=Ada`. It takes precedence over the file
    #[arg(long = "set", value_name = "KEY=VALUE")]
    assignments: Vec<Assignment>,
    /// Report all variables and partials that are missing, and print nothing
    #[arg(long)]
    strict: bool,
    /// The directory of partials; that of the template when it is missing
    #[arg(long, value_name = "DIR")]
    partials: Option<PathBuf>,
    /// Escape values for HTML; the default for templates of HTML
    #[arg(long)]
    html: bool,
    /// List the names that the template uses
    #[arg(long, conflicts_with_all = ["data", "assignments", "strict"])]
    names: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Render {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let is_stdin = input::is_stdin(&self.template);
        if is_stdin && self.data.as_deref().is_some_and(input::is_stdin) {
            return Err(Failure::usage(
                "the template and the data cannot both be standard input; name a file for one of them",
            ));
        }
        let source = input::read(&self.template)?;
        let environment = self.environment()?;
        let template = match Template::parse_named(source.name.as_str(), source.text.as_str()) {
            Ok(template) => template,
            Err(error) => return Ok(refused(&error)),
        };
        if self.names {
            return Ok(names(&template, &environment));
        }
        let data = match data::read(self.data.as_deref(), &self.assignments)? {
            Ok(data) => data,
            Err(found) => {
                return Ok(Outcome {
                    findings: vec![found],
                    ..Outcome::default()
                });
            }
        };
        Ok(match template.render_with(&data, &environment) {
            Ok(text) => {
                let mut outcome = Outcome::default();
                outcome.answer.text = Some(text.clone());
                outcome.text = text;
                outcome
            }
            Err(error) => refused(&error),
        })
    }

    fn environment(&self) -> Result<Environment, Failure> {
        let missing = match self.strict {
            true => Missing::Error,
            false => Missing::Empty,
        };
        let escape = match self.html || is_html(&self.template) {
            true => Escape::Html,
            false => Escape::None,
        };
        let environment = Environment::new().missing(missing).escape(escape);
        let directory = match &self.partials {
            Some(directory) => directory.as_path(),
            None if input::is_stdin(&self.template) => return Ok(environment),
            None => match self.template.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent,
                _ => Path::new("."),
            },
        };
        let partials = DirPartials::new(directory)
            .map_err(|error| Failure::file(directory, message_of(&error, directory)))?;
        Ok(environment.partials(partials))
    }
}

fn message_of(error: &Error, path: &Path) -> String {
    let message = error.to_string();
    let start = format!("{}: ", path.display());
    message.strip_prefix(&start).unwrap_or(&message).to_owned()
}

/// Returns whether a template makes HTML, by its name: `page.html`, `page.html.mustache`.
fn is_html(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".mustache").unwrap_or(&name);
    name.ends_with(".html") || name.ends_with(".htm")
}

/// Returns one diagnostic for an error, or one for each name that is missing.
fn refused(error: &Error) -> Outcome {
    let missing = error.template().map_or(&[][..], |error| error.missing());
    let findings = if missing.is_empty() {
        vec![located(
            codes::INVALID_TEMPLATE,
            &error.to_string(),
            error.location(),
            error.report(),
        )]
    } else {
        let one = |name: &interline::mustache_context::MissingName| {
            located(
                codes::UNDEFINED_NAME,
                &name.message(),
                Some(&name.location),
                None,
            )
        };
        missing.iter().map(one).collect()
    };
    Outcome {
        findings,
        ..Outcome::default()
    }
}

/// Lists the names, each once, with the position of its first use.
fn names(template: &Template, environment: &Environment) -> Outcome {
    let mut outcome = Outcome::default();
    let names = match template.names_with(environment) {
        Ok(names) => names,
        Err(error) => {
            // A partial that is missing does not hide the names of the template itself.
            let mut found = refused(&error).findings;
            found.iter_mut().for_each(|found: &mut Finding| {
                found.diagnostic.severity = Severity::Warning;
            });
            outcome.findings = found;
            template.names()
        }
    };
    let mut seen = BTreeMap::new();
    let mut listed = Vec::new();
    for name in names {
        let kind = match name.kind {
            NameKind::Variable => "variable",
            NameKind::Section => "section",
            NameKind::Inverted => "inverted",
            NameKind::Partial => "partial",
            _ => "block",
        };
        if seen.insert((kind, name.path.clone()), ()).is_some() {
            continue;
        }
        let at = name.location.position;
        outcome.text += &format!("{kind:8}  {}  line {}\n", name.path, at.line);
        listed
            .push(json!({ "name": name.path, "kind": kind, "line": at.line, "column": at.column }));
    }
    outcome.answer = outcome.answer.with("names", listed);
    outcome
}

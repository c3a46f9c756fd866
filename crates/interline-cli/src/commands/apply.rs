//! `interline apply`.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use interline::patch_template::{
    Applied, ApplyOptions, BoundaryPolicy, ComponentsConfig, Fenced, LoadedConfig, Mode, Response,
    ResponseOptions, apply_patches, parse_patches_with,
};

use crate::diff;
use crate::failure::Failure;
use crate::finding::{Finding, Source};
use crate::input;
use crate::output::{Outcome, Output};
use crate::write::{Written, apply_to_file};

/// Apply a response to a document: each patch changes the component of its name
///
/// Prints the new document. With `--write` the document is replaced instead, as one step for all programs that use interline.
#[derive(Debug, Args)]
pub(crate) struct Apply {
    /// The document; `-` for standard input
    document: PathBuf,
    /// The response; standard input when it is missing or `-`
    response: Option<PathBuf>,
    /// Replace the document
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Print nothing but diagnostics; exit status 1 when the document would change
    #[arg(long)]
    check: bool,
    /// Print the difference
    #[arg(long)]
    diff: bool,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "diff")]
    pub(crate) json: bool,
    /// Read the response as it arrives; with `--write`, update the document whenever a patch is complete
    #[arg(long, conflicts_with_all = ["check", "diff"])]
    stream: bool,
    /// The summary from which the id of a new boundary is made
    #[arg(long, value_name = "TEXT")]
    summary: Option<String>,
    /// The policy for the boundary of `exchange`
    #[arg(long, value_name = "POLICY", default_value = "refresh")]
    boundary: Boundary,
    /// The mode of a component: `replace`, `append` or `prepend`
    #[arg(long = "mode", value_name = "NAME=MODE")]
    modes: Vec<ComponentMode>,
    /// Apply patches that are in a code block too
    #[arg(long)]
    fenced: bool,
}

/// The policy for the boundary of `exchange`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Boundary {
    /// A new one after the answer
    Refresh,
    /// It stays, and the answer is inserted before it
    Keep,
    /// It is text like any other
    Ignore,
}

impl From<Boundary> for BoundaryPolicy {
    fn from(boundary: Boundary) -> Self {
        match boundary {
            Boundary::Refresh => Self::Refresh,
            Boundary::Keep => Self::Keep,
            Boundary::Ignore => Self::Ignore,
        }
    }
}

/// `NAME=MODE`.
#[derive(Clone, Debug)]
struct ComponentMode {
    name: String,
    mode: Mode,
}

impl FromStr for ComponentMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, mode) = text
            .rsplit_once('=')
            .filter(|(name, _)| !name.is_empty())
            .ok_or_else(|| format!("expected `NAME=MODE`, found `{text}`"))?;
        Ok(Self {
            name: name.to_owned(),
            mode: mode.parse().map_err(|error| format!("{error}"))?,
        })
    }
}

impl Apply {
    pub(crate) fn run(&self, output: Output) -> Result<Outcome, Failure> {
        if self.write && input::is_stdin(&self.document) {
            return Err(Failure::usage(
                "standard input cannot be replaced; leave `--write` out, and the new document is printed",
            ));
        }
        let response_is_stdin = self.response.as_deref().is_none_or(input::is_stdin);
        if input::is_stdin(&self.document) && response_is_stdin {
            return Err(Failure::usage(
                "the document and the response cannot both be standard input; name a file for one of them",
            ));
        }
        let config = self.config();
        let config_found = config_found(&config);
        if config.has_errors() {
            // It has the modes of the components. Without them a patch could replace content instead of appending to it.
            return Ok(Outcome {
                findings: config_found,
                note: Some(
                    "interline: nothing is applied until the configuration is fixed".to_owned(),
                ),
                is_reported: true,
                ..Outcome::default()
            });
        }
        let options = self.options(config.config);
        let mut outcome = if self.stream {
            super::stream::run(self.target(), &options, &self.response_options(), output)?
        } else {
            self.apply(&options)?
        };
        outcome.findings.splice(0..0, config_found);
        Ok(outcome)
    }

    fn apply(&self, options: &ApplyOptions) -> Result<Outcome, Failure> {
        let answer = input::read_or_stdin(self.response.as_deref(), "the response")?;
        let response = parse_patches_with(&answer.text, &self.response_options());
        if self.write {
            return self.write(&answer, &response, options);
        }
        let before = input::read(&self.document)?;
        let applied = apply_patches(&before.text, &response, options);
        let mut outcome = outcome_of(&before, &answer, &response, &applied);
        outcome.answer.written = Some(false);
        self.print(&mut outcome, &before, applied);
        Ok(outcome)
    }

    fn write(
        &self,
        answer: &Arc<Source>,
        response: &Response<'_>,
        options: &ApplyOptions,
    ) -> Result<Outcome, Failure> {
        let written = apply_to_file(&self.document, |old| apply_patches(old, response, options))?;
        let Written {
            source,
            applied,
            is_written,
            findings,
        } = written;
        let mut outcome = outcome_of(&source, answer, response, &applied);
        outcome.findings.splice(0..0, findings);
        outcome.answer.written = Some(is_written);
        if self.diff {
            outcome.diff = diff::unified(&source.name, &source.text, applied.text());
        }
        outcome.answer.text = Some(applied.into_text());
        Ok(outcome)
    }

    fn print(&self, outcome: &mut Outcome, before: &Source, applied: Applied) {
        let is_changed = !applied.edits.is_empty();
        if self.diff {
            outcome.diff = diff::unified(&before.name, &before.text, applied.text());
        }
        if self.check {
            outcome.is_reported |= is_changed;
            let name = &before.name;
            outcome.note = is_changed.then(|| format!("{name}: would change"));
        }
        let text = applied.into_text();
        if !self.check && !self.diff && !self.json {
            outcome.text.clone_from(&text);
        }
        outcome.answer.text = Some(text);
    }

    /// Returns the configuration of the document, with the problems of its file.
    fn config(&self) -> LoadedConfig {
        match input::is_stdin(&self.document) {
            true => LoadedConfig::default(),
            false => ComponentsConfig::discover(&self.document),
        }
    }

    fn target(&self) -> super::stream::Target<'_> {
        super::stream::Target {
            document: &self.document,
            response: self.response.as_deref(),
            is_written: self.write,
        }
    }

    fn options(&self, config: ComponentsConfig) -> ApplyOptions {
        let mut options = ApplyOptions::new()
            .config(config)
            .boundary(self.boundary.into());
        if let Some(summary) = &self.summary {
            options = options.summary(summary);
        }
        for ComponentMode { name, mode } in &self.modes {
            options = options.mode(name, *mode);
        }
        options
    }

    fn response_options(&self) -> ResponseOptions {
        match self.fenced {
            true => ResponseOptions::new().fenced(Fenced::Apply),
            false => ResponseOptions::new(),
        }
    }
}

/// Returns the diagnostics of the file of the configuration.
pub(crate) fn config_found(config: &LoadedConfig) -> Vec<Finding> {
    let name = config
        .path
        .as_ref()
        .map(|path| path.display().to_string())
        .unwrap_or_default();
    let source = Source::new(name, config.text.as_str());
    Finding::all(&source, config.diagnostics.iter().cloned())
}

/// Returns what is known about applying `response` to `document`, but for the text.
pub(crate) fn outcome_of(
    document: &Arc<Source>,
    answer: &Arc<Source>,
    response: &Response<'_>,
    applied: &Applied,
) -> Outcome {
    let mut outcome = Outcome {
        findings: Finding::all(document, applied.diagnostics.iter().cloned()),
        ..Outcome::default()
    };
    let of_response = response.diagnostics.iter();
    let of_response = of_response.chain(&applied.response_diagnostics).cloned();
    outcome.findings.extend(Finding::all(answer, of_response));
    outcome.answer.edits = Some(applied.edits.iter().cloned().collect());
    outcome.answer.outcomes = Some(applied.outcomes.clone());
    outcome
}

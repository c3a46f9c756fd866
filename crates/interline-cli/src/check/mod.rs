//! `interline check`.

mod explanation;
mod format;
mod hook;
mod kind;
mod text;
mod walk;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use interline::agent_md::Options;
use interline::files::{self, SourceFile, UpdateOptions, update};
use interline::text::Severity;

use crate::diagnostics as codes;
use crate::failure::Failure;
use crate::finding::{Finding, Source};
use crate::output::{Outcome, Output, write_finding};
use kind::Kind;
use walk::{Candidate, WalkOptions, walk};

/// The bytes that a file may have.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Check documents, agents, skills, commands, rules, fragments and templates: whatever the files are
///
/// Prints the diagnostics. Directories are walked; files that git ignores are not checked, and hidden ones only in the directories of tools,
/// such as `.claude` and `.github`.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files and directories
    #[arg(required_unless_present = "hook")]
    paths: Vec<PathBuf>,
    /// Write what has a certain fix into the files
    #[arg(long)]
    fix: bool,
    /// How the diagnostics are printed
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        conflicts_with = "hook"
    )]
    format: Format,
    /// Print the result as JSON: the same as `--format json`
    #[arg(long, conflicts_with_all = ["format", "hook"])]
    json: bool,
    /// The least severity that is printed
    #[arg(long, value_name = "SEVERITY", default_value = "warning")]
    level: Level,
    /// Exit status 1 for warnings too
    #[arg(long)]
    strict: bool,
    /// Check hidden files and directories too
    #[arg(long)]
    hidden: bool,
    /// Check files that `.gitignore`, `.ignore` and the like exclude too
    #[arg(long)]
    no_ignore: bool,
    /// Read the event of an agent tool from standard input, check the files that it names, and print the answer for the tool
    #[arg(long, conflicts_with = "paths")]
    hook: bool,
}

/// How diagnostics are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With excerpts, for people
    Text,
    /// One object, for programs
    Json,
    /// Annotations of GitHub Actions
    Github,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}

/// The least severity that is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Level {
    Info,
    Warning,
    Error,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Info => Self::Info,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
        }
    }
}

/// The findings of one file.
#[derive(Debug, Default)]
struct FileResult {
    findings: Vec<Finding>,
    failure: Option<Failure>,
    is_fixed: bool,
}

/// The findings of all files.
#[derive(Debug, Default)]
struct Results {
    checked: usize,
    fixed: Vec<String>,
    findings: Vec<Finding>,
    failures: Vec<Failure>,
}

impl Check {
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == Format::Json
    }

    pub(crate) fn run(&self, output: Output) -> Result<Outcome, Failure> {
        if self.hook {
            return hook::run(self);
        }
        let results = self.check(&self.paths);
        let is_wrong = |found: &Finding| {
            found.severity() >= Severity::Error
                || (self.strict && found.severity() >= Severity::Warning)
        };
        let mut outcome = Outcome {
            is_reported: results.findings.iter().any(is_wrong),
            ..Outcome::default()
        };
        match self.format {
            _ if self.is_json() => {}
            Format::Github => outcome.text = format::github(&results.findings),
            Format::Sarif => outcome.text = format::sarif(&results.findings)?,
            Format::Text | Format::Json => {
                let is_coloured = output.is_coloured(&std::io::stdout());
                outcome.text = self.shown(&results.findings, is_coloured);
                outcome.note = Some(summary(&results, self.level.into()));
            }
        }
        if self.is_json() {
            outcome.answer = outcome
                .answer
                .with("checked", results.checked)
                .with("fixed", &results.fixed);
            outcome.findings = results.findings;
        }
        outcome.failures = results.failures;
        Ok(outcome)
    }

    fn shown(&self, found: &[Finding], is_coloured: bool) -> String {
        let mut text = String::new();
        let level = Severity::from(self.level);
        for found in found.iter().filter(|found| found.severity() >= level) {
            write_finding(&mut text, found, is_coloured);
        }
        text
    }

    fn check(&self, paths: &[PathBuf]) -> Results {
        let options = WalkOptions {
            hidden: self.hidden,
            ignore: !self.no_ignore,
            progress: !self.hook,
        };
        let walked = walk(paths, options, |candidate, buffer| {
            self.check_file(candidate, buffer)
        });
        let mut results = Results::default();
        for (path, result) in walked.files {
            results.checked += usize::from(result.failure.is_none());
            if result.is_fixed {
                results.fixed.push(path.display().to_string());
            }
            results.findings.extend(result.findings);
            results.failures.extend(result.failure);
        }
        for (path, reason) in walked.failures {
            results.failures.push(Failure::file(&path, reason));
        }
        for path in walked.unknown {
            let message =
                "not checked: the name is not that of a Markdown file, an agent file or a template";
            let diagnostic =
                interline::text::Diagnostic::new(Severity::Info, codes::SKIPPED, 0..0, message);
            results.findings.push(Finding::of_file(&path, diagnostic));
        }
        results
    }

    fn check_file(&self, candidate: &Candidate, buffer: &mut String) -> FileResult {
        let Candidate { path, kind } = candidate;
        if let Err(error) = SourceFile::read_into(path, MAX_BYTES, buffer) {
            return FileResult {
                failure: Some(error.into()),
                ..FileResult::default()
            };
        }
        let result = checked(path, buffer, kind);
        if !self.fix || result.findings.iter().all(|found| found.fix.is_empty()) {
            return result;
        }
        match fix(path, kind) {
            Ok((text, is_fixed)) => FileResult {
                is_fixed,
                ..checked(path, &text, kind)
            },
            Err(error) => FileResult {
                failure: Some(error.into()),
                ..result
            },
        }
    }
}

/// Returns the options for reading an agent file by its path; `None` for a path that is not one of an agent file.
pub(crate) fn options_of(path: &Path) -> Option<Options> {
    match walk::kind_of(path) {
        Some(Kind::Agent(kind, dialects)) => dialects
            .first()
            .map(|&dialect| Options::for_dialect(dialect, kind)),
        _ => None,
    }
}

/// Checks a text of the file at `path`.
fn checked(path: &Path, text: &str, kind: &Kind) -> FileResult {
    let label = path.display().to_string();
    let result = text::check(text, &label, kind);
    if result.diagnostics.is_empty() {
        return FileResult::default();
    }
    let source: Arc<Source> = Source::new(label, text);
    let mut findings = Finding::all(&source, result.diagnostics);
    for finding in &mut findings {
        finding.fix = text::fix_of(&finding.diagnostic, &source.text, &result.fix);
    }
    FileResult {
        findings,
        ..FileResult::default()
    }
}

/// Writes the fixes of a file, in one step for all programs that use interline; returns its text and whether it was written.
fn fix(path: &Path, kind: &Kind) -> Result<(String, bool), files::Error> {
    let label = path.display().to_string();
    let updated = update(path, &UpdateOptions::new(), |text| {
        let edits = text::check(text, &label, kind).fix;
        Ok::<_, files::Error>(edits.apply(text).ok().filter(|_| !edits.is_empty()))
    })?;
    Ok((updated.text, updated.is_written))
}

/// Returns the line at the end: how many files, and how many problems.
fn summary(results: &Results, level: Severity) -> String {
    let count = |severity| {
        let of = |found: &&Finding| found.severity() == severity;
        results.findings.iter().filter(of).count()
    };
    let plural = |count: usize, word: &str| match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    };
    let infos = count(Severity::Info);
    let mut line = format!(
        "{} checked: {}, {}",
        plural(results.checked, "file"),
        plural(count(Severity::Error), "error"),
        plural(count(Severity::Warning), "warning"),
    );
    if infos > 0 {
        let _ = write!(line, ", {infos} of level info");
        if level > Severity::Info {
            line.push_str(" (`--level info` prints them)");
        }
    }
    if !results.fixed.is_empty() {
        let _ = write!(line, "; {} fixed", plural(results.fixed.len(), "file"));
    }
    let fixable = results
        .findings
        .iter()
        .filter(|found| !found.fix.is_empty());
    let fixable = fixable.count();
    if fixable > 0 {
        let _ = write!(line, "; `--fix` fixes {fixable}");
    }
    line
}

//! Printing what a command returns.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, Write};

use anstream::{AutoStream, ColorChoice};
use interline::text::Severity;

use crate::answer::{Answer, JsonDiagnostic};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::finding::Finding;
use crate::paint::{paint, paint_diff};

/// The result of a command.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The result, for standard output. It is written byte for byte.
    pub(crate) text: String,
    /// A difference, for standard output after the text. It is coloured.
    pub(crate) diff: String,
    /// A message for people, for standard error.
    pub(crate) note: Option<String>,
    /// The diagnostics, for standard error.
    pub(crate) findings: Vec<Finding>,
    /// The same in JSON; the diagnostics are added when it is printed.
    pub(crate) answer: Answer,
    /// Whether something is wrong that no diagnostic says.
    pub(crate) is_reported: bool,
    /// Whether standard output has everything already.
    pub(crate) is_printed: bool,
    /// Files that cannot be read or written, beside those that can.
    pub(crate) failures: Vec<Failure>,
}

impl Outcome {
    /// Returns the exit status.
    pub(crate) fn exit(&self) -> Exit {
        let is_error = |finding: &Finding| finding.severity() >= Severity::Error;
        if !self.failures.is_empty() {
            Exit::Failed
        } else if self.is_reported || self.findings.iter().any(is_error) {
            Exit::Reported
        } else {
            Exit::Done
        }
    }
}

/// Where and how a command prints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    pub(crate) color: ColorChoice,
    pub(crate) json: bool,
}

impl Output {
    /// Prints what a command returns, and gives the exit status.
    pub(crate) fn finish(self, result: Result<Outcome, Failure>) -> Exit {
        let mut outcome = result.unwrap_or_else(|failure| Outcome {
            failures: vec![failure],
            ..Outcome::default()
        });
        let exit = outcome.exit();
        if outcome.is_printed {
            return exit;
        }
        if self.json {
            let failures: Vec<Finding> = outcome.failures.iter().map(Failure::finding).collect();
            let all = failures.iter().chain(&outcome.findings);
            outcome.answer.ok = exit == Exit::Done;
            outcome.answer.diagnostics = all.map(JsonDiagnostic::from).collect();
            return match json_line(&outcome.answer) {
                Ok(line) => quietly(exit, self.print(&line)),
                Err(error) => self.finish_error(&error),
            };
        }
        self.report(&outcome.findings);
        let mut text = outcome.text;
        text += &match self.is_coloured(&io::stdout()) {
            true => paint_diff(&outcome.diff),
            false => outcome.diff,
        };
        let printed = match text.is_empty() {
            true => Ok(()),
            false => self.print(&text),
        };
        let mut last = String::new();
        for failure in &outcome.failures {
            let _ = writeln!(last, "interline: {failure}");
        }
        if let Some(note) = &outcome.note {
            let _ = writeln!(last, "{note}");
        }
        print_error(&last);
        quietly(exit, printed)
    }

    /// Prints diagnostics to standard error.
    fn report(self, findings: &[Finding]) {
        let is_coloured = self.is_coloured(&io::stderr());
        let mut text = String::new();
        for finding in findings {
            write_finding(&mut text, finding, is_coloured);
        }
        print_error(&text);
    }

    /// Prints to standard output, byte for byte.
    pub(crate) fn print(self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Returns whether colours are wanted on a stream.
    pub(crate) fn is_coloured(self, stream: &impl anstream::stream::RawStream) -> bool {
        let choice = match self.color {
            ColorChoice::Auto => AutoStream::choice(stream),
            choice => choice,
        };
        choice != ColorChoice::Never
    }

    fn finish_error(self, error: &impl std::fmt::Display) -> Exit {
        print_error(&format!("interline: {error}\n"));
        Exit::Failed
    }
}

/// Prints to standard error. There is nowhere to report that this fails.
pub(crate) fn print_error(text: &str) {
    if !text.is_empty() {
        let mut out = io::stderr().lock();
        let _ = out.write_all(text.as_bytes());
        let _ = out.flush();
    }
}

/// Adds a diagnostic: with its excerpt and an empty line after it, or in one line.
pub(crate) fn write_finding(text: &mut String, finding: &Finding, is_coloured: bool) {
    let mut message = finding.message();
    if is_coloured {
        message = paint(&message);
    }
    text.push_str(&message);
    text.push_str(if message.contains('\n') { "\n\n" } else { "\n" });
}

/// Writes a value as JSON in one line.
pub(crate) fn json_line(value: &impl serde::Serialize) -> serde_json::Result<String> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    Ok(line)
}

/// Returns the exit status after printing: a reader that has gone away wanted no more, and any other error is reported.
pub(crate) fn quietly(exit: Exit, printed: io::Result<()>) -> Exit {
    match printed {
        Ok(()) => exit,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit,
        Err(error) => {
            let _ = writeln!(
                io::stderr(),
                "interline: cannot write to standard output: {error}"
            );
            Exit::Failed
        }
    }
}

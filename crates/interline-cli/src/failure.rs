//! Why a command cannot be carried out.

use std::fmt;
use std::path::Path;

use interline::files;
use interline::text::{Diagnostic, Location, Severity};

use crate::diagnostics::{FILE, USAGE};
use crate::finding::{Finding, without_location};

/// The reason for exit status 2, in one line.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    path: Option<String>,
    location: Option<Box<Location>>,
    code: &'static str,
    message: String,
}

impl Failure {
    /// Makes the failure of arguments that cannot be used.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self {
            path: None,
            location: None,
            code: USAGE,
            message: message.into(),
        }
    }

    /// Makes the failure of a file; `message` does not name it.
    pub(crate) fn file(path: &Path, message: impl Into<String>) -> Self {
        Self {
            path: Some(path.display().to_string()),
            location: None,
            code: FILE,
            message: message.into(),
        }
    }

    /// Makes the failure of an input that was read from `name`.
    pub(crate) fn input(
        name: &str,
        location: Option<Location>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            path: Some(name.to_owned()),
            location: location.map(Box::new),
            code: FILE,
            message: message.into(),
        }
    }

    /// Returns the failure as a diagnostic, for JSON.
    pub(crate) fn finding(&self) -> Finding {
        let span = self.location.as_ref().map_or(0..0, |at| at.span.clone());
        let diagnostic = Diagnostic::new(Severity::Error, self.code, span, self.message.clone());
        Finding::without_text(self.path.clone(), diagnostic)
            .at(self.location.as_ref().map(|at| at.position))
    }
}

impl From<files::Error> for Failure {
    fn from(error: files::Error) -> Self {
        let location = error.location().cloned();
        let whole = error.to_string();
        let path = error.path().map(|path| path.display().to_string());
        let message = match (&location, &path) {
            (Some(at), _) => without_location(&whole, at),
            (None, Some(path)) => whole
                .strip_prefix(&format!("{path}: "))
                .unwrap_or(&whole)
                .to_owned(),
            (None, None) => whole,
        };
        Self {
            path,
            location: location.map(Box::new),
            code: FILE,
            message,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::new();
        if let Some(path) = &self.path {
            line.push_str(path);
            if let Some(at) = &self.location {
                line.push_str(&format!(":{}", at.position));
            }
            line.push_str(": ");
        }
        line.push_str(&self.message);
        // A name may contain a line break, and a failure is one line.
        line.chars().try_for_each(|c| match c.is_control() {
            true => write!(f, "{}", c.escape_default()),
            false => write!(f, "{c}"),
        })
    }
}

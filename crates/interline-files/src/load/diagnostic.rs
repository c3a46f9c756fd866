use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use interline_text::{Diagnostic, Location, Position, Report, positions};
use serde::{Deserialize, Serialize};

/// A diagnostic about a file, with its location.
///
/// It displays in one line: `agents/a.md:2:7: warning[repaired-value]: …`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FileDiagnostic {
    /// The location of the first byte that the diagnostic is about. It has a path.
    pub location: Location,
    /// The diagnostic.
    pub diagnostic: Diagnostic,
    /// The text that was read, for [`report`](Self::report); `None` where the diagnostic is about a file as a whole.
    #[serde(skip)]
    pub text: Option<Arc<str>>,
}

impl FileDiagnostic {
    /// Makes a diagnostic about a file as a whole.
    #[must_use]
    pub fn of_file(path: impl Into<PathBuf>, diagnostic: Diagnostic) -> Self {
        Self {
            location: Location::at(0..0, Position::START).with_path(path),
            diagnostic,
            text: None,
        }
    }

    /// Locates the diagnostics of a file at `path` that begins with `text`.
    ///
    /// Linear in `text` when they are in the order of their spans.
    #[must_use]
    pub fn in_file(path: &Path, text: &str, diagnostics: Vec<Diagnostic>) -> Vec<Self> {
        if diagnostics.is_empty() {
            return Vec::new();
        }
        let starts: Vec<usize> = diagnostics.iter().map(|found| found.span.start).collect();
        let shared: Arc<str> = Arc::from(text);
        diagnostics
            .into_iter()
            .zip(positions(text, starts))
            .map(|(diagnostic, position)| Self {
                location: Location::at(diagnostic.span.clone(), position).with_path(path),
                diagnostic,
                text: Some(shared.clone()),
            })
            .collect()
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.location.path.as_deref().unwrap_or(Path::new(""))
    }

    /// Returns the message with an excerpt of the file; `None` where the diagnostic is about a file as a whole.
    #[must_use]
    pub fn report(&self) -> Option<Report<'_>> {
        let text = self.text.as_deref()?;
        let name = self.path().to_string_lossy();
        Some(self.diagnostic.report(text).name(name))
    }

    /// Logs diagnostics, those of one file together.
    #[cfg(feature = "log")]
    pub(crate) fn log_all(all: &[Self]) {
        for of_file in all.chunk_by(|a, b| a.location.path == b.location.path) {
            let diagnostics: Vec<_> = of_file
                .iter()
                .map(|found| found.diagnostic.clone())
                .collect();
            let first = of_file.first();
            let name = first.map(|found| found.path().to_string_lossy());
            let text = first.and_then(|found| found.text.as_deref());
            interline_text::log_all(&diagnostics, name.as_deref(), text.unwrap_or_default());
        }
    }
}

impl fmt::Display for FileDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.diagnostic)
    }
}

use std::path::PathBuf;

use interline_text::{Diagnostic, Report, Severity};
use serde::{Deserialize, Serialize};

use super::components_config::ComponentsConfig;

/// A configuration that was read, with the problems found in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LoadedConfig {
    /// Everything that could be used. Empty if no file was found. If the file could not be read, its settings are unknown, and
    /// patches that would replace only by default are appended.
    pub config: ComponentsConfig,
    /// The file, or the path where the search failed; `None` if no file was found or the text was not read from one.
    pub path: Option<PathBuf>,
    /// The text that the spans are about. Of a file that is not UTF-8, the text before the first invalid byte.
    pub text: String,
    /// The problems, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl LoadedConfig {
    /// Returns whether a diagnostic is an error: part of the file is not used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns each diagnostic in one line with path, line and column. Each is linear in the text.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let name = self.name();
        self.diagnostics
            .iter()
            .map(move |diagnostic| diagnostic.to_line(name.as_deref(), &self.text))
    }

    /// Returns each diagnostic with an excerpt of the file and carets. Displaying one is linear in the text.
    pub fn reports(&self) -> impl Iterator<Item = Report<'_>> {
        let name = self.name();
        self.diagnostics.iter().map(move |diagnostic| {
            let report = diagnostic.report(&self.text);
            match &name {
                Some(name) => report.name(name.clone()),
                None => report,
            }
        })
    }

    fn name(&self) -> Option<String> {
        let path = self.path.as_deref()?;
        Some(path.display().to_string())
    }

    /// Makes the result of a failed read. `message` gives the reason.
    #[cfg(all(feature = "config", feature = "fs"))]
    pub(crate) fn failed(path: PathBuf, code: &'static str, text: String, message: String) -> Self {
        let at = text.len();
        Self {
            config: ComponentsConfig::unread(),
            diagnostics: vec![Diagnostic::new(Severity::Error, code, at..at, message)],
            path: Some(path),
            text,
        }
    }

    /// Logs the diagnostics with their path.
    #[cfg(all(feature = "config", feature = "log"))]
    pub(crate) fn log(&self) {
        interline_text::log_all(&self.diagnostics, self.name().as_deref(), &self.text);
    }
}

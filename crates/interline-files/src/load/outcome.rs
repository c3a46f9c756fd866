use std::path::{Path, PathBuf};

use interline_text::Diagnostic;

use super::diagnostic::FileDiagnostic;
use super::loaded::Loaded;
use super::problem::Problem;
use super::skipped::{SkipReason, Skipped};

/// The outcome of reading one candidate.
#[derive(Debug)]
#[must_use]
pub struct Outcome<T, E> {
    pub(super) content: Content<T, E>,
    pub(super) diagnostics: Vec<FileDiagnostic>,
    pub(super) identity: Identity,
}

/// The identity of a file. Of several outcomes of one file the first counts.
#[derive(Debug)]
pub(super) enum Identity {
    /// The file was not compared with others.
    Unknown,
    /// The path of the outcome, which has no symlinks.
    Path,
    /// The path without symlinks.
    Canonical(PathBuf),
}

/// Boxed, since a search holds an outcome for each entry, and most may be ignored.
#[derive(Debug)]
pub(super) enum Content<T, E> {
    Ignored,
    Loaded(Box<Loaded<T>>),
    Problem(Box<Problem<E>>),
    Skipped(Box<Skipped>),
}

impl<T, E> Outcome<T, E> {
    fn new(content: Content<T, E>) -> Self {
        Self {
            content,
            diagnostics: Vec::new(),
            identity: Identity::Unknown,
        }
    }

    /// Makes the outcome of an entry that is not one of the files to load. It does not appear in the report.
    pub fn ignored() -> Self {
        Self::new(Content::Ignored)
    }

    /// Makes the outcome of a file that was read from the layer with this index.
    pub fn loaded(path: impl Into<PathBuf>, layer: usize, value: T) -> Self {
        Self::new(Content::Loaded(Box::new(Loaded {
            path: path.into(),
            layer,
            value,
        })))
    }

    /// Makes the outcome of a file or directory that cannot be read.
    pub fn problem(path: impl Into<PathBuf>, error: impl Into<E>) -> Self {
        Self::new(Content::Problem(Box::new(Problem::new(path, error))))
    }

    /// Makes the outcome of a file that is not one of the files to load and looks like one.
    pub fn skipped(path: impl Into<PathBuf>, reason: SkipReason) -> Self {
        Self::new(Content::Skipped(Box::new(Skipped {
            path: path.into(),
            reason,
        })))
    }

    /// Sets the name of a problem: the one that the file gives or, where reading failed before it, the one that it has by its path.
    pub fn with_name(mut self, name: Option<String>) -> Self {
        if let Content::Problem(problem) = &mut self.content {
            problem.name = name;
        }
        self
    }

    /// Sets the text of a problem.
    pub fn with_text(mut self, text: String) -> Self {
        if let Content::Problem(problem) = &mut self.content {
            problem.text = Some(text);
        }
        self
    }

    /// Sets the path without symlinks, by which a file that is reached twice is recognised; `None` where it is the path of the outcome.
    pub fn with_identity(mut self, canonical: Option<PathBuf>) -> Self {
        self.identity = canonical.map_or(Identity::Path, Identity::Canonical);
        self
    }

    /// Returns the identity of the file.
    pub(super) fn identity(&self) -> Option<&Path> {
        match (&self.identity, &self.content) {
            (Identity::Canonical(path), _) => Some(path),
            (Identity::Path, Content::Loaded(loaded)) => Some(&loaded.path),
            (Identity::Path, Content::Problem(problem)) => Some(&problem.path),
            _ => None,
        }
    }

    /// Adds the diagnostics of the file at `path` that begins with `text`.
    pub fn with_diagnostics(mut self, path: &Path, text: &str, found: Vec<Diagnostic>) -> Self {
        self.diagnostics
            .extend(FileDiagnostic::in_file(path, text, found));
        self
    }

    /// Returns whether the entry is not one of the files to load.
    #[must_use]
    pub fn is_ignored(&self) -> bool {
        matches!(self.content, Content::Ignored)
    }
}

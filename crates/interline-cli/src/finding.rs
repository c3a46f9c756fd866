//! A diagnostic and the text that it is about.

use std::path::Path;
use std::sync::Arc;

use interline::files::FileDiagnostic;
use interline::text::{Diagnostic, Location, Position, Severity, TextEdit, position, positions};

/// A text and its name for messages.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Source {
    pub(crate) fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self {
            name: name.into(),
            text: text.into(),
        })
    }
}

/// A diagnostic, with the text that it is about and the edits that fix it.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    source: Option<Arc<Source>>,
    /// The path of a file whose text is not at hand.
    path: Option<String>,
    position: Option<Position>,
    /// The message with an excerpt, when only the error knows the text.
    excerpt: Option<String>,
    pub(crate) diagnostic: Diagnostic,
    pub(crate) fix: Vec<TextEdit>,
}

impl Finding {
    /// Makes a finding of each diagnostic about `source`.
    pub(crate) fn all(
        source: &Arc<Source>,
        diagnostics: impl IntoIterator<Item = Diagnostic>,
    ) -> Vec<Self> {
        let diagnostics: Vec<_> = diagnostics.into_iter().collect();
        let starts: Vec<usize> = diagnostics.iter().map(|found| found.span.start).collect();
        let all = diagnostics.into_iter().zip(positions(&source.text, starts));
        all.map(|(diagnostic, position)| Self {
            source: Some(source.clone()),
            path: None,
            position: Some(position),
            excerpt: None,
            diagnostic,
            fix: Vec::new(),
        })
        .collect()
    }

    /// Makes one of a diagnostic about `source`.
    pub(crate) fn one(source: &Arc<Source>, diagnostic: Diagnostic) -> Self {
        let position = position(&source.text, diagnostic.span.start);
        Self {
            source: Some(source.clone()),
            path: None,
            position: Some(position),
            excerpt: None,
            diagnostic,
            fix: Vec::new(),
        }
    }

    /// Makes a finding of a file whose text is not at hand, or of no file.
    pub(crate) fn without_text(path: Option<String>, diagnostic: Diagnostic) -> Self {
        Self {
            source: None,
            path,
            position: None,
            excerpt: None,
            diagnostic,
            fix: Vec::new(),
        }
    }

    /// Makes a finding about a file as a whole.
    pub(crate) fn of_file(path: &Path, diagnostic: Diagnostic) -> Self {
        Self::without_text(Some(path.display().to_string()), diagnostic)
    }

    /// Makes one of a diagnostic of files that were loaded.
    pub(crate) fn of_loaded(loaded: &FileDiagnostic) -> Self {
        match &loaded.text {
            Some(text) => {
                let source = Source::new(loaded.path().display().to_string(), &**text);
                Self::one(&source, loaded.diagnostic.clone())
            }
            None => Self::of_file(loaded.path(), loaded.diagnostic.clone()),
        }
    }

    /// Sets the position of a finding whose text is not at hand.
    pub(crate) fn at(mut self, position: Option<Position>) -> Self {
        self.position = position;
        self
    }

    /// Sets the message with an excerpt of a finding whose text is not at hand.
    pub(crate) fn with_excerpt(mut self, excerpt: Option<String>) -> Self {
        self.excerpt = excerpt;
        self
    }

    pub(crate) fn severity(&self) -> Severity {
        self.diagnostic.severity
    }

    /// Returns the path or name of the text; `None` for a diagnostic about no text.
    pub(crate) fn path(&self) -> Option<&str> {
        let name = self.source.as_ref().map(|source| source.name.as_str());
        name.or(self.path.as_deref())
    }

    /// Returns the positions of the start and the end of the span; `None` for a diagnostic about a file as a whole. Linear in the span.
    pub(crate) fn range(&self) -> Option<(Position, Position)> {
        let start = self.position?;
        let source = self.source.as_ref();
        let covered = source.and_then(|source| source.text.get(self.diagnostic.span.clone()));
        let covered = covered.unwrap_or_default();
        // Counted from the start: counting from the start of the text would be quadratic in a text with many findings.
        let mut end = position(covered, covered.len());
        if end.line == 1 {
            end.column += start.column - 1;
        }
        end.line += start.line - 1;
        Some((start, end))
    }

    /// Returns the message with an excerpt; in one line when the text is not at hand.
    pub(crate) fn message(&self) -> String {
        match (&self.source, &self.excerpt) {
            (Some(source), _) => {
                let report = self.diagnostic.report(&source.text).name(&source.name);
                match self.position {
                    // Lines counted from the start would be quadratic in a text with many findings.
                    Some(position) => report.position(position).to_string(),
                    None => report.to_string(),
                }
            }
            (None, Some(excerpt)) => excerpt.clone(),
            (None, None) => self.line(),
        }
    }

    /// Returns the message in one line, for a diagnostic without an excerpt.
    fn line(&self) -> String {
        let message = self.diagnostic.to_string();
        match (self.path(), self.position) {
            (Some(path), Some(at)) => format!("{path}:{at}: {message}"),
            (Some(path), None) => format!("{path}: {message}"),
            (None, _) => message,
        }
    }
}

/// Returns the message of an error without the location at its start.
pub(crate) fn without_location(message: &str, at: &Location) -> String {
    let message = message
        .strip_prefix(&format!("{at}: "))
        .or_else(|| message.strip_prefix(&format!("{}: ", at.position)))
        .unwrap_or(message);
    message.to_owned()
}

/// Makes a diagnostic at error level of an error with a location.
pub(crate) fn of_error(
    code: &'static str,
    message: &str,
    location: Option<&Location>,
) -> Diagnostic {
    let (span, message) = match location {
        Some(at) => (at.span.clone(), without_location(message, at)),
        None => (0..0, message.to_owned()),
    };
    Diagnostic::new(Severity::Error, code, span, message)
}

/// Makes a diagnostic of an error about a header.
pub(crate) fn of_header_error(error: &interline::frontmatter::Error) -> Diagnostic {
    let diagnostic = of_error(
        crate::diagnostics::INVALID_HEADER,
        &error.to_string(),
        error.location(),
    );
    match error {
        interline::frontmatter::Error::DuplicateKey { first, .. } => {
            diagnostic.with_related(first.span.clone(), "first given here")
        }
        _ => diagnostic,
    }
}

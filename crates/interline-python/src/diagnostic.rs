//! Diagnostics and edits as frozen objects.

use std::path::Path;
use std::sync::Arc;

use interline::text::{self, LineIndex, Severity};
use pyo3::prelude::*;

use crate::characters::{Characters, byte_offset};
use crate::option::{choose, release};

/// A problem, with its location.
///
/// `str()` gives one line, `report()` an excerpt with carets.
#[pyclass(frozen, eq, hash, module = "interline")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Diagnostic {
    /// `"error"`, `"warning"` or `"info"`.
    #[pyo3(get)]
    severity: &'static str,
    /// A stable name of the kind of the diagnostic.
    #[pyo3(get)]
    code: String,
    /// The problem and its fix.
    #[pyo3(get)]
    message: String,
    /// The file or name of the text, where it has one.
    #[pyo3(get)]
    path: Option<String>,
    /// The index of the first character.
    #[pyo3(get)]
    start: usize,
    /// The index after the last character.
    #[pyo3(get)]
    end: usize,
    /// The line, from 1.
    #[pyo3(get)]
    line: usize,
    /// The column in characters, from 1.
    #[pyo3(get)]
    column: usize,
    /// Other locations that belong to the problem.
    #[pyo3(get)]
    related: Vec<Related>,
    source: Source,
}

/// A location that belongs to a diagnostic.
#[pyclass(frozen, eq, hash, module = "interline")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Related {
    /// The reason why the location is related.
    #[pyo3(get)]
    message: String,
    /// The index of the first character.
    #[pyo3(get)]
    start: usize,
    /// The index after the last character.
    #[pyo3(get)]
    end: usize,
    /// The line, from 1.
    #[pyo3(get)]
    line: usize,
    /// The column in characters, from 1.
    #[pyo3(get)]
    column: usize,
}

/// The diagnostic of the crates and its text, for the report.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Source {
    diagnostic: text::Diagnostic,
    text: Option<Arc<str>>,
}

#[pymethods]
impl Diagnostic {
    /// Returns the message with an excerpt of the text; one line where the text is not known.
    fn report(&self) -> String {
        let Some(text) = &self.source.text else {
            return self.__str__();
        };
        let position = text::Position {
            line: self.line,
            column: self.column,
        };
        let report = self.source.diagnostic.report(text).position(position);
        match &self.path {
            Some(path) => report.name(path.as_str()).to_string(),
            None => report.to_string(),
        }
    }

    fn __str__(&self) -> String {
        let Self {
            line,
            column,
            severity,
            code,
            message,
            ..
        } = self;
        let path = self
            .path
            .as_ref()
            .map(|path| format!("{path}:"))
            .unwrap_or_default();
        format!("{path}{line}:{column}: {severity}[{code}]: {message}")
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {self}>", self = self.__str__())
    }
}

#[pymethods]
impl Related {
    fn __repr__(&self) -> String {
        format!("<Related {}:{}: {}>", self.line, self.column, self.message)
    }
}

impl Diagnostic {
    /// Returns whether it is about the file of this path.
    pub(crate) fn is_in(&self, path: &str) -> bool {
        self.path.as_deref() == Some(path)
    }
}

/// Makes the diagnostics of a text. Linear in the text where there are any.
pub(crate) fn diagnostics(
    found: &[text::Diagnostic],
    text: &str,
    path: Option<&Path>,
) -> Vec<Diagnostic> {
    if found.is_empty() {
        return Vec::new();
    }
    let characters = Characters::new(text);
    let lines = LineIndex::new(text);
    let shared: Arc<str> = text.into();
    let path = path.map(|path| path.to_string_lossy().into_owned());
    found
        .iter()
        .map(|diagnostic| {
            let at = lines.position(diagnostic.span.start);
            Diagnostic {
                severity: diagnostic.severity.as_str(),
                code: diagnostic.code.clone().into_owned(),
                message: diagnostic.message.clone(),
                path: path.clone(),
                start: characters.index(diagnostic.span.start),
                end: characters.index(diagnostic.span.end),
                line: at.line,
                column: at.column,
                related: diagnostic
                    .related
                    .iter()
                    .map(|related| {
                        let at = lines.position(related.span.start);
                        Related {
                            message: related.message.clone(),
                            start: characters.index(related.span.start),
                            end: characters.index(related.span.end),
                            line: at.line,
                            column: at.column,
                        }
                    })
                    .collect(),
                source: Source {
                    diagnostic: diagnostic.clone(),
                    text: Some(Arc::clone(&shared)),
                },
            }
        })
        .collect()
}

/// Makes the diagnostics of files.
pub(crate) fn file_diagnostics(found: &[interline::agent_md::FileDiagnostic]) -> Vec<Diagnostic> {
    found
        .iter()
        .flat_map(|found| {
            let one = std::slice::from_ref(&found.diagnostic);
            match &found.text {
                Some(text) => diagnostics(one, text, Some(found.path())),
                None => {
                    let mut made = diagnostics(one, "", Some(found.path()));
                    for diagnostic in &mut made {
                        diagnostic.line = found.location.position.line;
                        diagnostic.column = found.location.position.column;
                        diagnostic.source.text = None;
                    }
                    made
                }
            }
        })
        .collect()
}

/// Returns whether one of the diagnostics is an error.
pub(crate) fn has_errors(found: &[Diagnostic]) -> bool {
    found
        .iter()
        .any(|found| found.source.diagnostic.severity == Severity::Error)
}

/// A replacement of `document[start:end]` by `text`.
#[pyclass(frozen, eq, hash, module = "interline")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Edit {
    /// The index of the first character that is replaced.
    #[pyo3(get)]
    pub(crate) start: usize,
    /// The index after the last character that is replaced.
    #[pyo3(get)]
    pub(crate) end: usize,
    /// The new text.
    #[pyo3(get)]
    pub(crate) text: String,
}

#[pymethods]
impl Edit {
    #[new]
    fn new(start: usize, end: usize, text: String) -> Self {
        Self { start, end, text }
    }

    /// Returns `document` with this edit made.
    fn apply(&self, document: &Bound<'_, pyo3::types::PyString>) -> PyResult<Py<PyAny>> {
        let py = document.py();
        let before =
            document.get_item(pyo3::types::PySlice::new(py, 0, to_isize(self.start), 1))?;
        let after = document.get_item(pyo3::types::PySlice::new(
            py,
            to_isize(self.end),
            isize::MAX,
            1,
        ))?;
        Ok(before.add(&self.text)?.add(after)?.unbind())
    }

    fn __repr__(&self) -> String {
        format!("Edit({}, {}, {:?})", self.start, self.end, self.text)
    }
}

fn to_isize(index: usize) -> isize {
    isize::try_from(index).unwrap_or(isize::MAX)
}

/// Makes the edits of a text, with indices in that text.
pub(crate) fn edits(found: &text::Edits, text: &str) -> Vec<Edit> {
    if found.is_empty() {
        return Vec::new();
    }
    let characters = Characters::new(text);
    found
        .iter()
        .map(|edit| Edit {
            start: characters.index(edit.range.start),
            end: characters.index(edit.range.end),
            text: edit.insert.clone(),
        })
        .collect()
}

/// Returns the edits that turn one text into another: as few lines as possible, and in them as few words as possible.
#[pyfunction]
pub(crate) fn edits_between(py: Python<'_>, old: &str, new: &str) -> Vec<Edit> {
    release(py, old.len() + new.len(), || {
        edits(&text::Edits::between(old, new), old)
    })
}

/// Returns a message with an excerpt of a text: the lines of `text[start:end]` with carets, and those of related spans, each
/// `(start, end, label)`.
///
/// `name` is the path or name of the text. Lines are cropped to `width` columns.
#[pyfunction]
#[pyo3(signature = (text, start, end, message, *, severity="error", code=None, name=None, related=Vec::new(), width=100))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn report(
    text: &str,
    start: usize,
    end: usize,
    message: &str,
    severity: &str,
    code: Option<&str>,
    name: Option<&str>,
    related: Vec<(usize, usize, String)>,
    width: usize,
) -> PyResult<String> {
    let severity = choose("severity", severity, &SEVERITIES)?;
    let span = |start, end| byte_offset(text, start)..byte_offset(text, end);
    let mut report = text::Report::new(text, span(start, end), message)
        .severity(severity)
        .width(width);
    if let Some(code) = code {
        report = report.code(code);
    }
    if let Some(name) = name {
        report = report.name(name);
    }
    for (start, end, label) in related {
        report = report.related(span(start, end), label);
    }
    Ok(report.to_string())
}

const SEVERITIES: [(&str, Severity); 3] = [
    ("error", Severity::Error),
    ("warning", Severity::Warning),
    ("info", Severity::Info),
];

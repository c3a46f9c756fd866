//! The names that a template uses.

use interline::mustache_context::{self as mustache, NameKind};
use pyo3::prelude::*;

use crate::option::keyword;

/// A name that a template uses.
#[pyclass(frozen, eq, module = "interline.mustache")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// `"variable"`, `"section"`, `"inverted"`, `"partial"` or `"block"`.
    #[pyo3(get)]
    kind: &'static str,
    /// The dotted name.
    #[pyo3(get)]
    path: String,
    /// The line, from 1.
    #[pyo3(get)]
    line: usize,
    /// The column in characters, from 1.
    #[pyo3(get)]
    column: usize,
}

const KINDS: [(&str, NameKind); 5] = [
    ("variable", NameKind::Variable),
    ("section", NameKind::Section),
    ("inverted", NameKind::Inverted),
    ("partial", NameKind::Partial),
    ("block", NameKind::Block),
];

impl Name {
    pub(crate) fn of(name: mustache::Name) -> Self {
        Self {
            kind: keyword(&name.kind, &KINDS),
            path: name.path,
            line: name.location.position.line,
            column: name.location.position.column,
        }
    }
}

#[pymethods]
impl Name {
    fn __repr__(&self) -> String {
        format!(
            "<Name {} {:?} {}:{}>",
            self.kind, self.path, self.line, self.column
        )
    }
}

/// A name that is missing. `str()` gives the message with its location.
#[pyclass(frozen, eq, module = "interline.mustache")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MissingName {
    /// The dotted name.
    #[pyo3(get)]
    path: String,
    /// The nearest known name.
    #[pyo3(get)]
    near: Option<String>,
    /// The name of the template or partial.
    #[pyo3(get)]
    template: Option<String>,
    /// The line, from 1.
    #[pyo3(get)]
    line: usize,
    /// The column in characters, from 1.
    #[pyo3(get)]
    column: usize,
    message: String,
}

impl MissingName {
    pub(crate) fn of(found: &mustache::MissingName) -> Self {
        Self {
            path: found.name.clone(),
            near: found.near.clone(),
            template: found.location.name.clone(),
            line: found.location.position.line,
            column: found.location.position.column,
            message: found.to_string(),
        }
    }
}

#[pymethods]
impl MissingName {
    fn __str__(&self) -> &str {
        &self.message
    }

    fn __repr__(&self) -> String {
        format!("<MissingName {}>", self.message)
    }
}

/// The names of a template compared with those of its data.
#[pyclass(frozen, module = "interline.mustache")]
#[derive(Debug)]
pub(crate) struct Check {
    /// Undefined variables.
    #[pyo3(get)]
    pub(crate) missing: Vec<MissingName>,
    /// Undefined sections.
    #[pyo3(get)]
    pub(crate) absent_sections: Vec<MissingName>,
    /// Partials that do not exist.
    #[pyo3(get)]
    pub(crate) unknown_partials: Vec<MissingName>,
    /// Names of the data that the template does not use.
    #[pyo3(get)]
    pub(crate) unused: Vec<String>,
}

#[pymethods]
impl Check {
    /// Whether nothing is missing.
    #[getter]
    fn is_clean(&self) -> bool {
        self.missing.is_empty()
            && self.absent_sections.is_empty()
            && self.unknown_partials.is_empty()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Check missing={} unused={}>",
            self.missing.len(),
            self.unused.len()
        )
    }
}

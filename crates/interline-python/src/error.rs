//! Errors of the crates as exceptions of `interline._errors`.

use std::fmt;
use std::io;
use std::path::Path;

use interline::text::{Location, Report};
use interline::{agent_md, content, files, fragments, frontmatter, mustache_context};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The classes of exceptions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class {
    Agent,
    Content,
    Conversion,
    File,
    Fragment,
    Frontmatter,
    MissingFile,
    Option,
    Template,
}

static CLASSES: PyOnceLock<[Py<PyType>; 9]> = PyOnceLock::new();

impl Class {
    /// In the order of the variants.
    const NAMES: [&str; 9] = [
        "AgentError",
        "ContentError",
        "ConversionError",
        "FileError",
        "FragmentError",
        "FrontmatterError",
        "MissingFileError",
        "OptionError",
        "TemplateError",
    ];

    fn get(self, py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
        let classes = CLASSES.get_or_try_init(py, || {
            let module = py.import("interline._errors")?;
            let mut classes = Vec::with_capacity(Self::NAMES.len());
            for name in Self::NAMES {
                classes.push(module.getattr(name)?.cast_into::<PyType>()?.unbind());
            }
            <[Py<PyType>; 9]>::try_from(classes)
                .map_err(|_| pyo3::exceptions::PyImportError::new_err("interline._errors"))
        })?;
        Ok(classes[self as usize].bind(py))
    }
}

/// An exception that is not made yet.
#[derive(Debug)]
pub(crate) struct Raised(Box<Fields>);

#[derive(Debug)]
struct Fields {
    class: Class,
    message: String,
    code: String,
    path: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    report: Option<String>,
}

impl Raised {
    pub(crate) fn new(class: Class, code: impl Into<String>, message: impl Into<String>) -> Self {
        Self(Box::new(Fields {
            class,
            message: message.into(),
            code: code.into(),
            path: None,
            line: None,
            column: None,
            report: None,
        }))
    }

    fn path(mut self, path: Option<&Path>) -> Self {
        self.0.path = path.map(|path| path.to_string_lossy().into_owned());
        self
    }

    fn location(mut self, location: Option<&Location>) -> Self {
        if let Some(location) = location {
            if let Some(path) = &location.path {
                self = self.path(Some(path));
            } else if self.0.path.is_none() {
                self.0.path.clone_from(&location.name);
            }
            self.0.line = Some(location.position.line);
            self.0.column = Some(location.position.column);
        }
        self
    }

    fn report(mut self, report: Option<Report<'_>>) -> Self {
        self.0.report = report.map(|report| report.to_string());
        self
    }

    fn file(error: &files::Error) -> Self {
        let (class, code) = match error.io_kind() {
            Some(io::ErrorKind::NotFound) => (Class::MissingFile, "not-found".to_owned()),
            Some(io::ErrorKind::PermissionDenied) => (Class::File, "permission-denied".to_owned()),
            _ => (Class::File, code_of(error)),
        };
        Self::new(class, code, error.to_string())
            .path(error.path())
            .location(error.location())
    }

    /// Makes the exception.
    pub(crate) fn into_exception(self, py: Python<'_>) -> PyErr {
        let exception = self.0.class.get(py).and_then(|class| {
            class.call1((
                self.0.message,
                self.0.code,
                self.0.path,
                self.0.line,
                self.0.column,
                self.0.report,
            ))
        });
        match exception {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }
}

impl From<Raised> for PyErr {
    fn from(raised: Raised) -> Self {
        Python::attach(|py| raised.into_exception(py))
    }
}

/// Returns the code of an error: the name of its variant, as `DuplicateKey` is `duplicate-key`.
fn code_of(error: &dyn fmt::Debug) -> String {
    let shown = format!("{error:?}");
    let name = shown
        .split(|c: char| !c.is_ascii_alphanumeric())
        .next()
        .unwrap_or_default();
    let mut code = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        if c.is_ascii_uppercase() && !code.is_empty() {
            code.push('-');
        }
        code.push(c.to_ascii_lowercase());
    }
    code
}

/// Makes the exception of an error of reading or editing the frontmatter of `text`.
pub(crate) fn frontmatter(error: &frontmatter::Error, path: Option<&Path>, text: &str) -> Raised {
    let located = match path {
        Some(path) => &error.clone().with_path(path),
        None => error,
    };
    Raised::new(Class::Frontmatter, code_of(error), located.to_string())
        .path(path)
        .location(located.location())
        .report(located.report(text))
}

pub(crate) fn template(error: &mustache_context::Error) -> Raised {
    use mustache_context::Error;
    match error {
        Error::File(error) => return Raised::file(error),
        Error::Template(inner) => {
            Raised::new(Class::Template, code_of(inner.kind()), error.to_string())
        }
        Error::Value(inner) => {
            Raised::new(Class::Conversion, code_of(inner.kind()), error.to_string())
        }
        _ => Raised::new(Class::Template, code_of(error), error.to_string()),
    }
    .location(error.location())
    .report(error.report())
}

pub(crate) fn agent(error: &agent_md::Error, text: &str) -> Raised {
    match error {
        agent_md::Error::File(error) => Raised::file(error),
        agent_md::Error::Header(source) => {
            Raised::new(Class::Agent, code_of(source), error.to_string())
        }
        _ => Raised::new(Class::Agent, code_of(error), error.to_string()),
    }
    .path(error.path())
    .location(error.location())
    .report(error.report(text))
}

pub(crate) fn fragment(error: &fragments::Error, text: &str) -> Raised {
    match error {
        fragments::Error::File(error) => Raised::file(error),
        _ => Raised::new(Class::Fragment, code_of(error), error.to_string()),
    }
    .path(error.path())
    .location(error.location())
    .report(error.report(text))
}

pub(crate) fn content(error: &content::Error) -> Raised {
    match error {
        content::Error::Engine(error) => return template(error),
        content::Error::Frontmatter(source) => {
            Raised::new(Class::Content, code_of(source), error.to_string())
        }
        content::Error::File { problem, .. } => {
            Raised::new(Class::Content, code_of(problem), error.to_string())
        }
        content::Error::Expression { problem, .. } => {
            Raised::new(Class::Content, code_of(problem), error.to_string())
        }
        _ => Raised::new(Class::Content, code_of(error), error.to_string()),
    }
    .path(error.path())
    .location(error.location())
    .report(error.report())
}

pub(crate) fn file(error: &files::Error) -> Raised {
    Raised::file(error)
}

//! Errors of the crates as exceptions of `interline._errors`.

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
    code: &'static str,
    path: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    report: Option<String>,
}

impl Raised {
    pub(crate) fn new(class: Class, code: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(Fields {
            class,
            message: message.into(),
            code,
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
        let class = match error.io_kind() {
            Some(io::ErrorKind::NotFound) => Class::MissingFile,
            _ => Class::File,
        };
        Self::new(class, error.code(), error.to_string())
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

/// Makes the exception of an error of reading or editing the frontmatter of `text`.
pub(crate) fn frontmatter(error: &frontmatter::Error, path: Option<&Path>, text: &str) -> Raised {
    let located = match path {
        Some(path) => &error.clone().with_path(path),
        None => error,
    };
    Raised::new(Class::Frontmatter, error.code(), located.to_string())
        .path(path)
        .location(located.location())
        .report(located.report(text))
}

pub(crate) fn template(error: &mustache_context::Error) -> Raised {
    use mustache_context::Error;
    let class = match error {
        Error::File(error) => return Raised::file(error),
        Error::Value(_) => Class::Conversion,
        _ => Class::Template,
    };
    Raised::new(class, error.code(), error.to_string())
        .location(error.location())
        .report(error.report())
}

pub(crate) fn agent(error: &agent_md::Error, text: &str) -> Raised {
    if let agent_md::Error::File(error) = error {
        return Raised::file(error);
    }
    Raised::new(Class::Agent, error.code(), error.to_string())
        .path(error.path())
        .location(error.location())
        .report(error.report(text))
}

pub(crate) fn fragment(error: &fragments::Error, text: &str) -> Raised {
    if let fragments::Error::File(error) = error {
        return Raised::file(error);
    }
    Raised::new(Class::Fragment, error.code(), error.to_string())
        .path(error.path())
        .location(error.location())
        .report(error.report(text))
}

pub(crate) fn content(error: &content::Error) -> Raised {
    if let content::Error::Engine(error) = error {
        return template(error);
    }
    Raised::new(Class::Content, error.code(), error.to_string())
        .path(error.path())
        .location(error.location())
        .report(error.report())
}

pub(crate) fn file(error: &files::Error) -> Raised {
    Raised::file(error)
}

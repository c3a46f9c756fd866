//! The files of a docroot, rendered for an agent.

use std::path::PathBuf;

use interline::content::{
    self, Agent, Category, Collection, ContentLibrary, ContextBuilder, FileContent, Project,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMapping, PyString};

use crate::diagnostic::{Diagnostic, diagnostics};
use crate::error;
use crate::value::{Dates, Reader, map_to_python};

/// A docroot with its categories and collections. May be used from several threads at once.
#[pyclass(frozen, module = "interline.content")]
#[derive(Debug)]
pub(crate) struct Library {
    library: ContentLibrary,
}

#[pymethods]
impl Library {
    /// Makes a library of the directory `docroot`.
    ///
    /// `categories` has a directory for each name, or `(directory, patterns)`; `collections` the names of categories for each name.
    #[new]
    #[pyo3(signature = (docroot, *, name="project", categories, collections=None))]
    fn new(
        py: Python<'_>,
        docroot: PathBuf,
        name: &str,
        categories: &Bound<'_, PyMapping>,
        collections: Option<&Bound<'_, PyMapping>>,
    ) -> PyResult<Self> {
        let mut project = Project::new(name);
        for item in categories.items()? {
            let (name, value) = item.extract::<(String, Bound<'_, PyAny>)>()?;
            let category = if value.is_instance_of::<PyString>() {
                Category::new(name, value.extract::<String>()?)
            } else {
                let (directory, patterns) = value.extract::<(String, Vec<String>)>()?;
                Category::new(name, directory).patterns(patterns)
            };
            project = project.category(category);
        }
        if let Some(collections) = collections {
            for item in collections.items()? {
                let (name, categories) = item.extract::<(String, Vec<String>)>()?;
                project = project.collection(Collection::new(name, categories));
            }
        }
        let library = py
            .detach(|| ContentLibrary::new(docroot, project))
            .map_err(|error| error::content(&error).into_exception(py))?;
        Ok(Self { library })
    }

    /// Returns the content of an expression such as `guides`, `guides/review*` or `guides,style`.
    ///
    /// `agent` has the fields `name`, `version`, `prompt_character`, `prompt_prefix` and others; `variables` further names.
    #[pyo3(signature = (expression, pattern=None, *, agent=None, variables=None))]
    fn content(
        &self,
        py: Python<'_>,
        expression: &str,
        pattern: Option<&str>,
        agent: Option<&Bound<'_, PyAny>>,
        variables: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Content> {
        let mut context = ContextBuilder::new();
        if let Some(agent) = agent {
            context = context.agent(&agent_of(agent)?);
        }
        if let Some(variables) = variables {
            context = context.extras(Reader::new(Dates::Printed).map(variables)?);
        }
        let content = py
            .detach(|| self.library.content_with(expression, pattern, &context))
            .map_err(|error| error::content(&error).into_exception(py))?;
        Content::new(py, content)
    }

    fn __repr__(&self) -> String {
        let project = self.library.project();
        let names: Vec<&str> = project
            .categories
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        format!("<Library {:?} categories={names:?}>", project.name)
    }
}

fn agent_of(given: &Bound<'_, PyAny>) -> PyResult<Agent> {
    let mut agent = Agent::new();
    for (key, value) in Reader::new(Dates::Printed).map(given)? {
        agent = match (key.as_str(), value.as_str()) {
            ("name", Some(text)) => agent.name(text),
            ("version", Some(text)) => agent.version(text),
            ("prompt_character", Some(text)) => agent.prompt_character(text),
            ("prompt_prefix", Some(text)) => agent.prompt_prefix(text),
            _ => agent.field(key, value),
        };
    }
    Ok(agent)
}

/// The files of a request.
#[pyclass(frozen, module = "interline.content")]
#[derive(Debug)]
pub(crate) struct Content {
    content: content::Content,
    /// The files in their order.
    #[pyo3(get)]
    files: Vec<Py<File>>,
    /// The problems of files that are not part of the content, as exceptions.
    #[pyo3(get)]
    problems: Vec<Py<PyAny>>,
}

impl Content {
    fn new(py: Python<'_>, content: content::Content) -> PyResult<Self> {
        let files = content
            .files
            .iter()
            .map(|file| Py::new(py, File { file: file.clone() }))
            .collect::<PyResult<_>>()?;
        let problems = content
            .problems
            .iter()
            .map(|error| {
                error::content(error)
                    .into_exception(py)
                    .into_value(py)
                    .into_any()
            })
            .collect();
        Ok(Self {
            content,
            files,
            problems,
        })
    }
}

#[pymethods]
impl Content {
    /// The text of one file, or a MIME entity of several. Raises `ContentError` when it is not text.
    #[getter]
    fn text(&self) -> PyResult<String> {
        self.content
            .to_text()
            .map_err(|error| error::content(&error).into())
    }

    /// The MIME type.
    #[getter]
    fn content_type(&self) -> String {
        self.content.content_type()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.content.to_bytes())
    }

    fn __len__(&self) -> usize {
        self.files.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Content files={} problems={}>",
            self.files.len(),
            self.problems.len()
        )
    }
}

/// A file of a docroot, rendered where it is a template.
#[pyclass(frozen, module = "interline.content")]
#[derive(Debug)]
pub(crate) struct File {
    file: content::FileInfo,
}

#[pymethods]
impl File {
    /// The path in its category.
    #[getter]
    fn path(&self) -> &str {
        &self.file.path
    }

    /// The name of the category, `/` and the path.
    #[getter]
    fn location(&self) -> &str {
        &self.file.location
    }

    /// The category.
    #[getter]
    fn category(&self) -> &str {
        &self.file.category
    }

    /// The MIME type.
    #[getter]
    fn content_type(&self) -> &'static str {
        self.file.content_type()
    }

    /// The size in bytes.
    #[getter]
    fn size(&self) -> u64 {
        self.file.size
    }

    /// The frontmatter.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.file
            .metadata
            .as_ref()
            .map(|metadata| map_to_python(py, metadata))
            .transpose()
    }

    /// The problems of the frontmatter.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        let text = self.file.content.as_str().unwrap_or_default();
        diagnostics(
            &self.file.diagnostics,
            text,
            Some(self.file.location.as_ref()),
        )
    }

    /// The text; raises `TypeError` for a file that is not text.
    #[getter]
    fn text(&self) -> PyResult<&str> {
        self.file.content.as_str().ok_or_else(|| {
            PyTypeError::new_err(format!("{}: not text; use `bytes()`", self.file.location))
        })
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = match &self.file.content {
            FileContent::Text(text) => text.as_bytes(),
            FileContent::Bytes(bytes) => bytes,
        };
        PyBytes::new(py, bytes)
    }

    fn __repr__(&self) -> String {
        format!("<File {:?}>", self.file.location)
    }
}

//! Commands: prompts that a tool expands with arguments.

use std::path::{Path, PathBuf};

use interline::agent_md::{self};
use pyo3::prelude::*;

use crate::agent::DIALECTS;
use crate::diagnostic::{Diagnostic, diagnostics};
use crate::error::{self};
use crate::expansion::expansion;
use crate::file;
use crate::option::choose;

/// A command of an agent tool: a prompt with placeholders.
#[pyclass(frozen, module = "interline.prompts")]
#[derive(Debug)]
pub(crate) struct Command {
    command: agent_md::Command,
    /// The problems of the file.
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
}

#[pymethods]
impl Command {
    /// Parses the text of a command file. `name` is its path, from which it has its name.
    #[new]
    #[pyo3(signature = (text, name="command.md", *, dialect="claude_code"))]
    fn new(text: &str, name: &str, dialect: &str) -> PyResult<Self> {
        let dialect = choose("dialect", dialect, &DIALECTS)?;
        let parsed = agent_md::Command::parse(text, name, dialect)
            .map_err(|error| error::agent(&error, text))?;
        Ok(Self {
            diagnostics: diagnostics(&parsed.diagnostics, text, Some(Path::new(name))),
            command: parsed.command,
        })
    }

    /// Reads a command file.
    #[staticmethod]
    #[pyo3(signature = (path, *, dialect="claude_code"))]
    fn load(py: Python<'_>, path: PathBuf, dialect: &str) -> PyResult<Self> {
        let text = py
            .detach(|| file::read(&path))
            .map_err(|raised| raised.into_exception(py))?;
        Self::new(&text, &path.to_string_lossy(), dialect)
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.command.name
    }

    /// The purpose of the command.
    #[getter]
    fn description(&self) -> Option<&str> {
        self.command.description.as_deref()
    }

    /// The hint about its arguments.
    #[getter]
    fn argument_hint(&self) -> Option<&str> {
        self.command.argument_hint.as_deref()
    }

    /// The names of its arguments.
    #[getter]
    fn arguments(&self) -> Vec<String> {
        self.command.arguments.clone()
    }

    /// The prompt, with its placeholders.
    #[getter]
    fn body(&self) -> &str {
        &self.command.body
    }

    /// Returns the prompt with the arguments of a user in place of the placeholders.
    #[pyo3(signature = (arguments=""))]
    fn expand<'py>(&self, py: Python<'py>, arguments: &str) -> PyResult<Bound<'py, PyAny>> {
        let expanded = self
            .command
            .expand(arguments)
            .map_err(|error| error::agent(&error, "").into_exception(py))?;
        let found = diagnostics(&expanded.diagnostics, &self.command.body, None);
        expansion(py, expanded.text, found, Vec::new())
    }

    fn __repr__(&self) -> String {
        format!("<Command {:?}>", self.command.name)
    }
}

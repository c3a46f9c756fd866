//! Prompt fragments: found, listed, expanded.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use interline::fragments::{self, FragmentRegistry, FragmentResource};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList, PyMapping};

use crate::diagnostic::{Diagnostic, diagnostics, file_diagnostics};
use crate::error;
use crate::expansion::expansion;
use crate::team::{Problem, Roots};
use crate::value::iterator;

/// A prompt fragment.
#[pyclass(frozen, module = "interline.prompts")]
#[derive(Debug)]
pub(crate) struct Fragment {
    resource: FragmentResource,
}

#[pymethods]
impl Fragment {
    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.resource.name()
    }

    /// The purpose of the fragment.
    #[getter]
    fn description(&self) -> &str {
        &self.resource.manifest.description
    }

    /// The arguments: name, description and default. An argument without a default is required.
    #[getter]
    fn arguments(&self) -> Vec<(String, Option<String>, Option<String>)> {
        self.resource
            .manifest
            .arguments
            .iter()
            .map(|argument| {
                (
                    argument.name.clone(),
                    argument.description.clone(),
                    argument.default.clone(),
                )
            })
            .collect()
    }

    /// The file.
    #[getter]
    fn path(&self) -> String {
        self.resource
            .fragment_md_path
            .to_string_lossy()
            .into_owned()
    }

    /// Reads the text after the header.
    fn load_body(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.resource.load_body())
            .map_err(|error| error::fragment(&error, "").into_exception(py))
    }

    fn __repr__(&self) -> String {
        format!("<Fragment {:?}>", self.resource.name())
    }
}

/// The fragments of layers, by name.
#[pyclass(frozen, mapping, module = "interline.prompts")]
#[derive(Debug)]
pub(crate) struct Fragments {
    registry: FragmentRegistry,
    /// The files that cannot be used.
    #[pyo3(get)]
    problems: Vec<Py<Problem>>,
    /// The problems of all files.
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
}

#[pymethods]
impl Fragments {
    /// Returns the text of a fragment with its arguments in place of the placeholders.
    #[pyo3(signature = (name, arguments=None, **more))]
    fn expand<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        arguments: Option<&Bound<'_, PyMapping>>,
        more: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut values = BTreeMap::new();
        let more = more.map(PyDictMethods::as_mapping);
        for given in arguments.into_iter().chain(more) {
            for item in given.items()? {
                let (key, value) = item.extract::<(String, Bound<'_, PyAny>)>()?;
                values.insert(key, value.str()?.extract::<String>()?);
            }
        }
        let expanded = py
            .detach(|| self.registry.expand(name, &values))
            .map_err(|error| error::fragment(&error, "").into_exception(py))?;
        expansion(py, expanded.text, Vec::new(), expanded.unused)
    }

    /// Returns the answer to `prompts/list` of MCP.
    fn to_mcp_prompts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for prompt in self.registry.to_mcp_prompts() {
            let arguments = PyList::empty(py);
            for argument in prompt.arguments {
                let one = PyDict::new(py);
                one.set_item("name", argument.name)?;
                if let Some(description) = argument.description {
                    one.set_item("description", description)?;
                }
                one.set_item("required", argument.required)?;
                arguments.append(one)?;
            }
            let one = PyDict::new(py);
            one.set_item("name", prompt.name)?;
            if let Some(description) = prompt.description {
                one.set_item("description", description)?;
            }
            one.set_item("arguments", arguments)?;
            list.append(one)?;
        }
        Ok(list)
    }

    /// Returns the list of fragments for a prompt.
    fn format_for_prompt(&self) -> String {
        self.registry.format_for_prompt()
    }

    fn __getitem__(&self, name: &str) -> PyResult<Fragment> {
        match self.registry.get(name) {
            Some(resource) => Ok(Fragment {
                resource: resource.clone(),
            }),
            None => {
                let near = interline::text::nearest(name, self.registry.names())
                    .map(|near| format!("; did you mean `{near}`?"))
                    .unwrap_or_default();
                Err(pyo3::exceptions::PyKeyError::new_err(format!(
                    "no fragment `{name}`{near}"
                )))
            }
        }
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<PyBackedStr>()
            .is_ok_and(|name| self.registry.get(&name).is_some())
    }

    fn __len__(&self) -> usize {
        self.registry.len()
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        iterator(py, self.keys())
    }

    /// Returns the names.
    fn keys(&self) -> Vec<String> {
        self.registry.names().map(ToOwned::to_owned).collect()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Fragments {:?} problems={}>",
            self.keys(),
            self.problems.len()
        )
    }
}

/// Finds the fragments of directories: one, or several in ascending precedence, or layers.
#[pyfunction]
pub(crate) fn discover(py: Python<'_>, roots: Roots) -> PyResult<Fragments> {
    let layers = roots.layers();
    let report = py.detach(|| fragments::discover(layers.iter()));
    let diagnostics = file_diagnostics(&report.diagnostics);
    let problems = report
        .problems
        .iter()
        .map(|problem| {
            let raised =
                error::fragment(&problem.error, problem.text.as_deref().unwrap_or_default());
            Problem::new(py, &problem.path, problem.name.clone(), raised)
        })
        .collect::<PyResult<_>>()?;
    Ok(Fragments {
        registry: FragmentRegistry::from_resources(report.into_values()),
        problems,
        diagnostics,
    })
}

/// Returns the text of a fragment file's body with arguments in place of the placeholders. `text` has the header.
#[pyfunction]
#[pyo3(signature = (text, arguments, *, path="FRAGMENT.md"))]
pub(crate) fn expand<'py>(
    py: Python<'py>,
    text: &str,
    arguments: BTreeMap<String, String>,
    path: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let raise = |error: fragments::Error| PyErr::from(error::fragment(&error, text));
    let parsed = fragments::FragmentManifest::parse(text, Path::new(path)).map_err(raise)?;
    let body = interline::frontmatter::split(text).body_start();
    let body = text.get(body..).unwrap_or_default();
    let values = |name: &str| {
        arguments
            .get(name)
            .map(|value| Cow::Borrowed(value.as_str()))
    };
    // A function of the name has no list of names.
    let known = |name: &String| {
        parsed
            .manifest
            .arguments
            .iter()
            .any(|one| one.name == *name)
    };
    let unused = arguments.keys().filter(|name| !known(name)).cloned();
    let expanded = fragments::expand(body, &parsed.manifest.arguments, values).map_err(raise)?;
    let found = diagnostics(&parsed.diagnostics, text, Some(Path::new(path)));
    expansion(py, expanded.text, found, unused.collect())
}

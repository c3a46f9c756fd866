//! Documents and their components.

use std::path::PathBuf;

use interline::patch_template::{self, DocumentOptions, Markers, Mode};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::characters::Characters;
use crate::diagnostic::{Diagnostic, diagnostics};
use crate::option::release;

/// The settings of a file `components.toml`.
#[pyclass(frozen, module = "interline")]
#[derive(Debug)]
pub(crate) struct ComponentsConfig {
    pub(crate) config: patch_template::ComponentsConfig,
    /// The file that it was read from.
    #[pyo3(get)]
    path: Option<String>,
    /// The problems of the settings.
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
}

#[pymethods]
impl ComponentsConfig {
    /// Reads settings in TOML.
    #[new]
    fn new(text: &str) -> Self {
        Self::of(patch_template::ComponentsConfig::from_toml(text))
    }

    /// Reads the `components.toml` of the directory of a document, or of the nearest one above it that has one.
    #[staticmethod]
    fn discover(py: Python<'_>, path: PathBuf) -> Self {
        Self::of(py.detach(|| patch_template::ComponentsConfig::discover(path)))
    }

    /// The names of the components that have settings.
    #[getter]
    fn components(&self) -> Vec<String> {
        self.config
            .iter()
            .map(|(name, _)| name.to_owned())
            .collect()
    }

    fn __repr__(&self) -> String {
        format!("<ComponentsConfig components={:?}>", self.components())
    }
}

impl ComponentsConfig {
    fn of(loaded: patch_template::LoadedConfig) -> Self {
        Self {
            path: loaded
                .path
                .as_ref()
                .map(|path| path.to_string_lossy().into_owned()),
            diagnostics: diagnostics(&loaded.diagnostics, &loaded.text, loaded.path.as_deref()),
            config: loaded.config,
        }
    }
}

/// A component of a document.
#[pyclass(frozen, eq, module = "interline")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Component {
    /// The name.
    #[pyo3(get)]
    name: String,
    /// The content, without the prefix of a block quote or list item.
    #[pyo3(get)]
    content: String,
    /// The mode that its opener sets: `"replace"`, `"append"`, `"prepend"` or `None`.
    #[pyo3(get)]
    mode: Option<&'static str>,
    /// The index of the first character of the content.
    #[pyo3(get)]
    start: usize,
    /// The index after the last character of the content.
    #[pyo3(get)]
    end: usize,
    /// The line of the opener, from 1.
    #[pyo3(get)]
    line: usize,
    /// The index of the component around it.
    #[pyo3(get)]
    parent: Option<usize>,
}

#[pymethods]
impl Component {
    fn __repr__(&self) -> String {
        format!("<Component {:?} line={}>", self.name, self.line)
    }
}

/// A document that was parsed: its components and its problems.
#[pyclass(frozen, module = "interline")]
#[derive(Debug)]
pub(crate) struct Document {
    /// The components in their order.
    #[pyo3(get)]
    components: Vec<Component>,
    /// The problems.
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
    /// The text.
    #[pyo3(get)]
    text: String,
}

#[pymethods]
impl Document {
    /// Returns the first component of a name; `None` when it is missing.
    fn component(&self, name: &str) -> Option<Component> {
        self.components
            .iter()
            .find(|component| component.name == name)
            .cloned()
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self
            .components
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        format!(
            "<Document components={names:?} diagnostics={}>",
            self.diagnostics.len()
        )
    }
}

/// Parses a document into its components.
#[pyfunction]
#[pyo3(signature = (text, *, markers=None))]
pub(crate) fn parse_document(
    py: Python<'_>,
    text: String,
    markers: Option<(PyBackedStr, PyBackedStr)>,
) -> Document {
    let mut options = DocumentOptions::new();
    if let Some((opener, closer)) = markers {
        options = options.markers(Markers::new(&opener, &closer));
    }
    release(py, text.len(), move || {
        let document = patch_template::Document::parse_with(&text, &options);
        let characters = Characters::new(&text);
        let components = document
            .components()
            .iter()
            .map(|component| Component {
                name: component.name.clone().into_owned(),
                content: document.content(component).into_owned(),
                mode: component.mode().map(Mode::as_str),
                start: characters.index(component.content.start),
                end: characters.index(component.content.end),
                line: component.line,
                parent: component.parent,
            })
            .collect();
        let diagnostics = diagnostics(document.diagnostics(), &text, None);
        drop(characters);
        drop(document);
        Document {
            components,
            diagnostics,
            text,
        }
    })
}

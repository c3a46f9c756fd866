//! Responses and the patches in them.

use interline::patch_template::{
    self, FenceRecovery, Fenced, Mode, PatchBlock, ResponseOptions, Unterminated, WholeFence,
};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::diagnostic::{Diagnostic, diagnostics};
use crate::option::{choose, release};

pub(crate) const MODES: [(&str, Mode); 3] = [
    ("replace", Mode::Replace),
    ("append", Mode::Append),
    ("prepend", Mode::Prepend),
];

/// A patch of a response.
#[pyclass(frozen, eq, module = "interline", from_py_object)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Patch {
    /// The name of the component.
    #[pyo3(get)]
    name: String,
    /// The new content.
    #[pyo3(get)]
    content: String,
    /// The attributes of its opener.
    #[pyo3(get)]
    attributes: Vec<(String, Option<String>)>,
    block: PatchBlock<'static>,
}

#[pymethods]
impl Patch {
    #[new]
    #[pyo3(signature = (name, content, *, mode=None))]
    fn new(name: String, content: String, mode: Option<&str>) -> PyResult<Self> {
        let mut block = PatchBlock::new(name, content);
        if let Some(mode) = mode {
            let mode = choose("mode", mode, &MODES)?;
            block = block.attribute("patch", mode.as_str());
        }
        Ok(Self::of(block))
    }

    fn __repr__(&self) -> String {
        format!("Patch({:?}, {:?})", self.name, self.content)
    }
}

impl Patch {
    fn of(block: PatchBlock<'static>) -> Self {
        Self {
            name: block.name.clone().into_owned(),
            content: block.content.clone().into_owned(),
            attributes: block
                .attributes
                .iter()
                .map(|attribute| {
                    let value = attribute
                        .value
                        .as_ref()
                        .map(|value| value.clone().into_owned());
                    (attribute.key.clone().into_owned(), value)
                })
                .collect(),
            block,
        }
    }
}

/// A response that was parsed or made: patches and the text between them.
#[pyclass(frozen, module = "interline")]
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) response: patch_template::Response<'static>,
    /// The patches in their order.
    #[pyo3(get)]
    patches: Vec<Patch>,
    /// The problems of the response.
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
    pub(crate) text: String,
}

#[pymethods]
impl Response {
    /// Makes a response of patches, and of text that is treated as text outside patches.
    #[new]
    #[pyo3(signature = (patches=Vec::new(), *, text=None))]
    fn new(patches: Vec<Patch>, text: Option<String>) -> Self {
        let mut response = patch_template::Response::new();
        for patch in patches {
            response = response.patch(patch.block);
        }
        if let Some(text) = text {
            response = response.text(text);
        }
        Self::of(response, String::new())
    }

    /// The text outside the patches.
    #[getter]
    fn unmatched(&self) -> String {
        self.response.unmatched().into_owned()
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self
            .patches
            .iter()
            .map(|patch| patch.name.as_str())
            .collect();
        format!(
            "<Response patches={names:?} diagnostics={}>",
            self.diagnostics.len()
        )
    }
}

impl Response {
    pub(crate) fn of(response: patch_template::Response<'static>, text: String) -> Self {
        Self {
            patches: response.patches.iter().cloned().map(Patch::of).collect(),
            diagnostics: diagnostics(&response.diagnostics, &text, None),
            response,
            text,
        }
    }
}

/// Parses a response into patches and the text between them.
///
/// `fenced="apply"` applies patches in code blocks, which are reported otherwise. `unterminated="apply"` applies a patch that is
/// not closed, and `"drop"` drops it. `whole_fence="keep"` keeps a fence around the whole response.
#[pyfunction]
#[pyo3(signature = (text, *, fenced="report", unterminated="as-text", whole_fence="unwrap", fence_recovery="recover"))]
pub(crate) fn parse_response(
    py: Python<'_>,
    text: String,
    fenced: &str,
    unterminated: &str,
    whole_fence: &str,
    fence_recovery: &str,
) -> PyResult<Response> {
    let options = response_options(fenced, unterminated, whole_fence, fence_recovery)?;
    let response = release(py, text.len(), || {
        patch_template::parse_patches_with(&text, &options).into_owned()
    });
    Ok(Response::of(response, text))
}

pub(crate) fn response_options(
    fenced: &str,
    unterminated: &str,
    whole_fence: &str,
    fence_recovery: &str,
) -> PyResult<ResponseOptions> {
    Ok(ResponseOptions::new()
        .fenced(choose(
            "fenced",
            fenced,
            &[("report", Fenced::Report), ("apply", Fenced::Apply)],
        )?)
        .unterminated(choose(
            "unterminated",
            unterminated,
            &[
                ("as-text", Unterminated::AsText),
                ("apply", Unterminated::Apply),
                ("drop", Unterminated::Drop),
            ],
        )?)
        .whole_fence(choose(
            "whole_fence",
            whole_fence,
            &[("unwrap", WholeFence::Unwrap), ("keep", WholeFence::Keep)],
        )?)
        .fence_recovery(choose(
            "fence_recovery",
            fence_recovery,
            &[
                ("recover", FenceRecovery::Recover),
                ("strict", FenceRecovery::Strict),
            ],
        )?))
}

/// A response, or its text.
#[derive(FromPyObject)]
pub(crate) enum Answer {
    Text(PyBackedStr),
    Parsed(Py<Response>),
}

//! Responses, documents, and one applied to the other.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use interline::files::{Error as FileError, HardLinks, UpdateOptions, update};
use interline::patch_template::{
    self, ApplyOptions, BoundaryId, BoundaryPolicy, DocumentOptions, FenceRecovery, Fenced,
    InvalidContent, Markers, Mode, NearNames, Part, PatchBlock, Prefix, Replay, ResponseOptions,
    Status, Unmatched, Unterminated, WholeFence,
};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyDict;

use crate::characters::Characters;
use crate::diagnostic::{Diagnostic, Edit, diagnostics, edits, has_errors};
use crate::error::{self, Class, Raised};
use crate::option::{choose, keyword, release, unknown_option};

const MODES: [(&str, Mode); 3] = [
    ("replace", Mode::Replace),
    ("append", Mode::Append),
    ("prepend", Mode::Prepend),
];

const STATUSES: [(&str, Status); 5] = [
    ("applied", Status::Applied),
    ("superseded", Status::Superseded),
    ("rejected", Status::Rejected),
    ("already-present", Status::AlreadyPresent),
    ("discarded", Status::Discarded),
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
    response: patch_template::Response<'static>,
    /// The patches in their order.
    #[pyo3(get)]
    patches: Vec<Patch>,
    /// The problems of the response.
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
    text: String,
}

#[pymethods]
impl Response {
    /// Makes a response of patches, and of text that goes where text outside patches goes.
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
    fn of(response: patch_template::Response<'static>, text: String) -> Self {
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

/// The settings of a file `components.toml`.
#[pyclass(frozen, module = "interline")]
#[derive(Debug)]
pub(crate) struct ComponentsConfig {
    config: patch_template::ComponentsConfig,
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

/// What became of a part of a response.
#[pyclass(frozen, eq, module = "interline")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// `"patch"`, or `"text"` for text outside patches.
    #[pyo3(get)]
    kind: &'static str,
    /// The index of the part among those of its kind.
    #[pyo3(get)]
    index: usize,
    /// `"applied"`, `"superseded"`, `"rejected"`, `"already-present"` or `"discarded"`.
    #[pyo3(get)]
    status: &'static str,
    /// The component that it went to.
    #[pyo3(get)]
    component: Option<String>,
    /// `"replace"`, `"append"` or `"prepend"`.
    #[pyo3(get)]
    mode: Option<&'static str>,
    /// Whether it went there because no component has its name.
    #[pyo3(get)]
    routed: bool,
    /// Whether its content was changed so that it reads back.
    #[pyo3(get)]
    repaired: bool,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        let to = self
            .component
            .as_ref()
            .map(|name| format!(" component={name:?}"))
            .unwrap_or_default();
        format!(
            "<Outcome {} {}: {}{to}>",
            self.kind, self.index, self.status
        )
    }
}

/// The result of applying a response.
#[pyclass(frozen, module = "interline")]
#[derive(Debug)]
pub(crate) struct Applied {
    /// The new text of the document.
    #[pyo3(get)]
    text: String,
    /// The changes, with indices in the old text.
    #[pyo3(get)]
    edits: Vec<Edit>,
    /// What became of each part of the response.
    #[pyo3(get)]
    outcomes: Vec<Outcome>,
    /// The problems of the document, with indices in the old text.
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
    /// The problems of the response, its own included.
    #[pyo3(get)]
    response_diagnostics: Vec<Diagnostic>,
    /// The id of the boundary in the new text.
    #[pyo3(get)]
    boundary: Option<String>,
}

#[pymethods]
impl Applied {
    /// Whether a diagnostic is an error.
    #[getter]
    fn has_errors(&self) -> bool {
        has_errors(&self.diagnostics) || has_errors(&self.response_diagnostics)
    }

    /// Whether the text was changed.
    #[getter]
    fn changed(&self) -> bool {
        !self.edits.is_empty()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Applied edits={} diagnostics={} response_diagnostics={}>",
            self.edits.len(),
            self.diagnostics.len(),
            self.response_diagnostics.len()
        )
    }
}

impl Applied {
    /// Makes the result for the old text of a document and the text of a response.
    pub(crate) fn new(
        applied: patch_template::Applied,
        document: &str,
        path: Option<&Path>,
        response: &str,
        parsed: &[interline::text::Diagnostic],
    ) -> Self {
        let mut of_response = diagnostics(parsed, response, None);
        of_response.extend(diagnostics(&applied.response_diagnostics, response, None));
        Self {
            edits: edits(&applied.edits, document),
            outcomes: applied.outcomes.iter().map(Outcome::of).collect(),
            diagnostics: diagnostics(&applied.diagnostics, document, path),
            response_diagnostics: of_response,
            boundary: applied.boundary.clone(),
            text: applied.into_text(),
        }
    }
}

impl Outcome {
    fn of(outcome: &patch_template::Outcome) -> Self {
        let (kind, index) = match outcome.part {
            Part::Patch(index) => ("patch", index),
            Part::Gap(index) => ("text", index),
        };
        Self {
            kind,
            index,
            status: keyword(&outcome.status, &STATUSES),
            component: outcome.component.clone(),
            mode: outcome.mode.map(Mode::as_str),
            routed: outcome.routed,
            repaired: outcome.repaired,
        }
    }
}

/// The names of the options of applying, for an unknown one.
const OPTIONS: [&str; 11] = [
    "boundary",
    "boundary_id",
    "config",
    "invalid_content",
    "markers",
    "modes",
    "near_names",
    "prefix",
    "replay",
    "summary",
    "unmatched",
];

/// Reads the options of applying from keyword arguments.
pub(crate) fn apply_options(given: Option<&Bound<'_, PyDict>>) -> PyResult<ApplyOptions> {
    let mut options = ApplyOptions::new();
    let Some(given) = given else {
        return Ok(options);
    };
    for (name, value) in given {
        let name = name.extract::<PyBackedStr>()?;
        options = apply_option(options, &name, &value)?;
    }
    Ok(options)
}

fn apply_option(
    options: ApplyOptions,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<ApplyOptions> {
    if name == "modes" {
        let mut options = options;
        for (component, mode) in value.extract::<HashMap<String, PyBackedStr>>()? {
            options = options.mode(component, choose("mode", &mode, &MODES)?);
        }
        return Ok(options);
    }
    if name == "markers" {
        let (opener, closer) = value.extract::<(PyBackedStr, PyBackedStr)>()?;
        return Ok(options.markers(Markers::new(&opener, &closer)));
    }
    if name == "config" {
        let config = value.cast::<ComponentsConfig>()?.get().config.clone();
        return Ok(options.config(config));
    }
    let word = value.extract::<PyBackedStr>()?;
    Ok(match name {
        "boundary" => options.boundary(choose(
            name,
            &word,
            &[
                ("refresh", BoundaryPolicy::Refresh),
                ("keep", BoundaryPolicy::Keep),
                ("ignore", BoundaryPolicy::Ignore),
            ],
        )?),
        "boundary_id" => options.boundary_id(BoundaryId::Given(word.to_string())),
        "invalid_content" => options.invalid_content(choose(
            name,
            &word,
            &[
                ("repair", InvalidContent::Repair),
                ("reject", InvalidContent::Reject),
            ],
        )?),
        "near_names" => options.near_names(choose(
            name,
            &word,
            &[("report", NearNames::Report), ("accept", NearNames::Accept)],
        )?),
        "prefix" => options.prefix(choose(
            name,
            &word,
            &[("keep", Prefix::Keep), ("verbatim", Prefix::Verbatim)],
        )?),
        "replay" => options.replay(choose(
            name,
            &word,
            &[("apply", Replay::Apply), ("skip", Replay::Skip)],
        )?),
        "summary" => options.summary(word.to_string()),
        "unmatched" => options.unmatched(choose(
            name,
            &word,
            &[("route", Unmatched::Route), ("discard", Unmatched::Discard)],
        )?),
        _ => return Err(unknown_option(name, &OPTIONS)),
    })
}

/// Applies the patches of a response to the components of a document.
///
/// Takes a string or a parsed `Response`, and returns the new text, the changes and the diagnostics. Never raises for what a document
/// or response holds: problems are diagnostics.
#[pyfunction]
#[pyo3(signature = (document, response, **options))]
pub(crate) fn apply_text(
    py: Python<'_>,
    document: &str,
    response: Answer,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Applied> {
    let options = apply_options(options)?;
    let bytes = document.len();
    Ok(match response {
        Answer::Text(text) => release(py, bytes + text.len(), || {
            let response = patch_template::parse_patches(&text);
            let applied = patch_template::apply_patches(document, &response, &options);
            Applied::new(applied, document, None, &text, &response.diagnostics)
        }),
        Answer::Parsed(parsed) => {
            let Response { response, text, .. } = parsed.get();
            release(py, bytes, || {
                let applied = patch_template::apply_patches(document, response, &options);
                Applied::new(applied, document, None, text, &response.diagnostics)
            })
        }
    })
}

/// Applies the patches of a response to a file, under a lock, and replaces the file as a whole.
///
/// A file that would not change is not written. `wait` is the time in seconds to wait for the lock of another program. A file with
/// hard links is replaced with `hard_links="split"`, or written with `"in-place"`.
#[pyfunction]
#[pyo3(signature = (path, response, *, wait=None, hard_links="refuse", **options))]
pub(crate) fn apply(
    py: Python<'_>,
    path: PathBuf,
    response: Answer,
    wait: Option<f64>,
    hard_links: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Applied> {
    let options = apply_options(options)?;
    let links = [
        ("refuse", HardLinks::Refuse),
        ("in-place", HardLinks::InPlace),
        ("split", HardLinks::Split),
    ];
    let mut files = UpdateOptions::new().hard_links(choose("hard_links", hard_links, &links)?);
    if let Some(wait) = wait {
        let wait = Duration::try_from_secs_f64(wait).map_err(|error| {
            Raised::new(
                Class::Option,
                "wait",
                format!("invalid wait `{wait}`: {error}"),
            )
        })?;
        files = files.wait(wait);
    }
    let response = match response {
        Answer::Text(text) => Py::new(
            py,
            Response::of(
                patch_template::parse_patches(&text).into_owned(),
                text.to_string(),
            ),
        )?,
        Answer::Parsed(parsed) => parsed,
    };
    let Response { response, text, .. } = response.get();
    py.detach(|| {
        let mut last = None;
        let updated = update(&path, &files, |document| {
            let applied = patch_template::apply_patches(document, response, &options);
            let new = (!applied.edits.is_empty()).then(|| applied.text().to_owned());
            last = Some(Applied::new(
                applied,
                document,
                Some(&path),
                text,
                &response.diagnostics,
            ));
            Ok::<_, FileError>(new)
        })?;
        let mut applied = match last {
            Some(applied) => applied,
            None => {
                let applied = patch_template::apply_patches(&updated.text, response, &options);
                Applied::new(
                    applied,
                    &updated.text,
                    Some(&path),
                    text,
                    &response.diagnostics,
                )
            }
        };
        let of_file = diagnostics(&updated.diagnostics, "", Some(&path));
        applied.diagnostics.splice(0..0, of_file);
        Ok(applied)
    })
    .map_err(|error| error::file(&error).into_exception(py))
}

/// Sets the content of one component. A component that is missing is an error in `response_diagnostics`, and changes nothing.
#[pyfunction]
#[pyo3(signature = (document, name, content, **options))]
pub(crate) fn set_component(
    py: Python<'_>,
    document: &str,
    name: &str,
    content: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Applied> {
    let options = apply_options(options)?;
    Ok(release(py, document.len() + content.len(), || {
        let applied = patch_template::set_component(document, name, content, &options);
        Applied::new(applied, document, None, content, &[])
    }))
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

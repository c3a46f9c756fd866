//! Responses applied to documents.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use interline::files::{Error as FileError, HardLinks, UpdateOptions, update};
use interline::patch_template::{
    self, ApplyOptions, BoundaryId, BoundaryPolicy, InvalidContent, Markers, Mode, NearNames, Part,
    Prefix, Replay, Status, Unmatched,
};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyDict;

use crate::diagnostic::{Diagnostic, Edit, diagnostics, edits, has_errors};
use crate::document::ComponentsConfig;
use crate::error::{self, Class, Raised};
use crate::option::{choose, keyword, release, unknown_option};
use crate::response::{Answer, MODES, Response};

const STATUSES: [(&str, Status); 5] = [
    ("applied", Status::Applied),
    ("superseded", Status::Superseded),
    ("rejected", Status::Rejected),
    ("already-present", Status::AlreadyPresent),
    ("discarded", Status::Discarded),
];

/// The outcome of one part of a response.
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
    /// The outcome of each part of the response.
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
                "invalid-option",
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

//! A response that is applied while it arrives.

use std::ops::Range;

use interline::patch_template::LiveApply;
use interline::text::TextEdit;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::apply::{Applied, apply_options};
use crate::characters::starts;
use crate::diagnostic::Edit;
use crate::response::response_options;

/// Turns a response into edits of a document while it arrives.
///
/// The edits apply one after another, each to the document as the ones before it left it.
#[pyclass(module = "interline")]
#[derive(Debug)]
pub(crate) struct Live {
    /// `None` after the end.
    live: Option<LiveApply>,
    current: Current,
    document: String,
    response: String,
    applied: Option<Py<Applied>>,
}

#[pymethods]
impl Live {
    #[new]
    #[pyo3(signature = (document, *, fenced="report", unterminated="as-text", whole_fence="unwrap", fence_recovery="recover", **options))]
    fn new(
        document: String,
        fenced: &str,
        unterminated: &str,
        whole_fence: &str,
        fence_recovery: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let options = apply_options(options)?;
        let of_response = response_options(fenced, unterminated, whole_fence, fence_recovery)?;
        Ok(Self {
            live: Some(LiveApply::new(&document, &options).response_options(of_response)),
            current: Current::new(&document),
            document,
            response: String::new(),
            applied: None,
        })
    }

    /// Reads the next chunk of the response, and returns edits of the current document.
    fn push(&mut self, chunk: &str) -> PyResult<Vec<Edit>> {
        let Some(live) = &mut self.live else {
            return Err(PyRuntimeError::new_err(
                "the response has ended: make a new `Live`",
            ));
        };
        self.response.push_str(chunk);
        let edits = live.push(chunk);
        Ok(self.current.apply(edits))
    }

    /// Ends the response, and returns the last edits. `applied` has the result.
    fn finish(&mut self, py: Python<'_>) -> PyResult<Vec<Edit>> {
        let Some(live) = self.live.take() else {
            return Ok(Vec::new());
        };
        let (edits, applied) = py.detach(|| live.finish());
        let applied = Applied::new(applied, &self.document, None, &self.response, &[]);
        self.applied = Some(Py::new(py, applied)?);
        Ok(self.current.apply(edits))
    }

    /// The result, after `finish`; `None` before.
    #[getter]
    fn applied(&self, py: Python<'_>) -> Option<Py<Applied>> {
        self.applied.as_ref().map(|applied| applied.clone_ref(py))
    }

    fn __repr__(&self) -> &'static str {
        if self.applied.is_some() {
            "<Live finished>"
        } else {
            "<Live>"
        }
    }
}

/// The document as the edits left it, so that byte offsets become character indices.
///
/// A gap buffer: an edit takes time linear in the distance from the one before, and edits of one response are close together.
#[derive(Debug)]
struct Current {
    before: Vec<u8>,
    /// The bytes after the gap, the last one first.
    after: Vec<u8>,
    characters_before: usize,
}

impl Current {
    fn new(text: &str) -> Self {
        Self {
            before: text.as_bytes().to_vec(),
            after: Vec::new(),
            characters_before: starts(text.as_bytes()),
        }
    }

    fn apply(&mut self, edits: Vec<TextEdit>) -> Vec<Edit> {
        edits.into_iter().map(|edit| self.apply_one(edit)).collect()
    }

    fn apply_one(&mut self, edit: TextEdit) -> Edit {
        let Range { start, end } = edit.range;
        self.move_to(start);
        let first = self.characters_before;
        let kept = self.after.len().saturating_sub(end.saturating_sub(start));
        let removed = starts(self.after.get(kept..).unwrap_or_default());
        self.after.truncate(kept);
        self.before.extend_from_slice(edit.insert.as_bytes());
        self.characters_before += starts(edit.insert.as_bytes());
        Edit {
            start: first,
            end: first + removed,
            text: edit.insert,
        }
    }

    fn move_to(&mut self, offset: usize) {
        if offset < self.before.len() {
            let moved = self.before.split_off(offset);
            self.characters_before -= starts(&moved);
            self.after.extend(moved.iter().rev());
        } else {
            let kept = self.after.len().saturating_sub(offset - self.before.len());
            let moved = self.after.split_off(kept);
            self.characters_before += starts(&moved);
            self.before.extend(moved.iter().rev());
        }
    }
}

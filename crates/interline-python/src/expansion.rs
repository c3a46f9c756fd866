//! Texts of prompts, with what was noticed while they were expanded.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::diagnostic::Diagnostic;

static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Makes an `interline.prompts.Expansion`.
pub(crate) fn expansion<'py>(
    py: Python<'py>,
    text: String,
    diagnostics: Vec<Diagnostic>,
    unused: Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let class = CLASS.get_or_try_init(py, || {
        let class = py.import("interline._expansion")?.getattr("Expansion")?;
        Ok::<_, PyErr>(class.cast_into::<PyType>()?.unbind())
    })?;
    class.bind(py).call1((text, diagnostics, unused))
}

//! Posts: documents with frontmatter, as mappings that can be changed.

use interline::frontmatter::{self, FrontmatterFormat, Plain, Value, ValuePath};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{self};
use crate::node::{Types, metadata_dict};
use crate::steps::{document, edit, node_mut, plain};
use crate::value::{Dates, Reader};

/// Writes metadata and content as a new document.
#[pyfunction]
#[pyo3(signature = (metadata, content=""))]
pub(crate) fn dumps(metadata: &Bound<'_, PyAny>, content: &str) -> PyResult<String> {
    let mut reader = Reader::new(Dates::Iso).remember_plain();
    let map = reader.map(metadata)?;
    let found = reader.plain();
    let mut value = Value::Map(map);
    for (path, _) in &found {
        if let Some(node) = node_mut(&mut value, path.elements()) {
            *node = Value::Null;
        }
    }
    let raise = |error: &frontmatter::Error, text: &str| -> PyErr {
        error::frontmatter(error, None, text).into()
    };
    let text = frontmatter::to_document(&value, content).map_err(|error| raise(&error, ""))?;
    let plain: Vec<(ValuePath, Plain)> = found
        .into_iter()
        .map(|(path, written)| Ok((path, plain(&written)?)))
        .collect::<PyResult<_>>()?;
    edit(&text, &|editor| {
        for (path, value) in &plain {
            editor.set_path(path.clone(), value.clone())?;
        }
        Ok(())
    })
    .map_err(|error| raise(&error, &text))
}

/// Returns the metadata and the content of a document.
#[pyfunction]
#[pyo3(signature = (text, *, dates=true, yaml_1_1=false))]
pub(crate) fn parse(
    py: Python<'_>,
    text: &str,
    dates: bool,
    yaml_1_1: bool,
) -> PyResult<(Py<PyDict>, String)> {
    let types = Types { dates, yaml_1_1 };
    let document =
        document(text).map_err(|error| PyErr::from(error::frontmatter(&error, None, text)))?;
    let dict = metadata_dict(py, &document, types)?;
    Ok((dict.unbind(), document.body().to_owned()))
}

/// Returns whether a text has frontmatter, which may be empty.
#[pyfunction]
pub(crate) fn check(text: &str) -> bool {
    matches!(
        FrontmatterFormat::of(text),
        Some(FrontmatterFormat::Yaml | FrontmatterFormat::Toml)
    )
}

//! Nodes of a header as Python objects.

use interline::frontmatter::{Document, Node, Value};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::date;
use crate::value::{self};

/// The types that plain scalars may have beside those of YAML 1.2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Types {
    pub(crate) dates: bool,
    /// The booleans of YAML 1.1.
    pub(crate) yaml_1_1: bool,
}

/// Returns the boolean that PyYAML reads; `None` for a string of both versions.
fn old_boolean(text: &str) -> Option<bool> {
    match text {
        "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Some(true),
        "no" | "No" | "NO" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    }
}

/// Makes the dict of a header.
pub(crate) fn metadata_dict<'py>(
    py: Python<'py>,
    document: &Document<'_>,
    types: Types,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in document.entries() {
        dict.set_item(
            key.text().unwrap_or_default(),
            node_to_python(py, &value, types)?,
        )?;
    }
    Ok(dict)
}

/// Makes the Python object of a node.
fn node_to_python<'py>(
    py: Python<'py>,
    node: &Node<'_, '_>,
    types: Types,
) -> PyResult<Bound<'py, PyAny>> {
    if node.is_mapping() {
        let dict = PyDict::new(py);
        for (key, value) in node.entries() {
            dict.set_item(
                key.text().unwrap_or_default(),
                node_to_python(py, &value, types)?,
            )?;
        }
        return Ok(dict.into_any());
    }
    if node.is_sequence() {
        let list = PyList::empty(py);
        for item in node.items() {
            list.append(node_to_python(py, &item, types)?)?;
        }
        return Ok(list.into_any());
    }
    if let Some(text) = node
        .text()
        .filter(|_| !node.is_plain() && node.tag().is_none())
    {
        return Ok(PyString::new(py, text).into_any());
    }
    match node.value() {
        Value::String(text) => {
            if node.is_plain() {
                if let Some(number) = value::wide_number(py, &text) {
                    return Ok(number);
                }
                if types.dates {
                    if let Some(date) = date::parse(py, &text)? {
                        return Ok(date);
                    }
                }
                if types.yaml_1_1 {
                    if let Some(boolean) = old_boolean(&text) {
                        return boolean.into_bound_py_any(py);
                    }
                }
            }
            Ok(PyString::new(py, &text).into_any())
        }
        value => value::to_python(py, &value),
    }
}

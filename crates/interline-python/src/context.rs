//! Contexts in layers.

use interline::mustache_context::{self as mustache, Environment, Map, TemplateContext, Value};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::lambda::{data_reader, lambda, thrown};
use crate::value::{iterator, map_to_python, to_python};

/// Names and values in nested scopes: the innermost scope that has a name takes precedence.
#[pyclass(mapping, module = "interline.mustache")]
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) context: TemplateContext,
}

fn context_map(data: Option<&Bound<'_, PyAny>>) -> PyResult<Map> {
    let Some(data) = data else {
        return Ok(Map::new());
    };
    let environment = Environment::new();
    let make = |function: &Bound<'_, PyAny>| lambda(function, &environment);
    data_reader(&make).map(data)
}

fn context_value(data: &Bound<'_, PyAny>) -> PyResult<Value> {
    let environment = Environment::new();
    let make = |function: &Bound<'_, PyAny>| lambda(function, &environment);
    data_reader(&make).value(data)
}

#[pymethods]
impl Context {
    /// Makes a context of one scope.
    #[new]
    #[pyo3(signature = (data=None))]
    fn new(data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let context = TemplateContext::new(context_map(data)?).map_err(|error| thrown(&error))?;
        Ok(Self { context })
    }

    /// Returns a context with one more scope inside this one, which it does not change.
    #[pyo3(signature = (data=None))]
    fn child(&self, data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let context = self
            .context
            .new_child(context_map(data)?)
            .map_err(|error| thrown(&error))?;
        Ok(Self { context })
    }

    /// The context without its innermost scope; `None` for the outermost.
    #[getter]
    fn parent(&self) -> Option<Self> {
        self.context.parents().map(|context| Self { context })
    }

    /// Hides a name of the outer scopes.
    fn hide(&mut self, key: &str) {
        self.context.soft_delete(key);
    }

    /// Returns one dict with the names that are visible.
    fn flatten<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        map_to_python(py, &self.context.flatten())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.context.get(key) {
            Some(value) => to_python(py, value),
            None => Err(PyKeyError::new_err(key.to_owned())),
        }
    }

    fn __setitem__(&mut self, key: String, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = context_value(value)?;
        self.context.set(key, value).map_err(|error| thrown(&error))
    }

    fn __delitem__(&mut self, key: &str) -> PyResult<()> {
        match self.context.del(key) {
            Ok(_) => Ok(()),
            Err(mustache::Error::NoSuchKey { key }) => Err(PyKeyError::new_err(key)),
            Err(error) => Err(thrown(&error)),
        }
    }

    fn __contains__(&self, key: &str) -> bool {
        self.context.contains(key)
    }

    fn __len__(&self) -> usize {
        self.context.len()
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        iterator(py, self.keys())
    }

    /// Returns the names that are visible.
    fn keys(&self) -> Vec<String> {
        self.context.keys().map(ToOwned::to_owned).collect()
    }

    /// Returns the value of a name, or `default`.
    #[pyo3(signature = (key, default=None))]
    fn get(
        &self,
        py: Python<'_>,
        key: &str,
        default: Option<Py<PyAny>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        match self.context.get(key) {
            Some(value) => Ok(Some(to_python(py, value)?.unbind())),
            None => Ok(default),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Context {:?}>", self.keys())
    }
}

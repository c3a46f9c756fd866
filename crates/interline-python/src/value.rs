//! Python objects as values, and values as Python objects.

use interline::frontmatter::{Map, Number, PathElement, Value, ValuePath};
use interline::mustache_context::Lambda;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple, PyType};

use crate::date;
use crate::error::{Class, Raised};

/// The levels of nesting that an object may have; that of the crates.
const MAX_DEPTH: usize = 128;

/// The values that one object may have. An object that holds another many times, at many levels, has more values than memory.
const MAX_VALUES: usize = 4_000_000;

/// How dates and times are written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Dates {
    /// As RFC 3339 has them: `2026-11-28T09:00:00`.
    Iso,
    /// As `str()` has them: `2026-11-28 09:00:00`.
    Printed,
}

/// Makes a value of a callable.
pub(crate) type MakeLambda<'a> = dyn Fn(&Bound<'_, PyAny>) -> Lambda + 'a;

/// Turns Python objects into values.
pub(crate) struct Reader<'a> {
    dates: Dates,
    /// Converts a callable, where callables are allowed.
    callables: Option<&'a MakeLambda<'a>>,
    /// The scalars that are written without quotes, with their paths.
    plain: Option<Vec<(ValuePath, String)>>,
    /// The path to the object that is read.
    path: Vec<PathElement>,
    /// The values that were made.
    values: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(dates: Dates) -> Self {
        Self {
            dates,
            callables: None,
            plain: None,
            path: Vec::new(),
            values: 0,
        }
    }

    pub(crate) fn callables(mut self, make: &'a MakeLambda<'a>) -> Self {
        self.callables = Some(make);
        self
    }

    /// Remembers dates, times and whole numbers of more than 64 bits, which are strings to the crates. Written without quotes, they are read
    /// back as what they are.
    pub(crate) fn remember_plain(mut self) -> Self {
        self.plain = Some(Vec::new());
        self
    }

    /// Returns the paths of what is written without quotes, and its text.
    pub(crate) fn plain(&mut self) -> Vec<(ValuePath, String)> {
        self.plain.take().unwrap_or_default()
    }

    /// Makes the value of an object that is written as `text` without quotes.
    fn plain_value(&mut self, text: String) -> Value {
        if let Some(plain) = &mut self.plain {
            plain.push((self.path.iter().cloned().collect(), text.clone()));
        }
        Value::String(text)
    }

    pub(crate) fn map(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Map> {
        match self.value(object)? {
            Value::Map(map) => Ok(map),
            _ => Err(self.failure(
                "not-a-mapping",
                &format!("expected a mapping, found {}", kind_of(object)),
            )),
        }
    }

    pub(crate) fn value(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(self.failure("too-many-values", &format!("more than {MAX_VALUES} values")));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Value::String(text.to_cow()?.into_owned()));
        }
        if object.is_none() {
            return Ok(Value::Null);
        }
        if let Ok(dict) = object.cast_exact::<PyDict>() {
            // A list of its own, since what is called for a value may change the dict.
            let items = dict.items();
            let pairs = items.iter().map(|item| item.extract());
            return self.entries(items.len(), pairs);
        }
        if let Ok(list) = object.cast::<PyList>() {
            return self.items(list.len(), list.iter());
        }
        if let Ok(boolean) = object.cast::<PyBool>() {
            return Ok(Value::Bool(boolean.is_true()));
        }
        if let Ok(integer) = object.cast::<PyInt>() {
            return self.integer(integer);
        }
        if let Ok(float) = object.cast::<PyFloat>() {
            return Ok(Value::Number(float.value().into()));
        }
        if let Ok(tuple) = object.cast::<PyTuple>() {
            return self.items(tuple.len(), tuple.iter());
        }
        self.other(object)
    }

    /// Reads an object of a class that is not built in.
    fn other(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Value> {
        let py = object.py();
        if let Ok(mapping) = object.cast::<PyMapping>() {
            let items = mapping.items()?;
            let pairs = items
                .iter()
                .map(|item| item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>());
            return self.entries(items.len(), pairs);
        }
        if let Some(text) = self.date(object)? {
            return Ok(if date::is_timestamp(&text) {
                self.plain_value(text)
            } else {
                Value::String(text)
            });
        }
        if let Some(fields) = dataclass_fields(object)? {
            let mut map = Map::new();
            for name in fields.try_iter()? {
                let name = name?;
                let key = name.extract::<String>()?;
                let field = object.getattr(name.cast::<PyString>()?)?;
                self.insert(&mut map, key, &field)?;
            }
            return Ok(Value::Map(map));
        }
        if object.is_instance(&py.import("os")?.getattr("PathLike")?)? {
            return Ok(Value::String(object.call_method0("__fspath__")?.extract()?));
        }
        if let Some(make) = self.callables.filter(|_| object.is_callable()) {
            return Ok(make(object).into());
        }
        Err(self.failure(
            "unsupported-type",
            &format!(
                "{} cannot be a value: expected a dict, list, str, int, float, bool, None, date or datetime",
                kind_of(object)
            ),
        ))
    }

    fn integer(&mut self, integer: &Bound<'_, PyInt>) -> PyResult<Value> {
        if let Ok(number) = integer.extract::<i64>() {
            return Ok(Value::Number(number.into()));
        }
        if let Ok(number) = integer.extract::<u64>() {
            return Ok(Value::Number(number.into()));
        }
        // `int.__repr__`, since a subclass such as an enum prints something else.
        let py = integer.py();
        let digits = py
            .get_type::<PyInt>()
            .call_method1("__repr__", (integer,))?
            .extract::<String>()?;
        Ok(self.plain_value(digits))
    }

    fn items<'py>(
        &mut self,
        len: usize,
        items: impl Iterator<Item = Bound<'py, PyAny>>,
    ) -> PyResult<Value> {
        self.check_depth()?;
        let mut list = Vec::with_capacity(len.min(MAX_VALUES));
        for (index, item) in items.enumerate() {
            self.path.push(PathElement::Index(index));
            list.push(self.value(&item)?);
            self.path.pop();
        }
        Ok(Value::List(list))
    }

    fn entries<'py>(
        &mut self,
        len: usize,
        pairs: impl Iterator<Item = PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)>>,
    ) -> PyResult<Value> {
        self.check_depth()?;
        let mut map = Map::with_capacity(len.min(MAX_VALUES));
        for pair in pairs {
            let (key, value) = pair?;
            let key = self.key(&key)?;
            self.insert(&mut map, key, &value)?;
        }
        Ok(Value::Map(map))
    }

    fn insert(&mut self, map: &mut Map, key: String, object: &Bound<'_, PyAny>) -> PyResult<()> {
        self.path.push(PathElement::Key(key));
        let value = self.value(object)?;
        let Some(PathElement::Key(key)) = self.path.pop() else {
            return Ok(());
        };
        if map.contains_key(&key) {
            return Err(self.failure("duplicate-key", &format!("key `{key}` is given twice")));
        }
        map.insert(key, value);
        Ok(())
    }

    /// Reads a key. Other types than these two would become a string that is not the same key when it is read back.
    fn key(&self, key: &Bound<'_, PyAny>) -> PyResult<String> {
        if let Ok(text) = key.cast::<PyString>() {
            return Ok(text.to_cow()?.into_owned());
        }
        if key.is_instance_of::<PyInt>() && !key.is_instance_of::<PyBool>() {
            let shown = key
                .py()
                .get_type::<PyInt>()
                .call_method1("__repr__", (key,))?;
            return shown.extract();
        }
        Err(self.failure(
            "invalid-key",
            &format!("{} cannot be a key: expected a str", kind_of(key)),
        ))
    }

    fn date(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        static CLASSES: PyOnceLock<(Py<PyType>, Py<PyType>)> = PyOnceLock::new();
        let py = object.py();
        let (date, time) = CLASSES.get_or_try_init(py, || {
            let module = py.import("datetime")?;
            Ok::<_, PyErr>((
                module.getattr("date")?.cast_into()?.unbind(),
                module.getattr("time")?.cast_into()?.unbind(),
            ))
        })?;
        if !object.is_instance(date.bind(py))? && !object.is_instance(time.bind(py))? {
            return Ok(None);
        }
        match self.dates {
            Dates::Iso => object.call_method0("isoformat")?.extract().map(Some),
            Dates::Printed => object.str()?.extract().map(Some),
        }
    }

    fn check_depth(&self) -> PyResult<()> {
        if self.path.len() >= MAX_DEPTH {
            return Err(self.failure(
                "too-deep",
                &format!(
                    "more than {MAX_DEPTH} levels of nesting: does the object contain itself?"
                ),
            ));
        }
        Ok(())
    }

    /// Makes an error with the path to the object; of a long one the start.
    fn failure(&self, code: &'static str, message: &str) -> PyErr {
        const SHOWN: usize = 8;
        let path: ValuePath = self.path.iter().take(SHOWN).cloned().collect();
        let more = if self.path.len() > SHOWN { "…" } else { "" };
        let message = match self.path.len() {
            0 => message.to_owned(),
            _ => format!("{path}{more}: {message}"),
        };
        Raised::new(Class::Conversion, code, message).into()
    }
}

/// Returns the names of the fields of an instance of a dataclass.
fn dataclass_fields<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if object.is_instance_of::<PyType>() {
        return Ok(None);
    }
    object.get_type().getattr_opt("__dataclass_fields__")
}

fn kind_of(object: &Bound<'_, PyAny>) -> String {
    object
        .get_type()
        .name()
        .map_or_else(|_| "an object".to_owned(), |name| format!("`{name}`"))
}

/// Makes the Python object of a value.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null | Value::Opaque(_) => Ok(py.None().into_bound(py)),
        Value::Bool(boolean) => boolean.into_bound_py_any(py),
        Value::Number(number) => number_to_python(py, number),
        Value::String(text) => Ok(PyString::new(py, text).into_any()),
        Value::List(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            Ok(list.into_any())
        }
        Value::Map(map) => Ok(map_to_python(py, map)?.into_any()),
    }
}

/// Returns the iterator of a mapping over its names.
pub(crate) fn iterator(py: Python<'_>, names: Vec<String>) -> PyResult<Py<PyAny>> {
    Ok(names.into_pyobject(py)?.try_iter()?.into_any().unbind())
}

pub(crate) fn map_to_python<'py>(py: Python<'py>, map: &Map) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in map.iter() {
        dict.set_item(key, to_python(py, value)?)?;
    }
    Ok(dict)
}

fn number_to_python<'py>(py: Python<'py>, number: &Number) -> PyResult<Bound<'py, PyAny>> {
    if let Some(whole) = number.as_i64() {
        return whole.into_bound_py_any(py);
    }
    if let Some(whole) = number.as_u64() {
        return whole.into_bound_py_any(py);
    }
    number.as_f64().into_bound_py_any(py)
}

/// Makes the number of a plain scalar that is a whole number of more than 64 bits, which is a string to the crates.
pub(crate) fn wide_number<'py>(py: Python<'py>, text: &str) -> Option<Bound<'py, PyAny>> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.len() < 19 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // Python refuses more than some thousand digits.
    py.get_type::<PyInt>().call1((text,)).ok()
}

//! Posts: documents with frontmatter, as mappings that can be changed.

use std::path::PathBuf;

use interline::frontmatter::{
    self, Document, FrontmatterFormat, Map, Node, PathElement, Plain, ValuePath,
};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString};

use crate::diagnostic::{Diagnostic, diagnostics};
use crate::error::{self, Class, Raised};
use crate::file;
use crate::node::{Types, metadata_dict};
use crate::steps::{EditorStep, Steps, document, edit, new_item, new_value};
use crate::value::{Dates, Reader};

/// A document with frontmatter: a mapping whose changes are written into the text.
///
/// A change of the mapping, at any depth, changes `text`; comments, order and all other bytes stay. `set`, `remove`,
/// `rename`, `push` and `insert` change one node by its path.
#[pyclass(mapping, module = "interline.frontmatter")]
#[derive(Debug)]
pub(crate) struct Post {
    text: String,
    path: Option<PathBuf>,
    /// The text that the file has, as far as is known.
    in_file: Option<String>,
    types: Types,
    /// The metadata as it was returned. A difference from the text is a change.
    read: Option<Py<PyDict>>,
}

/// The values of a mapping, for comparing two.
#[derive(PartialEq)]
struct Snapshot {
    map: Map,
    /// The scalars that are written without quotes.
    plain: Vec<(ValuePath, String)>,
}

impl Snapshot {
    fn new(given: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut reader = Reader::new(Dates::Iso).remember_plain();
        Ok(Self {
            map: reader.map(given.as_any())?,
            plain: reader.plain(),
        })
    }
}

impl Post {
    fn raise(&self, error: &frontmatter::Error) -> PyErr {
        error::frontmatter(error, self.path.as_deref(), &self.text).into()
    }

    fn document(&self) -> PyResult<Document<'_>> {
        document(&self.text).map_err(|error| self.raise(&error))
    }

    /// Returns the metadata, read on the first call.
    fn metadata_of(&mut self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        if let Some(read) = &self.read {
            return Ok(read.clone_ref(py));
        }
        let read = metadata_dict(py, &self.document()?, self.types)?.unbind();
        self.read = Some(read.clone_ref(py));
        Ok(read)
    }

    /// Writes what was changed in the mapping into the text.
    fn write_changes(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(read) = &self.read else {
            return Ok(());
        };
        let changed = Snapshot::new(read.bind(py))?;
        let original = Snapshot::new(&metadata_dict(py, &self.document()?, self.types)?)?;
        if changed == original {
            return Ok(());
        }
        let mut steps = Steps::default();
        steps.map(&mut Vec::new(), &original.map, &changed.map);
        steps.plain(&original.plain, &changed.plain)?;
        self.text = self.edited(&|editor| steps.run(editor), &steps.plain)?;
        Ok(())
    }

    /// Returns the text with edits, all or none. Then with `plain`, in a pass of its own: within one pass a value that equals the one
    /// before it is left in its quotes.
    fn edited(&self, step: &EditorStep<'_>, plain: &[(ValuePath, Plain)]) -> PyResult<String> {
        let text = edit(&self.text, step).map_err(|error| self.raise(&error))?;
        if plain.is_empty() {
            return Ok(text);
        }
        let step: &EditorStep<'_> = &|editor| {
            for (path, value) in plain {
                editor.set_path(path.clone(), value.clone())?;
            }
            Ok(())
        };
        edit(&text, step).map_err(|error| self.raise(&error))
    }

    /// Makes edits of one call, after those that the mapping has waiting, and then the same change in the mapping.
    fn change(
        &mut self,
        py: Python<'_>,
        step: &EditorStep<'_>,
        plain: &[(ValuePath, Plain)],
        mirror: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
    ) -> PyResult<()> {
        self.write_changes(py)?;
        self.text = self.edited(step, plain)?;
        if let Some(read) = &self.read {
            mirror(read.bind(py))?;
        }
        Ok(())
    }
}

/// Reads the path of a node: a key, or a sequence of keys and indices.
fn path_of(given: &Bound<'_, PyAny>) -> PyResult<Vec<PathElement>> {
    if given.is_instance_of::<PyString>() {
        return Ok(vec![element(given)?]);
    }
    given.try_iter()?.map(|item| element(&item?)).collect()
}

fn element(given: &Bound<'_, PyAny>) -> PyResult<PathElement> {
    if let Ok(key) = given.cast::<PyString>() {
        return Ok(PathElement::Key(key.to_cow()?.into_owned()));
    }
    if given.is_instance_of::<PyInt>() {
        return Ok(PathElement::Index(given.extract()?));
    }
    Err(PyTypeError::new_err(
        "a path is a str, or a sequence of str and int",
    ))
}

/// Returns the object that holds the last element of a path, and that element.
fn holder<'py>(
    given: &Bound<'py, PyDict>,
    path: &[PathElement],
) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    let Some((last, around)) = path.split_last() else {
        return Ok(None);
    };
    let mut object = given.clone().into_any();
    for element in around {
        object = match object.get_item(python_element(given.py(), element)?) {
            Ok(inner) => inner,
            Err(_) => {
                // The edit made the mapping.
                let made = PyDict::new(given.py()).into_any();
                object.set_item(python_element(given.py(), element)?, &made)?;
                made
            }
        };
    }
    Ok(Some((object, python_element(given.py(), last)?)))
}

fn python_element<'py>(py: Python<'py>, element: &PathElement) -> PyResult<Bound<'py, PyAny>> {
    Ok(match element {
        PathElement::Key(key) => PyString::new(py, key).into_any(),
        PathElement::Index(index) => index.into_pyobject(py)?.into_any(),
    })
}

#[pymethods]
impl Post {
    /// Makes a post of a text.
    #[new]
    #[pyo3(signature = (text="", *, dates=true, yaml_1_1=false))]
    fn new(text: &str, dates: bool, yaml_1_1: bool) -> PyResult<Self> {
        loads(text, dates, yaml_1_1)
    }

    /// The whole text, with all changes.
    #[getter]
    fn text(&mut self, py: Python<'_>) -> PyResult<&str> {
        self.write_changes(py)?;
        Ok(&self.text)
    }

    /// The text after the frontmatter.
    #[getter]
    fn content(&self) -> PyResult<String> {
        Ok(self.document()?.body().to_owned())
    }

    #[setter]
    fn set_content(&mut self, py: Python<'_>, content: &str) -> PyResult<()> {
        self.write_changes(py)?;
        let start = self.text.len() - self.document()?.body().len();
        let mut text = self.text.clone();
        text.truncate(start);
        text.push_str(content);
        // A body that begins like a header would be read as one in a text that has none.
        let same = document(&text).is_ok_and(|read| read.body() == content);
        if !same {
            return Err(Raised::new(
                Class::Frontmatter,
                "edit-refused",
                "content would be read as frontmatter: set a key first",
            )
            .into());
        }
        self.text = text;
        Ok(())
    }

    /// The metadata as a dict. A change in it, at any depth, changes the text.
    #[getter]
    fn metadata(&mut self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        self.metadata_of(py)
    }

    /// The file that the post was loaded from.
    #[getter]
    fn path(&self) -> Option<String> {
        self.path
            .as_ref()
            .map(|path| path.to_string_lossy().into_owned())
    }

    /// `"yaml"` or `"toml"`; `None` without a header.
    #[getter]
    fn format(&self) -> Option<&'static str> {
        match FrontmatterFormat::of(&self.text) {
            Some(FrontmatterFormat::Toml) => Some("toml"),
            Some(FrontmatterFormat::Yaml) => Some("yaml"),
            _ => None,
        }
    }

    /// The problems of the header that do not prevent reading it.
    #[getter]
    fn diagnostics(&mut self, py: Python<'_>) -> PyResult<Vec<Diagnostic>> {
        self.write_changes(py)?;
        let document = self.document()?;
        let mut found = document.diagnostics();
        found.extend(document.unread_header());
        Ok(diagnostics(&found, &self.text, self.path.as_deref()))
    }

    /// Sets the node at a path: a key, or a list of keys and indices. Mappings on the way are made.
    fn set(
        &mut self,
        py: Python<'_>,
        path: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let elements = path_of(path)?;
        let steps = new_value(&elements, value)?;
        self.change(
            py,
            &|editor| steps.run(editor),
            &steps.plain,
            |given| match holder(given, &elements)? {
                Some((object, last)) => object.set_item(last, value),
                None => Ok(()),
            },
        )
    }

    /// Removes the node at a path. Raises `KeyError` when it is missing.
    fn remove(&mut self, py: Python<'_>, path: &Bound<'_, PyAny>) -> PyResult<()> {
        let elements = path_of(path)?;
        self.write_changes(py)?;
        if node_at(&self.document()?, &elements).is_none() {
            return Err(PyKeyError::new_err(path.clone().unbind()));
        }
        let removed: ValuePath = elements.iter().cloned().collect();
        self.change(
            py,
            &|editor| editor.remove_path(removed.clone()).map(|_| ()),
            &[],
            |given| match holder(given, &elements)? {
                Some((object, last)) => object.del_item(last),
                None => Ok(()),
            },
        )
    }

    /// Renames the key at a path; its value, its position and its comments stay. Raises `KeyError` when it is missing.
    fn rename(&mut self, py: Python<'_>, path: &Bound<'_, PyAny>, new: &str) -> PyResult<()> {
        let elements = path_of(path)?;
        self.write_changes(py)?;
        if node_at(&self.document()?, &elements).is_none() {
            return Err(PyKeyError::new_err(path.clone().unbind()));
        }
        let renamed: ValuePath = elements.iter().cloned().collect();
        self.change(
            py,
            &|editor| editor.rename_path(renamed.clone(), new).map(|_| ()),
            &[],
            |given| {
                let Some((object, last)) = holder(given, &elements)? else {
                    return Ok(());
                };
                let dict = object.cast::<PyDict>()?;
                let items = dict.items();
                dict.clear();
                for item in items {
                    let (key, value) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
                    if key.eq(&last)? {
                        dict.set_item(new, value)?;
                    } else {
                        dict.set_item(key, value)?;
                    }
                }
                Ok(())
            },
        )
    }

    /// Adds an item at the end of the list at a path. A list that is missing is made.
    fn push(
        &mut self,
        py: Python<'_>,
        path: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let elements = path_of(path)?;
        self.write_changes(py)?;
        let index = items(&self.document()?, &elements);
        let steps = new_item(&elements, index, value)?;
        self.change(py, &|editor| steps.push(editor), &steps.plain, |given| {
            let Some((object, last)) = holder(given, &elements)? else {
                return Ok(());
            };
            if !object.contains(&last).unwrap_or(true) {
                object.set_item(&last, PyList::empty(given.py()))?;
            }
            object
                .get_item(last)?
                .call_method1("append", (value,))
                .map(|_| ())
        })
    }

    /// Inserts an item into the list at a path, before the item of an index.
    fn insert(
        &mut self,
        py: Python<'_>,
        path: &Bound<'_, PyAny>,
        index: usize,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let elements = path_of(path)?;
        let steps = new_item(&elements, index, value)?;
        self.change(
            py,
            &|editor| steps.insert(editor),
            &steps.plain,
            |given| match holder(given, &elements)? {
                Some((object, last)) => object
                    .get_item(last)?
                    .call_method1("insert", (index, value))
                    .map(|_| ()),
                None => Ok(()),
            },
        )
    }

    /// Writes the text to a file, the one it was loaded from by default. The file is replaced as a whole, under a lock. Raises
    /// `FileError` with the code `conflict` when the file has been changed since it was loaded.
    #[pyo3(signature = (path=None))]
    fn save(&mut self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<()> {
        self.write_changes(py)?;
        let given = path.filter(|path| Some(path) != self.path.as_ref());
        let text = &self.text;
        let saved = match (&given, &self.path, &self.in_file) {
            (Some(path), _, _) => py.detach(|| file::write(path, text)),
            (None, Some(path), Some(old)) => py.detach(|| file::replace(path, old, text)),
            _ => {
                return Err(PyTypeError::new_err(
                    "the post was not loaded from a file: give a path",
                ));
            }
        };
        saved.map_err(|raised| raised.into_exception(py))?;
        if given.is_some() {
            self.path = given;
        }
        self.in_file = Some(self.text.clone());
        Ok(())
    }

    fn __getitem__(&mut self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match self.metadata_of(py)?.bind(py).get_item(key)? {
            Some(value) => Ok(value.unbind()),
            None => Err(PyKeyError::new_err(key.clone().unbind())),
        }
    }

    fn __setitem__(
        &mut self,
        py: Python<'_>,
        key: &Bound<'_, PyString>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.set(py, key.as_any(), value)
    }

    fn __delitem__(&mut self, py: Python<'_>, key: &Bound<'_, PyString>) -> PyResult<()> {
        self.remove(py, key.as_any())
    }

    fn __contains__(&mut self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.metadata_of(py)?.bind(py).contains(key)
    }

    fn __len__(&mut self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.metadata_of(py)?.bind(py).len())
    }

    fn __iter__(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self
            .metadata_of(py)?
            .bind(py)
            .as_any()
            .try_iter()?
            .into_any()
            .unbind())
    }

    /// Returns the value of a key, or `default`.
    #[pyo3(signature = (key, default=None))]
    fn get(
        &mut self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        default: Option<Py<PyAny>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let found = self.metadata_of(py)?.bind(py).get_item(key)?;
        Ok(found.map(Bound::unbind).or(default))
    }

    /// Returns the keys.
    fn keys(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self
            .metadata_of(py)?
            .bind(py)
            .call_method0("keys")?
            .unbind())
    }

    /// Returns the values.
    fn values(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self
            .metadata_of(py)?
            .bind(py)
            .call_method0("values")?
            .unbind())
    }

    /// Returns the keys with their values.
    fn items(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self
            .metadata_of(py)?
            .bind(py)
            .call_method0("items")?
            .unbind())
    }

    /// Sets several keys.
    fn update(&mut self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<()> {
        let given = self.metadata_of(py)?;
        given.bind(py).call_method1("update", (other,))?;
        self.write_changes(py)
    }

    fn __str__(&mut self, py: Python<'_>) -> PyResult<&str> {
        self.text(py)
    }

    fn __repr__(&mut self, py: Python<'_>) -> PyResult<String> {
        let keys = self.metadata_of(py)?.bind(py).keys().repr()?;
        Ok(format!("<Post {keys}>"))
    }
}

/// Returns the node at a path.
fn node_at<'d, 'a>(document: &'d Document<'a>, path: &[PathElement]) -> Option<Node<'d, 'a>> {
    let Some((PathElement::Key(first), rest)) = path.split_first() else {
        return None;
    };
    let root = document
        .entries()
        .find(|(key, _)| key.text() == Some(first.as_str()))
        .map(|(_, value)| value)?;
    rest.iter().try_fold(root, |node, element| match element {
        PathElement::Key(name) => node
            .entries()
            .find(|(key, _)| key.text() == Some(name.as_str()))
            .map(|(_, value)| value),
        PathElement::Index(index) => node.items().nth(*index),
    })
}

/// Returns how many items the list at a path has.
fn items(document: &Document<'_>, path: &[PathElement]) -> usize {
    node_at(document, path).map_or(0, |node| node.items().count())
}

/// Reads a document. Raises `FrontmatterError` when its header cannot be read.
///
/// With `dates=False` dates and times are strings; with `yaml_1_1=True` plain `yes`, `no`, `on` and `off` are booleans, as PyYAML has them.
#[pyfunction]
#[pyo3(signature = (text, *, dates=true, yaml_1_1=false))]
pub(crate) fn loads(text: &str, dates: bool, yaml_1_1: bool) -> PyResult<Post> {
    made(text.to_owned(), None, Types { dates, yaml_1_1 })
}

fn made(text: String, path: Option<PathBuf>, types: Types) -> PyResult<Post> {
    if let Err(error) = document(&text) {
        return Err(error::frontmatter(&error, path.as_deref(), &text).into());
    }
    Ok(Post {
        in_file: path.is_some().then(|| text.clone()),
        text,
        path,
        types,
        read: None,
    })
}

/// Reads a file. Every byte of it is kept, line endings too.
#[pyfunction]
#[pyo3(signature = (path, *, dates=true, yaml_1_1=false))]
pub(crate) fn load(py: Python<'_>, path: PathBuf, dates: bool, yaml_1_1: bool) -> PyResult<Post> {
    let text = py
        .detach(|| file::read(&path))
        .map_err(|raised| raised.into_exception(py))?;
    made(text, Some(path), Types { dates, yaml_1_1 })
}

//! The edits that turn one mapping into another.

use std::collections::HashSet;

use interline::frontmatter::{
    self, Document, FrontmatterFormat, Map, PathElement, Plain, ReadOptions, Value, ValuePath,
};
use pyo3::prelude::*;

use crate::error::{Class, Raised};
use crate::value::{Dates, Reader};

/// Edits of one pass.
pub(crate) type EditorStep<'s> =
    dyn Fn(&mut frontmatter::Editor<'_, '_>) -> Result<(), frontmatter::Error> + 's;

/// Returns a text with edits, all or none.
pub(crate) fn edit(text: &str, step: &EditorStep<'_>) -> Result<String, frontmatter::Error> {
    let document = document(text)?;
    let mut editor = document.edit();
    step(&mut editor)?;
    let edits = editor.finish()?;
    edits
        .apply(text)
        .map_err(|error| frontmatter::Error::Serialize {
            message: error.to_string(),
        })
}

/// Reads a document in the format of its header.
pub(crate) fn document(text: &str) -> Result<Document<'_>, frontmatter::Error> {
    // The format of other strings does not matter.
    if text.starts_with("+++") && FrontmatterFormat::of(text) == Some(FrontmatterFormat::Toml) {
        return Document::parse_toml(text, &ReadOptions::new());
    }
    Document::parse(text)
}

/// Edits that turn one mapping into another.
#[derive(Default)]
pub(crate) struct Steps {
    pub(crate) set: Vec<(ValuePath, Value)>,
    /// Set after the others.
    pub(crate) plain: Vec<(ValuePath, Plain)>,
    removed: Vec<ValuePath>,
}

impl Steps {
    pub(crate) fn map(&mut self, path: &mut Vec<PathElement>, old: &Map, new: &Map) {
        for key in old.keys().filter(|key| !new.contains_key(key)) {
            self.removed.push(with(path, key));
        }
        for (key, value) in new.iter() {
            match (old.get(key), value) {
                (Some(was), _) if was == value => {}
                (Some(Value::Map(was)), Value::Map(value)) if !value.is_empty() => {
                    path.push(PathElement::Key(key.to_owned()));
                    self.map(path, was, value);
                    path.pop();
                }
                _ => self.set.push((with(path, key), value.clone())),
            }
        }
    }

    /// Writes without quotes what is new of that.
    pub(crate) fn plain(
        &mut self,
        old: &[(ValuePath, String)],
        new: &[(ValuePath, String)],
    ) -> PyResult<()> {
        let old: HashSet<_> = old.iter().collect();
        let (mut added, mut emptied) = (Vec::new(), Vec::new());
        for found in new {
            let (path, text) = found;
            let mut root = self.set.iter_mut().filter_map(|(root, value)| {
                let inner = path.elements().strip_prefix(root.elements())?;
                node_mut(value, inner)
            });
            // A value that equals the string would be left as it is, in its quotes.
            if let Some(node) = root.next() {
                *node = Value::Null;
            } else if old.contains(found) {
                continue;
            } else {
                emptied.push((path.clone(), Value::Null));
            }
            added.push((path.clone(), plain(text)?));
        }
        self.set.extend(emptied);
        self.plain.extend(added);
        Ok(())
    }

    pub(crate) fn run(
        &self,
        editor: &mut frontmatter::Editor<'_, '_>,
    ) -> Result<(), frontmatter::Error> {
        for path in &self.removed {
            editor.remove_path(path.clone())?;
        }
        for (path, value) in &self.set {
            editor.set_path(path.clone(), value.clone())?;
        }
        Ok(())
    }
}

/// Returns the node of a value at a path.
pub(crate) fn node_mut<'v>(value: &'v mut Value, path: &[PathElement]) -> Option<&'v mut Value> {
    path.iter()
        .try_fold(value, |value, element| match (value, element) {
            (Value::Map(map), PathElement::Key(key)) => map.get_mut(key),
            (Value::List(list), PathElement::Index(index)) => list.get_mut(*index),
            _ => None,
        })
}

fn with(path: &[PathElement], key: &str) -> ValuePath {
    path.iter()
        .cloned()
        .chain([PathElement::Key(key.to_owned())])
        .collect()
}

pub(crate) fn plain(text: &str) -> PyResult<Plain> {
    Plain::new(text).map_err(|error| {
        Raised::new(
            Class::Conversion,
            "unwritable",
            format!("`{text}` cannot be written: {error}"),
        )
        .into()
    })
}

/// Makes the edits that set a value at a path.
pub(crate) fn new_value(path: &[PathElement], given: &Bound<'_, PyAny>) -> PyResult<Steps> {
    let mut reader = Reader::new(Dates::Iso).remember_plain();
    let value = reader.value(given)?;
    let mut steps = Steps::default();
    steps.set.push((path.iter().cloned().collect(), value));
    let plain: Vec<(ValuePath, String)> = reader
        .plain()
        .into_iter()
        .map(|(inner, text)| (path.iter().chain(inner.elements()).cloned().collect(), text))
        .collect();
    steps.plain(&[], &plain)?;
    Ok(steps)
}

/// The edits that add an item to a list.
pub(crate) struct ItemSteps {
    list: ValuePath,
    index: usize,
    item: Value,
    pub(crate) plain: Vec<(ValuePath, Plain)>,
}

impl ItemSteps {
    pub(crate) fn push(
        &self,
        editor: &mut frontmatter::Editor<'_, '_>,
    ) -> Result<(), frontmatter::Error> {
        editor
            .push(self.list.clone(), self.item.clone())
            .map(|_| ())
    }

    pub(crate) fn insert(
        &self,
        editor: &mut frontmatter::Editor<'_, '_>,
    ) -> Result<(), frontmatter::Error> {
        editor
            .insert(self.list.clone(), self.index, self.item.clone())
            .map(|_| ())
    }
}

pub(crate) fn new_item(
    list: &[PathElement],
    index: usize,
    given: &Bound<'_, PyAny>,
) -> PyResult<ItemSteps> {
    let path: Vec<PathElement> = list
        .iter()
        .cloned()
        .chain([PathElement::Index(index)])
        .collect();
    let mut steps = new_value(&path, given)?;
    Ok(ItemSteps {
        list: list.iter().cloned().collect(),
        index,
        item: steps.set.pop().map(|(_, value)| value).unwrap_or_default(),
        plain: steps.plain,
    })
}

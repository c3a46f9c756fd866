use interline_text::Edits;

use super::editor::Editor;
use crate::{Document, Error, ReadOptions, Value};

/// The change of one key of the root.
#[derive(Clone, Debug)]
pub(crate) struct KeyChange {
    pub(crate) key: String,
    /// The name of the key afterwards.
    pub(crate) name: String,
    /// The new value; `None` removes the key.
    pub(crate) value: Option<Value>,
}

impl KeyChange {
    pub(crate) fn remove(key: &str) -> Self {
        Self {
            key: key.to_owned(),
            name: key.to_owned(),
            value: None,
        }
    }

    pub(crate) fn rename_and_set(key: &str, name: &str, value: Value) -> Self {
        Self {
            key: key.to_owned(),
            name: name.to_owned(),
            value: Some(value),
        }
    }
}

/// Returns the verified edits that make all of `changes`, each of another key of the document.
pub(crate) fn edit(
    text: &str,
    options: &ReadOptions,
    changes: impl FnOnce(&Document<'_>) -> Result<Vec<KeyChange>, Error>,
) -> Result<Edits, Error> {
    let document = read(text, options)?;
    let changes = changes(&document)?;
    let mut editor = Editor::new(&document);
    for change in changes {
        if change.name != change.key {
            // Renamed first, so that the old position and comment go to the new name.
            editor.rename_path([change.key.as_str()], &change.name)?;
        }
        match change.value {
            Some(value) => editor.set_path([change.name.as_str()], value)?,
            None => editor.remove_path([change.key.as_str()])?,
        };
    }
    editor.finish()
}

/// Reads a document that is to be edited.
pub(super) fn read<'a>(text: &'a str, options: &ReadOptions) -> Result<Document<'a>, Error> {
    Document::parse_with(text, options).map_err(refuse_duplicate)
}

fn refuse_duplicate(error: Error) -> Error {
    match error {
        // A program that edits asks for one kind of error: a refusal that says why.
        Error::DuplicateKey { key, at, .. } => Error::EditRefused {
            reason: format!("`{key}` is given twice, and either could be meant"),
            key,
            at,
        },
        error => error,
    }
}

use interline_text::Edits;

use super::field::Field;
use super::mode::{Format, WriteStrategy};
use crate::edit::{KeyChange, edit};
use crate::{Document, Error, ReadOptions, Value};

/// Returns the change that sets a field: under its current name, else under the first former name that is present, which is renamed.
/// `None` when the field has this source text already.
pub(super) fn set_field(document: &Document<'_>, field: Field, value: Value) -> Option<KeyChange> {
    let name = field.name();
    let mut present = field.names().iter().filter(|name| document.has(name));
    let key = present.next().copied().unwrap_or(name);
    if let (true, Some(text)) = (key == name, value.as_str()) {
        if matches!(document.get_as::<Option<String>>(key), Ok(Some(Some(known))) if known == text)
        {
            return None;
        }
    }
    Some(KeyChange::rename_and_set(key, name, value))
}

/// Returns the changes that remove a field, under each of its names.
pub(super) fn remove_field(
    document: &Document<'_>,
    field: Field,
) -> impl Iterator<Item = KeyChange> {
    let names = field.names().iter();
    names
        .filter(|name| document.has(name))
        .map(|name| KeyChange::remove(name))
}

pub(super) fn set_text(text: &str, field: Field, value: &str) -> Result<Edits, Error> {
    edit(text, &ReadOptions::default(), |document| {
        Ok(set_field(document, field, value.into())
            .into_iter()
            .collect())
    })
}

/// Returns the edits that set `agent_doc_session` to `id`, in place as [`set`](crate::set) does. A key with the former name
/// `session` is renamed.
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_session_id(text: &str, id: &str) -> Result<Edits, Error> {
    set_text(text, Field::Session, id)
}

/// Returns the edits that set `resume` to `id`, in place as [`set`](crate::set) does.
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_resume_id(text: &str, id: &str) -> Result<Edits, Error> {
    set_text(text, Field::Resume, id)
}

/// Returns the edits that set the deprecated `tmux_session` to `name`, in place as [`set`](crate::set) does.
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_tmux_session(text: &str, name: &str) -> Result<Edits, Error> {
    set_text(text, Field::TmuxSession, name)
}

/// Returns the edits that set `agent_doc_format` and `agent_doc_write` and remove the deprecated mode under each of its names, in place
/// as [`set`](crate::set) does.
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_format_and_write(
    text: &str,
    format: Format,
    write: WriteStrategy,
) -> Result<Edits, Error> {
    edit(text, &ReadOptions::default(), |document| {
        let mut changes: Vec<KeyChange> = remove_field(document, Field::Mode).collect();
        changes.extend(set_field(document, Field::Format, format.as_str().into()));
        changes.extend(set_field(document, Field::Write, write.as_str().into()));
        Ok(changes)
    })
}

use interline_text::Edits;

use super::field::Field;
use super::mode::{Format, WriteStrategy};
use crate::edit::{KeyChange, apply, edit};
use crate::{Document, Error, ReadOptions, Value};

/// What puts `value` into a field: in the place of its name of today, else of the first former name there is, which
/// gets the name of today. Nothing where the very letters are there already.
pub(super) fn put(document: &Document<'_>, field: Field, value: Value) -> Option<KeyChange> {
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

/// What takes a field out, under all of its names.
pub(super) fn clear(document: &Document<'_>, field: Field) -> impl Iterator<Item = KeyChange> {
    let names = field.names().iter();
    names
        .filter(|name| document.has(name))
        .map(|name| KeyChange::remove(name))
}

pub(super) fn put_text(text: &str, field: Field, value: &str) -> Result<Edits, Error> {
    edit(text, &ReadOptions::default(), |document| {
        Ok(put(document, field, value.into()).into_iter().collect())
    })
}

/// The text with `id` in `resume`. Edited in place as by [`set`](crate::set).
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_resume_id(text: &str, id: &str) -> Result<String, Error> {
    apply(text, &set_resume_id_edits(text, id)?)
}

/// [`set_resume_id`] as edits.
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_resume_id_edits(text: &str, id: &str) -> Result<Edits, Error> {
    put_text(text, Field::Resume, id)
}

/// The text with `name` in the deprecated `tmux_session`. Edited in place as by [`set`](crate::set).
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_tmux_session(text: &str, name: &str) -> Result<String, Error> {
    apply(text, &set_tmux_session_edits(text, name)?)
}

/// [`set_tmux_session`] as edits.
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_tmux_session_edits(text: &str, name: &str) -> Result<Edits, Error> {
    put_text(text, Field::TmuxSession, name)
}

/// The text with `agent_doc_format` and `agent_doc_write` set and the deprecated mode, under each of its names, taken
/// out. Edited in place as by [`set`](crate::set).
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_format_and_write(
    text: &str,
    format: Format,
    write: WriteStrategy,
) -> Result<String, Error> {
    apply(text, &set_format_and_write_edits(text, format, write)?)
}

/// [`set_format_and_write`] as edits.
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_format_and_write_edits(
    text: &str,
    format: Format,
    write: WriteStrategy,
) -> Result<Edits, Error> {
    edit(text, &ReadOptions::default(), |document| {
        let mut changes: Vec<KeyChange> = clear(document, Field::Mode).collect();
        changes.extend(put(document, Field::Format, format.as_str().into()));
        changes.extend(put(document, Field::Write, write.as_str().into()));
        Ok(changes)
    })
}

use interline_text::Edits;

use super::field::Field;
use super::mode::{Format, WriteStrategy};
use crate::edit::{Editor, edited};
use crate::{Error, ReadOptions, Value};

/// Sets a field: under its current name, else under the first former name that is present, which is renamed. Does nothing when the field
/// has this source text already.
pub(super) fn set_field<'e, 'd, 'a>(
    editor: &'e mut Editor<'d, 'a>,
    field: Field,
    value: impl Into<Value>,
) -> Result<&'e mut Editor<'d, 'a>, Error> {
    let (document, name, value) = (editor.document(), field.name(), value.into());
    let mut present = field.names().iter().filter(|name| document.has(name));
    let key = present.next().copied().unwrap_or(name);
    if key != name {
        // Renamed first, so that the old position and comment go to the new name.
        editor.rename_path([key], name)?;
    } else if let Some(text) = value.as_str() {
        if matches!(document.get_as::<Option<String>>(key), Ok(Some(Some(known))) if known == text)
        {
            return Ok(editor);
        }
    }
    editor.set_path([name], value)
}

/// Removes a field, under each of its names.
pub(super) fn remove_field(editor: &mut Editor<'_, '_>, field: Field) -> Result<(), Error> {
    for name in field.names() {
        if editor.document().has(name) {
            editor.remove_path([*name])?;
        }
    }
    Ok(())
}

fn set_text(text: &str, field: Field, value: &str) -> Result<Edits, Error> {
    edited(text, &ReadOptions::default(), |editor| {
        set_field(editor, field, value)
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
    edited(text, &ReadOptions::default(), |editor| {
        remove_field(editor, Field::Mode)?;
        set_field(editor, Field::Format, format.as_str())?;
        set_field(editor, Field::Write, write.as_str())
    })
}

use interline_text::Edits;
#[cfg(feature = "session-id")]
use uuid::Uuid;

use super::field::Field;
#[cfg(feature = "session-id")]
use super::set::put;
use super::set::put_text;
use crate::Error;
use crate::edit::apply;
#[cfg(feature = "session-id")]
use crate::edit::edit;
#[cfg(feature = "session-id")]
use crate::{Document, ReadOptions};

/// The text with `id` in `agent_doc_session`. Edited in place as by [`set`](crate::set); a key with the former name
/// `session` gets the name of today.
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_session_id(text: &str, id: &str) -> Result<String, Error> {
    apply(text, &set_session_id_edits(text, id)?)
}

/// [`set_session_id`] as edits.
///
/// # Errors
///
/// Those of [`set`](crate::set).
pub fn set_session_id_edits(text: &str, id: &str) -> Result<Edits, Error> {
    put_text(text, Field::Session, id)
}

/// A text that has a session, and its id.
///
/// Where there is one, the text comes back unchanged. Where the key is missing, null or blank, it gets a new UUID of
/// version 4, in its place; a text without frontmatter gets a block on top. A second call changes nothing.
///
/// ```
/// use interline_frontmatter::agent;
///
/// let (text, id) = agent::ensure_session("Text.\n")?;
/// assert_eq!(text, format!("---\nagent_doc_session: {id}\n---\nText.\n"));
/// assert_eq!(agent::ensure_session(&text)?, (text.clone(), id));
/// # Ok::<(), interline_frontmatter::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`set`](crate::set), and when the session is no scalar.
#[cfg(feature = "session-id")]
pub fn ensure_session(text: &str) -> Result<(String, String), Error> {
    let (edits, id) = ensure_session_edits(text)?;
    Ok((apply(text, &edits)?, id))
}

/// [`ensure_session`] as edits: none when there is a session.
///
/// # Errors
///
/// Those of [`ensure_session`].
#[cfg(feature = "session-id")]
pub fn ensure_session_edits(text: &str) -> Result<(Edits, String), Error> {
    let mut id = String::new();
    let edits = edit(text, &ReadOptions::default(), |document| {
        if let Some(known) = session(document)?.filter(|known| !known.trim().is_empty()) {
            id = known;
            return Ok(Vec::new());
        }
        id = Uuid::new_v4().to_string();
        let change = put(document, Field::Session, id.as_str().into());
        Ok(change.into_iter().collect())
    })?;
    Ok((edits, id))
}

/// The session as [`parse`](super::parse) reads it.
#[cfg(feature = "session-id")]
fn session(document: &Document<'_>) -> Result<Option<String>, Error> {
    for name in Field::Session.names() {
        if let Some(Some(id)) = document.get_as::<Option<String>>(name)? {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

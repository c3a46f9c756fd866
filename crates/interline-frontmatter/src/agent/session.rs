use interline_text::Edits;
use uuid::Uuid;

use super::field::Field;
use super::set::set_field;
use crate::edit::edited;
use crate::{Document, Error, ReadOptions};

/// The session of a document, and the edits that store it: the result of [`ensure_session`].
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct EnsuredSession {
    /// The id of the session.
    pub id: String,
    /// The edits that store it; none when the document has a session.
    pub edits: Edits,
}

/// Returns the session of a document, or a new one and the edits that store it.
///
/// Where the key is missing, null or only whitespace, the id is a new UUID of version 4. A text without frontmatter gets a block at the
/// top. A second call changes nothing.
///
/// # Examples
///
/// ```
/// use interline_frontmatter::agent;
///
/// let session = agent::ensure_session("Text.\n")?;
/// let text = session.edits.apply("Text.\n")?;
/// assert_eq!(text, format!("---\nagent_doc_session: {}\n---\nText.\n", session.id));
///
/// let again = agent::ensure_session(&text)?;
/// assert!(again.edits.is_empty() && again.id == session.id);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of [`set`](crate::set), and [`Error::Data`] when the session is a list or a mapping.
pub fn ensure_session(text: &str) -> Result<EnsuredSession, Error> {
    let mut id = String::new();
    let edits = edited(text, &ReadOptions::default(), |editor| {
        let known = session(editor.document())?;
        if let Some(known) = known.filter(|known| !known.trim().is_empty()) {
            id = known;
            return Ok(editor);
        }
        id = Uuid::new_v4().to_string();
        set_field(editor, Field::Session, id.as_str())
    })?;
    Ok(EnsuredSession { id, edits })
}

/// Returns the session as [`parse`](super::parse) reads it.
fn session(document: &Document<'_>) -> Result<Option<String>, Error> {
    for name in Field::Session.names() {
        if let Some(Some(id)) = document.get_as::<Option<String>>(name)? {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

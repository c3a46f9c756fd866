//! Changes of agent files that leave every other byte as it is.

use interline_frontmatter::{self as frontmatter, Document, Mapping, Value};
use interline_text::{Edits, TextEdit};

use crate::header::{Field, Header};
use crate::quote::double_quoted;
use crate::{Error, Options, fence};

const LABEL: &str = "agent";

/// The edits that put `value` under `key`; comments, order, quotes and line endings of everything else stay.
///
/// A header that is not YAML has to be [repaired](repair) first. Costs two readings of the header.
///
/// ```
/// let text = "---\nname: x # short\nmodel: opus\n---\nYou are.\n";
/// let edits = interline_agent_md::edit::set(text, "model", "haiku")?;
/// assert_eq!(edits.apply(text).unwrap(), "---\nname: x # short\nmodel: haiku\n---\nYou are.\n");
/// # Ok::<(), interline_agent_md::Error>(())
/// ```
///
/// # Errors
///
/// When the text is no agent file, when its header is not YAML, when the change cannot be made alone, and when it would
/// make the name blank or `tools` unreadable.
pub fn set(text: &str, key: &str, value: impl Into<Value>) -> Result<Edits, Error> {
    let value = value.into();
    let block = fence::block(text, LABEL)?;
    let edits = frontmatter::set(text, key, value).map_err(header)?;
    if matches!(key, "name" | "tools") {
        let end = block.body_span().start;
        let changed = changed_header(text, &edits, end);
        let read = crate::parse::read(
            &changed,
            LABEL,
            crate::AgentKind::Operator,
            &Options::default(),
            None,
        );
        match read {
            Err(failure)
                if key == "tools" || matches!(*failure.error, Error::MissingName { .. }) =>
            {
                return Err(Error::Unwritable {
                    message: failure.error.message(),
                });
            }
            _ => {}
        }
    }
    Ok(edits)
}

/// The edits that take `key` out; none when it is not there.
///
/// # Errors
///
/// Those of [`set`]; also for the key `name`.
pub fn remove(text: &str, key: &str) -> Result<Edits, Error> {
    fence::block(text, LABEL)?;
    if key == "name" {
        return Err(Error::Unwritable {
            message: "an agent needs a name".to_owned(),
        });
    }
    frontmatter::remove(text, key).map_err(header)
}

/// The edits that put in quotes what [`parse`](crate::parse) has to take as text because it is not YAML, so that every reader reads
/// the same. None for a header that is YAML. The result is read back and compared. Linear.
///
/// ```
/// let text = "---\nname: x\nglobs: **/*\n---\n";
/// let edits = interline_agent_md::edit::repair(text)?;
/// assert_eq!(edits.apply(text).unwrap(), "---\nname: x\nglobs: \"**/*\"\n---\n");
/// # Ok::<(), interline_agent_md::Error>(())
/// ```
///
/// # Errors
///
/// When the text is no agent file or its header cannot be read; and when quotes alone do not make YAML of it, as with a control
/// character in a comment.
pub fn repair(text: &str) -> Result<Edits, Error> {
    let block = fence::block(text, LABEL)?;
    let read = Header::read(&block, LABEL, &Options::default())?;
    let mut edits = Vec::new();
    for repair in read.repairs() {
        let form = match &repair.value.value {
            Value::String(text) => double_quoted(text),
            _ => text.get(repair.span.clone()).unwrap_or_default().to_owned(),
        };
        // From the key on, so that a blank stands after the colon whatever stood there.
        edits.push(TextEdit::replace(
            repair.key_span.end..repair.span.end,
            format!(": {form}"),
        ));
    }
    for diagnostic in read
        .diagnostics()
        .filter(|told| told.code == "indented-key")
    {
        let start = diagnostic.span.start;
        let before = text.get(..start).unwrap_or_default();
        let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
        edits.push(TextEdit::replace(start - indent..start, String::new()));
    }
    edits.sort_by_key(|edit| edit.range.start);
    let unwritable = |message: String| Error::Unwritable { message };
    let edits = Edits::new(text, edits).map_err(|error| unwritable(error.to_string()))?;
    if !edits.is_empty() {
        let sound = changed_header(text, &edits, block.body_span().start);
        let sound = Document::parse_with(&sound, &Options::default().read).map_err(|error| {
            unwritable(format!(
                "quotes alone do not repair the header: {error} (line {} of the repaired file)",
                error.line()
            ))
        })?;
        let values = |field: Field<'_, '_>| match field {
            Field::Node(node) => node.value(),
            Field::Repaired(repair) => repair.value.value.clone(),
        };
        let expected = read
            .entries()
            .map(|(key, _, field)| (key.to_owned(), values(field)));
        if sound.mapping() != expected.collect::<Mapping>() {
            return Err(unwritable(
                "quotes alone do not repair the header: it would say something else".to_owned(),
            ));
        }
    }
    Ok(edits)
}

fn header(source: frontmatter::Error) -> Error {
    Error::Header {
        label: LABEL.to_owned(),
        source,
    }
}

/// The text up to the body, after the edits.
fn changed_header(text: &str, edits: &Edits, end: usize) -> String {
    let mut changed = String::with_capacity(end + 64);
    let mut done = 0;
    for edit in edits {
        changed.push_str(text.get(done..edit.range.start).unwrap_or_default());
        changed.push_str(&edit.insert);
        done = edit.range.end;
    }
    changed.push_str(text.get(done..end).unwrap_or_default());
    changed
}

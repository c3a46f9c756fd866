//! Changes of agent files that leave every other byte as it is.

use interline_frontmatter::{self as frontmatter, Value};
use interline_text::{Edits, TextEdit};

use crate::parse::{block, read_header};
use crate::{Error, Options};

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
    let block = block(text, LABEL)?;
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
    block(text, LABEL)?;
    if key == "name" {
        return Err(Error::Unwritable {
            message: "an agent needs a name".to_owned(),
        });
    }
    frontmatter::remove(text, key).map_err(header)
}

/// Returns the edits that make YAML of a header that [`parse`](crate::parse) has to repair, so that every reader reads the same.
///
/// None for a header that is YAML. Equal to [`repair_with`] with the defaults of [`Options`].
///
/// # Examples
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
/// Those of [`repair_with`].
pub fn repair(text: &str) -> Result<Edits, Error> {
    repair_with(text, &Options::default())
}

/// Returns the edits that make YAML of a header, by the rules of a [dialect](Options::dialect) and a [kind](Options::kind) of file.
///
/// Quotes go round single scalars: lists and mappings stay what they are, and so does a field that its tool reads by rules of its own,
/// such as the globs of a rule of Cursor. The result is read again and compared. Linear.
///
/// # Errors
///
/// Wherever [`parse_with`](crate::parse_with) with these options is an error.
pub fn repair_with(text: &str, options: &Options) -> Result<Edits, Error> {
    let read = |text: &str| {
        crate::parse::read(
            text,
            LABEL,
            crate::AgentKind::Operator,
            options,
            Some(LABEL),
        )
        .map_err(|failure| *failure.error)
    };
    let before = read(text)?;
    let edits: Vec<TextEdit> = {
        // A command may have no header.
        let Ok(block) = block(text, LABEL) else {
            return Ok(Edits::default());
        };
        let mut storage = None;
        let header = read_header(&block, LABEL, options, &mut storage)?;
        header
            .repaired()
            .map(|repaired| repaired.edits().collect())
            .unwrap_or_default()
    };
    let unwritable = |message: String| Error::Unwritable { message };
    let edits = Edits::new(text, edits).map_err(|error| unwritable(error.to_string()))?;
    if !edits.is_empty() {
        let end = block(text, LABEL)?.body_span().start;
        let after = changed_header(text, &edits, end);
        let same = read(&after).is_ok_and(|mut after| {
            let profile = after.agent.profile.as_mut();
            if let (Some(after), Some(before)) = (profile, &before.agent.profile) {
                after.system_prompt.clone_from(&before.system_prompt);
                after.version_hash.clone_from(&before.version_hash);
            }
            after.agent == before.agent
        });
        if !same {
            return Err(unwritable(
                "the repaired header would say something else".to_owned(),
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

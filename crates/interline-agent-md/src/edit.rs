//! Edits of agent files that keep every other byte.

use interline_frontmatter::{self as frontmatter, Value};
use interline_text::{Edits, TextEdit};

use crate::agent_kind::AgentKind;
use crate::error::Error;
use crate::options::Options;
use crate::parse::{block, parse_text, read_header};

/// The text of an edit has no name. Locations lose this one.
const LABEL: &str = "";

/// Returns the edits that set `key` to `value`; comments, order, quotes and line endings of everything else stay.
///
/// A header that is not YAML has to be [repaired](repair) first. The header is parsed twice.
///
/// # Examples
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
/// When the text is not an agent file, when its header is not YAML, when the change cannot be made alone, and when it would make the name
/// empty or `tools` invalid.
pub fn set(text: &str, key: &str, value: impl Into<Value>) -> Result<Edits, Error> {
    let value = value.into();
    let block = block(text, LABEL).map_err(Error::without_name)?;
    let edits = frontmatter::set(text, key, value).map_err(header)?;
    if matches!(key, "name" | "tools") {
        let end = block.body_span().start;
        let changed = changed_header(text, &edits, end);
        let read = parse_text(
            &changed,
            LABEL,
            AgentKind::Operator,
            &Options::default(),
            None,
        );
        if let Err(failure) = read {
            if key == "tools" || matches!(*failure.error, Error::MissingName { .. }) {
                return Err(Error::Unwritable {
                    message: failure.error.message(),
                });
            }
        }
    }
    Ok(edits)
}

/// Returns the edits that remove `key`; none when it is missing.
///
/// # Errors
///
/// Those of [`set`]; also for the key `name`.
pub fn remove(text: &str, key: &str) -> Result<Edits, Error> {
    block(text, LABEL).map_err(Error::without_name)?;
    if key == "name" {
        return Err(Error::Unwritable {
            message: "an agent needs a name".to_owned(),
        });
    }
    frontmatter::remove(text, key).map_err(header)
}

/// Returns the edits that make YAML of a header that [`parse`](crate::parse) has to repair, so that every reader reads the same.
///
/// They are empty for a header that is YAML.
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
/// Quotes are added to single scalars: lists and mappings stay as they are, and so does a field that its tool reads by rules of its own,
/// such as the globs of a rule of Cursor. The result is parsed again and compared. Linear.
///
/// # Errors
///
/// Wherever [`parse_with`](crate::parse_with) with these options is an error.
pub fn repair_with(text: &str, options: &Options) -> Result<Edits, Error> {
    let read = |text: &str| {
        parse_text(text, LABEL, AgentKind::Operator, options, Some("agent"))
            .map_err(|failure| failure.error.without_name())
    };
    let before = read(text)?;
    // A command may have no header.
    let Ok(block) = block(text, LABEL) else {
        return Ok(Edits::default());
    };
    let edits: Vec<TextEdit> = {
        let mut storage = None;
        let header =
            read_header(&block, LABEL, options, &mut storage).map_err(Error::without_name)?;
        header
            .repaired()
            .map(|repaired| repaired.edits().collect())
            .unwrap_or_default()
    };
    let unwritable = |message: String| Error::Unwritable { message };
    let edits = Edits::new(text, edits).map_err(|error| unwritable(error.to_string()))?;
    if !edits.is_empty() {
        let after = changed_header(text, &edits, block.body_span().start);
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
                "the repaired header would be read differently".to_owned(),
            ));
        }
    }
    Ok(edits)
}

fn header(source: frontmatter::Error) -> Error {
    Error::header(source, None)
}

/// Returns the text up to the body, after the edits.
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

use std::collections::HashMap;
use std::ops::Range;

use interline_text::{Diagnostic, Edits, Severity, log_all};

use super::Frontmatter;
use super::field::Field;
use super::set::{clear, put};
use crate::edit::{KeyChange, apply, edit};
use crate::ignored_tags::ignored_tags;
use crate::yaml::{self, YamlBlock};
use crate::{Error, ReadOptions};

/// What [`merge_fields`] gives.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Merged {
    /// The text afterwards.
    pub text: String,
    /// The edits that make it; none when nothing changes.
    pub edits: Edits,
    /// The keys that the schema does not know, in their order. They are not stored.
    pub ignored: Vec<String>,
}

/// Merges fields, given as YAML, into the frontmatter of `text`.
///
/// `fields` is a mapping of fields of the schema, such as a model may answer with. A field replaces the one that is
/// there or is added; an explicit null takes it out; a mapping or list is replaced as a whole. Names of former versions
/// are understood. Keys that the schema does not know are given back and logged, not stored; tags are logged, too. The body stays as
/// it is.
///
/// ```
/// use interline_frontmatter::agent;
///
/// let text = "---\nmodel: x\nresume: r1\n---\nText.\n";
/// let merged = agent::merge_fields(text, "model: 5\nresume: null\ncolour: red\n")?;
/// assert_eq!(merged.text, "---\nmodel: '5'\n---\nText.\n");
/// assert_eq!(merged.ignored, ["colour"]);
/// # Ok::<(), interline_frontmatter::Error>(())
/// ```
///
/// # Errors
///
/// When `fields` is not YAML, not a mapping, or has a field of the wrong type or a key twice: with a place in `fields`.
/// When the block of `text` cannot be read or edited: with a place in `text`, as by [`set`](crate::set).
pub fn merge_fields(text: &str, fields: &str) -> Result<Merged, Error> {
    let (edits, ignored) = merge_fields_edits(text, fields)?;
    Ok(Merged {
        text: apply(text, &edits)?,
        edits,
        ignored,
    })
}

/// [`merge_fields`] without the text: the edits and the keys that are ignored.
///
/// # Errors
///
/// Those of [`merge_fields`].
pub fn merge_fields_edits(text: &str, fields: &str) -> Result<(Edits, Vec<String>), Error> {
    let options = ReadOptions::default();
    let patch = yaml::read(fields, 0..fields.len(), &options)?;
    let wanted: Frontmatter = patch.deserialize()?;
    let edits = edit(text, &options, |document| {
        let mut changes: Vec<KeyChange> = Vec::new();
        for field in Field::ALL {
            if let Some(value) = wanted.value(field) {
                changes.extend(put(document, field, value));
            } else if field.names().iter().any(|name| patch.has(name)) {
                changes.extend(clear(document, field));
            }
        }
        Ok(changes)
    })?;
    let ignored: Vec<String> = wanted.extra.keys().map(str::to_owned).collect();
    log_ignored(&patch, &ignored);
    Ok((edits, ignored))
}

fn log_ignored(patch: &YamlBlock<'_>, keys: &[String]) {
    let spans: HashMap<&str, Range<usize>> = patch
        .tree
        .root_entries()
        .map(|(key, _)| {
            let text = patch.tree.node(key).text.as_ref();
            (text, patch.span(patch.tree.nodes[key].span()))
        })
        .collect();
    let told = keys.iter().map(|key| {
        let span = spans.get(key.as_str()).cloned().unwrap_or(0..0);
        let message = format!("field `{key}` is unknown and was not merged");
        Diagnostic::new(Severity::Warning, "unknown-field", span, message)
    });
    let mut told: Vec<Diagnostic> = told.chain(ignored_tags(patch)).collect();
    told.sort();
    log_all(&told, None, patch.text);
}

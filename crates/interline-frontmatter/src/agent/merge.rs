use std::collections::HashMap;

use interline_text::{Diagnostic, Edits, Severity};

use super::Frontmatter;
use super::field::Field;
use super::set::{remove_field, set_field};
use crate::diagnostics::UNKNOWN_FIELD;
use crate::edit::edited;
use crate::ignored_tags::ignored_tags;
use crate::yaml::{self, YamlBlock};
use crate::{Error, ReadOptions};

/// The edits that merge fields, and the fields that were not merged: the result of [`merge_fields`].
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Merged {
    /// The edits of the document; none when nothing changes.
    pub edits: Edits,
    /// The keys outside the schema, in their order. They are not stored.
    pub ignored: Vec<String>,
    /// The ignored keys ([`unknown-field`](crate::diagnostics::UNKNOWN_FIELD)) and tags
    /// ([`tag-left-out`](crate::diagnostics::TAG_LEFT_OUT)), located in the fields.
    pub diagnostics: Vec<Diagnostic>,
}

/// Merges fields, given as YAML, into the frontmatter of `text`.
///
/// `fields` is a mapping of fields of the schema, for example the answer of a model. A field is added, or replaces the one that is
/// present, a mapping or list as a whole. An explicit null removes the field. Former names are understood. Keys outside the schema are
/// reported, not stored. The body stays as it is.
///
/// Linear in the block and the fields.
///
/// # Examples
///
/// ```
/// use interline_frontmatter::agent;
///
/// let text = "---\nmodel: x\nresume: r1\n---\nText.\n";
/// let merged = agent::merge_fields(text, "model: 5\nresume: null\ncolour: red\n")?;
/// assert_eq!(merged.edits.apply(text)?, "---\nmodel: '5'\n---\nText.\n");
/// assert_eq!(merged.ignored, ["colour"]);
/// assert_eq!(merged.diagnostics[0].message, "field `colour` is unknown and was not merged");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When `fields` is not YAML, not a mapping, or has a field of the wrong type or a duplicate key: located in `fields`.
/// When the block of `text` cannot be read or edited: located in `text`, as by [`set`](crate::set).
pub fn merge_fields(text: &str, fields: &str) -> Result<Merged, Error> {
    let options = ReadOptions::default();
    let patch = yaml::read(fields, 0..fields.len(), &options)?;
    let wanted: Frontmatter = patch.deserialize()?;
    let edits = edited(text, &options, |editor| {
        for field in Field::ALL {
            if let Some(value) = wanted.value(field) {
                set_field(editor, field, value)?;
            } else if field.names().iter().any(|name| patch.has(name)) {
                remove_field(editor, field)?;
            }
        }
        Ok(editor)
    })?;
    let ignored: Vec<String> = wanted.extra.keys().map(str::to_owned).collect();
    let diagnostics = diagnostics(&patch, &ignored);
    #[cfg(feature = "log")]
    interline_text::log_all(&diagnostics, None, fields);
    Ok(Merged {
        edits,
        ignored,
        diagnostics,
    })
}

fn diagnostics(patch: &YamlBlock<'_>, ignored: &[String]) -> Vec<Diagnostic> {
    let mut diagnostics = ignored_tags(patch);
    // One pass over the keys: a search for each of them would be quadratic.
    let mut nodes: HashMap<&str, usize> = HashMap::new();
    if !ignored.is_empty() {
        let entries = patch.tree.root_entries();
        nodes.extend(entries.map(|(key, _)| (patch.tree.node(key).text.as_ref(), key)));
    }
    diagnostics.extend(ignored.iter().map(|key| {
        let node = nodes.get(key.as_str()).map(|id| &patch.tree.nodes[*id]);
        let span = patch.span(node.map_or(0..0, yaml::Node::span));
        let message = format!("field `{key}` is unknown and was not merged");
        Diagnostic::new(Severity::Warning, UNKNOWN_FIELD, span, message)
    }));
    diagnostics.sort();
    diagnostics
}

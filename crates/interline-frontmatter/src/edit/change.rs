use interline_text::{EditError, Edits, TextEdit};

use super::plan::{Entry, Plan, Refusal};
use super::verify::{Expected, verify};
use crate::error::Place;
use crate::yaml::mapping_lines;
use crate::{Document, Error, Mapping, ReadOptions, Split, Value};

/// What is to become of one key.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) key: String,
    /// The name that the key gets; its own unless it is renamed.
    pub(crate) name: String,
    pub(crate) action: Action,
}

#[derive(Clone, Debug)]
pub(crate) enum Action {
    Keep,
    Set(Value),
    Remove,
}

impl Change {
    pub(crate) fn set(key: &str, value: Value) -> Self {
        Self::rename_and_set(key, key, value)
    }

    pub(crate) fn remove(key: &str) -> Self {
        Self {
            key: key.to_owned(),
            name: key.to_owned(),
            action: Action::Remove,
        }
    }

    pub(crate) fn rename(key: &str, name: &str) -> Self {
        Self {
            key: key.to_owned(),
            name: name.to_owned(),
            action: Action::Keep,
        }
    }

    pub(crate) fn rename_and_set(key: &str, name: &str, value: Value) -> Self {
        Self {
            key: key.to_owned(),
            name: name.to_owned(),
            action: Action::Set(value),
        }
    }
}

/// The verified edits that make all of `changes`, each about another key, found in the document as it is.
pub(crate) fn edit(
    text: &str,
    options: &ReadOptions,
    changes: impl FnOnce(&Document<'_>) -> Result<Vec<Change>, Error>,
) -> Result<Edits, Error> {
    let document = Document::parse_with(text, options).map_err(refuse_duplicate)?;
    let changes = changes(&document)?;
    match document.split() {
        Split::Block(split) => edit_block(&document, split.line_ending(), &changes, options),
        Split::None | Split::Unterminated { .. } => {
            // A second header on top would hide the one that is there.
            if let (Some(header), Some(change)) = (document.unread(), changes.first()) {
                return Err(Error::EditRefused {
                    key: change.key.clone(),
                    reason: header.reason(),
                    at: Place::new(text, header.span),
                });
            }
            create_block(text, &changes, options)
        }
    }
}

/// The text after edits that were made for it.
pub(crate) fn apply(text: &str, edits: &Edits) -> Result<String, Error> {
    edits.apply(text).map_err(|error| Error::EditRefused {
        key: String::new(),
        reason: error.to_string(),
        at: Place::new(text, 0..0),
    })
}

fn refuse_duplicate(error: Error) -> Error {
    match error {
        Error::DuplicateKey { key, at, .. } => Error::EditRefused {
            reason: format!("`{key}` is given twice, and either could be meant"),
            key,
            at,
        },
        error => error,
    }
}

fn edit_block(
    document: &Document<'_>,
    ending: &'static str,
    changes: &[Change],
    options: &ReadOptions,
) -> Result<Edits, Error> {
    let block = document.block();
    let tree = &block.tree;
    let entries = tree
        .root_entries()
        .enumerate()
        .map(|(index, (key, value))| Entry { index, key, value });
    let mut plan = Plan {
        block,
        entries: entries.collect(),
        edits: Vec::new(),
        kept: 0,
        ending,
    };
    let mut removed = vec![false; plan.entries.len()];
    for change in changes {
        if let (Some(entry), Action::Remove) = (plan.find(&change.key), &change.action) {
            removed[entry.index] = true;
        }
    }
    plan.kept = removed
        .iter()
        .rposition(|removed| !removed)
        .map_or(0, |last| last + 1);
    let mut expected: Vec<Option<Expected<'_>>> = plan
        .entries
        .iter()
        .map(|entry| Some(Expected::old(&tree.node(entry.key).text, entry.value)))
        .collect();
    let mut added: Vec<(&str, &Value)> = Vec::new();
    for change in changes {
        let refuse = |refusal: Refusal| Error::EditRefused {
            key: change.key.clone(),
            reason: refusal.reason,
            at: block.place(refusal.span),
        };
        let Some(entry) = plan.find(&change.key) else {
            if let Action::Set(value) = &change.action {
                added.push((&change.name, value));
            }
            continue;
        };
        if change.name != change.key {
            if let Some((other, _)) = tree.root_entry(&change.name) {
                let reason = format!("key `{}` is there already", change.name);
                return Err(refuse(Refusal::new(reason, tree.nodes[other].span())));
            }
        }
        plan.change(entry, change).map_err(refuse)?;
        let slot = &mut expected[entry.index];
        *slot = match &change.action {
            Action::Remove => None,
            Action::Keep => Some(Expected::old(&change.name, entry.value)),
            Action::Set(value) => Some(Expected::new(&change.name, value)),
        };
    }
    if !added.is_empty() {
        plan.add(&added).map_err(|refusal| Error::EditRefused {
            key: added.first().map_or("", |(key, _)| key).to_owned(),
            reason: refusal.reason,
            at: block.place(refusal.span),
        })?;
    }
    let mut expected: Vec<Expected<'_>> = expected.into_iter().flatten().collect();
    expected.extend(added.iter().map(|(key, value)| Expected::new(key, value)));

    let edits = plan
        .edits
        .into_iter()
        .map(|edit| TextEdit::replace(block.span(edit.range), edit.insert));
    let edits = Edits::new(block.text, edits.collect());
    finish(document, changes, &expected, edits, options)
}

/// Verifies the edits of a document that may have a block.
fn finish(
    document: &Document<'_>,
    changes: &[Change],
    expected: &[Expected<'_>],
    edits: Result<Edits, EditError>,
    options: &ReadOptions,
) -> Result<Edits, Error> {
    let block = document.block();
    let refuse = |reason: String| {
        let change = changes.first();
        let key = change.map_or("", |change| change.key.as_str());
        let at = block.tree.root_entry(key).map_or(0..0, |(key, value)| {
            block.tree.nodes[key].span().start..block.tree.nodes[value].span().end
        });
        Error::EditRefused {
            key: key.to_owned(),
            reason,
            at: block.place(at),
        }
    };
    let edits = edits.map_err(|error| refuse(format!("the changes meet: {error}")))?;
    // No edits are verified too: they may be too few.
    if document.split().block().is_some() {
        verify(document, expected, &edits, options).map_err(refuse)?;
    }
    Ok(edits)
}

/// A new block on top of a text that has none.
fn create_block(text: &str, changes: &[Change], options: &ReadOptions) -> Result<Edits, Error> {
    let mapping: Mapping = changes
        .iter()
        .filter_map(|change| match &change.action {
            Action::Set(value) => Some((change.name.as_str(), value.clone())),
            Action::Keep | Action::Remove => None,
        })
        .collect();
    if mapping.is_empty() {
        return Ok(Edits::none(text.len()));
    }
    let first_line = memchr::memchr(b'\n', text.as_bytes()).map_or("", |end| &text[..end]);
    let ending = if first_line.ends_with('\r') {
        "\r\n"
    } else {
        "\n"
    };
    let lines = mapping_lines(&mapping, 0, ending);
    let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let insert = format!("---{ending}{lines}---{ending}");
    let read = Document::parse_with(&insert, options)?;
    let key = || {
        changes
            .first()
            .map_or_else(String::new, |change| change.key.clone())
    };
    let refuse = |reason: String| Error::EditRefused {
        key: key(),
        reason,
        at: Place::new(text, at..at),
    };
    if !read.body().is_empty() || read.mapping() != mapping {
        return Err(refuse("the block would not read back as asked".to_owned()));
    }
    Edits::new(text, vec![TextEdit::insert(at, insert)]).map_err(|error| refuse(error.to_string()))
}

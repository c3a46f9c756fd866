//! Changes of single keys that leave every other byte as it is.

mod block;
mod change;
mod flow;
mod plan;
mod verify;

pub(crate) use change::{Change, apply, edit};

use interline_text::Edits;

use crate::{Error, Mapping, ReadOptions, Value};

/// The edits that put `value` under `key`.
///
/// A known key keeps its place, its quotes where the new value can have them, and the comment on its line; a list or
/// mapping that is written in brackets stays in brackets. A new key goes after the last one, in the line ending of the
/// line before. A text without frontmatter gets a block on top. When the value is there already, nothing changes.
///
/// Every edit is verified: the block is read again and must hold what it held before, with exactly this change. Costs two
/// readings of the block, whatever the body.
///
/// ```
/// let text = "---\ntitle: Draft  # for now\nmodel: 'x'\n---\nText.\n";
/// let edits = interline_frontmatter::set(text, "title", "Plan: first")?;
/// assert_eq!(edits.apply(text).unwrap(), "---\ntitle: 'Plan: first'  # for now\nmodel: 'x'\n---\nText.\n");
/// # Ok::<(), interline_frontmatter::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`Document::parse`](crate::Document::parse), and [`Error::EditRefused`] with what stands in the way: a key
/// given twice, an anchor that is used elsewhere, an entry written with `?`.
pub fn set(text: &str, key: &str, value: impl Into<Value>) -> Result<Edits, Error> {
    set_with(text, key, value, &ReadOptions::default())
}

/// [`set`] with options.
///
/// # Errors
///
/// Those of [`set`].
pub fn set_with(
    text: &str,
    key: &str,
    value: impl Into<Value>,
    options: &ReadOptions,
) -> Result<Edits, Error> {
    edit(text, options, |_| Ok(vec![Change::set(key, value.into())]))
}

/// The edits that take `key` out, its lines and the comments on and in them. No edits when it is not there.
///
/// Verified as [`set`] is.
///
/// # Errors
///
/// Those of [`set`].
pub fn remove(text: &str, key: &str) -> Result<Edits, Error> {
    remove_with(text, key, &ReadOptions::default())
}

/// [`remove`] with options.
///
/// # Errors
///
/// Those of [`set`].
pub fn remove_with(text: &str, key: &str, options: &ReadOptions) -> Result<Edits, Error> {
    edit(text, options, |_| Ok(vec![Change::remove(key)]))
}

/// The edits that call `key` `new`, in its place and with its value. No edits when it is not there.
///
/// Verified as [`set`] is.
///
/// # Errors
///
/// Those of [`set`]; also when `new` is there already.
pub fn rename(text: &str, key: &str, new: &str) -> Result<Edits, Error> {
    rename_with(text, key, new, &ReadOptions::default())
}

/// [`rename`] with options.
///
/// # Errors
///
/// Those of [`rename`].
pub fn rename_with(
    text: &str,
    key: &str,
    new: &str,
    options: &ReadOptions,
) -> Result<Edits, Error> {
    edit(text, options, |_| Ok(vec![Change::rename(key, new)]))
}

/// The edits that put every value of `mapping` under its key, as [`set`] does, and take out each key whose value is
/// null, as [`remove`] does. Values are replaced as a whole, mappings too.
///
/// All or nothing: verified together. Costs a pass over the block for each key of `mapping`.
///
/// # Errors
///
/// Those of [`set`].
pub fn merge(text: &str, mapping: &Mapping) -> Result<Edits, Error> {
    merge_with(text, mapping, &ReadOptions::default())
}

/// [`merge`] with options.
///
/// # Errors
///
/// Those of [`set`].
pub fn merge_with(text: &str, mapping: &Mapping, options: &ReadOptions) -> Result<Edits, Error> {
    let changes: Vec<Change> = mapping
        .iter()
        .map(|(key, value)| {
            if value.is_null() {
                Change::remove(key)
            } else {
                Change::set(key, value.clone())
            }
        })
        .collect();
    edit(text, options, |_| Ok(changes))
}

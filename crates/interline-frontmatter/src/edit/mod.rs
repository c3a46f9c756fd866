//! Edits of single nodes that keep every other byte.

mod action;
mod block;
mod collection;
mod compare;
mod diff_list;
mod editor;
mod flow;
mod goal;
mod old_child;
mod planner;
mod refusal;
mod verify;
mod verify_lines;
mod writer;

pub use editor::Editor;

use interline_text::Edits;

use crate::{Document, Error, Map, NewValue, ReadOptions, ValuePath};

/// Returns the edits that set `key` to `value`.
///
/// A key that is present keeps its position, its quotes where the new value can have them, and the comment on its line. A list or mapping
/// that replaces one is compared with it: equal nodes keep every byte, comments included. A new key is added after the last one, with the
/// line ending of the line before. A text without frontmatter gets a block at the top. When the key has the value already, nothing changes.
///
/// Every edit is verified: the block is read again and must hold what it held before, with exactly this change. Of a block of plain
/// lines, only those that change are read again. Linear in the block, whatever the body.
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
/// Those of [`Document::parse`](crate::Document::parse), and [`Error::EditRefused`] with the reason: a duplicate key
///, an anchor that is used elsewhere, an entry written with `?`. A missing key such as `author.name` is refused as
/// well, since it may be meant as a path: see [`set_path`].
pub fn set(text: &str, key: &str, value: impl Into<NewValue>) -> Result<Edits, Error> {
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
    value: impl Into<NewValue>,
    options: &ReadOptions,
) -> Result<Edits, Error> {
    edited(text, options, |editor| editor.set(key, value))
}

/// Returns the edits that remove `key`, its lines and the comments on and in them; none when it is missing.
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
    edited(text, options, |editor| editor.remove(key))
}

/// Returns the edits that rename `key` to `new` and keep its position and value; none when it is missing.
///
/// Verified as [`set`] is.
///
/// # Errors
///
/// Those of [`set`]; also when `new` is present already.
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
    edited(text, options, |editor| editor.rename(key, new))
}

/// Returns the edits that set each key of `mapping`, as [`set`] does, and remove each key whose value is null, as [`remove`] does.
///
/// All or nothing: verified together. A key with dots is one key here, and no path. Linear in the block and `mapping`.
///
/// # Errors
///
/// Those of [`set`].
pub fn merge(text: &str, mapping: &Map) -> Result<Edits, Error> {
    merge_with(text, mapping, &ReadOptions::default())
}

/// [`merge`] with options.
///
/// # Errors
///
/// Those of [`set`].
pub fn merge_with(text: &str, mapping: &Map, options: &ReadOptions) -> Result<Edits, Error> {
    edited(text, options, |editor| editor.merge(mapping))
}

/// Returns the edits that set the node at `path`, keys and indices from the root, to `value`.
///
/// Missing mappings along the path are created. A value that is present keeps its position, its quotes where the new value can have them,
/// and the comment on its line. A mapping or list that replaces one is compared with it: equal nodes keep every byte, comments included.
///
/// Verified as [`set`] is. For options, and for several changes at once, use [`Document::edit`](crate::Document::edit).
///
/// # Examples
///
/// ```
/// use interline_frontmatter::set_path;
///
/// let text = "---\nauthor:\n  name: A # first\n  mail: m\n---\n";
/// let edits = set_path(text, ["author", "name"], "B")?;
/// assert_eq!(edits.apply(text)?, "---\nauthor:\n  name: B # first\n  mail: m\n---\n");
///
/// let text = "---\njobs: [{run: a}, {run: b}]\n---\n";
/// let edits = set_path(text, ("jobs", 1, "run"), "c")?;
/// assert_eq!(edits.apply(text)?, "---\njobs: [{run: a}, {run: c}]\n---\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of [`set`]; also when the path leads through a scalar or an alias, or to a missing item.
pub fn set_path(
    text: &str,
    path: impl Into<ValuePath>,
    value: impl Into<NewValue>,
) -> Result<Edits, Error> {
    edited(text, &ReadOptions::default(), |editor| {
        editor.set_path(path, value)
    })
}

/// Returns the edits that remove the node at `path`, its lines and the comments on and in them; none when it is missing.
///
/// A mapping or list that loses its last entry is written `{}` or `[]`.
///
/// # Examples
///
/// ```
/// let text = "---\ntags:\n  - x # about x\n  - y # about y\n---\n";
/// let edits = interline_frontmatter::remove_path(text, ("tags", 0))?;
/// assert_eq!(edits.apply(text)?, "---\ntags:\n  - y # about y\n---\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of [`set_path`].
pub fn remove_path(text: &str, path: impl Into<ValuePath>) -> Result<Edits, Error> {
    edited(text, &ReadOptions::default(), |editor| {
        editor.remove_path(path)
    })
}

/// Returns the edits that rename the key at `path` to `new` and keep its position and value; none when it is missing.
///
/// # Errors
///
/// Those of [`set_path`]; also when `new` is present already.
pub fn rename_path(text: &str, path: impl Into<ValuePath>, new: &str) -> Result<Edits, Error> {
    edited(text, &ReadOptions::default(), |editor| {
        editor.rename_path(path, new)
    })
}

/// Returns the edits that add an item to the end of the list at `path`, in the style of the item before it. A missing list is created.
///
/// # Examples
///
/// ```
/// let text = "---\npython: [3.9, 3.10]\n---\n";
/// let edits = interline_frontmatter::push(text, ["python"], "new")?;
/// assert_eq!(edits.apply(text)?, "---\npython: [3.9, 3.10, new]\n---\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of [`set_path`]; also when the node is not a list.
pub fn push(
    text: &str,
    path: impl Into<ValuePath>,
    value: impl Into<NewValue>,
) -> Result<Edits, Error> {
    edited(text, &ReadOptions::default(), |editor| {
        editor.push(path, value)
    })
}

/// Returns the edits that add an item before the item `index` of the list at `path`; with the number of items as `index`, at its end.
///
/// # Errors
///
/// Those of [`push`]; also when the list has fewer than `index` items.
pub fn insert(
    text: &str,
    path: impl Into<ValuePath>,
    index: usize,
    value: impl Into<NewValue>,
) -> Result<Edits, Error> {
    edited(text, &ReadOptions::default(), |editor| {
        editor.insert(path, index, value)
    })
}

/// Reads the document, makes the changes of `change` and returns their edits.
pub(crate) fn edited(
    text: &str,
    options: &ReadOptions,
    change: impl for<'e, 'd, 'a> FnOnce(&'e mut Editor<'d, 'a>) -> Result<&'e mut Editor<'d, 'a>, Error>,
) -> Result<Edits, Error> {
    let document = Document::parse_with(text, options).map_err(refuse_duplicate)?;
    change(&mut document.edit())?.finish()
}

fn refuse_duplicate(error: Error) -> Error {
    match error {
        // A program that edits asks for one kind of error: a refusal that says why.
        Error::DuplicateKey { key, at, .. } => Error::EditRefused {
            reason: format!("`{key}` is given twice, and either could be meant"),
            key,
            at,
        },
        error => error,
    }
}

use interline_text::{Edits, TextEdit};

use super::action::Action;
use super::goal::{ChildGoal, Goal};
use super::old_child::Slot;
use super::planner::Planner;
use super::refusal::Refusal;
use super::verify::verify;
use super::writer::Writer;
use crate::error::locate;
use crate::{Document, Error, Map, NewValue, PathElement, Split, Value, ValuePath};

/// Collects changes of one document and makes [`Edits`] of all of them or none. Made by [`Document::edit`].
///
/// Each change applies to the document as the changes before it leave it: an item that was pushed counts for the next index.
///
/// # Examples
///
/// ```
/// use interline_frontmatter::Document;
///
/// let text = "---\nauthor:\n  name: A # first\ntags:\n  - x # about x\n---\n";
/// let document = Document::parse(text)?;
/// let mut editor = document.edit();
/// editor
///     .set_path(["author", "name"], "B")?
///     .push(["tags"], "z")?
///     .set("draft", true)?;
/// assert_eq!(
///     editor.finish()?.apply(text)?,
///     "---\nauthor:\n  name: B # first\ntags:\n  - x # about x\n  - z\ndraft: true\n---\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Editor<'d, 'a> {
    document: &'d Document<'a>,
    root: Goal,
    /// The path of the first change, which errors about all changes name.
    first: Option<ValuePath>,
}

impl<'a> Document<'a> {
    /// Returns an editor of the document. Nothing changes before its [`Edits`] are applied.
    #[must_use]
    pub fn edit(&self) -> Editor<'_, 'a> {
        let tree = &self.block().tree;
        Editor {
            document: self,
            root: Planner { tree }.root(),
            first: None,
        }
    }
}

impl<'d, 'a> Editor<'d, 'a> {
    /// Returns the document without the changes.
    pub(crate) fn document(&self) -> &'d Document<'a> {
        self.document
    }

    #[cfg(test)]
    pub(super) fn goal(&self) -> &Goal {
        &self.root
    }

    /// Sets a key of the root to `value`, as [`set`](crate::set) does.
    ///
    /// # Errors
    ///
    /// Those of [`set_path`](Self::set_path), and for a missing key such as `author.name`, which may be meant as a path.
    pub fn set(&mut self, key: &str, value: impl Into<NewValue>) -> Result<&mut Self, Error> {
        self.check_dots(key)?;
        self.set_path([key], value)
    }

    /// Removes a key of the root, as [`remove`](crate::remove) does.
    ///
    /// # Errors
    ///
    /// Those of [`remove_path`](Self::remove_path).
    pub fn remove(&mut self, key: &str) -> Result<&mut Self, Error> {
        self.remove_path([key])
    }

    /// Renames a key of the root, as [`rename`](crate::rename) does.
    ///
    /// # Errors
    ///
    /// Those of [`rename_path`](Self::rename_path).
    pub fn rename(&mut self, key: &str, new: &str) -> Result<&mut Self, Error> {
        self.rename_path([key], new)
    }

    /// Sets the node at `path` to `value`, as [`set_path`](crate::set_path) does.
    ///
    /// # Errors
    ///
    /// [`Error::EditRefused`] when the path leads through a scalar, an alias or a missing item.
    pub fn set_path(
        &mut self,
        path: impl Into<ValuePath>,
        value: impl Into<NewValue>,
    ) -> Result<&mut Self, Error> {
        self.act(path.into(), Action::Set(value.into()))
    }

    /// Removes the node at `path`, as [`remove_path`](crate::remove_path) does.
    ///
    /// # Errors
    ///
    /// As [`set_path`](Self::set_path).
    pub fn remove_path(&mut self, path: impl Into<ValuePath>) -> Result<&mut Self, Error> {
        self.act(path.into(), Action::Remove)
    }

    /// Renames the key at `path`, as [`rename_path`](crate::rename_path) does.
    ///
    /// # Errors
    ///
    /// As [`set_path`](Self::set_path), and when `new` is present already.
    pub fn rename_path(
        &mut self,
        path: impl Into<ValuePath>,
        new: &str,
    ) -> Result<&mut Self, Error> {
        self.act(path.into(), Action::Rename(new.to_owned()))
    }

    /// Adds an item to the end of the list at `path`, as [`push`](crate::push) does.
    ///
    /// # Errors
    ///
    /// As [`set_path`](Self::set_path), and when the node is not a list.
    pub fn push(
        &mut self,
        path: impl Into<ValuePath>,
        value: impl Into<NewValue>,
    ) -> Result<&mut Self, Error> {
        self.act(path.into(), Action::Push(value.into()))
    }

    /// Adds an item before the item `index` of the list at `path`, as [`insert`](crate::insert) does.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push), and when the list has fewer than `index` items.
    pub fn insert(
        &mut self,
        path: impl Into<ValuePath>,
        index: usize,
        value: impl Into<NewValue>,
    ) -> Result<&mut Self, Error> {
        self.act(path.into(), Action::Insert(index, value.into()))
    }

    /// Returns the edits that make all changes. They are verified: the block is read again and must be equal to the old one with exactly
    /// these changes. Linear in the block, independent of the body.
    ///
    /// # Errors
    ///
    /// [`Error::EditRefused`] with the reason: see [`set`](crate::set).
    pub fn finish(&self) -> Result<Edits, Error> {
        let Split::Block(split) = self.document.split() else {
            return self.create_block();
        };
        let block = self.document.block();
        let mut writer = Writer::new(block, split.line_ending());
        // The root has neither a key nor a dash before it.
        let slot = Slot {
            is_flow: false,
            after: 0,
            column: 0,
        };
        writer.goal(&self.root, slot).map_err(|refusal| {
            let path = Some(refusal.path()).filter(|path| !path.elements().is_empty());
            self.refuse(path.as_ref(), &refusal)
        })?;
        let edits = writer.edits.into_iter();
        let edits = edits.map(|edit| TextEdit::replace(block.span(edit.range), edit.insert));
        let edits = Edits::new(block.text, edits.collect());
        let refuse = |reason: String| self.refuse(None, &Refusal::new(reason, self.first_span()));
        let edits = edits.map_err(|error| refuse(format!("the changes overlap: {error}")))?;
        // No edits are verified too: they may be too few.
        verify(self.document, &self.root, &edits, self.document.options()).map_err(refuse)?;
        Ok(edits)
    }

    /// Sets each key of `mapping` in the root, and removes each whose value is null, as in a JSON merge patch.
    pub(super) fn merge(&mut self, mapping: &Map) -> Result<&mut Self, Error> {
        let Some(first) = mapping.keys().next() else {
            return Ok(self);
        };
        let path = ValuePath::from([first]);
        self.check_header(&path)?;
        let tree = &self.document.block().tree;
        if let Goal::Collection(root) = &mut self.root {
            Planner { tree }.merge(root, mapping);
        }
        self.first.get_or_insert(path);
        Ok(self)
    }

    /// Refuses a change of a document with a header that was not read: a second header at the top would hide it.
    fn check_header(&self, path: &ValuePath) -> Result<(), Error> {
        let Some(header) = self.document.unread() else {
            return Ok(());
        };
        Err(Error::EditRefused {
            key: path.to_string(),
            reason: header.reason,
            at: locate(self.document.block().text, header.span),
        })
    }

    fn act(&mut self, path: ValuePath, action: Action) -> Result<&mut Self, Error> {
        self.check_header(&path)?;
        let is_mapping = match &action {
            Action::Set(value) => value.value.as_map().is_some(),
            _ => false,
        };
        let goals = Planner {
            tree: &self.document.block().tree,
        };
        let result = if path.elements().is_empty() && !is_mapping {
            // Any other root would make the document unreadable for every tool.
            let reason = "the path is empty, and the header has to be a mapping";
            Err(Refusal::new(reason, 0..0))
        } else {
            goals.apply(&mut self.root, path.elements(), action)
        };
        result.map_err(|refusal| self.refuse(Some(&path), &refusal))?;
        // Only after it succeeded: a refused change is not part of the edits.
        self.first.get_or_insert(path);
        Ok(self)
    }

    /// Refuses a missing key with dots, which may be meant as a path.
    fn check_dots(&self, key: &str) -> Result<(), Error> {
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && name
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
        };
        if !key.contains('.') {
            return Ok(());
        }
        let names: Vec<&str> = key.split('.').collect();
        // Version numbers and file names have dots too; only what looks like a path of names is questioned.
        if !names.iter().all(|name| is_name(name)) {
            return Ok(());
        }
        let tree = &self.document.block().tree;
        let is_key = |entry: &ChildGoal| entry.name(tree) == key;
        if self
            .root
            .as_collection()
            .is_none_or(|root| root.children.iter().any(is_key))
        {
            return Ok(());
        }
        let above = tree.root_entry(names.first().copied().unwrap_or_default());
        let span = above.map_or(0..0, |(key, _)| tree.nodes[key].span());
        let reason = format!(
            "there is no such key: write the path {names:?} for a key inside another, or the path [{key:?}] for a key with a dot"
        );
        Err(self.refuse(Some(&ValuePath::from([key])), &Refusal::new(reason, span)))
    }

    fn refuse(&self, path: Option<&ValuePath>, refusal: &Refusal) -> Error {
        let key = path.or(self.first.as_ref());
        Error::EditRefused {
            key: key.map_or_else(String::new, ValuePath::to_string),
            reason: refusal.reason.clone(),
            at: self.document.block().locate(refusal.span.clone()),
        }
    }

    /// Returns the span of the first change: its entry of the root.
    fn first_span(&self) -> std::ops::Range<usize> {
        let tree = &self.document.block().tree;
        let first = self.first.as_ref().and_then(|path| path.elements().first());
        let entry = match first {
            Some(PathElement::Key(key)) => tree.root_entry(key),
            _ => None,
        };
        entry.map_or(0..0, |(key, value)| {
            tree.nodes[key].span().start..tree.nodes[value].span().end
        })
    }

    /// Makes the edit that adds a block at the top of a text without one.
    fn create_block(&self) -> Result<Edits, Error> {
        let block = self.document.block();
        let text = block.text;
        let (Goal::Collection(root), Value::Map(mapping)) =
            (&self.root, self.root.value(&block.tree))
        else {
            return Ok(Edits::none(text.len()));
        };
        if mapping.is_empty() {
            return Ok(Edits::none(text.len()));
        }
        let first_line = memchr::memchr(b'\n', text.as_bytes()).map_or("", |end| &text[..end]);
        let ending = if first_line.ends_with('\r') {
            "\r\n"
        } else {
            "\n"
        };
        let lines = Writer::new(block, ending).block_of(root);
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let insert = format!("---{ending}{lines}---{ending}");
        let refuse = |reason: String| self.refuse(None, &Refusal::new(reason, 0..0));
        let fault = "the block would not read back as asked";
        // The location of the error is in the new block, which the text does not have.
        let read = Document::parse_with(&insert, self.document.options())
            .map_err(|error| refuse(format!("{fault}: {}", error.message())))?;
        if !read.body().is_empty() || read.mapping() != mapping {
            return Err(refuse(fault.to_owned()));
        }
        Edits::new(text, vec![TextEdit::insert(at, insert)])
            .map_err(|error| refuse(error.to_string()))
    }
}

use std::ops::Range;

use interline_text::Location;

use super::tree::Tree;
use crate::error::locate;

/// The YAML of one block that was read, and its location in the text.
#[derive(Debug)]
pub(crate) struct YamlBlock<'a> {
    /// The whole text, for locations.
    pub(crate) text: &'a str,
    pub(crate) yaml: &'a str,
    /// The offset of the YAML in the text, in bytes.
    pub(crate) base: usize,
    pub(crate) tree: Tree<'a>,
}

impl YamlBlock<'_> {
    /// Returns the span in the whole text of a span in the YAML.
    pub(crate) fn span(&self, span: Range<usize>) -> Range<usize> {
        self.base + span.start..self.base + span.end
    }

    /// Returns whether the root has `key`.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.tree.root_entry(key).is_some()
    }

    pub(crate) fn locate(&self, span: Range<usize>) -> Box<Location> {
        locate(self.text, self.span(span))
    }
}

use std::ops::Range;

use super::tree::Tree;
use crate::error::Place;

/// The YAML of one block, read, and where it stands in its text.
#[derive(Debug)]
pub(crate) struct YamlBlock<'a> {
    /// The whole text, for places.
    pub(crate) text: &'a str,
    pub(crate) yaml: &'a str,
    /// The byte of the text at which the YAML begins.
    pub(crate) base: usize,
    pub(crate) tree: Tree<'a>,
}

impl YamlBlock<'_> {
    /// The bytes of the whole text for those of the YAML.
    pub(crate) fn span(&self, span: Range<usize>) -> Range<usize> {
        self.base + span.start..self.base + span.end
    }

    /// Whether the root has `key`.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.tree.root_entry(key).is_some()
    }

    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        Place::new(self.text, self.span(span))
    }
}

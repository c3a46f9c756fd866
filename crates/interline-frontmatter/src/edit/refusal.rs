use std::ops::Range;

use crate::{PathElement, ValuePath};

/// The reason that prevents an edit, located in bytes of the YAML.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) reason: String,
    pub(super) span: Range<usize>,
    /// The path of the node, from its last element to its first.
    path: Vec<PathElement>,
}

impl Refusal {
    pub(super) fn new(reason: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            reason: reason.into(),
            span,
            path: Vec::new(),
        }
    }

    /// Adds the parent element to the path.
    pub(super) fn below(mut self, element: impl Into<PathElement>) -> Self {
        self.path.push(element.into());
        self
    }

    /// Returns the path of the node.
    pub(super) fn path(&self) -> ValuePath {
        self.path.iter().rev().cloned().collect()
    }
}

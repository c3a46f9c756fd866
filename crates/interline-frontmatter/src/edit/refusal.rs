use std::ops::Range;

use crate::{PathElement, ValuePath};

/// What prevents an edit, at bytes of the YAML.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) reason: String,
    pub(super) span: Range<usize>,
    /// The way to the node, from its end on.
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

    /// Adds the step above those that are known.
    pub(super) fn below(mut self, element: impl Into<PathElement>) -> Self {
        self.path.push(element.into());
        self
    }

    /// The path of the node.
    pub(super) fn path(&self) -> ValuePath {
        self.path.iter().rev().cloned().collect()
    }
}

//! Markers and near misses, as the scanner finds them.

use std::ops::Range;

use super::markdown::Verdict;
use super::markers::{Marker, NearMiss};

/// A part of the text, with the offset of its first byte in the whole text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'t> {
    pub(crate) text: &'t str,
    pub(crate) base: usize,
    /// Whether the text ends with this part.
    pub(crate) ends_here: bool,
}

/// A marker or near miss, with the verdict on its first byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) item: Item,
    pub(crate) verdict: Verdict,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Marker(Marker),
    NearMiss(NearMiss, Range<usize>),
}

impl Item {
    pub(crate) fn span(&self) -> &Range<usize> {
        match self {
            Self::Marker(marker) => &marker.span,
            Self::NearMiss(_, span) => span,
        }
    }
}

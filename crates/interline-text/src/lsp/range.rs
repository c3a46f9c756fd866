use std::ops::Range;

use crate::lsp::encoding::PositionEncoding;
use crate::lsp::position::{Cursor, LspPosition};

/// A `Range` of the Language Server Protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LspRange {
    /// The first position.
    pub start: LspPosition,
    /// The position after the last.
    pub end: LspPosition,
}

impl LspRange {
    /// Returns the range from the start to the end of `span`, each rounded as by
    /// [`LspPosition::new`].
    ///
    /// An end before the start counts as the start. Linear in `span.end`.
    #[must_use]
    pub fn new(text: &str, span: Range<usize>, encoding: PositionEncoding) -> Self {
        let mut cursor = Cursor::new(text, encoding);
        Self {
            start: cursor.advance(span.start),
            end: cursor.advance(span.end.max(span.start)),
        }
    }
}

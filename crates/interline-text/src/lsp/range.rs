use std::ops::Range;

use crate::lsp::encoding::PositionEncoding;
use crate::lsp::position::{Cursor, LspPosition};

/// A `Range` of the Language Server Protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LspRange {
    /// Where it begins.
    pub start: LspPosition,
    /// The place after it.
    pub end: LspPosition,
}

impl LspRange {
    /// The places of the two ends of `span`, each as [`LspPosition::new`] has it. Linear in
    /// `span.end`.
    #[must_use]
    pub fn new(text: &str, span: Range<usize>, encoding: PositionEncoding) -> Self {
        let mut cursor = Cursor::new(text, encoding);
        Self {
            start: cursor.advance(span.start),
            end: cursor.advance(span.end.max(span.start)),
        }
    }
}

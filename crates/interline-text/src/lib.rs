//! Text edits, positions and diagnostics: the vocabulary that the interline crates share.

mod caret;
mod compose;
mod diagnostic;
mod edit;
mod edits;
mod error;
mod line_index;
mod lsp;
mod one_line;
mod position;
mod report;
mod utf16;
mod window;

pub use caret::Bias;
pub use diagnostic::{Diagnostic, Related, Severity};
pub use edit::TextEdit;
pub use edits::Edits;
pub use error::EditError;
pub use line_index::LineIndex;
pub use lsp::{LspEdit, LspPosition, LspRange, PositionEncoding};
pub use position::{Position, position, positions};
pub use report::Report;
pub use utf16::{Utf16Edit, utf16_len, utf16_offsets, utf16_to_byte};

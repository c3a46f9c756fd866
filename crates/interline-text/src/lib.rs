//! Text edits, positions and diagnostics: the vocabulary that the interline crates share.

mod diagnostic;
mod edit;
mod edits;
mod line_index;
mod one_line;
mod position;
mod report;
mod utf16;
mod window;

pub use diagnostic::{Diagnostic, Related, Severity};
pub use edit::TextEdit;
pub use edits::{EditError, Edits};
pub use line_index::LineIndex;
pub use position::{Position, position, positions};
pub use report::Report;
pub use utf16::{Utf16Edit, utf16_len, utf16_offsets, utf16_to_byte};

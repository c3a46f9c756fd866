//! Text edits, positions and diagnostics: the vocabulary that the interline crates share.

mod diagnostic;
mod edit;
mod edits;

pub use diagnostic::{Diagnostic, Related, Severity};
pub use edit::TextEdit;
pub use edits::{EditError, Edits};

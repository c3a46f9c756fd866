//! Edits of a text, and the operations on them.

mod compose;
mod edits;
mod map_offset;
#[cfg(feature = "diff")]
mod minimise;
mod text_edit;
mod trim;
mod utf16_edit;

pub use edits::Edits;
pub(crate) use edits::slice;
pub use map_offset::Bias;
pub use text_edit::TextEdit;
pub use utf16_edit::Utf16Edit;

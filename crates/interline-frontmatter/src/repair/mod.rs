//! Reads headers that are not YAML: finds the faults, down to a single scalar, and replaces them with valid YAML.
//!
//! The type of a key decides how its value is repaired, so the caller passes it as [`Fields`]. The result is a text, [`Repaired`],
//! that is parsed like any other: what is read is what the repaired file says, and positions are mapped back to the original.

mod as_text;
mod comments;
mod delimiters;
mod field;
mod header;
mod line;
mod part;
mod repaired;
mod repairer;
mod scalar;

pub use field::{FieldKind, Fields};
pub use header::{Header, near_fence, text_in_comment};
pub use line::{invisible_name, is_header_line, is_invisible, key_line};
pub use repaired::Repaired;
pub use repairer::repair;

pub use crate::yaml::double_quoted;

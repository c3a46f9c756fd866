//! Locations in a text: byte offsets, lines and columns, UTF-16 code units.

mod char_boundary;
mod line_column;
mod line_index;
mod location;
mod utf16;

pub(crate) use char_boundary::{ceil_boundary, floor_boundary};
pub(crate) use line_column::lines_from;
pub use line_column::{Position, position, positions};
pub use line_index::LineIndex;
pub(crate) use line_index::without_ending;
pub use location::Location;
pub use utf16::{utf16_len, utf16_offsets, utf16_to_byte};

//! The location of an error that has one.

use interline_frontmatter::Error;
use interline_text::Location;

pub(crate) fn location(error: &Error) -> &Location {
    error.location().unwrap()
}

/// Returns the line and column, both from 1.
pub(crate) fn line_column(error: &Error) -> (usize, usize) {
    let position = location(error).position;
    (position.line, position.column)
}

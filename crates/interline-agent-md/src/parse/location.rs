use std::ops::Range;

use interline_text::Location;

/// Returns the location of the bytes of `span` in the text `label`.
pub(super) fn locate(text: &str, label: &str, span: Range<usize>) -> Box<Location> {
    Box::new(Location::new(text, span).with_name(label))
}

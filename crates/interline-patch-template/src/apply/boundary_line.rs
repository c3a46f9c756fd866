//! The lines of boundaries.

use std::ops::Range;

use crate::scan::{is_blank_to_line_end, line_end};

/// Returns the line of a boundary if nothing else is on it but spaces, tabs and `>`, which may come before a closer too.
pub(crate) fn own_line(text: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let start = begun_line(text, span.start)?;
    is_blank_to_line_end(text, span.end).then(|| start..line_end(text, span.end))
}

/// Returns the range that is removed with a boundary: its line if nothing else is on it, otherwise the marker.
pub(crate) fn removal_of(text: &str, span: &Range<usize>) -> Range<usize> {
    own_line(text, span).unwrap_or_else(|| span.clone())
}

/// Returns where text on lines of its own goes before a boundary: before its line if the boundary begins it, so that indentation and
/// prefix stay with what is typed after the boundary.
pub(super) fn insertion_at(text: &str, span: &Range<usize>) -> usize {
    begun_line(text, span.start).unwrap_or(span.start)
}

/// Returns the start of the line that a marker at `offset` begins: only spaces, tabs and `>` come before it.
fn begun_line(text: &str, offset: usize) -> Option<usize> {
    let before = text.as_bytes()[..offset].iter().rev();
    let prefix = before
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'>'))
        .count();
    let start = offset - prefix;
    let begins = start == 0 || text.as_bytes()[start - 1] == b'\n';
    begins.then_some(start)
}

//! Reading a header with the fields of all dialects.

use std::borrow::Cow;
use std::ops::Range;

use interline_frontmatter::repair::{Header, Repaired, near_fence};
use interline_frontmatter::{self as frontmatter, Block, Node};

use super::field_kinds::fields;
use super::location::locate;
use crate::error::Error;
use crate::options::Options;
use interline_files::Recovery;

/// Reads the header of `block` as the options say. `storage` holds the repaired text.
pub(crate) fn read<'h>(
    block: &Block<'h>,
    label: &str,
    options: &Options,
    storage: &'h mut Option<Repaired>,
) -> Result<Header<'h>, Error> {
    let header = if options.recovery == Recovery::Strict {
        Header::strict(block, &options.read)
    } else {
        Header::read(block, &options.read, &fields(options), storage)
    };
    // A line that only looks like a fence explains every other error. It is reported as a fence and not as an error of YAML: in a
    // directory, a file that is not YAML may be skipped, and one whose fence is misspelt may not.
    header.map_err(|source| match near_fence(block) {
        Some(frontmatter::Error::Syntax { message, at }) => Error::Fence {
            message,
            at: locate(block.text(), label, at.span.clone()),
        },
        _ => Error::header(source, Some(label)),
    })
}

/// Returns keys and values in the order of the file. Their spans are those of the source of the header.
pub(crate) fn entries<'a, 'h>(
    header: &'a Header<'h>,
) -> impl Iterator<Item = (&'a str, Node<'a, 'h>, Node<'a, 'h>)> {
    header
        .document()
        .entries()
        .map(|(key, value)| (key.text().unwrap_or_default(), key, value))
}

/// Returns the span of a value, or that of its key when the value is empty.
pub(crate) fn value_span(key: &Node<'_, '_>, value: &Node<'_, '_>) -> Range<usize> {
    let span = value.span();
    if span.is_empty() { key.span() } else { span }
}

/// Returns a string without the characters that look like a space or are invisible.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    use interline_frontmatter::repair::is_invisible;
    if text.contains(is_invisible) {
        text.replace(is_invisible, "").into()
    } else {
        text.into()
    }
}

use super::markdown::after_blank_lines;
use super::search::may_begin_html;
use crate::steps;

/// Text of at most this length is read as a whole. In longer text a later start is looked for.
const READ_WHOLE: usize = 256;

/// The number of blank lines after which a line start without open blocks is looked for.
const TRIES: usize = 8;

/// A line start before an item, with no fence between, at which no block is open: reading from there gives the same as reading everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SafeStart {
    pub(crate) offset: usize,
    /// Whether it is known that no HTML block begins between that outlasts its line.
    pub(crate) is_without_html: bool,
}

impl SafeStart {
    /// Returns a line start between this one and `offset` at which no block is open, as near to `offset` as is quickly found. `offset` is
    /// not after the item.
    pub(crate) fn nearest(self, text: &str, offset: usize) -> usize {
        let bytes = text.as_bytes().get(self.offset..offset);
        self.offset + safe_part(bytes.unwrap_or_default(), self.is_without_html)
    }
}

/// Returns the offset in `bytes` of a line start near their end at which no block is open. No fence is in them, and at their start no block
/// is open.
pub(super) fn safe_part(bytes: &[u8], is_without_html: bool) -> usize {
    if bytes.len() <= READ_WHOLE {
        return 0;
    }
    // No fence is in them, so that text at column 0 after a blank line is in no block quote and no list item.
    let begins_text =
        |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii() || matches!(byte, b'#' | b'[');
    let found = after_blank_lines(bytes)
        .take(TRIES)
        .find(|&at| bytes.get(at).is_some_and(begins_text));
    steps::count(bytes.len() - found.unwrap_or(0));
    let found = found.filter(|&at| is_without_html || !may_begin_html(&bytes[..at]));
    found.unwrap_or(0)
}

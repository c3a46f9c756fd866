use std::ops::Range;

/// How a part begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begin {
    /// With a key in column 1.
    Key,
    /// With an indented key where no key may be.
    Indented,
    /// With a key whose colon no space follows.
    Tight,
    /// With no key.
    Text,
}

/// Some lines of the header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) begin: Begin,
    pub(super) first: usize,
    /// One past the last line.
    pub(super) end: usize,
}

/// A line that begins with a key.
pub(super) struct FirstLine<'a> {
    pub(super) key: &'a str,
    /// The key, with its quotes.
    pub(super) key_span: Range<usize>,
    /// What follows the colon.
    pub(super) rest: &'a str,
    pub(super) rest_start: usize,
}

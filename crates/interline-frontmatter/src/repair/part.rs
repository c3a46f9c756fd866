use std::ops::Range;

/// The first line of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    /// A key in column 1.
    Key,
    /// An indented key where none is allowed.
    Indented,
    /// A key without a space after its colon.
    Tight,
    /// Text without a key.
    Text,
}

/// A range of lines of the header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    pub(super) first: usize,
    /// One past the last line.
    pub(super) end: usize,
}

/// A line that begins with a key.
pub(super) struct FirstLine<'a> {
    pub(super) key: &'a str,
    /// The key, with its quotes.
    pub(super) key_span: Range<usize>,
    /// The text after the colon.
    pub(super) rest: &'a str,
    pub(super) rest_start: usize,
}

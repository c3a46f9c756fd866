//! What is answered about a place in a text.

/// Whether a byte that was asked about is code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Outside code.
    Live,
    /// In a code span.
    Code,
    /// In an indented code block.
    Indented,
    /// In the fenced code block whose opening line begins at this offset.
    Fenced(usize),
}

/// A fenced code block that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fence {
    /// Offset of the first byte of its opening line.
    pub(crate) opened: usize,
    /// The character of the fence.
    pub(crate) byte: u8,
    /// How many of them opened it.
    pub(crate) len: usize,
    /// Whether it stands in no block quote or list item, so that nothing but a closing fence ends it.
    pub(crate) is_top_level: bool,
}

//! Answers about a byte of a text.

/// Whether a byte is in code.
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
    /// The length of the fence.
    pub(crate) len: usize,
    /// Whether it is in no block quote or list item, so that only a closing fence ends it.
    pub(crate) is_top_level: bool,
}

/// Returns the verdict about a byte of a paragraph, which is in a code span or outside of code.
pub(super) fn inline_verdict((offset, in_code): (usize, bool)) -> (usize, Verdict) {
    let verdict = if in_code {
        Verdict::Code
    } else {
        Verdict::Live
    };
    (offset, verdict)
}

use std::fmt;

/// An error about a list of edits that does not fit a text.
///
/// Offsets count bytes of the text that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// A range that ends before it starts, or after the text.
    OutOfBounds {
        /// The first byte of the range.
        start: usize,
        /// The end of the range.
        end: usize,
        /// The length of the text in bytes.
        len: usize,
    },
    /// A range that starts or ends inside a character.
    NotCharBoundary {
        /// The offset inside the character.
        offset: usize,
    },
    /// Two ranges that share bytes, or an insertion inside another range.
    Overlap {
        /// The first byte of the earlier range.
        first_start: usize,
        /// The end of the earlier range.
        first_end: usize,
        /// The first byte of the later range.
        second_start: usize,
        /// The end of the later range.
        second_end: usize,
    },
    /// A text that has not the length of the original text.
    OtherText {
        /// The length of the original text in bytes.
        expected: usize,
        /// The length of the given text in bytes.
        found: usize,
    },
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBounds { start, end, len } => {
                write!(
                    f,
                    "edit of bytes {start}..{end} does not fit a document of {len} bytes"
                )
            }
            Self::NotCharBoundary { offset } => {
                write!(f, "edit at byte {offset} is inside a character")
            }
            Self::Overlap {
                first_start,
                first_end,
                second_start,
                second_end,
            } => write!(
                f,
                "edits of bytes {first_start}..{first_end} and {second_start}..{second_end} overlap"
            ),
            Self::OtherText { expected, found } => write!(
                f,
                "the edits are for a document of {expected} bytes, but this one has {found}; compute them again"
            ),
        }
    }
}

impl std::error::Error for EditError {}

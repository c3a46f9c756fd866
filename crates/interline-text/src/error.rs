use std::fmt;

/// An error about a list of edits that does not fit a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// A range ends before it starts, or after the text.
    OutOfBounds {
        /// The first byte of the range.
        start: usize,
        /// The end of the range.
        end: usize,
        /// The length of the text in bytes.
        len: usize,
    },
    /// A range starts or ends inside a character.
    NotCharBoundary {
        /// The byte at which it does.
        offset: usize,
    },
    /// Two ranges share bytes, or an insertion is inside another range.
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
    /// The text is not as long as the one the edits were made for.
    OtherText {
        /// The length in bytes of the text the edits were made for.
        expected: usize,
        /// The length in bytes of the text given.
        found: usize,
    },
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBounds { start, end, len } => {
                write!(
                    f,
                    "edit of bytes {start}..{end} does not fit a text of {len} bytes"
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
                "edits were made for a text of {expected} bytes, this one has {found}"
            ),
        }
    }
}

impl std::error::Error for EditError {}

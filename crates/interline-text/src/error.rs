/// Why a list of edits does not fit a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// A range ends before it begins, or after the text.
    #[error("edit of bytes {start}..{end} does not fit a text of {len} bytes")]
    OutOfBounds {
        /// First byte of the range.
        start: usize,
        /// End of the range.
        end: usize,
        /// Length of the text in bytes.
        len: usize,
    },
    /// An edge of a range lies inside a character.
    #[error("edit at byte {offset} cuts a character in two")]
    NotCharBoundary {
        /// The edge in question.
        offset: usize,
    },
    /// Two ranges share bytes, or an insertion lies inside another range.
    #[error("edits of bytes {first_start}..{first_end} and {second_start}..{second_end} overlap")]
    Overlap {
        /// First byte of the earlier range.
        first_start: usize,
        /// End of the earlier range.
        first_end: usize,
        /// First byte of the later range.
        second_start: usize,
        /// End of the later range.
        second_end: usize,
    },
    /// The text is not as long as the one the edits were made for.
    #[error("edits were made for a text of {expected} bytes, this one has {found}")]
    OtherText {
        /// Length in bytes of the text the edits were made for.
        expected: usize,
        /// Length in bytes of the text given.
        found: usize,
    },
}

/// The unit in which the ranges of live edits count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Offsets {
    /// Bytes of UTF-8.
    #[default]
    Bytes,
    /// UTF-16 code units, as in JavaScript and in most editors.
    Utf16,
}

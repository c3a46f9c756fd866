use std::path::PathBuf;

/// A file that was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// The path of the file.
    pub path: PathBuf,
    /// The reason.
    pub reason: SkipReason,
}

/// The reason for which a file was skipped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkipReason {
    /// It has no header: an ordinary document.
    NoFrontmatter,
    /// It begins with a line `---` that is a thematic break.
    ThematicBreak,
    /// Its name is not one of those that are loaded.
    WrongName {
        /// The expected ending or name.
        expected: String,
    },
}

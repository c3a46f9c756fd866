use std::fmt;
use std::path::PathBuf;

/// A file or directory that cannot be read.
///
/// It displays as its error, which begins with the path.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Problem<E> {
    /// The path of the file or directory.
    pub path: PathBuf,
    /// The name that the file gives or, where reading failed before it, that it has by its path; `None` for a directory.
    pub name: Option<String>,
    /// The error.
    pub error: E,
    /// The text of the file, for the report of the error; `None` when it could not be read.
    pub text: Option<String>,
}

impl<E> Problem<E> {
    /// Makes a problem about a file or directory of which no text is known.
    pub fn new(path: impl Into<PathBuf>, error: impl Into<E>) -> Self {
        Self {
            path: path.into(),
            name: None,
            error: error.into(),
            text: None,
        }
    }
}

impl<E: fmt::Display> fmt::Display for Problem<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

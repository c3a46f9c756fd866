use std::path::PathBuf;

/// A value that is loaded from a file and has a name.
pub trait Named {
    /// Returns the name, of which one value is used.
    fn name(&self) -> &str;
}

/// A value, and the file that it was loaded from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loaded<T> {
    /// The path of the file, symlinks not resolved.
    pub path: PathBuf,
    /// The index of its layer among those given; 0 for a single directory.
    pub layer: usize,
    /// The value.
    pub value: T,
}

/// A value that is shadowed by another one of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shadowed<T> {
    /// The value that is not used.
    pub loaded: Loaded<T>,
    /// The file of the value that is used.
    pub by: PathBuf,
    /// The first file of this name and precedence; `None` when this is the first.
    pub duplicate_of: Option<PathBuf>,
}

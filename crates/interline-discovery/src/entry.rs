use std::path::{Path, PathBuf};

use crate::{Error, SourceFile};

/// What an entry of a directory is, links followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A pipe, a socket or a device.
    Special,
}

/// Something that a [scan](crate::scan) came upon.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    pub(crate) path: PathBuf,
    pub(crate) canonical: PathBuf,
    pub(crate) kind: EntryKind,
    pub(crate) depth: usize,
    pub(crate) layer: usize,
}

impl Entry {
    /// The directory of its layer joined with the names that lead to it, links not followed.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path without links: what tells whether two entries are one.
    #[must_use]
    pub fn canonical(&self) -> &Path {
        &self.canonical
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> EntryKind {
        self.kind
    }

    /// Whether it is a regular file.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.kind == EntryKind::File
    }

    /// Whether it is a directory.
    #[must_use]
    pub fn is_dir(&self) -> bool {
        self.kind == EntryKind::Directory
    }

    /// 0 for the directory of the layer itself, 1 for what stands in it, and so on.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The index of its layer in the slice that is scanned.
    #[must_use]
    pub fn layer(&self) -> usize {
        self.layer
    }

    /// Opens it, when it is still the file that was found.
    ///
    /// # Errors
    ///
    /// Those of [`SourceFile::open`].
    pub fn open(&self, max_bytes: u64) -> Result<SourceFile, Error> {
        SourceFile::open_canonical(self.path.clone(), self.canonical.clone(), max_bytes)
    }
}

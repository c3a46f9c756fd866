use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::spelling::Spelling;
use crate::entry_kind::EntryKind;
use crate::error::Error;
use crate::source_file::{SourceFile, canonicalize, not_opened, open_no_follow};

/// An entry that a [scan](crate::scan) found.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(crate) path: PathBuf,
    /// `None` where it equals the path.
    pub(crate) canonical: Option<PathBuf>,
    pub(crate) kind: EntryKind,
    pub(crate) depth: usize,
    pub(crate) layer: usize,
    pub(crate) root: Arc<LayerRoot>,
}

/// The root of a layer, which all entries of the layer share.
#[derive(Debug)]
pub(crate) struct LayerRoot {
    /// The canonical path, when nothing may leave it.
    pub(crate) boundary: Option<PathBuf>,
    pub(crate) spelling: Spelling,
}

impl LayerRoot {
    pub(crate) fn check_inside(&self, path: &Path, canonical: &Path) -> Result<(), Error> {
        match &self.boundary {
            Some(root) if !canonical.starts_with(root) => Err(Error::OutsideRoot {
                path: path.to_owned(),
                root: root.clone(),
            }),
            _ => Ok(()),
        }
    }
}

impl Entry {
    /// Returns the directory of the layer joined with the names that lead to the entry, symlinks not followed.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path without symlinks, which identifies the entry.
    #[must_use]
    pub fn canonical(&self) -> &Path {
        self.canonical.as_ref().unwrap_or(&self.path)
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> EntryKind {
        self.kind
    }

    /// Returns whether it is a regular file.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.kind == EntryKind::File
    }

    /// Returns whether it is a directory.
    #[must_use]
    pub fn is_dir(&self) -> bool {
        self.kind == EntryKind::Directory
    }

    /// Returns the depth: 0 for the directory of the layer, 1 for the entries of that directory, and so on.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the index of the layer in the slice that is scanned.
    #[must_use]
    pub fn layer(&self) -> usize {
        self.layer
    }

    /// Opens the file that was found.
    ///
    /// # Errors
    ///
    /// Those of [`SourceFile::open`].
    pub fn open(&self, max_bytes: u64) -> Result<SourceFile, Error> {
        SourceFile::open_canonical(self.path.clone(), self.canonical.clone(), max_bytes)
    }

    /// Opens the file `name` in this directory. Case counts, also on a file system that ignores it; `None` when no such file exists.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_files::{Layer, ScanOptions, scan};
    ///
    /// let directory = tempfile::tempdir()?;
    /// std::fs::create_dir(directory.path().join("greet"))?;
    /// std::fs::write(directory.path().join("greet/NOTE.md"), "hello")?;
    ///
    /// let mut notes = Vec::new();
    /// for entry in scan(&[Layer::user(directory.path())], &ScanOptions::new()) {
    ///     if let Some(note) = entry?.open_in("NOTE.md", 1 << 20)? {
    ///         notes.push(note.read_text()?);
    ///     }
    /// }
    /// assert_eq!(notes, ["hello"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`SourceFile::open`], and [`Error::OutsideRoot`] when the file is a symlink that leaves the root of a
    /// [contained](crate::Containment) layer.
    pub fn open_in(&self, name: &str, max_bytes: u64) -> Result<Option<SourceFile>, Error> {
        let path = self.path.join(name);
        let canonical = self
            .canonical
            .as_ref()
            .map(|directory| directory.join(name));
        let opened = canonical.as_ref().unwrap_or(&path);
        let is_exact = |metadata: &fs::Metadata| {
            let spelling = &self.root.spelling;
            let exact = spelling.is_exact(self.canonical(), name, metadata);
            exact.map_err(|error| Error::io(&self.path, error))
        };
        let error = match open_no_follow(opened) {
            Ok((file, metadata)) => {
                if !is_exact(&metadata)? {
                    return Ok(None);
                }
                return SourceFile::new(path, canonical, file, &metadata, max_bytes).map(Some);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => error,
        };
        let metadata = fs::symlink_metadata(opened).map_err(|error| Error::io(&path, error))?;
        if !is_exact(&metadata)? {
            return Ok(None);
        }
        if !metadata.is_symlink() {
            return Err(not_opened(&path, opened, error));
        }
        let canonical = canonicalize(&path)?;
        self.root.check_inside(&path, &canonical)?;
        SourceFile::open_canonical(path, Some(canonical), max_bytes).map(Some)
    }
}

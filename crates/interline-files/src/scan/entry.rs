use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use std::sync::Arc;

use super::spelling::Spelling;
use crate::source_file::{canonicalize, not_opened, open_no_follow};
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
#[derive(Clone, Debug)]
pub struct Entry {
    pub(crate) path: PathBuf,
    /// `None` where it equals the path.
    pub(crate) canonical: Option<PathBuf>,
    pub(crate) kind: EntryKind,
    pub(crate) depth: usize,
    pub(crate) layer: usize,
    pub(crate) ground: Arc<Ground>,
}

/// What the entries of one layer have in common.
#[derive(Debug)]
pub(crate) struct Ground {
    /// The canonical root, when nothing may leave it.
    pub(crate) root: Option<PathBuf>,
    pub(crate) spelling: Spelling,
}

impl Ground {
    pub(crate) fn check_inside(&self, path: &Path, canonical: &Path) -> Result<(), Error> {
        match &self.root {
            Some(root) if !canonical.starts_with(root) => Err(Error::OutsideRoot {
                path: path.to_owned(),
                root: root.clone(),
            }),
            _ => Ok(()),
        }
    }
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
        self.canonical.as_ref().unwrap_or(&self.path)
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

    /// Opens the file `name` in this directory, spelled exactly so whatever the file system thinks of upper and lower
    /// case; `None` when there is no such file.
    ///
    /// ```
    /// use interline_files::{DiscoveryLayer, ScanOptions, scan};
    ///
    /// let folder = tempfile::tempdir()?;
    /// std::fs::create_dir(folder.path().join("greet"))?;
    /// std::fs::write(folder.path().join("greet/NOTE.md"), "hello")?;
    ///
    /// let mut notes = Vec::new();
    /// for entry in scan(&[DiscoveryLayer::user(folder.path())], &ScanOptions::new()) {
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
    /// Those of [`SourceFile::open`], and [`Error::OutsideRoot`] when the file is a link that leaves the root of a
    /// [contained](crate::Containment) layer.
    pub fn open_in(&self, name: &str, max_bytes: u64) -> Result<Option<SourceFile>, Error> {
        let path = self.path.join(name);
        let canonical = self
            .canonical
            .as_ref()
            .map(|directory| directory.join(name));
        let place = canonical.as_ref().unwrap_or(&path);
        let is_exact = |metadata: &fs::Metadata| {
            let spelling = &self.ground.spelling;
            let exact = spelling.is_exact(self.canonical(), name, metadata);
            exact.map_err(|error| Error::io(&self.path, error))
        };
        let error = match open_no_follow(place) {
            Ok((file, metadata)) => {
                if !is_exact(&metadata)? {
                    return Ok(None);
                }
                return SourceFile::new(path, canonical, file, &metadata, max_bytes).map(Some);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => error,
        };
        let metadata = fs::symlink_metadata(place).map_err(|error| Error::io(&path, error))?;
        if !is_exact(&metadata)? {
            return Ok(None);
        }
        if !metadata.is_symlink() {
            return Err(not_opened(&path, place, error));
        }
        let canonical = canonicalize(&path)?;
        self.ground.check_inside(&path, &canonical)?;
        SourceFile::open_canonical(path, Some(canonical), max_bytes).map(Some)
    }
}

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use super::entry::LayerRoot;
use super::spelling::Spelling;
use crate::entry_kind::EntryKind;
use crate::error::Error;
use crate::layer::Layer;
use crate::options::{Containment, Duplicates, Hidden, Recursion, ScanOptions};
use crate::scan::Entry;
use crate::source_file::canonicalize;

/// The walk through one layer, without recursion.
#[derive(Debug)]
pub(crate) struct Walk {
    root: Arc<LayerRoot>,
    scan_dir: PathBuf,
    layer: usize,
    /// The directory of the layer, until it is returned.
    first: Option<Entry>,
    /// The directory that was returned last, when its entries come next.
    pending: Option<Entry>,
    levels: Vec<Level>,
    /// The canonical paths of the directories that were returned.
    directories: HashSet<OsString>,
    entries: usize,
}

/// A name and its type.
type Named = (OsString, FileType);

/// A directory that was read, and its remaining entries.
#[derive(Debug)]
struct Level {
    path: PathBuf,
    /// `None` where it equals the path.
    canonical: Option<PathBuf>,
    depth: usize,
    /// Whether an entry is a symlink, so that a directory may have a second name.
    has_links: bool,
    entries: vec::IntoIter<Named>,
}

impl Walk {
    /// Opens the walk; `None` when the directory does not exist.
    pub(crate) fn open(
        index: usize,
        layer: &Layer,
        options: &ScanOptions,
    ) -> Result<Option<Self>, Error> {
        let path = layer.scan_dir();
        let canonical = match canonicalize(or_current(&path)) {
            Ok(canonical) => canonical,
            Err(error) => {
                return match error.io_kind() {
                    Some(io::ErrorKind::NotFound) => Ok(None),
                    Some(io::ErrorKind::NotADirectory) => Err(Error::NotADirectory { path }),
                    _ => Err(error),
                };
            }
        };
        let boundary = match options.containment {
            Containment::Anywhere => None,
            Containment::WithinRoot => Some(canonicalize(or_current(&layer.root))?),
        };
        let metadata = fs::metadata(&canonical).map_err(|error| Error::io(&path, error))?;
        if !metadata.is_dir() {
            return Err(Error::NotADirectory { path });
        }
        let root = Arc::new(LayerRoot {
            boundary,
            spelling: Spelling::default(),
        });
        root.check_inside(&path, &canonical)?;
        let first = Some(Entry {
            canonical: (canonical != path).then(|| canonical.clone()),
            path,
            kind: EntryKind::Directory,
            depth: 0,
            layer: index,
            root: root.clone(),
        });
        Ok(Some(Self {
            root,
            scan_dir: canonical.clone(),
            layer: index,
            first,
            pending: None,
            levels: Vec::new(),
            directories: HashSet::from([canonical.into_os_string()]),
            entries: 0,
        }))
    }

    /// Returns the identity of the walk: two walks with one identity find the same entries.
    pub(crate) fn identity(&self) -> (PathBuf, Option<PathBuf>) {
        (self.scan_dir.clone(), self.root.boundary.clone())
    }

    pub(crate) fn skip_subtree(&mut self) {
        self.pending = None;
    }

    pub(crate) fn next(&mut self, options: &ScanOptions) -> Option<Result<Entry, Error>> {
        if let Some(first) = self.first.take() {
            self.pending = Some(first.clone());
            return Some(Ok(first));
        }
        if let Some(directory) = self.pending.take() {
            match self.read(directory, options) {
                Ok(level) => self.levels.push(level),
                Err(error) => return Some(Err(error)),
            }
        }
        while let Some(level) = self.levels.last_mut() {
            let Some((name, file_type)) = level.entries.next() else {
                self.levels.pop();
                continue;
            };
            let path = level.path.join(&name);
            let canonical = level.canonical.as_ref().map(|outer| outer.join(&name));
            let depth = level.depth + 1;
            let has_links = level.has_links;
            let found = if file_type.is_symlink() {
                self.follow(&path)
                    .map(|(canonical, kind)| (Some(canonical), kind))
            } else {
                Ok((canonical, EntryKind::of(file_type)))
            };
            let (canonical, kind) = match found {
                Ok(found) => found,
                Err(error) => return Some(Err(error)),
            };
            let descends = options.recursion == Recursion::Descend;
            if kind == EntryKind::Directory && (has_links || descends) {
                let directory = canonical.as_ref().unwrap_or(&path);
                if !self.is_new(directory) {
                    if descends && self.is_within(directory) {
                        return Some(Err(Error::LinkLoop { path }));
                    }
                    if options.duplicates == Duplicates::First {
                        continue;
                    }
                }
            }
            let entry = Entry {
                path,
                canonical,
                kind,
                depth,
                layer: self.layer,
                root: self.root.clone(),
            };
            if entry.is_dir() && descends {
                self.pending = Some(entry.clone());
            }
            return Some(Ok(entry));
        }
        None
    }

    /// Returns the canonical path and the kind of the target of a symlink.
    fn follow(&self, link: &Path) -> Result<(PathBuf, EntryKind), Error> {
        let canonical = canonicalize(link)?;
        self.root.check_inside(link, &canonical)?;
        let metadata = fs::metadata(&canonical).map_err(|error| Error::io(link, error))?;
        Ok((canonical, EntryKind::of(metadata.file_type())))
    }

    fn is_new(&mut self, directory: &Path) -> bool {
        self.directories.insert(directory.as_os_str().to_owned())
    }

    fn is_within(&self, directory: &Path) -> bool {
        let of = |level: &'_ Level| level.canonical.as_ref().unwrap_or(&level.path) == directory;
        self.levels.iter().any(of)
    }

    /// Reads the entries of a directory in the order of their names.
    fn read(&mut self, directory: Entry, options: &ScanOptions) -> Result<Level, Error> {
        let Entry {
            path,
            canonical,
            depth,
            ..
        } = directory;
        if depth > options.max_depth {
            let limit = options.max_depth;
            return Err(Error::TooDeep { path, limit });
        }
        let limit = options.max_entries;
        let left = limit.saturating_sub(self.entries);
        let read = canonical.as_ref().unwrap_or(&path);
        let (count, entries) = match read_names(read, left, options.hidden) {
            Ok(Some(found)) => found,
            Ok(None) => return Err(Error::TooManyEntries { path, limit }),
            Err(error) => return Err(Error::io(path, error)),
        };
        self.entries += count;
        Ok(Level {
            path,
            canonical,
            depth,
            has_links: entries.iter().any(|(_, file_type)| file_type.is_symlink()),
            entries: entries.into_iter(),
        })
    }
}

/// Returns the number of entries of a directory, and the sorted names and types of those that are not skipped; `None` when it has more
/// than `max` entries.
fn read_names(
    directory: &Path,
    max: usize,
    hidden: Hidden,
) -> io::Result<Option<(usize, Vec<Named>)>> {
    let mut read = 0;
    let mut entries = Vec::new();
    for entry in fs::read_dir(directory)? {
        if read == max {
            return Ok(None);
        }
        read += 1;
        let entry = entry?;
        let name = entry.file_name();
        if hidden == Hidden::Keep || !name.as_encoded_bytes().starts_with(b".") {
            entries.push((name, entry.file_type()?));
        }
    }
    entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(Some((read, entries)))
}

/// Returns the current directory for the empty path, which joins like it but does not open.
fn or_current(path: &Path) -> &Path {
    if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    }
}

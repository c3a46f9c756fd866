mod entry;
mod spelling;
mod walk;

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::vec;

use crate::error::Error;
use crate::layer::Layer;
use crate::options::{Duplicates, ScanOptions};

pub use entry::Entry;
pub use spelling::misspelled;
use walk::Walk;

/// Searches `layers`, those of the highest precedence first, those of one precedence in the order given.
///
/// Each layer begins with an [`Entry`] of depth 0 for its directory. The entries of a directory follow it in the order of their names,
/// each with the entries below it. Layers whose directory does not exist are skipped. A file that is reached twice is returned once: for
/// the first layer in the order of the search, under the first name in that layer. The same is true of a directory within a layer, and of
/// a layer that searches the same directory as another. With [`Duplicates::Each`] only the last is true.
///
/// Names that begin with a dot are skipped, unless [`Hidden::Keep`](crate::Hidden::Keep) is set: the lock of an editor is not an error.
/// No other name is skipped. Backups of editors (`a.md~`, `#a.md#`) are entries like others; the caller chooses among names.
///
/// # Examples
///
/// ```
/// use interline_files::{Layer, ScanOptions, scan};
///
/// let directory = tempfile::tempdir()?;
/// std::fs::write(directory.path().join("b.md"), "")?;
/// std::fs::write(directory.path().join("a.md"), "")?;
///
/// let layers = [Layer::user(directory.path()), Layer::project("/not/there")];
/// let mut names = Vec::new();
/// for entry in scan(&layers, &ScanOptions::new()) {
///     let entry = entry?;
///     if entry.is_file() {
///         names.push(entry.path().file_name().map(|name| name.to_owned()));
///     }
/// }
/// assert_eq!(names, [Some("a.md".into()), Some("b.md".into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn scan<'a>(layers: &'a [Layer], options: &ScanOptions) -> Scan<'a> {
    Scan {
        layers: options.in_order(layers).into_iter(),
        options: options.clone(),
        walk: None,
        walked: HashSet::new(),
        files: HashSet::new(),
    }
}

/// The iterator of [`scan`].
///
/// An error concerns one path; the scan continues after it. It reads one directory at a time, and holds the names in the directories that
/// contain the current one and the paths that it has returned.
#[derive(Debug)]
pub struct Scan<'a> {
    options: ScanOptions,
    layers: vec::IntoIter<(usize, &'a Layer)>,
    walk: Option<Walk>,
    /// The searched directories, each with the root that it must not leave.
    walked: HashSet<(PathBuf, Option<PathBuf>)>,
    /// The canonical paths of the files that were returned. They are plain strings, since paths hash component by component.
    files: HashSet<OsString>,
}

impl Iterator for Scan<'_> {
    type Item = Result<Entry, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(walk) = &mut self.walk {
                match walk.next(&self.options) {
                    Some(Ok(entry)) if entry.is_file() && !self.is_new(entry.canonical()) => {}
                    Some(item) => return Some(item),
                    None => self.walk = None,
                }
                continue;
            }
            let (index, layer) = self.layers.next()?;
            match Walk::open(index, layer, &self.options) {
                Ok(Some(walk)) if self.walked.insert(walk.identity()) => self.walk = Some(walk),
                Ok(_) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Scan<'_> {
    /// Skips the entries below the directory that was returned last.
    pub fn skip_subtree(&mut self) {
        if let Some(walk) = &mut self.walk {
            walk.skip_subtree();
        }
    }

    fn is_new(&mut self, canonical: &Path) -> bool {
        self.options.duplicates == Duplicates::Each
            || self.files.insert(canonical.as_os_str().to_owned())
    }
}

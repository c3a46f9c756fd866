mod entry;
mod spelling;
mod walk;

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::vec;

use crate::{DiscoveryLayer, Duplicates, Error, ScanOptions};

pub use entry::{Entry, EntryKind};
pub use spelling::misspelled;
use walk::Walk;

/// Searches `layers`, those of the highest precedence first, those of one precedence in the order given.
///
/// Each layer begins with an [`Entry`] of depth 0 for its directory; what stands in a directory follows it in the order of names,
/// and in the same order what stands below. Directories that are not there are skipped. A file that is reached
/// twice is given once: for the first layer in the order of the search, under the first name in that layer. The same
/// holds for a directory within a layer, and for a layer that searches the same directory as another. With
/// [`Duplicates::Each`] only the last holds.
///
/// Names that begin with a dot are passed over, unless [`Hidden::Keep`](crate::Hidden::Keep) is asked for: a lock of an editor is no
/// error. Nothing else is left out by its name. Backups of editors (`a.md~`, `#a.md#`) are entries like others, and which names count is for
/// the caller to say.
///
/// ```
/// use interline_files::{DiscoveryLayer, ScanOptions, scan};
///
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("b.md"), "")?;
/// std::fs::write(folder.path().join("a.md"), "")?;
///
/// let layers = [DiscoveryLayer::user(folder.path()), DiscoveryLayer::project("/not/there")];
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
pub fn scan<'a>(layers: &'a [DiscoveryLayer], options: &ScanOptions) -> Scan<'a> {
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
/// An error concerns one path; the scan goes on after it. It reads one directory at a time and holds the names of those
/// that it stands in, and the paths that it has seen.
#[derive(Debug)]
pub struct Scan<'a> {
    options: ScanOptions,
    layers: vec::IntoIter<(usize, &'a DiscoveryLayer)>,
    walk: Option<Walk>,
    /// Directories of layers, each with the root it must not leave.
    walked: HashSet<(PathBuf, Option<PathBuf>)>,
    /// Files that were given, by their canonical paths. As plain strings, since paths hash component by component.
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
    /// Leaves out what stands in and below the directory that was given last.
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

//! The files of a category.

use std::path::{Path, PathBuf};

use interline_files::{Entry, Error as DiscoveryError, Layer, ScanOptions, scan};

use crate::category::Checked;
use crate::extensions::Extensions;
use crate::parse::Patterns;
use crate::{Error, FileProblem};

/// A file that is to be served.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) entry: Entry,
    /// Relative to the category.
    pub(crate) path: String,
}

/// The result of a search.
#[derive(Debug, Default)]
pub(crate) struct Search {
    pub(crate) found: Vec<Found>,
    /// The entries that could not be read.
    pub(crate) problems: Vec<Error>,
}

/// Finds the files of `category` that also fit `narrowing`, in the order of their names. Linear in the entries.
///
/// Entries that cannot be read are problems beside them. One that was asked for by name is an error, since nothing can be served then.
pub(crate) fn search(
    docroot: &Path,
    category: &Checked,
    narrowing: &Patterns,
    options: &ScanOptions,
    max_files: usize,
    extensions: &Extensions,
) -> Result<Search, Error> {
    let docroot = Layer::explicit(docroot);
    let layers = [match category.dir.as_str() {
        "" => docroot,
        dir => docroot.within(dir),
    }];
    let [layer] = &layers;
    let directory = layer.scan_dir();
    let mut search = Search::default();
    let mut is_there = false;
    // The directory that was given last: the next entry is the error when it cannot be read.
    let mut last = PathBuf::new();
    let mut entries = scan(&layers, options);
    while let Some(entry) = entries.next() {
        is_there = true;
        let outer = match &entry {
            Ok(entry) => entry.path(),
            Err(error) => error.path().unwrap_or(&directory),
        };
        let name = match Name::of(outer, &directory) {
            Name::Directory => match entry {
                Ok(_) => continue,
                Err(error) => return Err(Error::file(category.shown_dir(), error.into())),
            },
            Name::NotUtf8(shown) => {
                if entry.is_ok_and(|entry| entry.is_dir()) {
                    entries.skip_subtree();
                }
                let location = category.location(&shown);
                let problem = Error::file(location, FileProblem::NameNotUtf8);
                search.problems.push(problem);
                continue;
            }
            Name::Path(path) => path,
        };
        // A request selects most often fewer files than the category has.
        let is_wanted =
            narrowing.is_match(&name, extensions) && category.patterns.is_match(&name, extensions);
        match entry {
            Ok(entry) if entry.is_dir() => entry.path().clone_into(&mut last),
            Ok(_) if !is_wanted => {}
            Ok(entry) => {
                if search.found.len() == max_files {
                    return Err(Error::TooManyFiles { limit: max_files });
                }
                search.found.push(Found { entry, path: name });
            }
            Err(error) => {
                // A symlink that cannot be followed may lead to a file as well as to a directory.
                let is_file = match &error {
                    DiscoveryError::DanglingLink { .. } | DiscoveryError::OutsideRoot { .. } => {
                        true
                    }
                    DiscoveryError::Io { path, .. } => *path != last,
                    _ => false,
                };
                let error = Error::file(category.location(&name), error.into());
                if is_file && is_wanted {
                    return Err(error);
                }
                search.problems.push(error);
            }
        }
    }
    if !is_there {
        let problem = FileProblem::NoDirectory;
        let error = Error::file(category.shown_dir(), problem);
        search.problems.push(error);
    }
    Ok(search)
}

/// Returns the name of an entry.
enum Name {
    /// The directory of the category itself.
    Directory,
    /// Not UTF-8, shown with other characters.
    NotUtf8(String),
    /// Relative to the category.
    Path(String),
}

impl Name {
    fn of(path: &Path, directory: &Path) -> Self {
        let Ok(relative) = path.strip_prefix(directory) else {
            return Self::Directory;
        };
        let mut name = String::new();
        let mut is_utf8 = true;
        for part in relative {
            if !name.is_empty() {
                name.push('/');
            }
            is_utf8 &= part.to_str().is_some();
            name.push_str(&part.to_string_lossy());
        }
        match relative.file_name() {
            None => Self::Directory,
            Some(_) if !is_utf8 => Self::NotUtf8(name),
            Some(_) => Self::Path(name),
        }
    }
}

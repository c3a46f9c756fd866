//! The files of a category.

use std::path::{Path, PathBuf};

use interline_files::{Entry, Error as DiscoveryError, Layer, scan};

use crate::category::Checked;
use crate::parse::Patterns;
use crate::{ContentOptions, Error, FileProblem};

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
    options: &ContentOptions,
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
    let extensions = &options.extensions;
    let mut entries = scan(&layers, &options.scan);
    while let Some(entry) = entries.next() {
        is_there = true;
        let outer = match &entry {
            Ok(entry) => entry.path(),
            Err(error) => error.path().unwrap_or(&directory),
        };
        let Some((name, is_utf8)) = name_of(outer, &directory) else {
            match entry {
                Ok(_) => continue,
                Err(error) => return Err(Error::file(category.shown_dir(), error.into())),
            }
        };
        if !is_utf8 {
            if entry.is_ok_and(|entry| entry.is_dir()) {
                entries.skip_subtree();
            }
            let location = category.location(&name);
            let problem = Error::file(location, FileProblem::NameNotUtf8);
            search.problems.push(problem);
            continue;
        }
        // A request selects most often fewer files than the category has.
        let is_wanted =
            narrowing.is_match(&name, extensions) && category.patterns.is_match(&name, extensions);
        match entry {
            Ok(entry) if entry.is_dir() => entry.path().clone_into(&mut last),
            Ok(_) if !is_wanted => {}
            Ok(entry) => {
                let limit = options.max_files;
                if search.found.len() == limit {
                    return Err(Error::TooManyFiles { limit });
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

/// Returns the path of an entry relative to the category, and whether it is UTF-8; if not, it is shown with other characters. `None` for
/// the directory of the category itself.
fn name_of(path: &Path, directory: &Path) -> Option<(String, bool)> {
    let relative = path.strip_prefix(directory).ok()?;
    relative.file_name()?;
    let mut name = String::new();
    let mut is_utf8 = true;
    for part in relative {
        if !name.is_empty() {
            name.push('/');
        }
        is_utf8 &= part.to_str().is_some();
        name.push_str(&part.to_string_lossy());
    }
    Some((name, is_utf8))
}

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::scan::Entry;

/// Records which file systems distinguish upper and lower case.
///
/// On one that does not, a file opens under names that are not its own.
#[derive(Debug, Default)]
pub(crate) struct Spelling {
    /// For each device, whether a name in another case did not exist the first time. A layer has few devices.
    case_counts: Mutex<Vec<(u64, bool)>>,
}

impl Spelling {
    /// Returns whether the file that opened as `name` in `directory` has exactly this name.
    ///
    /// One further look-up for each device, and a reading of the directory where the file system ignores case.
    ///
    /// # Errors
    ///
    /// When that directory cannot be read, so that the name is unknown.
    pub(crate) fn is_exact(
        &self,
        directory: &Path,
        name: &str,
        metadata: &Metadata,
    ) -> io::Result<bool> {
        let mut known = self
            .case_counts
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let device = device(metadata);
        let case_counts = match known.iter().find(|(known, _)| *known == device) {
            Some((_, case_counts)) => *case_counts,
            None => {
                let case_counts = fs::symlink_metadata(directory.join(other_case(name))).is_err();
                known.push((device, case_counts));
                case_counts
            }
        };
        drop(known);
        if case_counts {
            return Ok(true);
        }
        has_entry(directory, name)
    }
}

#[cfg(unix)]
fn device(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::dev(metadata)
}

/// The standard library has no device numbers here. One layer is rarely on two devices.
#[cfg(not(unix))]
fn device(_: &Metadata) -> u64 {
    0
}

fn other_case(name: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        }
    };
    name.chars().map(swap).collect()
}

fn has_entry(directory: &Path, name: &str) -> io::Result<bool> {
    for entry in fs::read_dir(directory)? {
        if entry?.file_name() == name {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Finds the entry of `directory` that is called `name` but for upper and lower case, the first in the order of names. `None` also where
/// the directory may not be read. Reads the directory.
#[must_use]
pub fn misspelled(directory: &Entry, name: &str) -> Option<PathBuf> {
    fs::read_dir(directory.canonical())
        .ok()?
        .filter_map(Result::ok)
        .map(|entry| entry.file_name())
        .filter(|found| found.eq_ignore_ascii_case(name) && found != name)
        .min()
        .map(|found| directory.path().join(found))
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use interline_testing::{as_unprivileged_user, set_mode};

    use super::*;

    /// As on a file system that ignores case.
    fn ignoring_case(file: &Path) -> (Spelling, Metadata) {
        let metadata = fs::metadata(file).unwrap();
        let spelling = Spelling {
            case_counts: Mutex::new(vec![(device(&metadata), false)]),
        };
        (spelling, metadata)
    }

    #[test]
    fn fails_for_a_directory_without_read_permission_where_case_is_ignored() {
        let name = "scan::spelling::tests::fails_for_a_directory_without_read_permission_where_case_is_ignored";
        as_unprivileged_user(name, |directory| {
            fs::write(directory.join("a"), "").unwrap();
            let (spelling, metadata) = ignoring_case(&directory.join("a"));
            assert!(spelling.is_exact(directory, "a", &metadata).unwrap());
            assert!(!spelling.is_exact(directory, "A", &metadata).unwrap());
            set_mode(directory, 0o311);
            let error = spelling.is_exact(directory, "a", &metadata).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        });
    }
}

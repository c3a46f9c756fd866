//! An open and locked file that is still the one at its path.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use super::file_id::FileId;
use super::lock::{Asked, Lock};
use super::wait::Wait;
use crate::error::Error;
use crate::source_file::SourceFile;

/// An open file, with its lock where the file system has locks.
#[derive(Debug)]
pub(crate) struct LockedFile {
    pub(crate) source: SourceFile,
    pub(crate) id: FileId,
    lock: Option<Lock>,
}

impl LockedFile {
    /// Opens the file at `path` and waits for its lock. When the path leads to another file after the wait, that file is opened and
    /// locked instead.
    pub(crate) fn open(
        path: &Path,
        max_bytes: u64,
        wait: &Wait,
        has_locks: bool,
    ) -> Result<Self, Error> {
        loop {
            let source = SourceFile::open(path, max_bytes)?;
            let metadata = source.file().metadata();
            let id = FileId::of(&metadata.map_err(|error| Error::io(path, error))?);
            let mut locked = Self {
                source,
                id,
                lock: None,
            };
            if !has_locks {
                return Ok(locked);
            }
            match locked.wait_for_lock(path, wait)? {
                Asked::Unsupported => return Ok(locked),
                Asked::Locked(lock) => {
                    locked.lock = Some(lock);
                    // The lock may have been free because its owner has just replaced the file. Then it is the lock of a file without a name.
                    if locked.is_at(path) {
                        return Ok(locked);
                    }
                }
                Asked::Busy => {}
            }
            if wait.is_over() {
                return Err(Error::Locked {
                    path: path.to_owned(),
                    waited: wait.elapsed(),
                });
            }
        }
    }

    /// Waits until the lock is free, the path leads to another file, or the time is over. The last two return `Busy`.
    fn wait_for_lock(&self, path: &Path, wait: &Wait) -> Result<Asked, Error> {
        loop {
            let asked = Lock::ask(self.source.file()).map_err(|error| Error::io(path, error))?;
            if !matches!(asked, Asked::Busy) || wait.is_over() {
                return Ok(asked);
            }
            wait.pause();
            // Checked at each pause: once another file is at the path, the lock of this one is of no use.
            if !self.is_at(path) {
                return Ok(Asked::Busy);
            }
        }
    }

    pub(crate) fn is_locked(&self) -> bool {
        self.lock.is_some()
    }

    /// Returns whether `path`, and the path without symlinks that it had at the opening, still lead to this file.
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        let canonical = self.source.canonical();
        let is_this_file = |found: io::Result<Metadata>| {
            found.is_ok_and(|metadata| metadata.is_file() && FileId::of(&metadata) == self.id)
        };
        let has_same_path =
            || cfg!(unix) || fs::canonicalize(path).is_ok_and(|found| found == canonical);
        is_this_file(fs::symlink_metadata(canonical))
            && is_this_file(fs::metadata(path))
            && has_same_path()
    }

    /// Returns whether the content of the file is still `bytes`.
    pub(crate) fn has_content(&mut self, bytes: &[u8]) -> Result<bool, Error> {
        Ok(self.source.read_again()? == bytes)
    }
}

/// Locks a directory while two files in it are exchanged, so that only programs without a lock can come between.
///
/// It is a second safeguard, and is left out for a directory that cannot be opened or whose lock another program keeps.
pub(crate) fn lock_directory(directory: &Path) -> Option<Lock> {
    let file = File::open(directory).ok()?;
    let wait = Wait::new(DIRECTORY);
    loop {
        match Lock::ask(&file).ok()? {
            Asked::Locked(lock) => return Some(lock),
            Asked::Busy if !wait.is_over() => wait.pause(),
            Asked::Busy | Asked::Unsupported => return None,
        }
    }
}

/// The time to wait for the lock of a directory. An exchange takes less than a millisecond.
const DIRECTORY: std::time::Duration = std::time::Duration::from_millis(250);

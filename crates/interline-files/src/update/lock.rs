//! The lock by which callers of `update` exclude each other.

use std::fs::File;
use std::io;

/// An exclusive advisory lock on an open file or directory, released when it is dropped.
///
/// It is a lock of `flock`: it belongs to one opening of the file, so that threads of one process exclude each other too, and the
/// kernel releases it when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock {
    #[cfg(unix)]
    file: File,
}

/// The result of asking for a lock.
#[derive(Debug)]
#[cfg_attr(
    not(unix),
    expect(dead_code, reason = "there are no locks on this platform")
)]
pub(crate) enum Asked {
    Locked(Lock),
    /// Another opening of the file has it.
    Busy,
    /// The platform or the file system has no locks.
    Unsupported,
}

impl Lock {
    /// Asks for the lock without waiting.
    #[cfg(unix)]
    pub(crate) fn ask(file: &File) -> io::Result<Asked> {
        use rustix::fs::{FlockOperation, flock};
        use rustix::io::Errno;

        loop {
            return match flock(file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => Ok(Asked::Locked(Self {
                    file: file.try_clone()?,
                })),
                Err(Errno::WOULDBLOCK) => Ok(Asked::Busy),
                Err(Errno::INTR) => continue,
                // NFS before Linux 2.6.12 and some servers have no locks (`NOLCK`); NFS gives none to a file that is open for reading
                // only (`BADF`).
                Err(Errno::BADF | Errno::NOLCK) => Ok(Asked::Unsupported),
                Err(error) if is_unsupported(error) => Ok(Asked::Unsupported),
                Err(error) => Err(error.into()),
            };
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn ask(_: &File) -> io::Result<Asked> {
        Ok(Asked::Unsupported)
    }
}

/// Closing the file is not enough: a child that this process is just starting may have a copy of it.
#[cfg(unix)]
impl Drop for Lock {
    fn drop(&mut self) {
        let _ = rustix::fs::flock(&self.file, rustix::fs::FlockOperation::Unlock);
    }
}

/// Returns whether a file system reports so that it lacks an operation.
#[cfg(unix)]
pub(crate) fn is_unsupported(error: rustix::io::Errno) -> bool {
    use rustix::io::Errno;

    // Two names of one number on Linux, two numbers elsewhere.
    [Errno::NOSYS, Errno::INVAL, Errno::NOTSUP, Errno::OPNOTSUPP].contains(&error)
}

//! Exchanging two files in one step, so that no text of another program is overwritten unseen.
//!
//! A renaming destroys the file at the path, and no check before it can see what a program without a lock writes in the instant between.
//! An exchange destroys nothing: the old file is at the temporary name afterwards, and can be compared with the text that was read. Where
//! it differs, it is exchanged back.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::file_id::FileId;
use super::support::Moment;
use super::temporary;
use crate::error::Error;
use crate::source_file::open_no_follow;

/// The number of exchanges until the file at the temporary name is a known one. A program without a lock has to write within the microseconds between
/// two exchanges to make another one necessary.
const ROUNDS: usize = 16;

/// The result of an exchange.
#[cfg_attr(
    not(any(target_os = "linux", target_os = "android", target_vendor = "apple")),
    expect(dead_code, reason = "there is no exchange on this platform")
)]
pub(crate) enum Exchanged {
    Done,
    /// No file is at the path.
    Missing,
    /// The platform or the file system cannot exchange files.
    Unsupported,
}

/// Exchanges the files at two paths.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(crate) fn exchange(a: &Path, b: &Path) -> io::Result<Exchanged> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    match renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(Exchanged::Done),
        Err(Errno::NOENT) => Ok(Exchanged::Missing),
        // Some sandboxes refuse calls that they do not know with `PERM`. Where the file itself may not be renamed, the renaming that is
        // tried next says so.
        Err(Errno::PERM) => Ok(Exchanged::Unsupported),
        Err(error) if super::lock::is_unsupported(error) => Ok(Exchanged::Unsupported),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(crate) fn exchange(_: &Path, _: &Path) -> io::Result<Exchanged> {
    Ok(Exchanged::Unsupported)
}

/// The state of a file.
#[derive(PartialEq, Eq)]
struct FileState {
    id: FileId,
    /// `None` for what is not a regular file or cannot be read.
    content: Option<Vec<u8>>,
}

impl FileState {
    fn at(path: &Path) -> io::Result<Self> {
        let metadata = fs::symlink_metadata(path)?;
        let read = |(mut file, _): (File, _)| {
            let mut content = Vec::new();
            file.read_to_end(&mut content).map(|_| content)
        };
        let content = if metadata.is_file() {
            open_no_follow(path).and_then(read).ok()
        } else {
            None
        };
        Ok(Self {
            id: FileId::of(&metadata),
            content,
        })
    }
}

/// Exchanges the file at the temporary name, which has a text of another program, back to the path of `file`. The path leads to our file
/// at this time, which has the text `new`.
///
/// If another program has written again meanwhile, the file that comes out is not ours. Its text is the newer one, and gets the path. The
/// text that it displaced is kept beside, under the path that is returned.
pub(crate) fn exchange_back(
    path: &Path,
    file: &Path,
    temporary: NamedTempFile,
    new: &[u8],
    watch: &dyn Fn(Moment),
) -> Result<Option<PathBuf>, Error> {
    let ours = temporary
        .as_file()
        .metadata()
        .ok()
        .map(|metadata| FileState {
            id: FileId::of(&metadata),
            content: Some(new.to_owned()),
        });
    let temporary = temporary.into_temp_path();
    // The state that was moved to the path last, and whether it is our own.
    let (mut moved, mut is_ours) = (ours, true);
    for _ in 0..ROUNDS {
        let Ok(next) = FileState::at(&temporary) else {
            break;
        };
        watch(Moment::BeforeGivingBack);
        if !matches!(exchange(&temporary, file), Ok(Exchanged::Done)) {
            break;
        }
        if moved.is_some() && FileState::at(&temporary).ok() == moved {
            // Our own text came out, or a text of another program that a newer one had displaced.
            return Ok((!is_ours).then(|| temporary::keep(temporary, file)));
        }
        moved = Some(next);
        is_ours = false;
    }
    Err(Error::Conflict {
        path: path.to_owned(),
        kept: Some(temporary::keep(temporary, file)),
    })
}

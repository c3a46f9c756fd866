//! Exchanging two files in one step, so that nothing that another program wrote is overwritten unseen.
//!
//! A renaming destroys what is at the path, and no check before it can see what a program without a lock writes in the instant between.
//! An exchange destroys nothing: what was at the path is at the name of the temporary file afterwards, and can be compared with what was
//! read. Where it differs, it is exchanged back.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::file_id::FileId;
use super::support::Moment;
use super::temporary;
use crate::Error;
use crate::source_file::open_no_follow;

/// How often texts are exchanged until what comes out is known. A program without a lock has to write within the microseconds between
/// two exchanges to make another one necessary.
const ROUNDS: usize = 16;

/// What came of an exchange.
#[cfg_attr(
    not(any(target_os = "linux", target_os = "android", target_vendor = "apple")),
    expect(dead_code, reason = "there is no exchange on this platform")
)]
pub(crate) enum Exchanged {
    Done,
    /// There is no file at the path.
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

/// A file as it was last seen.
#[derive(PartialEq, Eq)]
struct Seen {
    id: FileId,
    /// `None` for what is no file or cannot be read.
    content: Option<Vec<u8>>,
}

impl Seen {
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

/// Gives the path of `file` back to what the temporary name holds after an exchange: a text of another program. The path leads to our
/// file at this time, which holds `new`.
///
/// Where another program has written again meanwhile, what comes out is not that. Then it is the newer text, and gets the path. What it
/// displaced is kept beside, under the name that is returned.
pub(crate) fn give_back(
    path: &Path,
    file: &Path,
    temporary: NamedTempFile,
    new: &[u8],
    watch: &dyn Fn(Moment),
) -> Result<Option<PathBuf>, Error> {
    let ours = temporary.as_file().metadata().ok().map(|metadata| Seen {
        id: FileId::of(&metadata),
        content: Some(new.to_owned()),
    });
    let temporary = temporary.into_temp_path();
    // The text that was put at the path last, and whether it is our own.
    let (mut put, mut is_ours) = (ours, true);
    for _ in 0..ROUNDS {
        let Ok(next) = Seen::at(&temporary) else {
            break;
        };
        watch(Moment::BeforeGivingBack);
        if !matches!(exchange(&temporary, file), Ok(Exchanged::Done)) {
            break;
        }
        if put.is_some() && Seen::at(&temporary).ok() == put {
            // What came out is our own text, or a text of another program that a newer one of it had displaced.
            return Ok((!is_ours).then(|| temporary::keep(temporary, file)));
        }
        put = Some(next);
        is_ours = false;
    }
    Err(Error::Conflict {
        path: path.to_owned(),
        kept: Some(temporary::keep(temporary, file)),
    })
}

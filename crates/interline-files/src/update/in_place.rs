//! Writing a file with several names in place.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::Path;

use super::file_id::FileId;
use super::locked_file::LockedFile;
use super::temporary;
use crate::error::Error;

/// Writes `new` over `old` in a locked file. Returns `false` when its content is no longer `old`.
pub(crate) fn write(
    path: &Path,
    locked: &mut LockedFile,
    metadata: &Metadata,
    old: &[u8],
    new: &[u8],
) -> Result<bool, Error> {
    let not_written = |source| Error::not_written(path, source);
    let file = locked.source.canonical().to_owned();
    // The copy is complete and on disk before the first byte of the file changes, so that the new text survives a failure.
    let copy = temporary::create(&file, metadata, new).map_err(not_written)?;
    copy.as_file().sync_all().map_err(not_written)?;
    let mut target = open_for_writing(&file).map_err(not_written)?;
    let id = FileId::of(&target.metadata().map_err(not_written)?);
    if id != locked.id || !locked.is_at(path) || !locked.has_content(old)? {
        return Ok(false);
    }
    let Err(source) = overwrite(&mut target, new) else {
        return Ok(true);
    };
    // The old text is tried once more: a full disk can often hold what was there before.
    match overwrite(&mut target, old) {
        Ok(()) => Err(not_written(source)),
        Err(_) => Err(Error::PartlyWritten {
            path: path.to_owned(),
            kept: temporary::keep(copy.into_temp_path(), &file),
            source: source.into(),
        }),
    }
}

/// Makes `content` the whole content of a file, which is never empty meanwhile.
fn overwrite(target: &mut File, content: &[u8]) -> io::Result<()> {
    target.rewind()?;
    target.write_all(content)?;
    target.set_len(content.len() as u64)?;
    target.sync_all()
}

fn open_for_writing(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY,
    );
    options.open(file)
}

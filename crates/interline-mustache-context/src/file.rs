//! Reading files.

use std::io;
use std::path::Path;

use crate::partials::Stamp;

/// Bytes of a file that is read.
const MAX_BYTES: u64 = 64 << 20;

/// The text of a regular file of at most 64 MiB.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    if metadata.len() > MAX_BYTES {
        return Err(io::Error::other("longer than 64 MiB"));
    }
    std::fs::read_to_string(path)
}

/// What tells the file's state; `None` where the platform keeps no times.
pub(crate) fn stamp(path: &Path) -> io::Result<Option<Stamp>> {
    let metadata = path.metadata()?;
    Ok(metadata.modified().ok().map(|modified| Stamp {
        path: path.to_owned(),
        length: metadata.len(),
        modified,
    }))
}

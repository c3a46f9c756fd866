//! Files that are read and replaced as a whole.

use std::io::{self, Write};
use std::path::Path;

use interline::files::{self, SourceFile, UpdateOptions};

use crate::error::{self, Raised};

/// Reads a text file.
pub(crate) fn read(path: &Path) -> Result<String, Raised> {
    SourceFile::open(path, u64::MAX)
        .and_then(SourceFile::read_text)
        .map_err(|error| error::file(&error))
}

/// Replaces a file that has the text `old`.
pub(crate) fn replace(path: &Path, old: &str, new: &str) -> Result<(), Raised> {
    if old == new {
        return Ok(());
    }
    files::replace(path, old, new, &UpdateOptions::new())
        .map(|_| ())
        .map_err(|error| error::file(&error))
}

/// Writes a file, which is made when it does not exist, and replaced otherwise.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Raised> {
    let made = std::fs::File::create_new(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    match made {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            files::update(path, &UpdateOptions::new(), |_| Ok(Some(text.to_owned())))
                .map(|_| ())
                .map_err(|error: files::Error| error::file(&error))
        }
        Err(error) => Err(error::file(&files::Error::io(path, error))),
    }
}

//! Reading a file as text.

use std::path::Path;
use std::{fs, io};

use interline_text::position;

use crate::error::Error;

/// Why a file is not there as text.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotRead {
    #[error("{0}")]
    Failed(#[from] io::Error),
    /// A folder, a pipe, a device: reading could fail late or wait for ever.
    #[error("it is not a regular file")]
    NotAFile,
    #[error("it is not UTF-8; save it as UTF-8")]
    NotUtf8 {
        /// The text up to the first wrong byte.
        before: String,
    },
}

impl NotRead {
    pub(crate) fn of(self, path: &Path) -> Error {
        let path = path.to_owned();
        match self {
            Self::Failed(error) => Error::Read { path, error },
            Self::NotAFile => Error::NotAFile { path },
            Self::NotUtf8 { before } => Error::NotUtf8 {
                path,
                offset: before.len(),
                at: position(&before, before.len()),
            },
        }
    }
}

pub(crate) fn read_text(path: &Path) -> Result<String, NotRead> {
    String::from_utf8(read_bytes(path)?).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let mut bytes = error.into_bytes();
        bytes.truncate(valid);
        let before = String::from_utf8(bytes).unwrap_or_default();
        NotRead::NotUtf8 { before }
    })
}

pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, NotRead> {
    // Before it is opened: opening a pipe waits for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(NotRead::NotAFile);
    }
    Ok(fs::read(path)?)
}

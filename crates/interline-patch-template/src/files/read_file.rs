//! Reading a file as text.

use std::io;
use std::path::Path;

use interline_files::SourceFile;

use crate::error::io_error;

/// Why a file is not there as text.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotRead {
    #[error("{0}")]
    Failed(io::Error),
    /// A folder, a pipe, a device: reading could fail late or wait for ever.
    #[error("it is not a regular file")]
    NotAFile,
    #[error("it is not UTF-8; save it as UTF-8")]
    NotUtf8 {
        /// The text up to the first wrong byte.
        before: String,
    },
}

#[cfg(feature = "frontmatter")]
impl NotRead {
    pub(crate) fn of(self, path: &Path) -> crate::error::Error {
        use crate::error::Error;
        use interline_text::position;

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

impl From<interline_files::Error> for NotRead {
    fn from(error: interline_files::Error) -> Self {
        match error {
            interline_files::Error::NotAFile { .. } => Self::NotAFile,
            other => Self::Failed(io_error(other)),
        }
    }
}

pub(crate) fn read_text(path: &Path) -> Result<String, NotRead> {
    let bytes = SourceFile::open(path, u64::MAX)?.read_bytes()?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let mut bytes = error.into_bytes();
        bytes.truncate(valid);
        let before = String::from_utf8(bytes).unwrap_or_default();
        NotRead::NotUtf8 { before }
    })
}

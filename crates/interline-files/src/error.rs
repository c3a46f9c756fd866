use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
#[cfg(feature = "update")]
use std::time::Duration;

use interline_text::Position;

/// What is wrong with one path.
///
/// It concerns that path alone: a scan gives it and goes on. Each message begins with the path.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A link leads to nothing.
    #[error("{}: this link leads to nothing: restore what it points to or remove it", .path.display())]
    DanglingLink {
        /// The link.
        path: PathBuf,
    },
    /// A link leads back to itself or to a directory it stands in.
    #[error("{}: this link leads in a circle: remove it", .path.display())]
    LinkLoop {
        /// The link.
        path: PathBuf,
    },
    /// Something else stands where a file is expected.
    #[error("{}: expected a file, found {found}", .path.display())]
    NotAFile {
        /// Where.
        path: PathBuf,
        /// What it is.
        found: Found,
    },
    /// Something else stands where a directory is expected.
    #[error("{}: expected a directory, found something else", .path.display())]
    NotADirectory {
        /// Where.
        path: PathBuf,
    },
    /// The name is right but for upper and lower case.
    #[error("{}: expected the name `{expected}`, in exactly this spelling", .path.display())]
    WrongSpelling {
        /// The file as it is called.
        path: PathBuf,
        /// What it has to be called.
        expected: String,
    },
    /// A file is not UTF-8.
    #[error("{}: expected UTF-8, found another byte at offset {offset}", .path.display())]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The first byte that does not fit, from 0.
        offset: usize,
        /// Line and column of that byte.
        at: Position,
    },
    /// A file is larger than the options allow.
    #[error("{}: larger than {limit} bytes: make the file smaller or raise the limit", .path.display())]
    FileTooLarge {
        /// The file.
        path: PathBuf,
        /// The bound in bytes.
        limit: u64,
    },
    /// What was looked for at the beginning of a file does not end within the bound.
    #[error("{}: the header does not end within {limit} bytes: close it, make it smaller or raise the limit", .path.display())]
    HeaderTooLarge {
        /// The file.
        path: PathBuf,
        /// The bound in bytes.
        limit: usize,
    },
    /// A directory lies deeper than the options allow; it was not entered.
    #[error("{}: more than {limit} levels deep, not searched: raise the limit to search it", .path.display())]
    TooDeep {
        /// The directory.
        path: PathBuf,
        /// The bound in levels below the directory of the layer.
        limit: usize,
    },
    /// With a directory, a layer has more entries than the options allow; nothing in it was looked at.
    #[error("{}: more than {limit} entries in this layer, not searched: raise the limit to search it", .path.display())]
    TooManyEntries {
        /// The directory.
        path: PathBuf,
        /// The bound for all of the layer.
        limit: usize,
    },
    /// A link leads out of the root of its layer.
    #[error("{}: leads out of {}: move the target there or allow links that leave", .path.display(), .root.display())]
    OutsideRoot {
        /// The link.
        path: PathBuf,
        /// The root of the layer, without links.
        root: PathBuf,
    },
    /// A file was changed while it was read.
    #[error("{}: changed while it was read: read it again", .path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// Another program held its lock on a file for longer than [`UpdateOptions::wait`](crate::UpdateOptions::wait) allows. The file
    /// was not written.
    #[cfg(feature = "update")]
    #[error("{}: locked by another program for {} ms: let that program finish, or wait longer", .path.display(), .waited.as_millis())]
    Locked {
        /// The file.
        path: PathBuf,
        /// How long this call waited.
        waited: Duration,
    },
    /// Another program changed or removed a file each time this call was about to replace it. That program's text is in place.
    #[cfg(feature = "update")]
    #[error("{}: changed or removed by another program since it was read, and is left alone: read it again{}", .path.display(), beside(.kept.as_deref()))]
    Conflict {
        /// The file.
        path: PathBuf,
        /// A file beside it with a text of the other program that could not be given its place back.
        kept: Option<PathBuf>,
    },
    /// A file has more than one name, and [`HardLinks::Refuse`](crate::HardLinks::Refuse) leaves such files alone.
    #[cfg(feature = "update")]
    #[error("{}: has {links} hard links, and is left alone: allow `HardLinks::InPlace` to change the text under all names, or `HardLinks::Split` to change it under this one", .path.display())]
    HardLinked {
        /// The file.
        path: PathBuf,
        /// The number of its names.
        links: u64,
    },
    /// A file cannot be replaced. It holds what it held.
    #[cfg(feature = "update")]
    #[error("{}: cannot be replaced, and is left alone: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: Arc<io::Error>,
    },
    /// A write in place failed, and the old text could not be restored.
    #[cfg(feature = "update")]
    #[error("{}: partly written: {source}; the complete new text is in {}: copy it over the file", .path.display(), .kept.display())]
    PartlyWritten {
        /// The file.
        path: PathBuf,
        /// A file beside it with the complete new text.
        kept: PathBuf,
        /// Why.
        source: Arc<io::Error>,
    },
    /// The operating system refused.
    #[error("{}: {source}", .path.display())]
    Io {
        /// What was to be read.
        path: PathBuf,
        /// Why it could not be.
        source: Arc<io::Error>,
    },
}

/// What stands where a file is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Found {
    /// A directory.
    Directory,
    /// A pipe, a socket or a device.
    Special,
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Directory => "a directory",
            Self::Special => "a pipe, socket or device",
        })
    }
}

impl Error {
    /// An error of the operating system about `path`.
    #[must_use]
    pub fn io(path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::Io {
            path: path.into(),
            source: Arc::new(source),
        }
    }

    /// The path that it is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::DanglingLink { path }
            | Self::LinkLoop { path }
            | Self::NotAFile { path, .. }
            | Self::NotADirectory { path }
            | Self::WrongSpelling { path, .. }
            | Self::NotUtf8 { path, .. }
            | Self::FileTooLarge { path, .. }
            | Self::HeaderTooLarge { path, .. }
            | Self::TooDeep { path, .. }
            | Self::TooManyEntries { path, .. }
            | Self::OutsideRoot { path, .. }
            | Self::Changed { path }
            | Self::Io { path, .. } => path,
            #[cfg(feature = "update")]
            Self::Locked { path, .. }
            | Self::Conflict { path, .. }
            | Self::HardLinked { path, .. }
            | Self::Write { path, .. }
            | Self::PartlyWritten { path, .. } => path,
        }
    }

    /// The kind of an error of the operating system; `None` for the others.
    #[must_use]
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        match self {
            Self::Io { source, .. } => Some(source.kind()),
            #[cfg(feature = "update")]
            Self::Write { source, .. } | Self::PartlyWritten { source, .. } => Some(source.kind()),
            _ => None,
        }
    }

    /// `bytes` of the file at `path` are not UTF-8 from `offset` on.
    pub(crate) fn not_utf8(path: PathBuf, bytes: &[u8], offset: usize) -> Self {
        let before = bytes.get(..offset).unwrap_or_default();
        let before = std::str::from_utf8(before).unwrap_or_default();
        Self::NotUtf8 {
            path,
            offset,
            at: interline_text::position(before, before.len()),
        }
    }
}

/// The end of the message of a conflict.
#[cfg(feature = "update")]
fn beside(kept: Option<&Path>) -> String {
    kept.map_or_else(String::new, |kept| {
        format!("; another text of that program is in {}", kept.display())
    })
}

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
#[cfg(feature = "update")]
use std::time::Duration;

use interline_text::{Location, Report};

use crate::entry_kind::EntryKind;

/// An error about one path.
///
/// It concerns that path alone: a scan returns it and continues. Each message begins with the path, and with line and column where there
/// is a location.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A symlink leads to nothing.
    #[error("{}: dangling symlink; restore its target or remove it", .path.display())]
    DanglingLink {
        /// The symlink.
        path: PathBuf,
    },
    /// A symlink leads back to itself or to a directory that contains it.
    #[error("{}: symlink loop; remove it", .path.display())]
    LinkLoop {
        /// The symlink.
        path: PathBuf,
    },
    /// A directory, a pipe, a socket or a device is at the path of a file.
    #[error("{}: expected a regular file, found {found}", .path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// The kind of the entry.
        found: EntryKind,
    },
    /// Something other than a directory is at the path of a directory.
    #[error("{}: expected a directory, found something else", .path.display())]
    NotADirectory {
        /// The path.
        path: PathBuf,
    },
    /// A file has the expected name but for upper and lower case.
    #[error("{}: wrong spelling of the file name; rename it to `{expected}`", .path.display())]
    WrongSpelling {
        /// The file.
        path: PathBuf,
        /// The expected name.
        expected: String,
    },
    /// A file is not UTF-8.
    #[error("{at}: invalid UTF-8; save the file as UTF-8")]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The offset of the first invalid byte, from 0.
        offset: usize,
        /// The location of that byte.
        at: Box<Location>,
    },
    /// A file is larger than the options allow.
    #[error("{}: larger than {limit} bytes; make the file smaller or raise the limit", .path.display())]
    FileTooLarge {
        /// The file.
        path: PathBuf,
        /// The limit in bytes.
        limit: u64,
    },
    /// The header at the start of a file does not end within the limit.
    #[error("{}: the header does not end within {limit} bytes; close it, make it smaller or raise the limit", .path.display())]
    HeaderTooLarge {
        /// The file.
        path: PathBuf,
        /// The limit in bytes.
        limit: usize,
    },
    /// A directory is deeper than the options allow and was not searched.
    #[error("{}: more than {limit} levels deep, not searched; raise the limit to search it", .path.display())]
    TooDeep {
        /// The directory.
        path: PathBuf,
        /// The limit in levels below the directory of the layer.
        limit: usize,
    },
    /// A layer has more entries than the options allow, counting those of this directory, which was not searched.
    #[error("{}: more than {limit} entries in this layer, not searched; raise the limit to search it", .path.display())]
    TooManyEntries {
        /// The directory.
        path: PathBuf,
        /// The limit for the whole layer.
        limit: usize,
    },
    /// A symlink leads out of the root of its layer.
    #[error("{}: leads out of {}; move its target there or allow symlinks that leave", .path.display(), .root.display())]
    OutsideRoot {
        /// The symlink.
        path: PathBuf,
        /// The root of the layer, symlinks resolved.
        root: PathBuf,
    },
    /// A file was changed while it was read.
    #[error("{}: changed while it was read; read it again", .path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// Another program held its lock on a file for longer than [`UpdateOptions::wait`](crate::UpdateOptions::wait) allows. The file
    /// was not written.
    #[cfg(feature = "update")]
    #[error("{}: locked by another program for {} ms; let that program finish, or wait longer", .path.display(), .waited.as_millis())]
    Locked {
        /// The file.
        path: PathBuf,
        /// The time for which this call waited.
        waited: Duration,
    },
    /// Another program changed or removed a file each time this call was about to replace it. The text of that program is kept.
    #[cfg(feature = "update")]
    #[error("{}: changed or removed by another program since it was read, and not replaced; read it again{}", .path.display(), in_kept(.kept.as_deref()))]
    Conflict {
        /// The file.
        path: PathBuf,
        /// A file beside it with a text of the other program that could not be moved back.
        kept: Option<PathBuf>,
    },
    /// A file has more than one name, and [`HardLinks::Refuse`](crate::HardLinks::Refuse) does not replace such files.
    #[cfg(feature = "update")]
    #[error("{}: has {links} hard links, and is not replaced; allow `HardLinks::InPlace` to change the text under all names, or `HardLinks::Split` to change it under this one", .path.display())]
    HardLinked {
        /// The file.
        path: PathBuf,
        /// The number of its names.
        links: u64,
    },
    /// A file cannot be replaced. Its content is unchanged.
    #[cfg(feature = "update")]
    #[error("{}: cannot be replaced, and is unchanged: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: Arc<io::Error>,
    },
    /// A write in place failed, and the old text could not be restored.
    #[cfg(feature = "update")]
    #[error("{}: partly written: {source}; copy the complete new text from {} over the file", .path.display(), .kept.display())]
    PartlyWritten {
        /// The file.
        path: PathBuf,
        /// A file beside it with the complete new text.
        kept: PathBuf,
        /// The error of the operating system.
        source: Arc<io::Error>,
    },
    /// The operating system refused to read a file or directory.
    #[error("{}: {}", .path.display(), refusal(.source))]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The error of the operating system.
        source: Arc<io::Error>,
    },
}

/// Returns the message of an error of the operating system, with the fix where one is known. It is the same for all crates and platforms.
fn refusal(source: &io::Error) -> String {
    match source.kind() {
        ErrorKind::NotFound => "not found; check the path".to_owned(),
        ErrorKind::PermissionDenied => "permission denied; let this user read it".to_owned(),
        _ => source.to_string(),
    }
}

impl Error {
    /// Makes an error of the operating system about `path`.
    #[must_use]
    pub fn io(path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::Io {
            path: path.into(),
            source: Arc::new(source),
        }
    }

    /// Makes the error about a file that cannot be replaced.
    #[cfg(feature = "update")]
    pub(crate) fn not_written(path: &Path, source: io::Error) -> Self {
        Self::Write {
            path: path.to_owned(),
            source: Arc::new(source),
        }
    }

    /// Makes the error about a file that another program changed or removed, of which no text is kept elsewhere.
    #[cfg(feature = "update")]
    pub(crate) fn conflict(path: &Path) -> Self {
        Self::Conflict {
            path: path.to_owned(),
            kept: None,
        }
    }

    /// Makes the error about `bytes` of the file at `path`, of which the byte at `offset` is the first that is not UTF-8.
    #[must_use]
    pub fn not_utf8(path: impl Into<PathBuf>, bytes: &[u8], offset: usize) -> Self {
        let path = path.into();
        let before = bytes.get(..offset).unwrap_or_default();
        let before = std::str::from_utf8(before).unwrap_or_default();
        let at = Location::new(before, before.len()..before.len());
        Self::NotUtf8 {
            at: Box::new(at.with_path(&path)),
            path,
            offset,
        }
    }

    /// Returns the location in a file; `None` for an error about a whole file or directory.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        match self {
            Self::NotUtf8 { at, .. } => Some(at),
            _ => None,
        }
    }

    /// Returns the path that the error is about. Every error has one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        Some(match self {
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
        })
    }

    /// Returns a stable identifier of the kind in kebab case: `not-found`, `permission-denied`, `io`, `dangling-link`, `link-loop`,
    /// `not-a-file`, `not-a-directory`, `wrong-spelling`, `not-utf8`, `file-too-large`, `header-too-large`, `too-deep`,
    /// `too-many-entries`, `outside-root`, `changed`, `locked`, `conflict`, `hard-linked`, `not-written` or `partly-written`.
    ///
    /// # Examples
    ///
    /// ```
    /// let error = interline_files::SourceFile::open("no/such/file", 1 << 20).unwrap_err();
    /// assert_eq!(error.code(), "not-found");
    /// ```
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.io_kind() {
            Some(ErrorKind::NotFound) => return "not-found",
            Some(ErrorKind::PermissionDenied) => return "permission-denied",
            _ => {}
        }
        match self {
            Self::DanglingLink { .. } => "dangling-link",
            Self::LinkLoop { .. } => "link-loop",
            Self::NotAFile { .. } => "not-a-file",
            Self::NotADirectory { .. } => "not-a-directory",
            Self::WrongSpelling { .. } => "wrong-spelling",
            Self::NotUtf8 { .. } => "not-utf8",
            Self::FileTooLarge { .. } => "file-too-large",
            Self::HeaderTooLarge { .. } => "header-too-large",
            Self::TooDeep { .. } => "too-deep",
            Self::TooManyEntries { .. } => "too-many-entries",
            Self::OutsideRoot { .. } => "outside-root",
            Self::Changed { .. } => "changed",
            Self::Io { .. } => "io",
            #[cfg(feature = "update")]
            Self::Locked { .. } => "locked",
            #[cfg(feature = "update")]
            Self::Conflict { .. } => "conflict",
            #[cfg(feature = "update")]
            Self::HardLinked { .. } => "hard-linked",
            #[cfg(feature = "update")]
            Self::Write { .. } => "not-written",
            #[cfg(feature = "update")]
            Self::PartlyWritten { .. } => "partly-written",
        }
    }

    /// Returns the kind of an error of the operating system; `None` for the others.
    #[must_use]
    pub fn io_kind(&self) -> Option<ErrorKind> {
        match self {
            Self::Io { source, .. } => Some(source.kind()),
            #[cfg(feature = "update")]
            Self::Write { source, .. } | Self::PartlyWritten { source, .. } => Some(source.kind()),
            _ => None,
        }
    }

    /// Returns the message with an excerpt of `source`, the text of the file; `None` for an error without a location.
    #[must_use]
    pub fn report<'a>(&self, source: &'a str) -> Option<Report<'a>> {
        self.location()
            .map(|at| Report::at(at, &self.to_string(), source))
    }
}

/// Returns the end of the message of a conflict.
#[cfg(feature = "update")]
fn in_kept(kept: Option<&Path>) -> String {
    kept.map_or_else(String::new, |kept| {
        format!("; another text of that program is in {}", kept.display())
    })
}

/// Gives an error about a missing permission another message, which has the fix.
#[cfg(feature = "update")]
pub(crate) fn explained(error: io::Error, message: impl FnOnce(&io::Error) -> String) -> io::Error {
    match error.kind() {
        kind @ ErrorKind::PermissionDenied => io::Error::new(kind, message(&error)),
        _ => error,
    }
}

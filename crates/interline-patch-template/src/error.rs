#[cfg(feature = "fs")]
use std::io;
use std::path::Path;
#[cfg(any(feature = "fs", feature = "frontmatter"))]
use std::path::PathBuf;

use interline_text::{Diagnostic, Position, Report, position};

/// What stops this crate.
///
/// Every error about a place in a text has [`line`](Self::line) and [`column`](Self::column), every one about a file
/// its [`path`](Self::path). Messages are one line and begin with both, as far as there are any.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A document that has to be sound is not.
    #[error("line {}, column {}: {}", .at.line, .at.column, .diagnostic.message)]
    Structure {
        /// What is told, with its span.
        diagnostic: Box<Diagnostic>,
        /// Where it begins.
        at: Position,
    },
    /// The frontmatter of a document cannot be read.
    #[cfg(feature = "frontmatter")]
    #[error("{}line {}, column {}: {error}", before_place(.path.as_deref()), .error.line(), .error.column())]
    Frontmatter {
        /// The document, where it is a file.
        path: Option<PathBuf>,
        /// What is wrong, with its place in the whole document.
        error: Box<interline_frontmatter::Error>,
    },
    /// Components stand in each other so deep that what is told of them, each with all that is in it, would be far longer than the
    /// document.
    #[cfg(feature = "frontmatter")]
    #[error("{}line {}, column {}: {}", before_place(.path.as_deref()), .at.line, .at.column, .diagnostic.message)]
    TooDeep {
        /// The document, where it is a file.
        path: Option<PathBuf>,
        /// What is told, with the span of the opener that is too deep.
        diagnostic: Box<Diagnostic>,
        /// Where that begins.
        at: Position,
    },
    /// A file cannot be read.
    #[cfg(feature = "fs")]
    #[error("cannot read `{}`: {error}{}", .path.display(), advice(.error))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// What should be a file is a folder, a pipe or something else.
    #[cfg(feature = "fs")]
    #[error("cannot read `{}`: it is not a regular file", .path.display())]
    NotAFile {
        /// What was to be read.
        path: PathBuf,
    },
    /// A file is not text in UTF-8.
    #[cfg(feature = "fs")]
    #[error("cannot read `{}`: line {}, column {}: it is not UTF-8; save it as UTF-8", .path.display(), .at.line, .at.column)]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The first byte that is wrong.
        offset: usize,
        /// Where that is.
        at: Position,
    },
    /// Another program changed a file each time it was about to be replaced, or removed it. It was not written.
    #[cfg(feature = "fs")]
    #[error("`{}` was changed or removed since it was read, and is left alone; read it again{}", .path.display(), beside(.kept.as_deref()))]
    Changed {
        /// The file.
        path: PathBuf,
        /// A file beside it with a text of the other program that could not be given its place back.
        kept: Option<PathBuf>,
    },
    /// Another program did not release its lock on a file in time. The file was not written.
    #[cfg(feature = "fs")]
    #[error("`{}` is locked by another program since {} ms; let that program finish, or wait longer", .path.display(), .waited.as_millis())]
    Locked {
        /// The file.
        path: PathBuf,
        /// How long this call waited.
        waited: std::time::Duration,
    },
    /// A file has more than one name, and the options leave such files alone.
    #[cfg(feature = "fs")]
    #[error(
        "`{}` has {links} hard links, and is left alone; allow `HardLinks::InPlace` to change the text under all names, or `HardLinks::Split` to \
         change it under this one",
        .path.display()
    )]
    HardLinked {
        /// The file.
        path: PathBuf,
        /// The number of its names.
        links: u64,
    },
    /// A file cannot be replaced. It is as it was.
    #[cfg(feature = "fs")]
    #[error("cannot write `{}`, which is left alone: {error}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file with several names was written in part, and its old text could not be restored.
    #[cfg(feature = "fs")]
    #[error("`{}` is partly written: {error}; the complete new text is in `{}`, copy it over the file", .path.display(), .kept.display())]
    PartlyWritten {
        /// The file.
        path: PathBuf,
        /// A file beside it with the complete new text.
        kept: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// The end of the message on a file that another program changed.
#[cfg(feature = "fs")]
fn beside(kept: Option<&Path>) -> String {
    kept.map_or_else(String::new, |kept| {
        format!("; another text of that program is in `{}`", kept.display())
    })
}

/// What to do about a file that cannot be read, where that can be said.
#[cfg(feature = "fs")]
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::PermissionDenied => {
            "; let this user read the file and search the folders that lead to it"
        }
        _ => "",
    }
}

#[cfg(feature = "frontmatter")]
fn before_place(path: Option<&Path>) -> String {
    path.map_or_else(String::new, |path| format!("`{}`: ", path.display()))
}

#[cfg(feature = "frontmatter")]
fn named<'a>(report: Report<'a>, path: Option<&Path>) -> Report<'a> {
    match path {
        Some(path) => report.name(path.display().to_string()),
        None => report,
    }
}

#[cfg(feature = "fs")]
impl Error {
    /// An error of `interline-files` about the file at `path`.
    pub(crate) fn of_file(path: &Path, error: interline_files::Error) -> Self {
        use interline_files::Error as Files;

        let path = path.to_owned();
        match error {
            Files::NotAFile { .. } => Self::NotAFile { path },
            Files::NotUtf8 { offset, at, .. } => Self::NotUtf8 {
                path,
                offset,
                at: at.position,
            },
            Files::Conflict { kept, .. } => Self::Changed { path, kept },
            Files::Locked { waited, .. } => Self::Locked { path, waited },
            Files::HardLinked { links, .. } => Self::HardLinked { path, links },
            Files::PartlyWritten { ref kept, .. } => Self::PartlyWritten {
                path,
                kept: kept.clone(),
                error: io_error(error),
            },
            Files::Write { .. } => Self::Write {
                path,
                error: io_error(error),
            },
            other => Self::Read {
                path,
                error: io_error(other),
            },
        }
    }
}

/// The error of the system, or the same without the path, which is added later.
#[cfg(feature = "fs")]
pub(crate) fn io_error(error: interline_files::Error) -> io::Error {
    use interline_files::Error as Files;

    match error {
        Files::Io { source, .. }
        | Files::Write { source, .. }
        | Files::PartlyWritten { source, .. } => std::sync::Arc::try_unwrap(source)
            .unwrap_or_else(|source| io::Error::new(source.kind(), source.to_string())),
        Files::DanglingLink { .. } => io::Error::new(
            io::ErrorKind::NotFound,
            "it is a symlink that leads to nothing; restore the file or remove the symlink",
        ),
        Files::LinkLoop { .. } => {
            io::Error::other("it is a symlink that leads in a circle; remove it")
        }
        other => io::Error::other(other),
    }
}

impl Error {
    pub(crate) fn structure(text: &str, diagnostic: Diagnostic) -> Self {
        let at = position(text, diagnostic.span.start);
        Self::Structure {
            diagnostic: Box::new(diagnostic),
            at,
        }
    }

    /// Where it is in the text; `None` for an error that is not about a place.
    fn position(&self) -> Option<Position> {
        match self {
            Self::Structure { at, .. } => Some(*at),
            #[cfg(feature = "frontmatter")]
            Self::TooDeep { at, .. } => Some(*at),
            #[cfg(feature = "frontmatter")]
            Self::Frontmatter { error, .. } => error.place().map(|place| place.position),
            #[cfg(feature = "fs")]
            Self::NotUtf8 { at, .. } => Some(*at),
            #[cfg(feature = "fs")]
            Self::Read { .. }
            | Self::NotAFile { .. }
            | Self::Changed { .. }
            | Self::Locked { .. }
            | Self::HardLinked { .. }
            | Self::PartlyWritten { .. }
            | Self::Write { .. } => None,
        }
    }

    /// Line of the place in the whole text, from 1; `None` for an error that is not about a place.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.position().map(|at| at.line)
    }

    /// Column of the place in characters, from 1; `None` for an error that is not about a place.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.position().map(|at| at.column)
    }

    /// The file that it is about; `None` for an error about a text that was given as such.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Structure { .. } => None,
            #[cfg(feature = "frontmatter")]
            Self::Frontmatter { path, .. } | Self::TooDeep { path, .. } => path.as_deref(),
            #[cfg(feature = "fs")]
            Self::Read { path, .. }
            | Self::NotAFile { path }
            | Self::NotUtf8 { path, .. }
            | Self::Changed { path, .. }
            | Self::Locked { path, .. }
            | Self::HardLinked { path, .. }
            | Self::PartlyWritten { path, .. }
            | Self::Write { path, .. } => Some(path),
        }
    }

    /// An excerpt of `source`, the text that the error is about, with carets; `None` for an error that is not about a
    /// place in a text.
    #[must_use]
    pub fn report<'a>(&'a self, source: &'a str) -> Option<Report<'a>> {
        match self {
            Self::Structure { diagnostic, .. } => Some(diagnostic.report(source)),
            #[cfg(feature = "frontmatter")]
            Self::TooDeep {
                path, diagnostic, ..
            } => Some(named(diagnostic.report(source), path.as_deref())),
            #[cfg(feature = "frontmatter")]
            Self::Frontmatter { path, error } => Some(named(error.report(source), path.as_deref())),
            #[cfg(feature = "fs")]
            Self::Read { .. }
            | Self::NotAFile { .. }
            | Self::NotUtf8 { .. }
            | Self::Changed { .. }
            | Self::Locked { .. }
            | Self::HardLinked { .. }
            | Self::PartlyWritten { .. }
            | Self::Write { .. } => None,
        }
    }
}

use std::borrow::Cow;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::partials::{Partials, Stamp};
use crate::{Error, file};

/// Partials from the files of a directory: `{{>git/ops}}` is `git/ops.mustache` in it.
///
/// Nothing outside of the directory is ever read: a name that is absolute, holds `.` or `..`, or leads through a link out of the
/// directory counts as missing, and so does what is no regular file. Only somebody who can change the directory while it is being
/// read gets around that. A file that may not be read is an error and not missing.
#[derive(Clone, Debug)]
pub struct DirPartials {
    root: PathBuf,
    extension: String,
}

impl DirPartials {
    /// The partials in `root`, with the extension `mustache`.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when there is no such directory.
    pub fn new(root: impl AsRef<Path>) -> Result<Self, Error> {
        let path = root.as_ref();
        let root = path.canonicalize().and_then(|root| {
            if root.is_dir() {
                Ok(root)
            } else {
                Err(io::ErrorKind::NotADirectory.into())
            }
        });
        match root {
            Ok(root) => Ok(Self {
                root,
                extension: "mustache".to_owned(),
            }),
            Err(source) => Err(Error::File {
                path: path.to_owned(),
                source,
            }),
        }
    }

    /// The same with another extension, without its dot; empty for none.
    #[must_use]
    pub fn extension(mut self, extension: impl Into<String>) -> Self {
        self.extension = extension.into();
        self
    }

    /// The file of a partial, when it lies inside.
    fn file(&self, name: &str) -> io::Result<Option<PathBuf>> {
        let is_inside = !name.contains(['\\', '\0'])
            && !name.split('/').any(|part| matches!(part, "" | "." | ".."))
            && Path::new(name)
                .components()
                .all(|part| matches!(part, Component::Normal(_)));
        if !is_inside {
            return Ok(None);
        }
        let file = match self.extension.as_str() {
            "" => self.root.join(name),
            extension => self.root.join(format!("{name}.{extension}")),
        };
        match file.canonicalize() {
            Ok(file) if file.starts_with(&self.root) && file.is_file() => Ok(Some(file)),
            Ok(_) => Ok(None),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Whether the error says that there is no such file, in one of the ways in which systems do.
fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidFilename
    )
}

impl Partials for DirPartials {
    fn source(&self, name: &str) -> io::Result<Option<Cow<'_, str>>> {
        match self.file(name)? {
            Some(file) => file::read(&file).map(|source| Some(Cow::Owned(source))),
            None => Ok(None),
        }
    }

    fn stamp(&self, name: &str) -> io::Result<Option<Stamp>> {
        match self.file(name)? {
            Some(file) => file::stamp(&file),
            None => Ok(None),
        }
    }
}

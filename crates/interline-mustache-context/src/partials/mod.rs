//! Sources of partials and parents.

mod dir;

pub use dir::DirPartials;

use std::borrow::{Borrow, Cow};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use interline_files::{Error as FileError, SourceFile};

/// A source of partials and parents: a map of names and sources, a closure, a [`DirPartials`](crate::DirPartials).
pub trait Partials: Send + Sync {
    /// Returns the source of the partial; `None` when it does not exist.
    ///
    /// Within one render it is called once for each name.
    ///
    /// # Errors
    ///
    /// When a partial exists and cannot be read. The render fails.
    fn source(&self, name: &str) -> io::Result<Option<Cow<'_, str>>>;

    /// Returns the state of a source without reading it, so that a compiled partial can be taken from the cache; `None`, the
    /// default, when the source has to be read to know.
    ///
    /// A cache may be shared with others who take partials from the same files. Where the source is not what the file holds but made of
    /// it, give the stamp a path that is not that of the file.
    ///
    /// # Errors
    ///
    /// As [`source`](Self::source).
    fn stamp(&self, _name: &str) -> io::Result<Option<Stamp>> {
        Ok(None)
    }
}

/// Path, length and time of change of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// The file.
    pub path: PathBuf,
    /// Its length in bytes.
    pub length: u64,
    /// When it was changed.
    pub modified: SystemTime,
}

impl Stamp {
    /// Returns the stamp of an open file; `None` where the platform keeps no times.
    #[doc(hidden)]
    #[must_use]
    pub fn of(file: &SourceFile) -> Option<Self> {
        Some(Self {
            path: file.canonical().to_owned(),
            length: file.size(),
            modified: file.modified()?,
        })
    }
}

/// The bytes of the largest file that is read.
pub(crate) const MAX_BYTES: u64 = 64 << 20;

/// Returns the error without the path, which the caller of [`Partials`] does not know.
fn read_error(error: FileError) -> io::Error {
    match error {
        FileError::Io { source, .. } => io::Error::new(source.kind(), source),
        FileError::FileTooLarge { .. } => io::Error::other("larger than 64 MiB"),
        FileError::NotUtf8 { at, .. } => io::Error::new(
            io::ErrorKind::InvalidData,
            format!("invalid UTF-8 at {at}; save the file as UTF-8"),
        ),
        FileError::LinkLoop { .. } => io::Error::other("a symlink leads in a circle: remove it"),
        _ => io::Error::other("changed while it was read"),
    }
}

impl<K, V, S> Partials for HashMap<K, V, S>
where
    K: Borrow<str> + Eq + Hash + Send + Sync,
    V: AsRef<str> + Send + Sync,
    S: BuildHasher + Send + Sync,
{
    fn source(&self, name: &str) -> io::Result<Option<Cow<'_, str>>> {
        Ok(self.get(name).map(|source| source.as_ref().into()))
    }
}

impl<K, V> Partials for BTreeMap<K, V>
where
    K: Borrow<str> + Ord + Send + Sync,
    V: AsRef<str> + Send + Sync,
{
    fn source(&self, name: &str) -> io::Result<Option<Cow<'_, str>>> {
        Ok(self.get(name).map(|source| source.as_ref().into()))
    }
}

impl<F> Partials for F
where
    F: Fn(&str) -> Option<String> + Send + Sync,
{
    fn source(&self, name: &str) -> io::Result<Option<Cow<'_, str>>> {
        Ok(self(name).map(Cow::Owned))
    }
}

use std::fs::{self, File, Metadata, OpenOptions};
#[cfg(feature = "update")]
use std::io::Seek;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::entry_kind::EntryKind;
use crate::error::Error;

/// The size in bytes of the first read of a header: one block of most file systems, and more than most headers.
const FIRST_READ: usize = 4096;

/// How often a path is resolved again because its target was replaced by a symlink after the resolution. Without a bound, a program that
/// does so all the time would keep the call from returning.
const MAX_RESOLVED: usize = 16;

/// An open regular file that is not larger than a limit.
#[derive(Debug)]
pub struct SourceFile {
    path: PathBuf,
    /// `None` where it equals the path.
    canonical: Option<PathBuf>,
    len: u64,
    modified: Option<SystemTime>,
    created: Option<SystemTime>,
    limit: u64,
    file: File,
}

impl SourceFile {
    /// Opens the file at `path`, symlinks followed.
    ///
    /// Only a regular file is opened. A pipe, which could block, is an error.
    ///
    /// # Errors
    ///
    /// [`Error::DanglingLink`], [`Error::LinkLoop`], [`Error::NotAFile`], [`Error::FileTooLarge`] when it has more than
    /// `max_bytes`, [`Error::Io`], also for a file that does not exist.
    pub fn open(path: impl Into<PathBuf>, max_bytes: u64) -> Result<Self, Error> {
        let path = path.into();
        let mut attempts = 0;
        loop {
            // Resolved first and opened without following symlinks, so that the path that was checked is the file that is read.
            let canonical = canonicalize(&path)?;
            match open_no_follow(&canonical) {
                Ok((file, metadata)) => {
                    return Self::new(path, Some(canonical), file, &metadata, max_bytes);
                }
                // A symlink took the place of the file after the symlinks of the path had been followed.
                Err(source) if is_link_loop(&source) && attempts < MAX_RESOLVED => attempts += 1,
                Err(source) => return Err(not_opened(&path, &canonical, source)),
            }
        }
    }

    /// Reads the text of the file at `path`, symlinks followed, into `buffer`.
    ///
    /// It is [`open`](Self::open) and [`read_text`](Self::read_text) for many files: the path is not resolved unless it is a symlink,
    /// and the buffer may be used for other files afterwards. Of a file that grows meanwhile, the size at the opening is read.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_files::SourceFile;
    ///
    /// let directory = tempfile::tempdir()?;
    /// let mut buffer = String::new();
    /// for text in ["a", "another", ""] {
    ///     let path = directory.path().join("a.txt");
    ///     std::fs::write(&path, text)?;
    ///     SourceFile::read_into(&path, 1 << 20, &mut buffer)?;
    ///     assert_eq!(buffer, text);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`open`](Self::open) and [`read_text`](Self::read_text). The buffer is empty then.
    pub fn read_into(path: &Path, max_bytes: u64, buffer: &mut String) -> Result<(), Error> {
        let mut bytes = std::mem::take(buffer).into_bytes();
        // The path may be a symlink, a directory or missing; `open` tells them apart and reports the right error.
        let mut file = match open_no_follow(path) {
            Ok((file, metadata)) => Self::new(path.to_owned(), None, file, &metadata, max_bytes)?,
            Err(_) => Self::open(path, max_bytes)?,
        };
        file.read_all_into(&mut bytes)?;
        *buffer = text_of(path, bytes)?;
        Ok(())
    }

    /// Opens `canonical`, which is not a symlink, under the name `path`.
    pub(crate) fn open_canonical(
        path: PathBuf,
        canonical: Option<PathBuf>,
        max_bytes: u64,
    ) -> Result<Self, Error> {
        let opened = canonical.as_ref().unwrap_or(&path);
        let (file, metadata) =
            open_no_follow(opened).map_err(|source| not_opened(&path, opened, source))?;
        Self::new(path, canonical, file, &metadata, max_bytes)
    }

    pub(crate) fn new(
        path: PathBuf,
        canonical: Option<PathBuf>,
        file: File,
        metadata: &Metadata,
        max_bytes: u64,
    ) -> Result<Self, Error> {
        if !metadata.is_file() {
            let found = EntryKind::of(metadata.file_type());
            return Err(Error::NotAFile { path, found });
        }
        if metadata.len() > max_bytes {
            let limit = max_bytes;
            return Err(Error::FileTooLarge { path, limit });
        }
        Ok(Self {
            path,
            canonical,
            len: metadata.len(),
            modified: metadata.modified().ok(),
            created: metadata.created().ok(),
            limit: max_bytes,
            file,
        })
    }

    /// Returns the path under which the file was opened.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path without symlinks, which identifies the file.
    #[must_use]
    pub fn canonical(&self) -> &Path {
        self.canonical.as_ref().unwrap_or(&self.path)
    }

    /// Returns the size in bytes at the time of the opening.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.len
    }

    /// Returns the time of the last change before the opening; `None` where the platform keeps none.
    #[must_use]
    pub fn modified(&self) -> Option<SystemTime> {
        self.modified
    }

    /// Returns the time at which the file was created; `None` where the platform or the file system keeps none.
    #[must_use]
    pub fn created(&self) -> Option<SystemTime> {
        self.created
    }

    /// Reads the start of the file into `buffer`, until `is_enough` returns `true`.
    ///
    /// The first call of `is_enough` gets up to 4 KiB, each further one up to twice as much, so that the time is linear in the bytes that
    /// are read. A character that is cut at the end is left out. `is_enough` is not called when the file has been read to its end. The
    /// buffer may be used for other files afterwards.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_files::{Prefix, SourceFile};
    ///
    /// let directory = tempfile::tempdir()?;
    /// let path = directory.path().join("a.txt");
    /// std::fs::write(&path, format!("first\nsecond\n{}", "x".repeat(100_000)))?;
    ///
    /// let mut buffer = String::new();
    /// let prefix = SourceFile::open(path, 1 << 20)?.read_prefix(&mut buffer, 10_000, |text| text.contains('\n'))?;
    /// assert!(prefix.text.starts_with("first\nsecond\n") && prefix.text.len() == 4096);
    /// assert!(!prefix.is_whole);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::HeaderTooLarge`] when `max_bytes` are not enough, [`Error::NotUtf8`] when the bytes that were read are not UTF-8, and
    /// [`Error::Io`].
    pub fn read_prefix<'b>(
        mut self,
        buffer: &'b mut String,
        max_bytes: usize,
        mut is_enough: impl FnMut(&str) -> bool,
    ) -> Result<Prefix<'b>, Error> {
        // The buffer is bytes while they are read and a string while `is_enough` sees it, so that nothing is copied.
        let mut bytes = std::mem::take(buffer).into_bytes();
        bytes.clear();
        let mut wanted = FIRST_READ.min(max_bytes);
        loop {
            let filled = bytes.len();
            bytes.resize(wanted, 0);
            let free = bytes.get_mut(filled..).unwrap_or_default();
            let (read, is_whole) = fill(&mut self.file, free, self.len, filled as u64)
                .map_err(|source| Error::io(&self.path, source))?;
            bytes.truncate(filled + read);
            let (text, cut) = utf8_prefix(bytes, is_whole)
                .map_err(|(bytes, offset)| Error::not_utf8(&self.path, &bytes, offset))?;
            if is_whole || is_enough(&text) {
                *buffer = text;
                return Ok(Prefix {
                    text: buffer,
                    is_whole,
                });
            }
            if wanted == max_bytes {
                return Err(Error::HeaderTooLarge {
                    path: self.path,
                    limit: max_bytes,
                });
            }
            bytes = text.into_bytes();
            bytes.extend(cut);
            wanted = wanted.saturating_mul(2).min(max_bytes);
        }
    }

    /// Reads the whole file.
    ///
    /// # Errors
    ///
    /// [`Error::FileTooLarge`] when the file has grown over the limit since the opening, [`Error::NotUtf8`], [`Error::Io`].
    pub fn read_text(mut self) -> Result<String, Error> {
        let bytes = self.read_all()?;
        text_of(&self.path, bytes)
    }

    /// Reads the bytes of the whole file.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_files::SourceFile;
    ///
    /// let directory = tempfile::tempdir()?;
    /// let path = directory.path().join("a.bin");
    /// std::fs::write(&path, b"\xff")?;
    /// assert_eq!(SourceFile::open(&path, 9)?.read_bytes()?, b"\xff");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::FileTooLarge`] when the file has grown over the limit since the opening, [`Error::Io`].
    pub fn read_bytes(mut self) -> Result<Vec<u8>, Error> {
        self.read_all()
    }

    /// Reads the bytes of the whole file in the state of the opening.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_files::SourceFile;
    ///
    /// let directory = tempfile::tempdir()?;
    /// let path = directory.path().join("a.bin");
    /// std::fs::write(&path, b"\xff")?;
    /// assert_eq!(SourceFile::open(&path, 9)?.read_unchanged()?, b"\xff");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Changed`] when its length or time of change differ from those of the opening: the bytes could be part old and part
    /// new. Open the file again. [`Error::FileTooLarge`] and [`Error::Io`] as for
    /// [`read_text`](Self::read_text).
    pub fn read_unchanged(mut self) -> Result<Vec<u8>, Error> {
        let bytes = self.read_all()?;
        let now = self.file.metadata();
        let now = now.map_err(|source| Error::io(&self.path, source))?;
        let is_same = bytes.len() as u64 == self.len
            && now.len() == self.len
            && now.modified().ok() == self.modified;
        if is_same {
            Ok(bytes)
        } else {
            Err(Error::Changed { path: self.path })
        }
    }

    /// Reads the whole file from its start, in its present state.
    #[cfg(feature = "update")]
    pub(crate) fn read_again(&mut self) -> Result<Vec<u8>, Error> {
        let rewound = self.file.rewind();
        rewound.map_err(|source| Error::io(&self.path, source))?;
        self.read_all()
    }

    /// Returns the open file.
    #[cfg(feature = "update")]
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Reads the file up to the size that it had when it was opened, in the place of what `bytes` has.
    fn read_all_into(&mut self, bytes: &mut Vec<u8>) -> Result<(), Error> {
        let len = usize::try_from(self.len).unwrap_or(usize::MAX);
        bytes.clear();
        // The files of `/proc` have the size 0.
        if len == 0 || bytes.try_reserve_exact(len).is_err() {
            *bytes = self.read_all()?;
            return Ok(());
        }
        bytes.resize(len, 0);
        let (read, _) = fill(&mut self.file, bytes, self.len, 0)
            .map_err(|source| Error::io(&self.path, source))?;
        bytes.truncate(read);
        Ok(())
    }

    fn read_all(&mut self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let expected = usize::try_from(self.len).unwrap_or_default();
        // With one byte more than the size, the end of the file is seen without growing the buffer.
        let room = expected.saturating_add(1);
        // The size comes from the file system and may be wrong; without memory for it, an error is returned and nothing aborts.
        let reserved = bytes.try_reserve_exact(room);
        let read = reserved.map_err(io::Error::from).and_then(|()| {
            let mut limited = (&self.file).take(self.limit.saturating_add(1));
            limited.read_to_end(&mut bytes)
        });
        read.map_err(|source| Error::io(&self.path, source))?;
        if bytes.len() as u64 > self.limit {
            return Err(Error::FileTooLarge {
                path: self.path.clone(),
                limit: self.limit,
            });
        }
        Ok(bytes)
    }
}

/// The start of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Prefix<'b> {
    /// The text that was read.
    pub text: &'b str,
    /// Whether it is the whole file.
    pub is_whole: bool,
}

/// Converts the bytes of the file at `path` to text.
pub(crate) fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        Error::not_utf8(path, error.as_bytes(), offset)
    })
}

/// Fills `free` from the file. Returns the number of bytes, and whether the file ends after them.
///
/// A file that was read up to its size has ended, so that no second call of the system is needed.
fn fill(file: &mut File, free: &mut [u8], len: u64, before: u64) -> io::Result<(usize, bool)> {
    let mut read = 0;
    while let Some(rest) = free.get_mut(read..).filter(|rest| !rest.is_empty()) {
        match file.read(rest) {
            Ok(0) => return Ok((read, true)),
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        // The files of `/proc` have the size 0.
        if len > 0 && before + read as u64 >= len {
            return Ok((read, true));
        }
    }
    Ok((read, false))
}

/// Converts `bytes` to text, and separates the start of a character that is cut at their end, unless the file ends there. The error has
/// `bytes` and the offset of the first invalid one.
fn utf8_prefix(bytes: Vec<u8>, at_end: bool) -> Result<(String, Vec<u8>), (Vec<u8>, usize)> {
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Ok((text, Vec::new())),
        Err(error) => error,
    };
    let valid = error.utf8_error().valid_up_to();
    if at_end || error.utf8_error().error_len().is_some() {
        return Err((error.into_bytes(), valid));
    }
    let mut bytes = error.into_bytes();
    let cut = bytes.split_off(valid);
    match String::from_utf8(bytes) {
        Ok(text) => Ok((text, cut)),
        Err(error) => Err((error.into_bytes(), valid)),
    }
}

/// Opens for reading what is not a symlink, without waiting for the other end of a pipe.
#[cfg(unix)]
pub(crate) fn open_no_follow(path: &Path) -> io::Result<(File, Metadata)> {
    use std::os::unix::fs::OpenOptionsExt;

    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY)
        .open(path)?;
    let metadata = file.metadata()?;
    Ok((file, metadata))
}

/// Opens for reading what is not a symlink.
#[cfg(not(unix))]
pub(crate) fn open_no_follow(path: &Path) -> io::Result<(File, Metadata)> {
    let metadata = fs::symlink_metadata(path)?;
    if metadata.is_symlink() {
        return Err(io::Error::other("it is a symlink"));
    }
    let file = OpenOptions::new().read(true).open(path)?;
    let metadata = file.metadata()?;
    Ok((file, metadata))
}

/// Makes the error about `canonical`, which could not be opened. The system refuses sockets and, on some platforms, directories.
pub(crate) fn not_opened(path: &Path, canonical: &Path, source: io::Error) -> Error {
    let path = path.to_owned();
    match fs::symlink_metadata(canonical) {
        Ok(metadata) if !metadata.is_file() && !metadata.is_symlink() => {
            let found = EntryKind::of(metadata.file_type());
            Error::NotAFile { path, found }
        }
        _ => Error::io(path, source),
    }
}

/// Resolves the symlinks of a path.
pub(crate) fn canonicalize(path: &Path) -> Result<PathBuf, Error> {
    fs::canonicalize(path).map_err(|source| {
        let path = path.to_owned();
        if is_link_loop(&source) {
            return Error::LinkLoop { path };
        }
        let is_link = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink());
        if source.kind() == io::ErrorKind::NotFound && is_link {
            return Error::DanglingLink { path };
        }
        Error::io(path, source)
    })
}

/// Returns whether the system found a symlink loop. `ErrorKind` has no stable name for it.
#[cfg(unix)]
fn is_link_loop(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::ELOOP)
}

/// Returns whether the system found a symlink loop (`ERROR_CANT_RESOLVE_FILENAME`).
#[cfg(not(unix))]
fn is_link_loop(error: &io::Error) -> bool {
    cfg!(windows) && error.raw_os_error() == Some(1921)
}

use std::borrow::Cow;
use std::io;
use std::path::{Component, Path, PathBuf};

use interline_files::{Error as FileError, SourceFile};

use super::{Partials, Stamp, read_error};
use crate::Error;

/// Partials from the files of a directory: `{{>git/ops}}` is `git/ops.mustache` in it, or has another of the
/// [extensions](Self::extensions) that are set.
///
/// Nothing outside of the directory is ever read: a name that is absolute, holds `.` or `..`, or leads through a symlink out of the
/// directory is missing, and so is a name of something else than a regular file. Only a program that changes the directory during the
/// render gets around that. A file that may not be read is an error and not missing.
#[derive(Clone, Debug)]
pub struct DirPartials {
    root: PathBuf,
    extensions: Vec<String>,
}

impl DirPartials {
    /// Returns the partials in `root`, with the extension `mustache`.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when `root` is not a directory.
    pub fn new(root: impl AsRef<Path>) -> Result<Self, Error> {
        let path = root.as_ref();
        let failed = |source: io::Error| {
            Error::File(FileError::Io {
                path: path.to_owned(),
                source: source.into(),
            })
        };
        let root = path.canonicalize().map_err(failed)?;
        if !root.is_dir() {
            return Err(failed(io::ErrorKind::NotADirectory.into()));
        }
        Ok(Self {
            root,
            extensions: vec!["mustache".to_owned()],
        })
    }

    /// Sets another extension, without its dot; empty for none.
    #[must_use]
    pub fn extension(self, extension: impl Into<String>) -> Self {
        self.extensions([extension])
    }

    /// Sets several extensions, each with or without its first dot; an empty one means no extension. Of two files the one whose
    /// extension is given first is the partial.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_mustache_context::{DirPartials, Environment, Template};
    /// use serde_json::json;
    ///
    /// let root = tempfile::tempdir()?;
    /// std::fs::write(root.path().join("rules.md.mustache"), "Ask {{user}}.")?;
    /// std::fs::write(root.path().join("sign.hbs"), "-- {{agent}}")?;
    ///
    /// let partials = DirPartials::new(root.path())?.extensions([".mustache", ".md.mustache", ".hbs", ".handlebars"]);
    /// let environment = Environment::new().partials(partials);
    /// let template = Template::parse("{{>rules}} {{>sign}}")?;
    /// let data = json!({"user": "Ada", "agent": "Notary"});
    /// assert_eq!(template.render_with(&data, &environment)?, "Ask Ada. -- Notary");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn extensions<E: Into<String>>(mut self, extensions: impl IntoIterator<Item = E>) -> Self {
        self.extensions = extensions.into_iter().map(without_dot).collect();
        self
    }

    /// Opens the file of a partial, when it is inside the directory.
    fn open(&self, name: &str) -> io::Result<Option<SourceFile>> {
        let is_inside = !name.contains(['\\', '\0'])
            && !name.split('/').any(|part| matches!(part, "" | "." | ".."))
            && Path::new(name)
                .components()
                .all(|part| matches!(part, Component::Normal(_)));
        if !is_inside {
            return Ok(None);
        }
        for extension in &self.extensions {
            let path = match extension.as_str() {
                "" => self.root.join(name),
                extension => self.root.join(format!("{name}.{extension}")),
            };
            match SourceFile::open(&path, super::MAX_BYTES) {
                Ok(file) if file.canonical().starts_with(&self.root) => return Ok(Some(file)),
                Ok(_) => {}
                Err(error) if self.is_absent(&path, &error) => {}
                Err(error) => return Err(read_error(error)),
            }
        }
        Ok(None)
    }

    /// Returns whether a file that could not be opened counts as missing: no regular file has this path, or it is outside the directory.
    fn is_absent(&self, path: &Path, error: &FileError) -> bool {
        let is_no_file = match error {
            FileError::DanglingLink { .. } | FileError::NotAFile { .. } => true,
            FileError::Io { source, .. } => {
                let kind = source.kind();
                kind == io::ErrorKind::NotFound || kind == io::ErrorKind::NotADirectory
            }
            _ => false,
        };
        // File systems refuse longer names in ways that differ by system and release of Rust.
        is_no_file
            || path.as_os_str().len() > MAX_PATH
            || path.iter().any(|part| part.len() > MAX_NAME)
            || path
                .canonicalize()
                .is_ok_and(|path| !path.starts_with(&self.root))
    }
}

/// The bytes of a path and of a name in it above which an error of the operating system means that no such file exists.
const MAX_PATH: usize = 4095;
const MAX_NAME: usize = 255;

/// Returns an extension without the dot before it.
fn without_dot(extension: impl Into<String>) -> String {
    let extension = extension.into();
    match extension.strip_prefix('.') {
        Some(rest) => rest.to_owned(),
        None => extension,
    }
}

impl Partials for DirPartials {
    fn source(&self, name: &str) -> io::Result<Option<Cow<'_, str>>> {
        match self.open(name)? {
            Some(file) => {
                let text = file.read_text().map_err(read_error)?;
                Ok(Some(Cow::Owned(text)))
            }
            None => Ok(None),
        }
    }

    fn stamp(&self, name: &str) -> io::Result<Option<Stamp>> {
        Ok(self.open(name)?.and_then(|file| Stamp::of(&file)))
    }
}

use std::borrow::Cow;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::partials::{Partials, Stamp};
use crate::{Error, file};

/// Partials from the files of a directory: `{{>git/ops}}` is `git/ops.mustache` in it, or has another of the
/// [extensions](Self::extensions) that are set.
///
/// Nothing outside of the directory is ever read: a name that is absolute, holds `.` or `..`, or leads through a link out of the
/// directory counts as missing, and so does what is no regular file. Only somebody who can change the directory while it is being
/// read gets around that. A file that may not be read is an error and not missing.
#[derive(Clone, Debug)]
pub struct DirPartials {
    root: PathBuf,
    extensions: Vec<String>,
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
                extensions: vec!["mustache".to_owned()],
            }),
            Err(source) => Err(Error::File {
                path: path.to_owned(),
                source,
            }),
        }
    }

    /// The same with another extension, without its dot; empty for none.
    #[must_use]
    pub fn extension(self, extension: impl Into<String>) -> Self {
        self.extensions([extension])
    }

    /// The same with several extensions, each with or without its first dot; an empty one means no extension. Of two files
    /// the one whose extension is given first is the partial.
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
        for extension in &self.extensions {
            let file = match extension.as_str() {
                "" => self.root.join(name),
                extension => self.root.join(format!("{name}.{extension}")),
            };
            match file.canonicalize() {
                Ok(file) if file.starts_with(&self.root) && file.is_file() => {
                    return Ok(Some(file));
                }
                Ok(_) => {}
                Err(error) if is_absent(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}

/// An extension without the dot before it.
pub(crate) fn without_dot(extension: impl Into<String>) -> String {
    let extension = extension.into();
    match extension.strip_prefix('.') {
        Some(rest) => rest.to_owned(),
        None => extension,
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

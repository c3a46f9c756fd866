#[cfg(feature = "frontmatter")]
use std::fmt;
use std::path::Path;
#[cfg(feature = "frontmatter")]
use std::path::PathBuf;

use interline_text::{Diagnostic, Location, Report};

/// An error of this crate.
///
/// The message is one line and begins with the location, `path:line:column`, as far as it is known.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A document that must not have any problem has one.
    #[error("{location}: {}", .diagnostic.message)]
    Structure {
        /// The first problem.
        diagnostic: Box<Diagnostic>,
        /// Its location.
        location: Box<Location>,
    },
    /// The frontmatter of a document cannot be read.
    #[cfg(feature = "frontmatter")]
    #[error("{}{error}", Before(.path.as_deref().filter(|_| .error.location().is_none())))]
    Frontmatter {
        /// The reason, with its location in the document.
        error: Box<interline_frontmatter::Error>,
        /// The document, if it was read from a file.
        path: Option<PathBuf>,
    },
    /// A component is inside so many others that the list of their contents would be far longer than the document.
    #[cfg(feature = "frontmatter")]
    #[error("{location}: {}", .diagnostic.message)]
    TooDeep {
        /// The problem.
        diagnostic: Box<Diagnostic>,
        /// The opener of the component.
        location: Box<Location>,
    },
    /// A file cannot be read or replaced. The error says why, and whether the file is unchanged.
    #[cfg(feature = "fs")]
    #[error(transparent)]
    File(Box<interline_files::Error>),
}

/// The path as the start of a message without a location.
#[cfg(feature = "frontmatter")]
struct Before<'a>(Option<&'a Path>);

#[cfg(feature = "frontmatter")]
impl fmt::Display for Before<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(path) => write!(f, "{}: ", path.display()),
            None => Ok(()),
        }
    }
}

#[cfg(feature = "fs")]
impl From<interline_files::Error> for Error {
    fn from(error: interline_files::Error) -> Self {
        Self::File(Box::new(error))
    }
}

impl Error {
    /// Returns a stable identifier of the kind in kebab case: that of the [diagnostic](crate::diagnostics), of the
    /// [frontmatter](interline_frontmatter::Error::code) or of the [file](interline_files::Error::code).
    #[must_use]
    pub fn code(&self) -> &str {
        match self {
            Self::Structure { diagnostic, .. } => &diagnostic.code,
            #[cfg(feature = "frontmatter")]
            Self::Frontmatter { error, .. } => error.code(),
            #[cfg(feature = "frontmatter")]
            Self::TooDeep { diagnostic, .. } => &diagnostic.code,
            #[cfg(feature = "fs")]
            Self::File(error) => error.code(),
        }
    }

    pub(crate) fn structure(text: &str, diagnostic: Diagnostic) -> Self {
        Self::Structure {
            location: Box::new(Location::new(text, diagnostic.span.clone())),
            diagnostic: Box::new(diagnostic),
        }
    }

    #[cfg(feature = "frontmatter")]
    pub(crate) fn frontmatter(error: interline_frontmatter::Error) -> Self {
        Self::Frontmatter {
            error: Box::new(error),
            path: None,
        }
    }

    /// Sets the file that the document was read from.
    #[cfg(all(feature = "frontmatter", feature = "fs"))]
    pub(crate) fn with_path(mut self, file: &Path) -> Self {
        match &mut self {
            Self::Structure { location, .. } | Self::TooDeep { location, .. } => {
                location.path = Some(file.to_owned());
            }
            Self::Frontmatter { error, path } => {
                if let Some(location) = error.location_mut() {
                    location.path = Some(file.to_owned());
                }
                *path = Some(file.to_owned());
            }
            Self::File(_) => {}
        }
        self
    }

    /// Returns the location in the document, if the error is about one.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_patch_template::Document;
    ///
    /// let error = Document::parse_strict("\n<!-- agent:status -->\n").unwrap_err();
    /// let location = error.location().unwrap();
    /// assert_eq!((location.position.line, location.position.column), (2, 1));
    /// assert!(error.to_string().starts_with("2:1: `agent:status`"));
    /// ```
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        match self {
            Self::Structure { location, .. } => Some(location),
            #[cfg(feature = "frontmatter")]
            Self::TooDeep { location, .. } => Some(location),
            #[cfg(feature = "frontmatter")]
            Self::Frontmatter { error, .. } => error.location(),
            #[cfg(feature = "fs")]
            Self::File(error) => error.location(),
        }
    }

    /// Returns the file that the error is about; `None` if the document was not read from a file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            #[cfg(feature = "frontmatter")]
            Self::Frontmatter { path, .. } => path.as_deref(),
            #[cfg(feature = "fs")]
            Self::File(error) => error.path(),
            _ => self.location()?.path.as_deref(),
        }
    }

    /// Returns an excerpt of `source`, the text of the document, with carets under the location; `None` without a location.
    #[must_use]
    pub fn report<'a>(&'a self, source: &'a str) -> Option<Report<'a>> {
        let report = match self {
            Self::Structure { diagnostic, .. } => diagnostic.report(source),
            #[cfg(feature = "frontmatter")]
            Self::TooDeep { diagnostic, .. } => diagnostic.report(source),
            #[cfg(feature = "frontmatter")]
            Self::Frontmatter { error, .. } => return error.report(source),
            #[cfg(feature = "fs")]
            Self::File(_) => return None,
        };
        Some(match self.path() {
            Some(path) => report.name(path.display().to_string()),
            None => report,
        })
    }
}

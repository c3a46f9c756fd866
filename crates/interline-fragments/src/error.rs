use std::path::{Path, PathBuf};

use interline_text::{Location, Report};

use crate::argument::shown;

/// An error about a fragment that could not be read, found or expanded.
///
/// The message about a file begins with its path, and the message about a header with path, line and column: `notes/FRAGMENT.md:2:7: …`.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file does not begin with valid frontmatter.
    #[error("{at}: invalid frontmatter: {message}")]
    InvalidFrontmatter {
        /// The fault and the fix.
        message: String,
        /// The location.
        at: Box<Location>,
    },
    /// A required field is missing or has no value, or the name is empty.
    #[error("{at}: missing field `{field}`: {}", expected(.field, .hint.as_deref()))]
    MissingField {
        /// The field.
        field: &'static str,
        /// The suggested fix: the key that was probably meant, or the value to write in quotes.
        hint: Option<String>,
        /// The key that was probably meant, the value, or the opening fence.
        at: Box<Location>,
    },
    /// The name is invalid.
    #[error("{at}: invalid `name`: {message}")]
    InvalidName {
        /// The fault and the fix.
        message: String,
        /// The value.
        at: Box<Location>,
    },
    /// The description is empty, too long or not a string.
    #[error("{at}: invalid `description`: {message}")]
    InvalidDescription {
        /// The fault and the fix.
        message: String,
        /// The value.
        at: Box<Location>,
    },
    /// An argument is invalid, or two arguments have one name.
    #[error("{at}: invalid `arguments`: {message}")]
    InvalidArgument {
        /// The fault and the fix.
        message: String,
        /// The argument, or the list that contains it.
        at: Box<Location>,
    },
    /// Two fragments of one precedence have one name.
    #[error("{}: another fragment of this precedence is called `{name}`; rename it or {}", .path.display(), .first.display())]
    DuplicateName {
        /// The name.
        name: String,
        /// The second file.
        path: PathBuf,
        /// The first file. It shadows the second.
        first: PathBuf,
    },
    /// Required arguments have no value.
    #[error("{}", missing(.fragment.as_deref(), .arguments))]
    MissingArgument {
        /// The name of the fragment, when it is known.
        fragment: Option<String>,
        /// All of them, in the order of their declaration.
        arguments: Vec<String>,
    },
    /// No fragment has this name.
    #[error("{}", unknown(.name, .nearest.as_deref(), .near))]
    UnknownFragment {
        /// The unknown name.
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
        /// At most ten names of fragments: the neighbours of the name in their order.
        near: Vec<String>,
    },
    /// A file or a directory could not be read.
    #[error(transparent)]
    File(#[from] interline_files::Error),
}

fn missing(fragment: Option<&str>, arguments: &[String]) -> String {
    let fragment = fragment.map_or_else(String::new, |name| format!("fragment `{name}`: "));
    let plural = if arguments.len() == 1 { "" } else { "s" };
    let arguments: Vec<String> = arguments.iter().map(|name| format!("`{name}`")).collect();
    let arguments = arguments.join(", ");
    format!("{fragment}no value for the required argument{plural} {arguments}")
}

fn expected(field: &str, hint: Option<&str>) -> String {
    hint.map_or_else(
        || format!("expected `{field}: …` in the header"),
        str::to_owned,
    )
}

fn unknown(name: &str, nearest: Option<&str>, near: &[String]) -> String {
    let name = shown(name);
    if let Some(nearest) = nearest {
        return format!("unknown fragment `{name}`: did you mean `{nearest}`");
    }
    if near.is_empty() {
        return format!("unknown fragment `{name}`: no fragment is loaded");
    }
    let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    let near = near.join(", ");
    format!("unknown fragment `{name}`: expected a known name, such as {near}")
}

impl Error {
    /// Returns a stable identifier of the kind in kebab case: `invalid-frontmatter`, `missing-field`, `invalid-name`, `invalid-description`,
    /// `invalid-argument`, `duplicate-name`, `missing-argument`, `unknown-name`, or that of the [file](interline_files::Error::code).
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidFrontmatter { .. } => "invalid-frontmatter",
            Self::MissingField { .. } => "missing-field",
            Self::InvalidName { .. } => "invalid-name",
            Self::InvalidDescription { .. } => "invalid-description",
            Self::InvalidArgument { .. } => "invalid-argument",
            Self::DuplicateName { .. } => "duplicate-name",
            Self::MissingArgument { .. } => "missing-argument",
            Self::UnknownFragment { .. } => "unknown-name",
            Self::File(error) => error.code(),
        }
    }

    /// Returns the location in a header; `None` for an error about a whole file, a name or values.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        match self {
            Self::InvalidFrontmatter { at, .. }
            | Self::MissingField { at, .. }
            | Self::InvalidName { at, .. }
            | Self::InvalidDescription { at, .. }
            | Self::InvalidArgument { at, .. } => Some(at),
            Self::File(error) => error.location(),
            _ => None,
        }
    }

    /// Returns the file or directory that the error is about.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::DuplicateName { path, .. } => Some(path),
            Self::File(error) => error.path(),
            _ => self.location()?.path.as_deref(),
        }
    }

    /// Returns the field of the header that the error is about.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        match self {
            Self::MissingField { field, .. } => Some(field),
            Self::InvalidName { .. } | Self::DuplicateName { .. } => Some("name"),
            Self::InvalidDescription { .. } => Some("description"),
            Self::InvalidArgument { .. } => Some("arguments"),
            _ => None,
        }
    }

    /// Returns the message with an excerpt of `source`, the text that was read; `None` for an error without a location.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::path::Path;
    /// use interline_fragments::FragmentManifest;
    ///
    /// let text = "---\nname: Greet\ndescription: Says hello.\n---\nHello\n";
    /// let error = FragmentManifest::parse(text, Path::new("greet/FRAGMENT.md")).unwrap_err();
    /// assert_eq!(error.report(text).unwrap().to_string(), "\
    /// error: invalid `name`: expected 1 to 64 characters of `a-z`, `0-9` and `-`, found `Greet`
    ///  --> greet/FRAGMENT.md:2:7
    ///   |
    /// 2 | name: Greet
    ///   |       ^^^^^");
    /// ```
    #[must_use]
    pub fn report<'a>(&self, source: &'a str) -> Option<Report<'a>> {
        let at = self.location()?;
        Some(Report::at(at, &self.to_string(), source))
    }
}

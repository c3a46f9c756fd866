use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use interline_text::{Position, Report, position};

use crate::argument::shown;

/// Why a fragment could not be read, found or expanded.
///
/// The message of an error about a file begins with its path, that of an error in a header with path, line and column:
/// `notes/FRAGMENT.md:2:7: …`.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file does not begin with frontmatter that can be read.
    #[error("{at}: invalid frontmatter: {message}")]
    InvalidFrontmatter {
        /// What was found and what was expected.
        message: String,
        /// Where.
        at: Box<Location>,
    },
    /// A required field is missing or has no value, or the name is blank.
    #[error("{at}: missing field `{field}`: {}", expected(.field, .hint.as_deref()))]
    MissingField {
        /// The field.
        field: &'static str,
        /// The suggested fix: the key that was probably meant, or the value to put in quotes.
        hint: Option<String>,
        /// The key that was probably meant, the value, or the opening fence.
        at: Box<Location>,
    },
    /// The name is not one.
    #[error("{at}: invalid `name`: {message}")]
    InvalidName {
        /// What was found and what was expected.
        message: String,
        /// The value.
        at: Box<Location>,
    },
    /// The description is blank, too long or not a string.
    #[error("{at}: invalid `description`: {message}")]
    InvalidDescription {
        /// What was found and what was expected.
        message: String,
        /// The value.
        at: Box<Location>,
    },
    /// An argument is not one, or there are two of its name.
    #[error("{at}: invalid `arguments`: {message}")]
    InvalidArgument {
        /// What was found and what was expected.
        message: String,
        /// The argument, or the list it is in.
        at: Box<Location>,
    },
    /// Two fragments of one precedence have one name.
    #[error("{}: another fragment of this precedence is called `{name}`: rename it or {}", .path.display(), .first.display())]
    DuplicateName {
        /// The name.
        name: String,
        /// The file that came second.
        path: PathBuf,
        /// The file that came first, which is used.
        first: PathBuf,
    },
    /// Required arguments have no value.
    #[error("{}", missing(.fragment.as_deref(), .arguments))]
    MissingArgument {
        /// The fragment, when it is known.
        fragment: Option<String>,
        /// All of them, as they are declared.
        arguments: Vec<String>,
    },
    /// No fragment has this name.
    #[error("{}", unknown(.name, .nearest.as_deref(), .near))]
    UnknownFragment {
        /// The name that was asked for.
        name: String,
        /// The name that was probably meant.
        nearest: Option<String>,
        /// At most ten names of fragments: the neighbours of the name in their order.
        near: Vec<String>,
    },
    /// A file or a directory could not be read.
    #[error(transparent)]
    File(#[from] interline_files::Error),
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Location {
    /// The file.
    pub path: PathBuf,
    /// The bytes of the whole text.
    pub span: Range<usize>,
    /// Line and column of the first of them.
    pub position: Position,
}

impl Location {
    pub(crate) fn new(path: &Path, text: &str, span: Range<usize>) -> Box<Self> {
        Box::new(Self {
            path: path.to_owned(),
            position: position(text, span.start),
            span,
        })
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path.display(), self.position)
    }
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
        return format!("no fragment is called `{name}`: the nearest name is `{nearest}`");
    }
    if near.is_empty() {
        return format!("no fragment is called `{name}`: there is none");
    }
    let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    let near = near.join(", ");
    format!("no fragment is called `{name}`: expected a name that there is, such as {near}")
}

impl Error {
    /// The location in a header; `None` for an error about a whole file, a name or values.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        match self {
            Self::InvalidFrontmatter { at, .. }
            | Self::MissingField { at, .. }
            | Self::InvalidName { at, .. }
            | Self::InvalidDescription { at, .. }
            | Self::InvalidArgument { at, .. } => Some(at),
            _ => None,
        }
    }

    /// The file or directory that it is about.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::DuplicateName { path, .. } => Some(path),
            Self::File(error) => Some(error.path()),
            _ => self.location().map(|at| at.path.as_path()),
        }
    }

    /// The field of the header that it is about.
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

    /// The bytes of the whole text that it is about.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        self.location().map(|at| at.span.clone())
    }

    /// The line of the whole text, from 1.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.location().map(|at| at.position.line)
    }

    /// The column in characters, from 1.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.location().map(|at| at.position.column)
    }

    /// The message with an excerpt of `source`, the text that was read, and carets under the place. Rendered when
    /// displayed; `None` for an error without a place.
    ///
    /// ```
    /// use std::path::Path;
    /// use interline_fragments::FragmentManifest;
    ///
    /// let text = "---\nname: Greet\ndescription: Says hello.\n---\nHello\n";
    /// let error = FragmentManifest::from_fragment_md(text, Path::new("greet/FRAGMENT.md")).unwrap_err();
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
        let whole = self.to_string();
        let prefix = format!("{at}: ");
        let message = whole.strip_prefix(&prefix).unwrap_or(&whole).to_owned();
        let name = at.path.display().to_string();
        Some(Report::new(source, at.span.clone(), message).name(name))
    }
}

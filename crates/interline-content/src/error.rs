use std::fmt;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use interline_files::{EntryKind, Error as FileError};
use interline_mustache_context::{Error as EngineError, TemplateError};
use interline_text::{Location, Report};

/// An error of this crate. Paths are relative to the docroot, with `/` between their parts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// A template cannot be parsed or rendered, or a variable cannot be part of a context. The name in the location of a template is its
    /// path.
    Engine(EngineError),
    /// The docroot is not a directory that can be read.
    Docroot {
        /// The error of the operating system.
        source: Arc<io::Error>,
    },
    /// The project is invalid.
    Project {
        /// The category or collection.
        name: String,
        /// The problem.
        problem: ProjectProblem,
    },
    /// A pattern is invalid.
    Pattern {
        /// The pattern.
        pattern: String,
        /// The problem and the fix.
        message: String,
    },
    /// No category or collection has the name that was asked for.
    Unknown {
        /// `category` or `collection`.
        what: &'static str,
        /// The name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// An expression is invalid, or names an unknown category or collection.
    Expression {
        /// The expression; of one that is too long its start.
        expression: String,
        /// The location in the expression.
        location: Box<Location>,
        /// The problem.
        problem: ExpressionProblem,
    },
    /// A file or directory cannot be served.
    File {
        /// The file or directory.
        path: String,
        /// The problem.
        problem: FileProblem,
    },
    /// The frontmatter of a template is invalid.
    Frontmatter(Box<interline_frontmatter::Error>),
    /// A value in the frontmatter of a template begins with a tag and has no quotes, so that YAML reads it as a mapping.
    UnquotedTag {
        /// The start of the value in the whole file.
        location: Box<Location>,
        /// The line with quotes; `None` for a long one.
        fix: Option<String>,
    },
    /// A template prints its own size, and has another one after each render.
    UnstableSize {
        /// The template.
        path: String,
        /// The number of renders.
        renders: usize,
    },
    /// A request asks for more files than the options allow.
    TooManyFiles {
        /// The limit.
        limit: usize,
    },
    /// All files of a request together have more bytes than the options allow.
    TooManyBytes {
        /// The limit.
        limit: u64,
    },
}

/// A problem with a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ProjectProblem {
    /// A name is empty or contains an invalid character.
    #[error("not a name: expected characters other than spaces, control characters, `,` and `/`")]
    Name,
    /// Two categories or collections have one name.
    #[error("given twice: expected another name for each category and collection")]
    Twice,
    /// The directory of a category is absolute or leads up.
    #[error("directory leaves the docroot: expected a relative one without `..` and `\\`")]
    Directory,
    /// A collection names an unknown category.
    #[error("a category of this collection does not exist: expected names of categories")]
    NoCategory,
}

/// A problem with an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionProblem {
    /// Nothing where a name belongs.
    #[error("expected a name of a category or collection")]
    EmptyTerm,
    /// A pattern without a name.
    #[error("expected a name of a category or collection before `/`")]
    EmptyName,
    /// A name contains a space or control character.
    #[error("not of a name: expected `,` between names and `/` before a pattern")]
    BadName,
    /// A `/` without a pattern.
    #[error("expected a pattern after `/`, such as `*.md`")]
    EmptyPattern,
    /// A pattern is invalid.
    #[error("invalid glob pattern: {message}")]
    Pattern {
        /// The problem and the fix.
        message: String,
    },
    /// No category or collection has this name.
    #[error("no category or collection has this name: expected {}", names(.known))]
    Unknown {
        /// The known names.
        known: Vec<String>,
    },
    /// More names than are allowed.
    #[error("more than {limit} names: expected fewer; use a collection for several categories")]
    TooManyTerms {
        /// The limit.
        limit: usize,
    },
    /// More bytes than are allowed.
    #[error("longer than {limit} bytes: expected a shorter expression")]
    TooLong {
        /// The limit.
        limit: usize,
    },
}

/// A reason why a file or directory cannot be served.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// The directory of a category is not there.
    #[error("no such directory: make it or name another one")]
    NoDirectory,
    /// It was there when the directory was read, and is not any more.
    #[error("vanished while it was served: ask again")]
    Vanished,
    /// It is written to all the time.
    #[error("changed while it was read, each time: ask again")]
    Changed,
    /// It is, or leads through a link to, what is not in the docroot.
    #[error("leads out of the docroot: move the target there")]
    OutsideDocroot,
    /// A symlink leads to nothing.
    #[error("this link leads to nothing: restore what it points to or remove it")]
    DanglingLink,
    /// A symlink leads back to itself or to a directory that contains it.
    #[error("this link leads in a circle: remove it")]
    LinkLoop,
    /// Not a file.
    #[error("expected a file, found {0}")]
    NotAFile(EntryKind),
    /// Not a directory.
    #[error("expected a directory, found something else")]
    NotADirectory,
    /// A template that is not UTF-8.
    #[error("expected UTF-8 in a template, found another byte at offset {offset}")]
    NotUtf8 {
        /// The first byte that does not fit, from 0.
        offset: usize,
    },
    /// The output was requested as text, and the file is not text.
    #[error("not a text: ask for bytes, or leave it out")]
    NotText,
    /// The name is not Unicode, so nothing can print it. Other characters are shown in its place.
    #[error("the name is not UTF-8: rename it")]
    NameNotUtf8,
    /// More bytes than the options allow.
    #[error("larger than {limit} bytes: make the file smaller or raise the limit")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// A directory that lies deeper than the options allow.
    #[error("more than {limit} levels deep, not searched: raise the limit to search it")]
    TooDeep {
        /// The bound in levels below the directory of the category.
        limit: usize,
    },
    /// With this directory, the category has more entries than the options allow.
    #[error(
        "more than {limit} entries in this category, not searched: raise the limit to search it"
    )]
    TooManyEntries {
        /// The limit.
        limit: usize,
    },
    /// The operating system refused.
    #[error("{0}")]
    Io(Arc<io::Error>),
}

impl ProjectProblem {
    /// Returns a stable identifier in kebab case: `bad-name`, `duplicate-name`, `outside-docroot` or `unknown-name`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Name => "bad-name",
            Self::Twice => "duplicate-name",
            Self::Directory => "outside-docroot",
            Self::NoCategory => "unknown-name",
        }
    }
}

impl ExpressionProblem {
    /// Returns a stable identifier in kebab case: `empty-term`, `empty-name`, `bad-name`, `empty-pattern`, `invalid-pattern`, `unknown-name`,
    /// `too-many-terms` or `too-long`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::EmptyTerm => "empty-term",
            Self::EmptyName => "empty-name",
            Self::BadName => "bad-name",
            Self::EmptyPattern => "empty-pattern",
            Self::Pattern { .. } => "invalid-pattern",
            Self::Unknown { .. } => "unknown-name",
            Self::TooManyTerms { .. } => "too-many-terms",
            Self::TooLong { .. } => "too-long",
        }
    }
}

impl FileProblem {
    /// Returns a stable identifier in kebab case: `not-found`, `permission-denied`, `io`, `vanished`, `changed`, `outside-docroot`,
    /// `dangling-link`, `link-loop`, `not-a-file`, `not-a-directory`, `not-utf8`, `not-text`, `name-not-utf8`, `file-too-large`, `too-deep` or
    /// `too-many-entries`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoDirectory => "not-found",
            Self::Vanished => "vanished",
            Self::Changed => "changed",
            Self::OutsideDocroot => "outside-docroot",
            Self::DanglingLink => "dangling-link",
            Self::LinkLoop => "link-loop",
            Self::NotAFile(_) => "not-a-file",
            Self::NotADirectory => "not-a-directory",
            Self::NotUtf8 { .. } => "not-utf8",
            Self::NotText => "not-text",
            Self::NameNotUtf8 => "name-not-utf8",
            Self::TooLarge { .. } => "file-too-large",
            Self::TooDeep { .. } => "too-deep",
            Self::TooManyEntries { .. } => "too-many-entries",
            Self::Io(error) => match error.kind() {
                io::ErrorKind::NotFound => "not-found",
                io::ErrorKind::PermissionDenied => "permission-denied",
                _ => "io",
            },
        }
    }
}

impl Error {
    pub(crate) fn expression(text: &str, span: Range<usize>, problem: ExpressionProblem) -> Self {
        Self::Expression {
            expression: text.to_owned(),
            location: Box::new(Location::new(text, span).with_name("expression")),
            problem,
        }
    }

    pub(crate) fn file(path: impl Into<String>, problem: FileProblem) -> Self {
        Self::File {
            path: path.into(),
            problem,
        }
    }

    /// Returns a stable name of the class of the error: `project_error`, `expression_error`, `file_error`, `frontmatter_error`,
    /// `template_error`, `context_error` or `limit_error`.
    #[must_use]
    pub fn error_type(&self) -> &'static str {
        match self {
            Self::Engine(error) => error.error_type(),
            Self::Docroot { .. } | Self::Project { .. } => "project_error",
            Self::Pattern { .. } | Self::Unknown { .. } | Self::Expression { .. } => {
                "expression_error"
            }
            Self::File { .. } => "file_error",
            Self::Frontmatter(_) | Self::UnquotedTag { .. } => "frontmatter_error",
            Self::UnstableSize { .. } => "template_error",
            Self::TooManyFiles { .. } | Self::TooManyBytes { .. } => "limit_error",
        }
    }

    /// Returns a stable identifier of the kind in kebab case: `invalid-docroot`, `invalid-pattern`, `unknown-name`, `unquoted-tag`,
    /// `unstable-size`, `too-many-files`, `too-many-bytes`, or that of the [project](ProjectProblem::code), the
    /// [expression](ExpressionProblem::code), the [file](FileProblem::code), the [template](EngineError::code) or the
    /// [frontmatter](interline_frontmatter::Error::code).
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Engine(error) => error.code(),
            Self::Docroot { .. } => "invalid-docroot",
            Self::Project { problem, .. } => problem.code(),
            Self::Pattern { .. } => "invalid-pattern",
            Self::Unknown { .. } => "unknown-name",
            Self::Expression { problem, .. } => problem.code(),
            Self::File { problem, .. } => problem.code(),
            Self::Frontmatter(error) => error.code(),
            Self::UnquotedTag { .. } => "unquoted-tag",
            Self::UnstableSize { .. } => "unstable-size",
            Self::TooManyFiles { .. } => "too-many-files",
            Self::TooManyBytes { .. } => "too-many-bytes",
        }
    }

    /// Returns one sentence that says how to fix an error of this class.
    #[must_use]
    pub fn instruction(&self) -> &'static str {
        match self {
            Self::Engine(error) => error.instruction(),
            Self::Docroot { .. } => "Make the docroot a directory that can be read",
            Self::Project { .. } => "Fix the category or collection in the project",
            Self::Pattern { .. } => "Fix the pattern",
            Self::Unknown { .. } | Self::Expression { .. } => {
                "Ask for categories and collections of the project, with commas between them"
            }
            Self::File { .. } => "Make the file readable, or ask for others",
            Self::Frontmatter(_) | Self::UnquotedTag { .. } => {
                "Fix the YAML between the `---` lines, with quotes around values that begin with a tag"
            }
            Self::UnstableSize { .. } => {
                "Fix the template syntax or provide missing context variables"
            }
            Self::TooManyFiles { .. } | Self::TooManyBytes { .. } => {
                "Ask for fewer files, or raise the limit"
            }
        }
    }

    /// Returns the error in a template, when it is one.
    #[must_use]
    pub fn template(&self) -> Option<&TemplateError> {
        match self {
            Self::Engine(error) => error.template(),
            _ => None,
        }
    }

    /// Returns the location in a file or expression; `None` for an error that is about neither.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        match self {
            Self::Engine(error) => error.location(),
            Self::Expression { location, .. } | Self::UnquotedTag { location, .. } => {
                Some(location)
            }
            Self::Frontmatter(error) => error.location(),
            _ => None,
        }
    }

    /// Returns the path of the file or directory, relative to the docroot.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Engine(error) => error.path(),
            Self::File { path, .. } | Self::UnstableSize { path, .. } => Some(Path::new(path)),
            Self::Frontmatter(error) => error.path(),
            Self::UnquotedTag { location, .. } => location.path.as_deref(),
            _ => None,
        }
    }

    /// Returns the message and an excerpt with carets of the template or expression; `None` for other errors.
    #[must_use]
    pub fn report(&self) -> Option<Report<'_>> {
        match self {
            Self::Engine(error) => error.report(),
            Self::Expression {
                expression,
                location,
                problem,
            } => {
                let span = location.span.clone();
                Some(Report::new(expression, span, problem.to_string()).name("expression"))
            }
            _ => None,
        }
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => write!(f, "{error}"),
            Self::Docroot { source } => write!(f, "docroot: {source}"),
            Self::Project { name, problem } => write!(f, "`{}`: {problem}", Shown(name)),
            Self::Pattern { pattern, message } => {
                write!(f, "invalid glob pattern `{}`: {message}", Shown(pattern))
            }
            Self::Unknown { what, name, known } => {
                let known = names(known);
                write!(f, "no {what} `{}`: expected {known}", Shown(name))
            }
            Self::Expression {
                expression,
                location,
                problem,
            } => {
                write!(f, "{location}: ")?;
                match expression.get(location.span.clone()) {
                    None | Some("") => write!(f, "{problem}"),
                    Some(text) => write!(f, "`{}`: {problem}", Shown(text)),
                }
            }
            Self::File { path, problem } => write!(f, "{}: {problem}", Shown(path)),
            Self::Frontmatter(error) => error.fmt(f),
            Self::UnquotedTag { location, fix } => {
                write!(
                    f,
                    "{location}: a value that begins with a tag needs quotes: write "
                )?;
                match fix {
                    Some(fix) => write!(f, "`{}`", Shown(fix)),
                    None => f.write_str("it between `\"` and `\"`"),
                }
            }
            Self::UnstableSize { path, renders } => write!(
                f,
                "{}: the template prints its size, and has another one after each of {renders} renders: expected a length that \
                 does not depend on it",
                Shown(path)
            ),
            Self::TooManyFiles { limit } => write!(
                f,
                "more than {limit} files: ask for fewer or raise the limit"
            ),
            Self::TooManyBytes { limit } => write!(
                f,
                "more than {limit} bytes in all files together: ask for fewer or raise the limit"
            ),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Engine(error) => Some(error),
            Self::Docroot { source } => Some(source.as_ref()),
            Self::Project { problem, .. } => Some(problem),
            Self::Expression { problem, .. } => Some(problem),
            Self::File { problem, .. } => Some(problem),
            _ => None,
        }
    }
}

impl From<FileError> for FileProblem {
    fn from(error: FileError) -> Self {
        match error {
            FileError::DanglingLink { .. } => Self::DanglingLink,
            FileError::LinkLoop { .. } => Self::LinkLoop,
            FileError::NotAFile { found, .. } => Self::NotAFile(found),
            FileError::NotADirectory { .. } => Self::NotADirectory,
            FileError::FileTooLarge { limit, .. } => Self::TooLarge { limit },
            FileError::TooDeep { limit, .. } => Self::TooDeep { limit },
            FileError::TooManyEntries { limit, .. } => Self::TooManyEntries { limit },
            FileError::OutsideRoot { .. } => Self::OutsideDocroot,
            FileError::NotUtf8 { offset, .. } => Self::NotUtf8 { offset },
            FileError::Changed { .. } => Self::Changed,
            FileError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                Self::Vanished
            }
            FileError::Io { source, .. } => Self::Io(source),
            // The other errors start with the absolute path, which no output may have. None of them is made by the calls here.
            _ => Self::Io(Arc::new(io::Error::other("cannot be read"))),
        }
    }
}

/// A text in one line, whatever it holds.
pub(crate) struct Shown<'a>(pub(crate) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
                write!(f, "{}", c.escape_default())?;
            } else {
                write!(f, "{c}")?;
            }
        }
        Ok(())
    }
}

/// A list for a message: all of a few names, the first of many.
fn names(known: &[String]) -> String {
    const SHOWN: usize = 10;
    let first: Vec<String> = known
        .iter()
        .take(SHOWN)
        .map(|name| format!("`{}`", Shown(name)))
        .collect();
    match (first.as_slice(), known.len().saturating_sub(SHOWN)) {
        ([], _) => "one, but none is defined".to_owned(),
        (first, 0) => first.join(", "),
        (first, more) => format!("{} or one of {more} others", first.join(", ")),
    }
}

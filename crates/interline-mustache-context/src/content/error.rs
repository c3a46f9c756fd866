use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use interline_files::{EntryKind, Error as DiscoveryError};
use interline_text::{Position, Report, position};

/// What is wrong with content. Paths are relative to the docroot, with `/` between their parts.
///
/// An error in a template is [`Error::Template`](crate::Error::Template), with the path as the name of the template.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ContentError {
    /// The docroot is no directory that can be read.
    Docroot {
        /// Why.
        source: Arc<io::Error>,
    },
    /// The project cannot be used.
    Project {
        /// The category or collection.
        name: String,
        /// What is wrong with it.
        problem: ProjectProblem,
    },
    /// A pattern is none.
    Pattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        message: String,
    },
    /// There is no category, or no collection, of the name that was asked for.
    Unknown {
        /// `category` or `collection`.
        what: &'static str,
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// An expression cannot be read, or names what there is not.
    Expression {
        /// The expression.
        expression: String,
        /// The bytes of it.
        span: Range<usize>,
        /// Where they begin.
        at: Position,
        /// What is wrong there.
        problem: ExpressionProblem,
    },
    /// A file or directory cannot be served.
    File {
        /// Which.
        path: String,
        /// Why.
        problem: FileProblem,
    },
    /// The frontmatter of a template cannot be read.
    Frontmatter {
        /// The template.
        path: String,
        /// What is wrong, with the place in the whole file.
        source: Box<interline_frontmatter::Error>,
    },
    /// A value in the frontmatter of a template begins with a tag and has no quotes, so that YAML reads it as a mapping.
    UnquotedTag {
        /// The template.
        path: String,
        /// Where the value begins, in the whole file.
        at: Position,
        /// The line as it is to be written; `None` for a long one.
        fix: Option<String>,
    },
    /// A template prints its own size, and has another one each time.
    SizeUnsettled {
        /// The template.
        path: String,
        /// How often it was rendered.
        renders: usize,
    },
    /// More files are asked for than the options allow.
    TooManyFiles {
        /// The bound.
        limit: usize,
    },
    /// All files together are longer than the options allow.
    TooManyBytes {
        /// The bound.
        limit: u64,
    },
}

/// What is wrong with a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ProjectProblem {
    /// A name is empty or holds what none may.
    #[error("not a name: expected characters other than blanks, control characters, `,` and `/`")]
    Name,
    /// Two categories or collections have one name.
    #[error("given twice: expected another name for each category and collection")]
    Twice,
    /// The directory of a category is absolute or leads up.
    #[error("directory leaves the docroot: expected a relative one without `..` and `\\`")]
    Directory,
    /// A collection names a category that there is none of.
    #[error("a category of this collection does not exist: expected names of categories")]
    NoCategory,
}

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionProblem {
    /// Nothing where a name belongs.
    #[error("expected a name of a category or collection")]
    EmptyTerm,
    /// A pattern without a name.
    #[error("expected a name of a category or collection before `/`")]
    EmptyName,
    /// A name holds a blank or control character.
    #[error("not of a name: expected `,` between names and `/` before a pattern")]
    BadName,
    /// A `/` without a pattern.
    #[error("expected a pattern after `/`, such as `*.md`")]
    EmptyPattern,
    /// A pattern is none.
    #[error("not a pattern: {message}")]
    Pattern {
        /// What is wrong with it.
        message: String,
    },
    /// There is neither a category nor a collection of this name.
    #[error("no category or collection has this name: expected {}", names(.known))]
    Unknown {
        /// The names that there are.
        known: Vec<String>,
    },
    /// More names than are allowed.
    #[error("more than {limit} names: expected fewer; a collection stands for several")]
    TooManyTerms {
        /// The bound.
        limit: usize,
    },
    /// More bytes than are allowed.
    #[error("longer than {limit} bytes: expected a shorter expression")]
    TooLong {
        /// The bound.
        limit: usize,
    },
}

/// Why a file or directory cannot be served.
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
    /// A link leads to nothing.
    #[error("this link leads to nothing: restore what it points to or remove it")]
    DanglingLink,
    /// A link leads back to itself or to a directory it stands in.
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
    /// A text was asked for, and the file is none.
    #[error("not a text: ask for bytes, or leave it out")]
    NotText,
    /// The name is not Unicode, so nothing can print it. Other characters are shown in its place.
    #[error("the name is not UTF-8: rename it")]
    NameNotUtf8,
    /// More bytes than the options allow.
    #[error("larger than {limit} bytes: make the file smaller or raise the limit")]
    TooLarge {
        /// The bound.
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
        /// The bound.
        limit: usize,
    },
    /// The operating system refused.
    #[error("{0}")]
    Io(Arc<io::Error>),
}

impl ContentError {
    pub(super) fn expression(text: &str, span: Range<usize>, problem: ExpressionProblem) -> Self {
        Self::Expression {
            expression: text.to_owned(),
            at: position(text, span.start),
            span,
            problem,
        }
    }

    pub(super) fn file(path: impl Into<String>, problem: FileProblem) -> Self {
        Self::File {
            path: path.into(),
            problem,
        }
    }

    /// A stable word for the class of the error: `project_error`, `expression_error`, `file_error`, `frontmatter_error`,
    /// `template_error` or `limit_error`.
    #[must_use]
    pub fn error_type(&self) -> &'static str {
        match self {
            Self::Docroot { .. } | Self::Project { .. } => "project_error",
            Self::Pattern { .. } | Self::Unknown { .. } | Self::Expression { .. } => {
                "expression_error"
            }
            Self::File { .. } => "file_error",
            Self::Frontmatter { .. } | Self::UnquotedTag { .. } => "frontmatter_error",
            Self::SizeUnsettled { .. } => "template_error",
            Self::TooManyFiles { .. } | Self::TooManyBytes { .. } => "limit_error",
        }
    }

    /// One sentence for whoever has to mend it.
    #[must_use]
    pub fn instruction(&self) -> &'static str {
        match self {
            Self::Docroot { .. } => "Make the docroot a directory that can be read",
            Self::Project { .. } => "Fix the category or collection in the project",
            Self::Pattern { .. } => "Fix the pattern",
            Self::Unknown { .. } | Self::Expression { .. } => {
                "Ask for categories and collections of the project, with commas between them"
            }
            Self::File { .. } => "Make the file readable, or ask for others",
            Self::Frontmatter { .. } | Self::UnquotedTag { .. } => {
                "Fix the YAML between the `---` lines, with quotes around values that begin with a tag"
            }
            Self::SizeUnsettled { .. } => {
                "Fix the template syntax or provide missing context variables"
            }
            Self::TooManyFiles { .. } | Self::TooManyBytes { .. } => {
                "Ask for fewer files, or raise the limit"
            }
        }
    }

    /// The path of the file or directory that it is about, relative to the docroot.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::File { path, .. }
            | Self::Frontmatter { path, .. }
            | Self::UnquotedTag { path, .. }
            | Self::SizeUnsettled { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Line and column in the whole file, or in the expression; `None` for an error that is about neither.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        match self {
            Self::Expression { at, .. } | Self::UnquotedTag { at, .. } => Some(*at),
            Self::Frontmatter { source, .. } => source.place().map(|place| place.position),
            _ => None,
        }
    }

    /// The message and the expression with carets; `None` for an error that is not about an expression.
    #[must_use]
    pub fn report(&self) -> Option<Report<'_>> {
        match self {
            Self::Expression {
                expression,
                span,
                problem,
                ..
            } => {
                Some(Report::new(expression, span.clone(), problem.to_string()).name("expression"))
            }
            _ => None,
        }
    }
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Docroot { source } => write!(f, "docroot: {source}"),
            Self::Project { name, problem } => write!(f, "`{}`: {problem}", Shown(name)),
            Self::Pattern { pattern, message } => {
                write!(f, "pattern `{}`: {message}", Shown(pattern))
            }
            Self::Unknown { what, name, known } => {
                let known = names(known);
                write!(f, "no {what} `{}`: expected {known}", Shown(name))
            }
            Self::Expression {
                expression,
                span,
                at,
                problem,
            } => {
                write!(f, "expression:{at}: ")?;
                match expression.get(span.clone()) {
                    None | Some("") => write!(f, "{problem}"),
                    Some(text) => write!(f, "`{}`: {problem}", Shown(text)),
                }
            }
            Self::File { path, problem } => write!(f, "{}: {problem}", Shown(path)),
            Self::Frontmatter { path, source } => {
                write!(
                    f,
                    "{}:{}:{}: {source}",
                    Shown(path),
                    source.line(),
                    source.column()
                )
            }
            Self::UnquotedTag { path, at, fix } => {
                let path = Shown(path);
                write!(
                    f,
                    "{path}:{at}: a value that begins with a tag needs quotes: write "
                )?;
                match fix {
                    Some(fix) => write!(f, "`{}`", Shown(fix)),
                    None => f.write_str("it between `\"` and `\"`"),
                }
            }
            Self::SizeUnsettled { path, renders } => write!(
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

impl std::error::Error for ContentError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Docroot { source } => Some(source.as_ref()),
            Self::Project { problem, .. } => Some(problem),
            Self::Expression { problem, .. } => Some(problem),
            Self::File { problem, .. } => Some(problem),
            Self::Frontmatter { source, .. } => Some(source.as_ref()),
            _ => None,
        }
    }
}

impl From<DiscoveryError> for FileProblem {
    fn from(error: DiscoveryError) -> Self {
        match error {
            DiscoveryError::DanglingLink { .. } => Self::DanglingLink,
            DiscoveryError::LinkLoop { .. } => Self::LinkLoop,
            DiscoveryError::NotAFile { found, .. } => Self::NotAFile(found),
            DiscoveryError::NotADirectory { .. } => Self::NotADirectory,
            DiscoveryError::FileTooLarge { limit, .. } => Self::TooLarge { limit },
            DiscoveryError::TooDeep { limit, .. } => Self::TooDeep { limit },
            DiscoveryError::TooManyEntries { limit, .. } => Self::TooManyEntries { limit },
            DiscoveryError::OutsideRoot { .. } => Self::OutsideDocroot,
            DiscoveryError::NotUtf8 { offset, .. } => Self::NotUtf8 { offset },
            DiscoveryError::Changed { .. } => Self::Changed,
            DiscoveryError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                Self::Vanished
            }
            DiscoveryError::Io { source, .. } => Self::Io(source),
            // The others begin with the path, which is nobody's business, and none of them comes from what is done here.
            _ => Self::Io(Arc::new(io::Error::other("cannot be read"))),
        }
    }
}

/// A text in one line, whatever it holds.
pub(super) struct Shown<'a>(pub(super) &'a str);

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
        ([], _) => "one, but there is none".to_owned(),
        (first, 0) => first.join(", "),
        (first, more) => format!("{} or one of {more} others", first.join(", ")),
    }
}

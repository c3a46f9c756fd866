use std::ops::Range;
use std::path::{Path, PathBuf};

use interline_text::{Location, Report};

use crate::diagnostics::UNREAD_HEADER;
use crate::{FrontmatterFormat, Limit};

/// An error of reading, writing or editing a document.
///
/// The message begins with the location, `path:line:col`, or `line:col` while no path is set. Locations are those of the whole text: spans in
/// bytes, lines and columns from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The block has no closer.
    #[error("{at}: unterminated frontmatter: expected a later line that is exactly `---`")]
    Unterminated {
        /// The opener.
        at: Box<Location>,
    },
    /// The block exceeds a limit of the options.
    #[error("{at}: more than {max} {limit}: make the block smaller or raise the limit")]
    LimitExceeded {
        /// The limit.
        limit: Limit,
        /// Its value.
        max: usize,
        /// The location where it is exceeded.
        at: Box<Location>,
    },
    /// The block is not YAML.
    #[error("{at}: invalid YAML: {message}")]
    Syntax {
        /// The fault and, where it is known, the fix.
        message: String,
        /// The location.
        at: Box<Location>,
    },
    /// A mapping has a duplicate key.
    #[error("{at}: key `{key}` is given twice: remove one of the two")]
    DuplicateKey {
        /// The key.
        key: String,
        /// The location of the second one.
        at: Box<Location>,
        /// The location of the first one.
        first: Box<Location>,
    },
    /// The block holds a list or a scalar instead of keys and values.
    #[error("{at}: frontmatter is not a mapping but {found}: expected lines of `key: value`")]
    NotAMapping {
        /// Its type: `a sequence`, `a string`, ….
        found: &'static str,
        /// The location of its start.
        at: Box<Location>,
    },
    /// A required value is missing, and the text has a header that is not read: in TOML or JSON, or after a blank line.
    #[error("{at}: {reason}")]
    UnreadHeader {
        /// The format of the header.
        format: FrontmatterFormat,
        /// Why it is not read, and the fix.
        reason: String,
        /// The location.
        at: Box<Location>,
    },
    /// A value does not fit the type it is read into.
    #[error("{at}: {message}")]
    Data {
        /// The value found and the type expected.
        message: String,
        /// The location of the value.
        at: Box<Location>,
    },
    /// A value cannot be written as YAML.
    #[error("cannot be written as frontmatter: {message}")]
    Serialize {
        /// The reason.
        message: String,
    },
    /// An edit would change more than was asked for. The text stays as it is.
    #[error("{at}: edit of key `{key}` refused: {reason}")]
    EditRefused {
        /// The key or path of the edit.
        key: String,
        /// The reason.
        reason: String,
        /// The location of what prevents it.
        at: Box<Location>,
    },
}

impl Error {
    /// Makes the error for a text that is one value and does not fit.
    pub(crate) fn data_in(text: &str, message: String) -> Self {
        Self::Data {
            message,
            at: locate(text, 0..text.len()),
        }
    }

    /// Returns a stable identifier of the kind in kebab case: `unterminated`, `limit-exceeded`, `invalid-yaml`, `duplicate-key`,
    /// `not-a-mapping`, `unread-header`, `wrong-type`, `unwritable` or `edit-refused`.
    ///
    /// Errors and [diagnostics](crate::diagnostics) of one meaning have one identifier.
    ///
    /// # Examples
    ///
    /// ```
    /// let error = interline_frontmatter::Document::parse("---\na: 1\na: 2\n---\n").unwrap_err();
    /// assert_eq!(error.code(), "duplicate-key");
    /// ```
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unterminated { .. } => "unterminated",
            Self::LimitExceeded { .. } => "limit-exceeded",
            Self::Syntax { .. } => "invalid-yaml",
            Self::DuplicateKey { .. } => "duplicate-key",
            Self::NotAMapping { .. } => "not-a-mapping",
            Self::UnreadHeader { .. } => UNREAD_HEADER,
            Self::Data { .. } => "wrong-type",
            Self::Serialize { .. } => "unwritable",
            Self::EditRefused { .. } => "edit-refused",
        }
    }

    /// Returns the location; `None` for an error of writing, which concerns no text.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        match self {
            Self::Unterminated { at }
            | Self::LimitExceeded { at, .. }
            | Self::Syntax { at, .. }
            | Self::DuplicateKey { at, .. }
            | Self::NotAMapping { at, .. }
            | Self::UnreadHeader { at, .. }
            | Self::Data { at, .. }
            | Self::EditRefused { at, .. } => Some(at),
            Self::Serialize { .. } => None,
        }
    }

    #[doc(hidden)]
    pub fn location_mut(&mut self) -> Option<&mut Location> {
        match self {
            Self::Unterminated { at }
            | Self::LimitExceeded { at, .. }
            | Self::Syntax { at, .. }
            | Self::DuplicateKey { at, .. }
            | Self::NotAMapping { at, .. }
            | Self::UnreadHeader { at, .. }
            | Self::Data { at, .. }
            | Self::EditRefused { at, .. } => Some(at),
            Self::Serialize { .. } => None,
        }
    }

    /// Sets the file that the text was read from, which the message then begins with.
    ///
    /// # Examples
    ///
    /// ```
    /// let error = interline_frontmatter::Document::parse("---\n- a\n---\n").unwrap_err();
    /// assert_eq!(
    ///     error.with_path("notes/a.md").to_string(),
    ///     "notes/a.md:2:1: frontmatter is not a mapping but a sequence: expected lines of `key: value`"
    /// );
    /// ```
    #[must_use]
    pub fn with_path(mut self, path: impl Into<PathBuf>) -> Self {
        if let Some(at) = self.location_mut() {
            at.path = Some(path.into());
        }
        self
    }

    /// Returns the file that the text was read from; `None` while [`with_path`](Self::with_path) has not set it.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.location()?.path.as_deref()
    }

    /// Returns the message without its location.
    #[must_use]
    pub fn message(&self) -> String {
        let message = self.to_string();
        match self.location() {
            Some(at) => at.strip_from(&message).to_owned(),
            None => message,
        }
    }

    /// Returns the bytes of the whole text that the error is about; an empty span for an error of writing.
    pub(crate) fn span(&self) -> Range<usize> {
        self.location().map_or(0..0, |at| at.span.clone())
    }

    /// Returns a report: the message with an excerpt of `source`, the text that was read, and carets under the location. It is rendered when
    /// displayed. `None` for an error of writing, which has no location.
    ///
    /// # Examples
    ///
    /// ```
    /// let text = "---\na: 1\na: 2\n---\n";
    /// let error = interline_frontmatter::Document::parse(text).unwrap_err();
    /// assert_eq!(error.report(text).unwrap().to_string(), "\
    /// error: key `a` is given twice: remove one of the two
    ///  --> 3:1
    ///   |
    /// 2 | a: 1
    ///   | - first given here
    /// 3 | a: 2
    ///   | ^");
    /// ```
    #[must_use]
    pub fn report<'a>(&self, source: &'a str) -> Option<Report<'a>> {
        let report = Report::at(self.location()?, &self.to_string(), source);
        Some(match self {
            Self::DuplicateKey { first, .. } => {
                report.related(first.span.clone(), "first given here")
            }
            _ => report,
        })
    }
}

/// Returns the location of the bytes of `span` in `text`. Linear in `span.start`.
pub(crate) fn locate(text: &str, span: Range<usize>) -> Box<Location> {
    Box::new(Location::new(text, span))
}

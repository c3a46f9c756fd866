use std::ops::Range;

use interline_text::{Position, Report, position};
use serde::{Deserialize, Serialize};

use crate::{FrontmatterFormat, Limit};

/// An error of reading, writing or editing a document.
///
/// Locations are those of the whole text: spans in bytes, lines and columns from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The block has no closer.
    #[error("unterminated frontmatter: expected a later line that is exactly `---`")]
    Unterminated {
        /// The opener.
        at: Place,
    },
    /// The block exceeds a limit of the options.
    #[error("more than {max} {limit}: make the block smaller or raise the limit")]
    LimitExceeded {
        /// The limit.
        limit: Limit,
        /// Its value.
        max: usize,
        /// The location where it is exceeded.
        at: Place,
    },
    /// The block is not YAML.
    #[error("invalid YAML: {message}")]
    Syntax {
        /// The fault and, where it is known, the fix.
        message: String,
        /// The location.
        at: Place,
    },
    /// A mapping has a duplicate key.
    #[error("key `{key}` is given twice: remove one of the two")]
    DuplicateKey {
        /// The key.
        key: String,
        /// The location of the second one.
        at: Place,
        /// The location of the first one.
        first: Place,
    },
    /// The block holds a list or a scalar instead of keys and values.
    #[error("frontmatter is not a mapping but {found}: expected lines of `key: value`")]
    NotAMapping {
        /// Its type: `a sequence`, `a string`, ….
        found: &'static str,
        /// The location of its start.
        at: Place,
    },
    /// A required value is missing, and the text has a header that is not read: in TOML or JSON, or after a blank line.
    #[error("{reason}")]
    UnreadHeader {
        /// The format of the header.
        format: FrontmatterFormat,
        /// Why it is not read, and the fix.
        reason: String,
        /// The location.
        at: Place,
    },
    /// A value does not fit the type it is read into.
    #[error("{message}")]
    Data {
        /// The value found and the type expected.
        message: String,
        /// The location of the value.
        at: Place,
    },
    /// A value cannot be written as YAML.
    #[error("cannot be written as frontmatter: {message}")]
    Serialize {
        /// The reason.
        message: String,
    },
    /// An edit would change more than was asked for. The text stays as it is.
    #[error("edit of key `{key}` refused: {reason}")]
    EditRefused {
        /// The key or path of the edit.
        key: String,
        /// The reason.
        reason: String,
        /// The location of what prevents it.
        at: Place,
    },
}

/// A location in a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Place {
    /// The span in bytes of the whole text.
    pub span: Range<usize>,
    /// The line and column of its start.
    pub position: Position,
}

impl Place {
    /// Returns the location of the bytes `span` of `text`. Linear in `span.start`.
    #[must_use]
    pub fn new(text: &str, span: Range<usize>) -> Self {
        Self {
            position: position(text, span.start),
            span,
        }
    }
}

impl Error {
    /// Makes the error for a text that is one value and does not fit.
    pub(crate) fn data_in(text: &str, message: &impl ToString) -> Self {
        Self::Data {
            message: message.to_string(),
            at: Place::new(text, 0..text.len()),
        }
    }

    /// Returns the location; `None` for an error of writing, which concerns no text.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
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

    /// Returns the span in bytes of the whole text; `0..0` for an error of writing.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.place().map_or(0..0, |at| at.span.clone())
    }

    /// Returns the line in the whole text, from 1; 1 for an error of writing.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place().map_or(1, |at| at.position.line)
    }

    /// Returns the column in characters, from 1; 1 for an error of writing.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place().map_or(1, |at| at.position.column)
    }

    /// Returns a report: the message with an excerpt of `source`, the text that was read, and carets under the location. It is rendered when
    /// displayed.
    ///
    /// # Examples
    ///
    /// ```
    /// let text = "---\na: 1\na: 2\n---\n";
    /// let error = interline_frontmatter::Document::parse(text).unwrap_err();
    /// assert_eq!(error.report(text).to_string(), "\
    /// error: key `a` is given twice: remove one of the two
    ///  --> 3:1
    ///   |
    /// 2 | a: 1
    ///   | - first given here
    /// 3 | a: 2
    ///   | ^");
    /// ```
    #[must_use]
    pub fn report<'a>(&self, source: &'a str) -> Report<'a> {
        let report = Report::new(source, self.span(), self.to_string());
        match self {
            Self::DuplicateKey { first, .. } => {
                report.related(first.span.clone(), "first given here")
            }
            _ => report,
        }
    }
}

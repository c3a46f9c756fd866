use std::ops::Range;

use interline_text::{Position, Report, position};
use serde::{Deserialize, Serialize};

use crate::{FrontmatterFormat, Limit};

/// Why a document could not be read, written or edited.
///
/// Places are those of the whole text: spans in bytes, lines and columns from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing closes the block.
    #[error("Unterminated frontmatter: expected a later line that is exactly `---`")]
    Unterminated {
        /// The opener.
        at: Place,
    },
    /// The block is larger, deeper or more entangled than the options allow.
    #[error("more than {max} {limit}: make the block smaller or raise the limit")]
    LimitExceeded {
        /// What is bounded.
        limit: Limit,
        /// The bound.
        max: usize,
        /// Where it was passed.
        at: Place,
    },
    /// The block is not YAML.
    #[error("invalid YAML: {message}")]
    Syntax {
        /// What was seen, in the words of the YAML parser.
        message: String,
        /// Where.
        at: Place,
    },
    /// A key stands twice in one mapping.
    #[error("key `{key}` is given twice: remove one of the two")]
    DuplicateKey {
        /// The key.
        key: String,
        /// Where it stands for the second time.
        at: Place,
        /// Where it was first.
        first: Place,
    },
    /// The block holds a list or a scalar instead of keys and values.
    #[error("frontmatter is not a mapping but {found}: expected lines of `key: value`")]
    NotAMapping {
        /// What it is: `a sequence`, `a string`, ….
        found: &'static str,
        /// Where it begins.
        at: Place,
    },
    /// A value that is missing may be in a header that is not read: one in TOML or JSON, or one after a blank line.
    #[error("{reason}")]
    UnreadHeader {
        /// The format of the header.
        format: FrontmatterFormat,
        /// What keeps it from being read, and the fix.
        reason: String,
        /// Where.
        at: Place,
    },
    /// A value does not fit the type it is read into.
    #[error("{message}")]
    Data {
        /// What was found and what was expected.
        message: String,
        /// The value in question.
        at: Place,
    },
    /// A value has no form in YAML.
    #[error("cannot be written as frontmatter: {message}")]
    Serialize {
        /// Why.
        message: String,
    },
    /// An edit could not be made without changing more than was asked for. The text stays as it is.
    #[error("edit of key `{key}` refused: {reason}")]
    EditRefused {
        /// The key that was to be changed.
        key: String,
        /// What stands in the way.
        reason: String,
        /// Where it stands.
        at: Place,
    },
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Place {
    /// The bytes of the whole text.
    pub span: Range<usize>,
    /// Line and column of the first of them.
    pub position: Position,
}

impl Place {
    /// The place of the bytes `span` of `text`. Linear in `span.start`.
    #[must_use]
    pub fn new(text: &str, span: Range<usize>) -> Self {
        Self {
            position: position(text, span.start),
            span,
        }
    }
}

impl Error {
    /// A value that does not fit and is the whole text.
    pub(crate) fn data_in(text: &str, message: &impl ToString) -> Self {
        Self::Data {
            message: message.to_string(),
            at: Place::new(text, 0..text.len()),
        }
    }

    /// Where it happened; `None` for an error of writing, which concerns no text.
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

    /// The bytes of the whole text that it is about; `0..0` when it concerns no text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.place().map_or(0..0, |at| at.span.clone())
    }

    /// The line of the whole text, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place().map_or(1, |at| at.position.line)
    }

    /// The column in characters, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place().map_or(1, |at| at.position.column)
    }

    /// The message with an excerpt of `source`, the text that was read, and carets under the place. Rendered when displayed.
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

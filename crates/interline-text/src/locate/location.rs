use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use crate::locate::line_column::{Position, position};
use crate::one_line::OneLine;

/// A location in a source text: its bytes, the line and column of the first of them, and the path or
/// name of the text where one is known.
///
/// It displays as `path:line:col`, without a path as `name:line:col`, and without both as
/// `line:col`. Characters that would break the line are replaced.
///
/// # Examples
///
/// ```
/// use interline_text::Location;
///
/// let text = "---\nname: a\n---\n";
/// let location = Location::new(text, 4..8).with_path("agents/a.md");
/// assert_eq!(location.to_string(), "agents/a.md:2:1");
/// assert_eq!(&text[location.span.clone()], "name");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Location {
    /// The file that the text was read from.
    pub path: Option<PathBuf>,
    /// The name of a text that is not a file, such as that of a template.
    pub name: Option<String>,
    /// The bytes of the text.
    pub span: Range<usize>,
    /// The line and column of the first byte.
    pub position: Position,
}

impl Location {
    /// Returns the location of the bytes of `span` in `text`. Linear in `span.start`.
    ///
    /// An offset inside a character counts as its first byte, an offset after the text as its end.
    #[must_use]
    pub fn new(text: &str, span: Range<usize>) -> Self {
        let position = position(text, span.start);
        Self::at(span, position)
    }

    /// Returns the location of the bytes of `span`, whose first byte is at `position`.
    #[must_use]
    pub fn at(span: Range<usize>, position: Position) -> Self {
        Self {
            path: None,
            name: None,
            span,
            position,
        }
    }

    /// Sets the file that the text was read from.
    #[must_use]
    pub fn with_path(mut self, path: impl Into<PathBuf>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// Sets the name of a text that is not a file.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Returns the message without the location at its start, `path:line:col: `.
    #[doc(hidden)]
    #[must_use]
    pub fn strip_from<'a>(&self, message: &'a str) -> &'a str {
        let prefix = format!("{self}: ");
        message.strip_prefix(&prefix).unwrap_or(message)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.path, &self.name) {
            (Some(path), _) => write!(f, "{}:", OneLine::new(&path.to_string_lossy()))?,
            (None, Some(name)) => write!(f, "{}:", OneLine::new(name))?,
            (None, None) => {}
        }
        write!(f, "{}", self.position)
    }
}

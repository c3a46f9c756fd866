use std::path::Path;

use interline_frontmatter as frontmatter;
use interline_text::{Location, Report};

use crate::diagnostics::MISSING_NAME;

/// An error about an agent that could not be read or written.
///
/// The message about a text begins with its path or name, the line and the column: lines from 1 as in the whole file, columns from 1 in
/// characters. The message about a file begins with its path.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is an ordinary document.
    #[error(
        "{at}: no frontmatter: expected `---` as the first line, then `name: …`, and a second line `---` before the prompt"
    )]
    NoFrontmatter {
        /// The start of the text.
        at: Box<Location>,
    },
    /// A fence is at the wrong position or not exactly `---`.
    #[error("{at}: {message}")]
    Fence {
        /// The fault and the fix.
        message: String,
        /// The fence.
        at: Box<Location>,
    },
    /// The header is not closed.
    #[error("{at}: unterminated header: expected a later line that is exactly `---`")]
    Unterminated {
        /// The opening fence.
        at: Box<Location>,
    },
    /// The header gives no name, or an empty one.
    #[error("{at}: missing name{}: expected a line `name: …` with a name that is not empty", found(.near.as_deref()))]
    MissingName {
        /// The key that was probably meant as `name`.
        near: Option<String>,
        /// The value of `name`, or the opening fence when the key is missing.
        at: Box<Location>,
    },
    /// A value has a type that cannot be used.
    #[error("{at}: wrong type of `{key}`: expected {expected}, found {found}")]
    WrongType {
        /// The key.
        key: String,
        /// The expected type.
        expected: &'static str,
        /// The type that was found.
        found: &'static str,
        /// The value.
        at: Box<Location>,
    },
    /// The header is not YAML and cannot be repaired, is not a mapping, or exceeds a limit.
    #[error(transparent)]
    Header(frontmatter::Error),
    /// The value of `tools` is not a restriction that can be read for certain.
    #[error("{at}: {message}")]
    Tools {
        /// The fault and the fix.
        message: String,
        /// The value, or the item in question.
        at: Box<Location>,
    },
    /// A command in TOML cannot be read.
    #[error("{at}: {message}")]
    Toml {
        /// The fault.
        message: String,
        /// The location.
        at: Box<Location>,
    },
    /// The arguments of a command are invalid for its tool.
    #[error("command `{command}`: {message}")]
    Arguments {
        /// The name of the command.
        command: String,
        /// The fault and the fix.
        message: String,
    },
    /// A file or directory cannot be read.
    #[error(transparent)]
    File(#[from] interline_files::Error),
    /// An agent cannot be written as a file.
    #[error("cannot be written as an agent file: {message}")]
    Unwritable {
        /// The reason.
        message: String,
    },
}

fn found(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(", found {near}"))
}

impl Error {
    /// Makes the error of the reader of headers about the text `label`.
    pub(crate) fn header(mut source: frontmatter::Error, label: Option<&str>) -> Self {
        match source.location_mut() {
            Some(at) => {
                at.name = label.map(str::to_owned);
                Self::Header(source)
            }
            None => Self::Unwritable {
                message: source.to_string(),
            },
        }
    }

    /// Sets the path of the file that the text was read from.
    pub(crate) fn in_file(mut self, path: &Path) -> Self {
        if let Some(at) = self.location_mut() {
            at.path = Some(path.to_owned());
            at.name = None;
        }
        self
    }

    /// Removes the name of the text.
    pub(crate) fn without_name(mut self) -> Self {
        if let Some(at) = self.location_mut() {
            at.name = None;
        }
        self
    }

    fn location_mut(&mut self) -> Option<&mut Location> {
        match self {
            Self::NoFrontmatter { at }
            | Self::Fence { at, .. }
            | Self::Unterminated { at }
            | Self::MissingName { at, .. }
            | Self::WrongType { at, .. }
            | Self::Toml { at, .. }
            | Self::Tools { at, .. } => Some(at),
            Self::Header(error) => error.location_mut(),
            Self::File(_) | Self::Arguments { .. } | Self::Unwritable { .. } => None,
        }
    }

    /// Returns a stable identifier of the kind in kebab case: `no-frontmatter`, `invalid-fence`, `unterminated`, `missing-name`, `wrong-type`,
    /// `invalid-tools`, `invalid-toml`, `invalid-arguments`, `unwritable`, or that of the [header](frontmatter::Error::code) or
    /// [file](interline_files::Error::code).
    ///
    /// Errors and [diagnostics](crate::diagnostics) of one meaning have one identifier.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoFrontmatter { .. } => "no-frontmatter",
            Self::Fence { .. } => "invalid-fence",
            Self::Unterminated { .. } => "unterminated",
            Self::MissingName { .. } => MISSING_NAME,
            Self::WrongType { .. } => "wrong-type",
            Self::Header(error) => error.code(),
            Self::Tools { .. } => "invalid-tools",
            Self::Toml { .. } => "invalid-toml",
            Self::Arguments { .. } => "invalid-arguments",
            Self::File(error) => error.code(),
            Self::Unwritable { .. } => "unwritable",
        }
    }

    /// Returns the location in the text; `None` for an error that is not about a text.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        match self {
            Self::NoFrontmatter { at }
            | Self::Fence { at, .. }
            | Self::Unterminated { at }
            | Self::MissingName { at, .. }
            | Self::WrongType { at, .. }
            | Self::Toml { at, .. }
            | Self::Tools { at, .. } => Some(at),
            Self::Header(error) => error.location(),
            Self::File(error) => error.location(),
            Self::Arguments { .. } | Self::Unwritable { .. } => None,
        }
    }

    /// Returns the path of the file or directory; `None` for an error about a text that was not read from a file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(error) => error.path(),
            _ => self.location()?.path.as_deref(),
        }
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

    /// Returns the message with an excerpt of `source`, the text that was read; `None` for an error without a location.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_agent_md::{AgentKind, parse};
    ///
    /// let text = "---\nname: x\ntools: false\n---\nYou are.\n";
    /// let error = parse(text, "x.md", AgentKind::Operator).unwrap_err();
    /// assert_eq!(error.report(text).unwrap().to_string(), "\
    /// error: expected names of tools, `[]` for none or `*` for all, found a boolean: without `tools` nothing is restricted
    ///  --> x.md:3:8
    ///   |
    /// 3 | tools: false
    ///   |        ^^^^^");
    /// ```
    #[must_use]
    pub fn report<'a>(&self, source: &'a str) -> Option<Report<'a>> {
        if let Self::Header(error) = self {
            return error.report(source);
        }
        Some(Report::at(self.location()?, &self.to_string(), source))
    }
}

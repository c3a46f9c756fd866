use std::ops::Range;
use std::path::Path;

use interline_files as discovery;
use interline_frontmatter::{self as frontmatter, Place};
use interline_text::{Position, Report};

/// Why an agent could not be read or written.
///
/// The message of an error about a text begins with the label of the text, the line and the column: lines from 1 as in the
/// whole file, columns from 1 in characters. One about a file begins with its path.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An ordinary document.
    #[error(
        "{label}:{}: no frontmatter: expected `---` as the first line, then `name: …`, and a second line `---` before the prompt",
        .at.position
    )]
    NoFrontmatter {
        /// The name of the text.
        label: String,
        /// The beginning of the text.
        at: Place,
    },
    /// A fence is not where or not what it has to be.
    #[error("{label}:{}: {message}", .at.position)]
    Fence {
        /// The name of the text.
        label: String,
        /// What was seen, and what to write instead.
        message: String,
        /// The fence.
        at: Place,
    },
    /// Nothing closes the header.
    #[error("{label}:{}: unterminated header: expected a later line that is exactly `---`", .at.position)]
    Unterminated {
        /// The name of the text.
        label: String,
        /// The opening fence.
        at: Place,
    },
    /// The header gives no name, or a blank one.
    #[error("{label}:{}: missing name{}: expected a line `name: …` with a name that is not blank", .at.position, found(.near.as_deref()))]
    MissingName {
        /// The name of the text.
        label: String,
        /// A key that was probably meant as `name`.
        near: Option<String>,
        /// The value of `name`, or the opening fence when there is none.
        at: Place,
    },
    /// A value has a type that nothing can be made of.
    #[error("{label}:{}: wrong type of `{key}`: expected {expected}, found {found}", .at.position)]
    WrongType {
        /// The name of the text.
        label: String,
        /// The key.
        key: String,
        /// The expected form.
        expected: &'static str,
        /// The form that was found.
        found: &'static str,
        /// The value.
        at: Place,
    },
    /// The header is not YAML and cannot be read otherwise, is no mapping, or exceeds a limit.
    #[error("{label}:{}: {source}", position(.source))]
    Header {
        /// The name of the text.
        label: String,
        /// What is wrong, and where.
        source: frontmatter::Error,
    },
    /// The value of `tools` restricts nothing that could be said for certain.
    #[error("{label}:{}: {message}", .at.position)]
    Tools {
        /// The name of the text.
        label: String,
        /// What was found, and what to write instead.
        message: String,
        /// The value, or the item in question.
        at: Place,
    },
    /// A command in TOML cannot be read.
    #[error("{label}:{}: {message}", .at.position)]
    Toml {
        /// The name of the text.
        label: String,
        /// The fault.
        message: String,
        /// Where.
        at: Place,
    },
    /// The arguments of a command are not what its tool takes.
    #[error("command `{command}`: {message}")]
    Arguments {
        /// The name of the command.
        command: String,
        /// The fault and the fix.
        message: String,
    },
    /// A file or directory cannot be read.
    #[error(transparent)]
    File(#[from] discovery::Error),
    /// An agent has no form as a file.
    #[error("cannot be written as an agent file: {message}")]
    Unwritable {
        /// Why.
        message: String,
    },
}

fn found(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(", found {near}"))
}

fn position(error: &frontmatter::Error) -> Position {
    error.place().map_or(Position::START, |at| at.position)
}

impl Error {
    /// Where it is; `None` when it is not about a text.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::NoFrontmatter { at, .. }
            | Self::Fence { at, .. }
            | Self::Unterminated { at, .. }
            | Self::MissingName { at, .. }
            | Self::WrongType { at, .. }
            | Self::Toml { at, .. }
            | Self::Tools { at, .. } => Some(at),
            Self::Header { source, .. } => source.place(),
            Self::File(_) | Self::Arguments { .. } | Self::Unwritable { .. } => None,
        }
    }

    /// The bytes of the text that it is about; `0..0` when it is not about a text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.place().map_or(0..0, |at| at.span.clone())
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place().map_or(1, |at| at.position.line)
    }

    /// The column in characters, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place().map_or(1, |at| at.position.column)
    }

    /// What the text is called that it is about.
    #[must_use]
    pub fn label(&self) -> Option<&str> {
        match self {
            Self::NoFrontmatter { label, .. }
            | Self::Fence { label, .. }
            | Self::Unterminated { label, .. }
            | Self::MissingName { label, .. }
            | Self::WrongType { label, .. }
            | Self::Toml { label, .. }
            | Self::Header { label, .. }
            | Self::Tools { label, .. } => Some(label),
            Self::File(_) | Self::Arguments { .. } | Self::Unwritable { .. } => None,
        }
    }

    /// The path of the file, when it is about one that could not be read or whose label is its path.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(error) => Some(error.path()),
            _ => self.label().map(Path::new),
        }
    }

    /// The message without label and place.
    #[must_use]
    pub fn message(&self) -> String {
        let whole = self.to_string();
        let Some((label, place)) = self.label().zip(self.place()) else {
            return whole;
        };
        let start = format!("{label}:{}: ", place.position);
        whole.strip_prefix(&start).unwrap_or(&whole).to_owned()
    }

    /// The message with an excerpt of `source`, the text that was read, and carets under the place. Rendered when displayed.
    ///
    /// ```
    /// use interline_agent_md::{AgentKind, parse};
    ///
    /// let text = "---\nname: x\ntools: false\n---\nYou are.\n";
    /// let error = parse(text, "x.md", AgentKind::Operator).unwrap_err();
    /// assert_eq!(error.report(text).to_string(), "\
    /// error: expected names of tools, `[]` for none or `*` for all, found a flag: without `tools` nothing is restricted
    ///  --> x.md:3:8
    ///   |
    /// 3 | tools: false
    ///   |        ^^^^^");
    /// ```
    #[must_use]
    pub fn report<'a>(&'a self, source: &'a str) -> Report<'a> {
        let mut report = Report::new(source, self.span(), self.message());
        if let Some(label) = self.label() {
            report = report.name(label);
        }
        match self {
            Self::Header {
                source: frontmatter::Error::DuplicateKey { first, .. },
                ..
            } => report.related(first.span.clone(), "first given here"),
            _ => report,
        }
    }
}

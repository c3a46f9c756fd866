use std::fmt;
use std::ops::Range;

use interline::text::{Location, Position, utf16_offsets};
use serde::Serialize;

/// An error as JavaScript sees it: the fields of an `InterlineError`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The message, with the location first where there is one.
    pub message: String,
    /// The kind of error, in kebab case.
    pub code: &'static str,
    /// The path or name of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The start in UTF-16 code units of the text that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// The end, in the same unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
}

impl Failure {
    /// Makes the error of a call that cannot be carried out, whatever the text.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            code: "invalid-argument",
            ..Self::default()
        }
    }

    /// Makes an error with a location in `text`, the text that the caller gave; without it the location has no offsets, which is so for
    /// an error in a text that the caller did not give, such as a partial.
    pub(crate) fn at(
        error: &impl fmt::Display,
        code: &'static str,
        location: Option<&Location>,
        text: Option<&str>,
    ) -> Self {
        let mut failure = Self {
            message: error.to_string(),
            code,
            ..Self::default()
        };
        if let Some(location) = location {
            failure.path = location
                .path
                .as_ref()
                .map(|path| path.to_string_lossy().into_owned())
                .or_else(|| location.name.clone());
            failure.set_position(location.position);
            if let Some(text) = text {
                failure.set_span(text, &location.span);
            }
        }
        failure
    }

    pub(crate) fn set_span(&mut self, text: &str, span: &Range<usize>) {
        let mut offsets = utf16_offsets(text, [span.start, span.end]);
        self.from = offsets.next().and_then(small);
        self.to = offsets.next().and_then(small);
    }

    pub(crate) fn set_position(&mut self, position: Position) {
        self.line = small(position.line);
        self.column = small(position.column);
    }

    /// Returns the error as the JSON that the JavaScript layer throws as an `InterlineError`.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings and numbers always serialize.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Numbers of 32 bits keep the type small; the memory of a module has no more bytes.
fn small(number: usize) -> Option<u32> {
    u32::try_from(number).ok()
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::argument(format!("invalid argument: {error}"))
    }
}

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a patch changes the content of its component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mode {
    /// The patch replaces the content.
    Replace,
    /// The patch is added after the content.
    Append,
    /// The patch is added before the content.
    Prepend,
}

/// An error: a string is not a [`Mode`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown mode `{value}`; write `replace`, `append` or `prepend`")]
pub struct ParseModeError {
    value: String,
}

impl Mode {
    /// Returns the name of the mode.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::Append => "append",
            Self::Prepend => "prepend",
        }
    }

    /// Returns the default mode of a component: `exchange` and `findings` append, all others replace.
    #[must_use]
    pub fn built_in(component: &str) -> Self {
        match component {
            "exchange" | "findings" => Self::Append,
            _ => Self::Replace,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Mode {
    type Err = ParseModeError;

    /// Parses the name of a mode, in any case and with whitespace around it.
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        let trimmed = value.trim();
        [Self::Replace, Self::Append, Self::Prepend]
            .into_iter()
            .find(|mode| trimmed.eq_ignore_ascii_case(mode.as_str()))
            .ok_or_else(|| ParseModeError {
                value: value.to_owned(),
            })
    }
}

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a patch changes the content of its component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mode {
    /// The patch takes the place of the content.
    Replace,
    /// The patch goes behind the content.
    Append,
    /// The patch goes before the content.
    Prepend,
}

/// The word is no [`Mode`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown mode `{word}`; write `replace`, `append` or `prepend`")]
pub struct ParseModeError {
    word: String,
}

impl Mode {
    /// The word that is written for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::Append => "append",
            Self::Prepend => "prepend",
        }
    }

    /// What a component does of which nothing else is said: `exchange` and `findings` append, all others replace.
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

    /// Reads the word in any case, with blanks around it.
    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let trimmed = word.trim();
        [Self::Replace, Self::Append, Self::Prepend]
            .into_iter()
            .find(|mode| trimmed.eq_ignore_ascii_case(mode.as_str()))
            .ok_or_else(|| ParseModeError {
                word: word.to_owned(),
            })
    }
}

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How an agent is run. A file does not give it; it always comes from the caller.
///
/// It is serialised in snake case: `lua`, `rust_fn`, `agent_block`, `subprocess`, `operator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AgentKind {
    /// A script in Lua.
    Lua,
    /// A function of the embedding program.
    RustFn,
    /// A block of a larger definition.
    AgentBlock,
    /// A program of its own.
    Subprocess,
    /// A person or program that works by hand.
    Operator,
}

impl AgentKind {
    const ALL: [Self; 5] = [
        Self::Lua,
        Self::RustFn,
        Self::AgentBlock,
        Self::Subprocess,
        Self::Operator,
    ];

    /// Returns the serialised keyword.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Lua => "lua",
            Self::RustFn => "rust_fn",
            Self::AgentBlock => "agent_block",
            Self::Subprocess => "subprocess",
            Self::Operator => "operator",
        }
    }
}

impl fmt::Display for AgentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The error about a string that is not an [`AgentKind`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown kind of agent `{0}`: expected `lua`, `rust_fn`, `agent_block`, `subprocess` or `operator`"
)]
pub struct ParseAgentKindError(String);

impl FromStr for AgentKind {
    type Err = ParseAgentKindError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|kind| kind.as_str() == word);
        known.ok_or_else(|| ParseAgentKindError(word.to_owned()))
    }
}

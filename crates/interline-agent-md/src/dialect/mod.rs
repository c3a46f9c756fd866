//! The forms of agent files that tools read: fields, names, places.

mod convert;
mod fields;
mod names;
mod places;
mod shape;
mod tool_names;
mod validate;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use convert::{ConvertOptions, to_dialect, to_dialect_with};
pub use places::{Files, layers_for};
pub use validate::validate;

pub(crate) use places::Fit;
pub(crate) use shape::Shape;
pub(crate) use validate::findings;

/// The form of agent files that a tool reads.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Dialect {
    /// Subagents, skills and commands of Claude Code.
    ClaudeCode,
    /// `SKILL.md` of the Agent Skills format.
    AgentSkills,
    /// Agents, commands and skills of OpenCode.
    #[serde(rename = "opencode")]
    OpenCode,
    /// Agents, prompts and instructions of Copilot.
    Copilot,
    /// Agents of the Gemini CLI.
    Gemini,
    /// Agents and rules of Cursor.
    Cursor,
    /// The form of this crate: the known keys, and every other key as it comes.
    #[default]
    Native,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::ClaudeCode,
        Self::AgentSkills,
        Self::OpenCode,
        Self::Copilot,
        Self::Gemini,
        Self::Cursor,
        Self::Native,
    ];

    /// The word on the wire, such as `claude_code`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude_code",
            Self::AgentSkills => "agent_skills",
            Self::OpenCode => "opencode",
            Self::Copilot => "copilot",
            Self::Gemini => "gemini",
            Self::Cursor => "cursor",
            Self::Native => "native",
        }
    }

    /// What people call it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::AgentSkills => "Agent Skills",
            Self::OpenCode => "OpenCode",
            Self::Copilot => "Copilot",
            Self::Gemini => "Gemini CLI",
            Self::Cursor => "Cursor",
            Self::Native => "the native form",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a key may hold in the files of a dialect.
pub(crate) fn shapes(
    dialect: Dialect,
    _kind: Option<FileKind>,
    key: &str,
) -> impl Iterator<Item = Shape> {
    fields::rules(dialect)
        .and_then(|rules| rules.shape(key))
        .into_iter()
}

/// Why a word is no [`Dialect`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown dialect `{0}`: expected `claude_code`, `agent_skills`, `opencode`, `copilot`, `gemini`, `cursor` or `native`"
)]
pub struct ParseDialectError(String);

impl FromStr for Dialect {
    type Err = ParseDialectError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL
            .into_iter()
            .find(|dialect| dialect.as_str() == word);
        known.ok_or_else(|| ParseDialectError(word.to_owned()))
    }
}

/// What a file is for. Tools look for each kind in places of its own.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FileKind {
    /// An agent with a system prompt.
    #[default]
    Agent,
    /// A skill: a directory with a file `SKILL.md`.
    Skill,
    /// A command or prompt that a user calls by name.
    Command,
    /// A rule or instructions.
    Rule,
}

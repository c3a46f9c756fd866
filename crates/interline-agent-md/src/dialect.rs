use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The format of agent files that a tool reads.
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
    /// Agents, rules, commands and skills of Cursor.
    Cursor,
    /// Skills and prompts of Codex. Its agents are files in TOML.
    Codex,
    /// Skills of Goose. Its agents and commands are recipes in YAML.
    Goose,
    /// The format of this crate: the known keys, and every other key.
    #[default]
    Native,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 9] = [
        Self::ClaudeCode,
        Self::AgentSkills,
        Self::OpenCode,
        Self::Copilot,
        Self::Gemini,
        Self::Cursor,
        Self::Codex,
        Self::Goose,
        Self::Native,
    ];

    /// Returns the serialised keyword, such as `claude_code`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.names().0
    }

    /// Returns the name for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.names().1
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::ClaudeCode => ("claude_code", "Claude Code"),
            Self::AgentSkills => ("agent_skills", "Agent Skills"),
            Self::OpenCode => ("opencode", "OpenCode"),
            Self::Copilot => ("copilot", "Copilot"),
            Self::Gemini => ("gemini", "Gemini CLI"),
            Self::Cursor => ("cursor", "Cursor"),
            Self::Codex => ("codex", "Codex"),
            Self::Goose => ("goose", "Goose"),
            Self::Native => ("native", "the native format"),
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The error about a string that is not a [`Dialect`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown dialect `{0}`: expected `claude_code`, `agent_skills`, `opencode`, `copilot`, `gemini`, `cursor`, `codex`, `goose` or `native`"
)]
pub struct ParseDialectError(String);

impl FromStr for Dialect {
    type Err = ParseDialectError;

    /// Parses the serialised keyword, the [title](Self::title) and the usual short name, in any case and with any of `-`, `_` and spaces
    /// between words: `claude-code`, `Claude Code`, `copilot`, `GitHub Copilot`.
    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let letters: String = word
            .chars()
            .filter(|c| !matches!(c, '-' | '_' | ' '))
            .map(|c| c.to_ascii_lowercase())
            .collect();
        let keyword = match letters.as_str() {
            "githubcopilot" => "copilot",
            "geminicli" => "gemini",
            "codexcli" | "openaicodex" => "codex",
            letters => letters,
        };
        let found = Self::ALL
            .into_iter()
            .find(|dialect| dialect.as_str().replace('_', "") == keyword);
        found.ok_or_else(|| ParseDialectError(word.to_owned()))
    }
}

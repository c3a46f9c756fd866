//! The forms of agent files that tools read: fields, names, places.

mod convert;
mod describe;
mod places;
mod shape;
mod table;
mod tables;
mod tool_names;
mod validate;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use convert::{ConvertOptions, ToolNames, to_dialect, to_dialect_with};
pub use describe::dialect_tables;
pub use places::{Files, layers_for};
pub use validate::{validate, validate_as};

pub(crate) use places::Fit;
pub(crate) use shape::Shape;
pub(crate) use table::Rules;
pub(crate) use validate::{At, Context, Finding, findings};

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
    /// Agents, rules, commands and skills of Cursor.
    Cursor,
    /// Skills and prompts of Codex. Its agents are files in TOML.
    Codex,
    /// Skills of Goose. Its agents and commands are recipes in YAML.
    Goose,
    /// The form of this crate: the known keys, and every other key as it comes.
    #[default]
    Native,
}

impl Dialect {
    /// All of them.
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
            Self::Codex => "codex",
            Self::Goose => "goose",
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
            Self::Codex => "Codex",
            Self::Goose => "Goose",
            Self::Native => "the native form",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Why a word is no [`Dialect`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown dialect `{0}`: expected `claude_code`, `agent_skills`, `opencode`, `copilot`, `gemini`, `cursor`, `codex`, `goose` or `native`"
)]
pub struct ParseDialectError(String);

impl FromStr for Dialect {
    type Err = ParseDialectError;

    /// Takes the word on the wire, the [title](Self::title) and the usual short name, in any case and with any of `-`, `_` and spaces
    /// between words: `claude-code`, `Claude Code`, `copilot`, `GitHub Copilot`.
    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let letters: String = word
            .chars()
            .filter(|c| !matches!(c, '-' | '_' | ' '))
            .map(|c| c.to_ascii_lowercase())
            .collect();
        Ok(match letters.as_str() {
            "claudecode" => Self::ClaudeCode,
            "agentskills" => Self::AgentSkills,
            "opencode" => Self::OpenCode,
            "copilot" | "githubcopilot" => Self::Copilot,
            "gemini" | "geminicli" => Self::Gemini,
            "cursor" => Self::Cursor,
            "codex" | "codexcli" | "openaicodex" => Self::Codex,
            "goose" => Self::Goose,
            "native" => Self::Native,
            _ => return Err(ParseDialectError(word.to_owned())),
        })
    }
}

/// The kind of a file. Tools look for each kind in directories of its own, and each kind has its own fields.
///
/// # Examples
///
/// ```
/// use interline_agent_md::{AgentKind, Dialect, FileKind, Options, parse_with};
///
/// // A rule has no name and no description, and nothing is missing.
/// let rule = "---\npaths: \"**/*.ts\"\n---\nUse strict mode.\n";
/// let options = Options::for_dialect(Dialect::ClaudeCode, FileKind::Rule);
/// let parsed = parse_with(rule, "typescript.md", AgentKind::Operator, &options)?;
/// assert_eq!(parsed.agent.name, "typescript");
/// assert!(parsed.diagnostics.is_empty());
/// # Ok::<(), interline_agent_md::Error>(())
/// ```
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
    /// A command or prompt that a user calls by name, with arguments. The body is what is sent; the header may be missing, and the
    /// name is that of the file. [`Command`](crate::Command) reads and expands it.
    Command,
    /// A rule or instructions: text that is added where its globs match. The name is that of the file.
    Rule,
}

impl FileKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Agent, Self::Skill, Self::Command, Self::Rule];

    /// The word on the wire, such as `agent`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Skill => "skill",
            Self::Command => "command",
            Self::Rule => "rule",
        }
    }

    /// The kind that the name of a file says for certain: `SKILL.md`, `x.prompt.md`, `x.instructions.md`, `x.agent.md`, `x.mdc`.
    pub(crate) fn of_name(path: &std::path::Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        if name == "SKILL.md" {
            return Some(Self::Skill);
        }
        let endings = [
            (".prompt.md", Self::Command),
            (".instructions.md", Self::Rule),
            (".agent.md", Self::Agent),
            (".mdc", Self::Rule),
        ];
        let found = endings.iter().find(|(ending, _)| name.ends_with(ending));
        found.map(|(_, kind)| *kind)
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

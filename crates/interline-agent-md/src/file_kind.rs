use std::fmt;

use serde::{Deserialize, Serialize};

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
    /// A command or prompt that a user calls by name, with arguments. The body is sent; the header may be missing, and the
    /// name is that of the file. [`Command`](crate::Command) reads and expands it.
    Command,
    /// A rule or instructions: text that is added where its globs match. The name is that of the file.
    Rule,
}

impl FileKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Agent, Self::Skill, Self::Command, Self::Rule];

    /// Returns the serialised keyword, such as `agent`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Skill => "skill",
            Self::Command => "command",
            Self::Rule => "rule",
        }
    }

    /// Returns the kind with its article.
    pub(crate) fn with_article(self) -> &'static str {
        match self {
            Self::Agent => "an agent",
            Self::Skill => "a skill",
            Self::Command => "a command",
            Self::Rule => "a rule",
        }
    }

    /// Returns the kind that the name of a file gives for certain: `SKILL.md`, `x.prompt.md`, `x.instructions.md`, `x.agent.md`, `x.mdc`.
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

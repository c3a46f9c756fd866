//! Slash commands: prompts that a user calls by name, with arguments.

mod arguments;
mod expand;
mod listing;
mod placeholder;

pub use expand::CommandExpansion;
pub use placeholder::{Placeholder, PlaceholderKind};

use interline_frontmatter::Value;

use crate::agent::AgentDef;
use crate::agent_kind::AgentKind;
use crate::dialect::Dialect;
use crate::error::Error;
use crate::file_kind::FileKind;
use crate::files::LoadReport;
use crate::options::Options;
use crate::parse::parse_with;
use crate::tools::{ToolSeparator, value_names};
use interline_text::Diagnostic;

/// A slash command of a tool.
///
/// # Examples
///
/// ```
/// use interline_agent_md::{Command, Dialect};
///
/// let text = "---\ndescription: Fix an issue\n---\nFix issue $1 with priority $2.\n";
/// let parsed = Command::parse(text, "fix.md", Dialect::OpenCode)?;
/// let expansion = parsed.command.expand("123 'very high'")?;
/// assert_eq!(expansion.text, "Fix issue 123 with priority very high.\n");
///
/// // Placeholders in a value are not expanded.
/// let expansion = parsed.command.expand("'$2' x")?;
/// assert_eq!(expansion.text, "Fix issue $2 with priority x.\n");
/// # Ok::<(), interline_agent_md::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Command {
    /// The name that a user types, without the slash.
    pub name: String,
    /// The description.
    pub description: Option<String>,
    /// The hint about the arguments, such as `[issue] [priority]`.
    pub argument_hint: Option<String>,
    /// The names of its arguments, in their order, where the tool lets a file declare them.
    pub arguments: Vec<String>,
    /// The text, with its placeholders.
    pub body: String,
    /// The dialect whose rules apply to the placeholders.
    pub dialect: Dialect,
}

/// The result of [`Command::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsedCommand {
    /// The command.
    pub command: Command,
    /// The diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Command {
    /// Makes a command with no description and no declared arguments.
    pub fn new(name: impl Into<String>, body: impl Into<String>, dialect: Dialect) -> Self {
        Self {
            name: name.into(),
            description: None,
            argument_hint: None,
            arguments: Vec::new(),
            body: body.into(),
            dialect,
        }
    }

    /// Parses the file of a command. A file without a header is all body; the name is that of the file unless the header gives one.
    ///
    /// Linear in the text.
    ///
    /// # Errors
    ///
    /// Those of [`parse_with`]. Commands of the Gemini CLI are files in TOML, which need the feature `toml`.
    pub fn parse(text: &str, label: &str, dialect: Dialect) -> Result<ParsedCommand, Error> {
        let options = Options::for_dialect(dialect, FileKind::Command);
        let parsed = parse_with(text, label, AgentKind::Operator, &options)?;
        Ok(ParsedCommand {
            command: Self::from_agent(&parsed.agent, dialect),
            diagnostics: parsed.diagnostics,
        })
    }

    /// Makes a command of an agent that was parsed from its file.
    #[must_use]
    pub fn from_agent(agent: &AgentDef, dialect: Dialect) -> Self {
        let mut command = Self::new(agent.name.clone(), "", dialect);
        let Some(profile) = &agent.profile else {
            return command;
        };
        command.description.clone_from(&profile.description);
        command.body.clone_from(&profile.system_prompt);
        command.argument_hint = profile.extra("argument-hint").and_then(hint);
        if dialect == Dialect::ClaudeCode {
            let names = profile.extra("arguments");
            command.arguments = names
                .map(|names| value_names(names, ToolSeparator::CommaOrWhitespace).0)
                .unwrap_or_default();
        }
        command
    }

    /// Makes the commands of a report of files that were loaded with
    /// [`Options::for_dialect`]`(dialect, FileKind::Command)`, in its order.
    #[must_use]
    pub fn list(report: &LoadReport, dialect: Dialect) -> Vec<Self> {
        report
            .values()
            .map(|agent| Self::from_agent(agent, dialect))
            .collect()
    }
}

/// Returns the text of a hint. `[file]` without quotes is a list in YAML.
fn hint(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::List(items) => {
            let items: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            items.map(|items| format!("[{}]", items.join(", ")))
        }
        _ => None,
    }
}

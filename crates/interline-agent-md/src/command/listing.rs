use interline_files::{McpArgument, McpPrompt};

use super::expand::names;
use super::{Command, PlaceholderKind};
use crate::dialect::Dialect;

impl Command {
    /// Returns the command as a server of the Model Context Protocol lists it, ready to be serialised.
    ///
    /// Named arguments are listed by their names. A command with `$1`, `$ARGUMENTS` or `{{args}}` alone has one argument, `arguments`,
    /// for [`expand`](Self::expand).
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_agent_md::{Command, Dialect};
    ///
    /// let mut command = Command::new("fix", "Fix $ARGUMENTS", Dialect::OpenCode);
    /// command.argument_hint = Some("[issue]".to_owned());
    /// assert_eq!(serde_json::json!(command.to_mcp_prompt()), serde_json::json!({
    ///     "name": "fix",
    ///     "arguments": [{"name": "arguments", "description": "[issue]", "required": false}],
    /// }));
    /// ```
    #[must_use]
    pub fn to_mcp_prompt(&self) -> McpPrompt {
        let placeholders = self.placeholders();
        let named: Vec<&str> = if self.arguments.is_empty() {
            names(&placeholders).collect()
        } else {
            self.arguments.iter().map(String::as_str).collect()
        };
        let takes_all = placeholders.iter().any(|found| {
            matches!(
                found.kind,
                PlaceholderKind::All | PlaceholderKind::AllForShell | PlaceholderKind::Position(_)
            )
        });
        let required = self.dialect == Dialect::Codex;
        let mut arguments: Vec<McpArgument> = named
            .into_iter()
            .map(|name| McpArgument {
                name: name.to_owned(),
                description: None,
                required,
            })
            .collect();
        if arguments.is_empty() && (takes_all || self.argument_hint.is_some()) {
            arguments.push(McpArgument {
                name: "arguments".to_owned(),
                description: self.argument_hint.clone(),
                required: false,
            });
        }
        McpPrompt {
            name: self.name.clone(),
            description: self.description.clone(),
            arguments,
        }
    }
}

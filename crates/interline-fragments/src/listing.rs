use interline_files::{McpArgument, McpPrompt};

use crate::argument::FragmentArgument;
use crate::registry::FragmentRegistry;

impl FragmentRegistry {
    /// Returns the list of the fragments for a model: `- name: description [a, b]`, a line for each, without brackets for a fragment without
    /// arguments. Line breaks in a description become spaces. The last line has no line ending.
    #[must_use]
    pub fn format_for_prompt(&self) -> String {
        let mut text = String::new();
        for resource in self {
            let manifest = &resource.manifest;
            begin_line(&mut text);
            text.push_str("- ");
            text.push_str(&manifest.name);
            text.push_str(": ");
            push_line(&mut text, &manifest.description);
            for (index, argument) in manifest.arguments.iter().enumerate() {
                text.push_str(if index == 0 { " [" } else { ", " });
                text.push_str(&argument.name);
            }
            if !manifest.arguments.is_empty() {
                text.push(']');
            }
        }
        text
    }

    /// Returns the list of the fragments for a program: `name: description | arguments: a (required) b (default: x)`, a line for each,
    /// without the second part for a fragment without arguments. Line breaks become spaces.
    #[must_use]
    pub fn format_for_rpc_metadata(&self) -> String {
        let mut text = String::new();
        for resource in self {
            let manifest = &resource.manifest;
            begin_line(&mut text);
            text.push_str(&manifest.name);
            text.push_str(": ");
            push_line(&mut text, &manifest.description);
            for (index, argument) in manifest.arguments.iter().enumerate() {
                text.push_str(if index == 0 { " | arguments: " } else { " " });
                text.push_str(&argument.name);
                match &argument.default {
                    None => text.push_str(" (required)"),
                    Some(default) => {
                        text.push_str(" (default: ");
                        push_line(&mut text, default);
                        text.push(')');
                    }
                }
            }
        }
        text
    }

    /// Returns the fragments as a server of the Model Context Protocol lists them, ready to be serialised.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_fragments::{FragmentRegistry, FragmentSource, discover};
    ///
    /// let content = "---\nname: translate\ndescription: Translate text.\narguments: text, to=fr\n---\n…";
    /// let found = discover([FragmentSource::builtin([("translate", content)])]);
    /// let registry = FragmentRegistry::from_resources(found.into_values());
    /// assert_eq!(serde_json::json!(registry.to_mcp_prompts()), serde_json::json!([{
    ///     "name": "translate",
    ///     "description": "Translate text.",
    ///     "arguments": [{"name": "text", "required": true}, {"name": "to", "required": false}],
    /// }]));
    /// ```
    #[must_use]
    pub fn to_mcp_prompts(&self) -> Vec<McpPrompt> {
        let argument = |argument: &FragmentArgument| McpArgument {
            name: argument.name.clone(),
            description: argument.description.clone(),
            required: argument.is_required(),
        };
        self.iter()
            .map(|resource| McpPrompt {
                name: resource.manifest.name.clone(),
                description: Some(resource.manifest.description.clone()),
                arguments: resource.manifest.arguments.iter().map(argument).collect(),
            })
            .collect()
    }
}

fn begin_line(text: &mut String) {
    if !text.is_empty() {
        text.push('\n');
    }
}

/// Appends `value` with a space for each run of white space that has a line break.
fn push_line(text: &mut String, value: &str) {
    let breaks = |c: char| {
        matches!(
            c,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    if !value.contains(breaks) {
        text.push_str(value);
        return;
    }
    for (index, line) in value
        .split(breaks)
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .enumerate()
    {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(line);
    }
}

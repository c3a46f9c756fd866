use serde::{Deserialize, Serialize};

use crate::{FragmentArgument, FragmentRegistry};

/// An entry of the answer to `prompts/list` in the Model Context Protocol.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct McpPrompt {
    /// The name by which it is asked for.
    pub name: String,
    /// What it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// In the order in which they are declared.
    #[serde(default)]
    pub arguments: Vec<McpArgument>,
}

/// An argument of an [`McpPrompt`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct McpArgument {
    /// The name of the argument.
    pub name: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether a value has to be given.
    #[serde(default)]
    pub required: bool,
}

impl FragmentRegistry {
    /// The fragments as a model reads them: `- name: description [a, b]`, a line for each, without brackets where there are
    /// no arguments. Line breaks in a description become spaces. Empty for no fragments, no line ending at the end.
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

    /// The fragments as a program shows them: `name: description | arguments: a (required) b (default: x)`, a line for
    /// each, without the second part where there are no arguments. Line breaks become spaces.
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

    /// The fragments as a server of the Model Context Protocol lists them, ready to be serialised.
    ///
    /// ```
    /// use std::path::Path;
    /// use interline_fragments::{FragmentManifest, FragmentRegistry, FragmentResource};
    ///
    /// let content = "---\nname: translate\ndescription: Translate text.\narguments: text, to=fr\n---\n…";
    /// let path = Path::new("translate/FRAGMENT.md");
    /// let registry = FragmentRegistry::from_resources([FragmentResource {
    ///     manifest: FragmentManifest::from_fragment_md(content, path)?,
    ///     path: "translate".into(),
    ///     fragment_md_path: path.into(),
    ///     layer_precedence: 0,
    ///     builtin: None,
    /// }]);
    /// assert_eq!(serde_json::json!(registry.to_mcp_prompts()), serde_json::json!([{
    ///     "name": "translate",
    ///     "description": "Translate text.",
    ///     "arguments": [{"name": "text", "required": true}, {"name": "to", "required": false}],
    /// }]));
    /// # Ok::<(), interline_fragments::Error>(())
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

/// Adds `value` with a space for each run of white space that has a line break.
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

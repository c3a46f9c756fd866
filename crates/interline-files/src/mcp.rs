use serde::{Deserialize, Serialize};

/// An entry of the answer to `prompts/list` in the Model Context Protocol.
///
/// Prompts that are kept in files, as commands or as fragments, are listed in this shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct McpPrompt {
    /// The name that a client asks for.
    pub name: String,
    /// The description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The arguments, in the order in which they are declared or first used.
    #[serde(default)]
    pub arguments: Vec<McpArgument>,
}

/// An argument of an [`McpPrompt`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct McpArgument {
    /// The name of the argument.
    pub name: String,
    /// The description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether a value has to be given.
    #[serde(default)]
    pub required: bool,
}

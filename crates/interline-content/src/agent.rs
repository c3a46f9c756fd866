use interline_mustache_context::{Map, Value};
use serde::{Deserialize, Serialize};

/// The agent for which content is rendered. Unset fields render empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Agent {
    /// `@`: the character that a prompt begins with, as in `{{@}}guide`.
    pub prompt_character: Option<String>,
    /// `agent.name`.
    pub name: Option<String>,
    /// `agent.version`.
    pub version: Option<String>,
    /// `agent.prompt_prefix`.
    pub prompt_prefix: Option<String>,
    /// Further fields of `agent`. The fields above take precedence.
    pub fields: Map,
}

impl Agent {
    /// Makes an agent without any field.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the character that a prompt begins with.
    #[must_use]
    pub fn prompt_character(mut self, text: impl Into<String>) -> Self {
        self.prompt_character = Some(text.into());
        self
    }

    /// Sets its name.
    #[must_use]
    pub fn name(mut self, text: impl Into<String>) -> Self {
        self.name = Some(text.into());
        self
    }

    /// Sets its version.
    #[must_use]
    pub fn version(mut self, text: impl Into<String>) -> Self {
        self.version = Some(text.into());
        self
    }

    /// Sets the prefix of its prompts.
    #[must_use]
    pub fn prompt_prefix(mut self, text: impl Into<String>) -> Self {
        self.prompt_prefix = Some(text.into());
        self
    }

    /// Sets a further field.
    #[must_use]
    pub fn field(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.fields.insert(name, value);
        self
    }

    pub(crate) fn variables(&self) -> Map {
        let mut agent = self.fields.clone();
        agent.extend([
            ("name", Value::from(self.name.as_ref())),
            ("version", self.version.as_ref().into()),
            ("prompt_prefix", self.prompt_prefix.as_ref().into()),
        ]);
        Map::from([
            ("@", Value::from(self.prompt_character.as_ref())),
            ("agent", agent.into()),
        ])
    }
}

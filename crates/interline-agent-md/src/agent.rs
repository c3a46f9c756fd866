use interline_frontmatter::{Map, Value};
use serde::{Deserialize, Serialize};

use crate::agent_kind::AgentKind;
use crate::body_hash::compute_body_hash;
use crate::options::Options;
use crate::tools;
use crate::tools::ToolPolicy;

/// An agent: the content of its file, and the values that the caller adds.
///
/// The serialised format is fixed, since other programs store it. Every field is written; those that may be null may be missing when it is
/// read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentDef {
    /// The name as it is written; never empty when it was read from a file.
    pub name: String,
    /// How it is run. The value comes from the caller.
    pub kind: AgentKind,
    /// The values that the runner needs beyond the file. They come from the caller; null unless set.
    #[serde(default)]
    pub spec: Value,
    /// The content of the file.
    #[serde(default)]
    pub profile: Option<AgentProfile>,
    /// Notes of the embedding program. This crate neither reads nor sets them.
    #[serde(default)]
    pub meta: Option<AgentMeta>,
}

/// The content of an agent file: its header without the name, and its body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentProfile {
    /// The body, byte for byte: the text after the line ending of the closing fence.
    pub system_prompt: String,
    /// The key `model`.
    pub model: Option<String>,
    /// The key `effort`.
    pub effort: Option<String>,
    /// The names of the allowed tools, as far as a list can express them. [`tool_policy`](Self::tool_policy) distinguishes the meanings of an
    /// empty list.
    pub tools: Vec<String>,
    /// The key `description`, without the white space around it.
    pub description: Option<String>,
    /// Every other key in the order of the file, and known keys whose value does not fit their field: null or a mapping.
    /// The key `tools` has the part that the list of names cannot express.
    pub extras: Value,
    /// [`compute_body_hash`] of the body; `None` when [`Options::version_hash`](crate::Options::version_hash) is `false`.
    pub version_hash: Option<String>,
    /// The key `worker_binding`.
    pub worker_binding: Option<String>,
}

/// Notes about a definition. Keys beyond the named ones are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentMeta {
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Keywords for a search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Every other key.
    #[serde(flatten)]
    pub extra: Map,
}

impl AgentDef {
    /// Makes an agent of this name with default values.
    pub fn new(name: impl Into<String>, kind: AgentKind) -> Self {
        Self {
            name: name.into(),
            kind,
            spec: Value::Null,
            profile: None,
            meta: None,
        }
    }
}

impl AgentProfile {
    /// Makes a profile with this body and its hash, and default values.
    pub fn new(system_prompt: impl Into<String>) -> Self {
        let system_prompt = system_prompt.into();
        Self {
            version_hash: Some(compute_body_hash(&system_prompt)),
            system_prompt,
            ..Self::default()
        }
    }

    /// Makes the profile of a file with this body.
    pub(crate) fn read(system_prompt: &str, options: &Options) -> Self {
        Self {
            version_hash: options
                .version_hash
                .then(|| compute_body_hash(system_prompt)),
            system_prompt: system_prompt.to_owned(),
            ..Self::default()
        }
    }

    /// Returns the value of a key that has no field of its own.
    #[must_use]
    pub fn extra(&self, key: &str) -> Option<&Value> {
        self.extras.as_map()?.get(key)
    }

    /// Returns the tools that the agent may use. It distinguishes no restriction, no tool and all tools, which an empty list of names does
    /// not.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_agent_md::{AgentKind, Tools, parse};
    ///
    /// let policy = |line: &str| {
    ///     let text = format!("---\nname: x\n{line}\n---\n");
    ///     let agent = parse(&text, "x.md", AgentKind::Operator).unwrap().agent;
    ///     agent.profile.unwrap().tool_policy()
    /// };
    /// assert_eq!(policy("color: red").tools, Tools::Unspecified);
    /// assert_eq!(policy("tools: []").tools, Tools::None);
    /// assert_eq!(policy("tools: '*'").tools, Tools::All);
    /// let map = policy("tools: {read: true, bash: false}");
    /// assert_eq!(map.tools, Tools::Only(vec!["read".into()]));
    /// assert_eq!(map.denied, ["bash"]);
    /// ```
    #[must_use]
    pub fn tool_policy(&self) -> ToolPolicy {
        tools::policy(&self.tools, self.extra("tools"))
    }
}

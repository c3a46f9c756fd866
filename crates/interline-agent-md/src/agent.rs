use interline_frontmatter::{Map, Value};
use serde::{Deserialize, Serialize};

use crate::{AgentKind, ToolPolicy, compute_body_hash, tools};

/// An agent: what its file says, and what the caller says about it.
///
/// The form on the wire is fixed, since other programs store it. Every field is written; the ones that may be null may
/// be left out when it is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentDef {
    /// The name, as it is written; never blank when it was read from a file.
    pub name: String,
    /// How it is run: the caller's word.
    pub kind: AgentKind,
    /// What the runner needs beyond the file: the caller's. Null unless set.
    #[serde(default)]
    pub spec: Value,
    /// What the file says.
    #[serde(default)]
    pub profile: Option<AgentProfile>,
    /// What the embedding program notes about the definition. Nothing in this crate reads or sets it.
    #[serde(default)]
    pub meta: Option<AgentMeta>,
}

/// What an agent file says: its header without the name, and its body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentProfile {
    /// The body, byte for byte: all that follows the line ending of the closing fence.
    pub system_prompt: String,
    /// The key `model`.
    pub model: Option<String>,
    /// The key `effort`.
    pub effort: Option<String>,
    /// The names of the tools that are allowed, as far as a list can say it. [`tool_policy`](Self::tool_policy) says
    /// what an empty list means.
    pub tools: Vec<String>,
    /// The key `description`, without the white space around it.
    pub description: Option<String>,
    /// Every other key in the order of the file, and known keys whose value does not fit their field: null or a mapping.
    /// Under `tools` it holds what the list of names cannot say.
    pub extras: Value,
    /// [`compute_body_hash`] of the body.
    pub version_hash: Option<String>,
    /// The key `worker_binding`.
    pub worker_binding: Option<String>,
}

/// Notes about a definition. Keys beyond the named ones are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentMeta {
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Words to find it by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Every other key.
    #[serde(flatten)]
    pub extra: Map,
}

impl AgentDef {
    /// An agent of this name, with nothing else set.
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
    /// A profile with this body and its hash, and nothing else set.
    pub fn new(system_prompt: impl Into<String>) -> Self {
        let system_prompt = system_prompt.into();
        Self {
            version_hash: Some(compute_body_hash(&system_prompt)),
            system_prompt,
            ..Self::default()
        }
    }

    /// The value of a key that has no field of its own.
    #[must_use]
    pub fn extra(&self, key: &str) -> Option<&Value> {
        self.extras.as_map()?.get(key)
    }

    /// What the agent may use. Keeps apart what an empty list of names does not: no restriction, nothing at all, and
    /// everything.
    ///
    /// ```
    /// use interline_agent_md::{AgentKind, Tools, parse};
    ///
    /// let policy = |line: &str| {
    ///     let text = format!("---\nname: x\n{line}\n---\n");
    ///     let agent = parse(&text, "x.md", AgentKind::Operator).unwrap();
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

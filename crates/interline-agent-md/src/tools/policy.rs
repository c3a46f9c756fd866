use interline_frontmatter::Value;
use serde::{Deserialize, Serialize};

/// The tools that the file of an agent allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Tools {
    /// The file has no restriction. The runner decides its meaning; most allow every tool.
    #[default]
    Unspecified,
    /// Every tool.
    All,
    /// Only these.
    Only(Vec<String>),
    /// No tool.
    None,
}

/// The tools that an agent may use, and those that it may not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolPolicy {
    /// The allowed tools.
    pub tools: Tools,
    /// The names that a map denies by `name: false`, in its order. They are not allowed, whatever [`tools`](Self::tools) is.
    pub denied: Vec<String>,
}

/// Returns whether a name means every tool.
pub(crate) fn is_all(name: &str) -> bool {
    name == "*"
}

/// Returns whether the value of a name in a map denies the tool: `false`, and words of the same meaning.
pub(crate) fn denies(value: &Value) -> bool {
    match value {
        Value::Bool(flag) => !flag,
        Value::String(word) => ["false", "no", "n", "off", "deny"]
            .iter()
            .any(|denial| word.eq_ignore_ascii_case(denial)),
        _ => false,
    }
}

/// Returns the policy of a list of names and the value of `extras.tools`.
///
/// A list with names is the restriction. The value decides the meaning of an empty list.
pub(crate) fn policy(names: &[String], kept: Option<&Value>) -> ToolPolicy {
    let only = |otherwise| {
        if names.is_empty() {
            otherwise
        } else {
            Tools::Only(names.to_vec())
        }
    };
    let mut denied = Vec::new();
    let tools = match kept {
        None => only(Tools::Unspecified),
        Some(Value::String(text)) if is_all(text.trim()) => only(Tools::All),
        Some(Value::List(items)) if items.iter().any(|item| item.as_str().is_some_and(is_all)) => {
            Tools::All
        }
        Some(Value::Map(map)) => {
            denied.extend(
                map.iter()
                    .filter(|(name, value)| denies(value) && !is_all(name))
                    .map(|(name, _)| name.to_owned()),
            );
            if map.get("*").is_some_and(|value| !denies(value)) {
                Tools::All
            } else {
                only(Tools::None)
            }
        }
        // Another value is not a permission.
        Some(_) => only(Tools::None),
    };
    ToolPolicy { tools, denied }
}

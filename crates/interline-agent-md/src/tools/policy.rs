use interline_frontmatter::Value;
use serde::{Deserialize, Serialize};

/// The tools that an agent may use, as far as its file says so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Tools {
    /// The file says nothing. What that means is the runner's affair; most give everything.
    #[default]
    Unspecified,
    /// Every tool.
    All,
    /// These and no other.
    Only(Vec<String>),
    /// None at all.
    None,
}

/// What an agent may use and what it may not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolPolicy {
    /// What is allowed.
    pub tools: Tools,
    /// Names that a map denies by `name: false`, in its order. They are not allowed, whatever [`tools`](Self::tools) is.
    pub denied: Vec<String>,
}

/// Whether a name stands for every tool.
pub(crate) fn is_all(name: &str) -> bool {
    name == "*"
}

/// Whether the value of a name in a map denies it: `false`, and words that mean it. A denial in other words is no permission.
pub(crate) fn denies(value: &Value) -> bool {
    match value {
        Value::Bool(flag) => !flag,
        Value::String(word) => ["false", "no", "n", "off", "deny"]
            .iter()
            .any(|denial| word.eq_ignore_ascii_case(denial)),
        _ => false,
    }
}

/// The policy that a list of names and what is kept under `extras.tools` amount to.
///
/// A list that holds names is taken at its word; what is kept says what an empty one means.
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
        // Whatever else is kept there was no permission.
        Some(_) => only(Tools::None),
    };
    ToolPolicy { tools, denied }
}

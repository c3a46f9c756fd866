use interline_frontmatter::{Map, Value, to_document};

use crate::agent::{AgentDef, AgentProfile};
use crate::error::Error;
use crate::tools::{ToolSeparator, Tools, denies, has_comma, item_name, quoted_list, split_tools};

impl AgentDef {
    /// Writes the file of the agent: the keys `name`, `description`, `model`, `effort`, `tools`, `worker_binding` in this order, then the
    /// others in theirs; quotes only where they are needed; then the body, byte for byte.
    ///
    /// An agent that [`parse`](crate::parse) has read is read again equal from it, given the same kind. `kind`, `spec` and `meta` come
    /// from the caller and are not written. Linear.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_agent_md::{AgentKind, parse};
    ///
    /// let text = "---\ntools: [Read, Edit]\ncolor: red\nname: 'x'\n---\nYou are.\n";
    /// let agent = parse(text, "x.md", AgentKind::Operator)?.agent;
    /// let written = agent.to_markdown()?;
    /// assert_eq!(written, "---\nname: x\ntools: Read, Edit\ncolor: red\n---\nYou are.\n");
    /// assert_eq!(parse(&written, "x.md", AgentKind::Operator)?.agent, agent);
    /// # Ok::<(), interline_agent_md::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the name is empty, when `extras` is neither null nor a mapping, has a key whose field has a value too, or is nested more than 128
    /// deep. No agent from a file is so.
    pub fn to_markdown(&self) -> Result<String, Error> {
        let unwritable = |message: String| Error::Unwritable { message };
        if self.name.trim().is_empty() {
            return Err(unwritable("the name is empty".to_owned()));
        }
        let empty = AgentProfile::default();
        let profile = self.profile.as_ref().unwrap_or(&empty);
        let extras = match &profile.extras {
            Value::Null => &Map::new(),
            Value::Map(extras) => extras,
            _ => return Err(unwritable("`extras` is not a mapping".to_owned())),
        };
        let mut header = Map::from([("name", self.name.as_str())]);
        for (key, value) in fields(profile) {
            header.insert(key, value);
        }
        for (key, value) in extras.iter().filter(|(key, _)| *key != "tools") {
            if header.insert(key, value.clone()).is_some() {
                let message = format!("`{key}` is both in `extras` and in a field of its own");
                return Err(unwritable(message));
            }
        }
        to_document(&header, &profile.system_prompt).map_err(|error| unwritable(error.to_string()))
    }
}

/// Returns the keys that have a field of their own, with their values, in the order of a file.
pub(crate) fn fields(
    profile: &AgentProfile,
) -> impl Iterator<Item = (&'static str, Value)> + use<> {
    let text = |text: &Option<String>| text.as_deref().map(Value::from);
    let fields = [
        ("description", text(&profile.description)),
        ("model", text(&profile.model)),
        ("effort", text(&profile.effort)),
        ("tools", tools_value(profile)),
        ("worker_binding", text(&profile.worker_binding)),
    ];
    let present = fields.into_iter();
    present.filter_map(|(key, value)| Some((key, value?)))
}

/// Returns the value of `tools`: the one in `extras`, unless the list of names differs from it.
fn tools_value(profile: &AgentProfile) -> Option<Value> {
    let names = &profile.tools;
    let kept = profile.extra("tools");
    let policy = profile.tool_policy();
    match kept {
        None => (!names.is_empty()).then(|| names_value(names)),
        Some(Value::Map(map)) => {
            let allowed = map
                .iter()
                .filter(|(name, value)| *name != "*" && !denies(value))
                .map(|(name, _)| name);
            if policy.tools == Tools::All || allowed.eq(names.iter().map(String::as_str)) {
                return kept.cloned();
            }
            let allowed = names.iter().map(|name| (name.as_str(), true));
            let denied = policy.denied.iter().map(|name| (name.as_str(), false));
            Some(Value::Map(allowed.chain(denied).collect()))
        }
        // Names beside a star, in quotes where they would be split.
        Some(Value::List(all)) if policy.tools == Tools::All => {
            let form = |value: &Value| {
                let form = value.as_str().and_then(item);
                form.map_or_else(|| value.clone(), Value::from)
            };
            Some(all.iter().map(form).collect())
        }
        Some(_) if names.is_empty() || policy.tools == Tools::All => kept.cloned(),
        Some(_) => Some(names_value(names)),
    }
}

/// Returns names in one string with commas where it is read again as the same names, otherwise a list in which a name that would be split
/// is in quotes, and a map where quotes do not help either.
pub(crate) fn names_value(names: &[String]) -> Value {
    let is_read = |text: &str, names: &[String]| {
        quoted_list(text).is_none()
            && split_tools(text, ToolSeparator::Comma).is_ok_and(|split| split == *names)
    };
    let text = names.join(", ");
    if is_read(&text, names) {
        return text.into();
    }
    if let Some(items) = names
        .iter()
        .map(|name| item(name))
        .collect::<Option<Vec<_>>>()
    {
        return items.into_iter().collect();
    }
    Value::Map(names.iter().map(|name| (name.as_str(), true)).collect())
}

/// Returns a name as an item of a list, in quotes where it has a comma or an open parenthesis; `None` where quotes do not help.
pub(crate) fn item(name: &str) -> Option<String> {
    let forms = [name.to_owned(), format!("\"{name}\""), format!("'{name}'")];
    if name.is_empty() {
        return None;
    }
    let is_name = |form: &String| {
        let is_plain = form == name;
        item_name(form).is_ok_and(|read| read == name) && !(is_plain && has_comma(name))
    };
    forms.into_iter().find(is_name)
}

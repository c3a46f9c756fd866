//! Commands of the Gemini CLI, which are files in TOML.

use interline_frontmatter::{Map, Value};
use toml::de::{DeTable, DeValue};

use super::location::locate;
use crate::agent::{AgentDef, AgentProfile};
use crate::agent_kind::AgentKind;
use crate::error::Error;
use crate::options::Options;

/// Parses a command: `prompt` is its text, `description` its description; other keys are kept.
pub(crate) fn read_toml(
    text: &str,
    label: &str,
    kind: AgentKind,
    options: &Options,
    name: Option<&str>,
) -> Result<AgentDef, Error> {
    let error = |message: String, span: std::ops::Range<usize>| Error::Toml {
        message,
        at: locate(text, label, span),
    };
    let without = text.strip_prefix('\u{feff}').unwrap_or(text);
    let bom = text.len() - without.len();
    let table = DeTable::parse(without).map_err(|found| {
        let span = found.span().unwrap_or(0..0);
        error(found.message().to_owned(), span.start + bom..span.end + bom)
    })?;
    let name = name.filter(|name| !name.trim().is_empty()).unwrap_or(label);
    let (mut prompt, mut description) = (None, None);
    let mut extras = Map::new();
    for (key, value) in table.get_ref() {
        let span = value.span();
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("prompt", DeValue::String(text)) => prompt = Some(text.as_ref()),
            ("description", DeValue::String(text)) => description = Some(text.trim().to_owned()),
            (key @ ("prompt" | "description"), _) => {
                let message = format!("expected text for `{key}`: write `{key} = \"…\"`");
                return Err(error(message, span.start + bom..span.end + bom));
            }
            (key, value) => {
                extras.insert(key, to_value(value));
            }
        }
    }
    let Some(prompt) = prompt else {
        let message = "missing `prompt`: write `prompt = \"…\"`".to_owned();
        return Err(error(message, 0..0));
    };
    let mut profile = AgentProfile::read(prompt, options);
    profile.description = description;
    if !extras.is_empty() {
        profile.extras = Value::Map(extras);
    }
    Ok(AgentDef {
        profile: Some(profile),
        ..AgentDef::new(name, kind)
    })
}

/// Recursion is bounded by the limit of the parser.
fn to_value(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => text.as_ref().into(),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => number.into(),
            Err(_) => number.as_str().into(),
        },
        DeValue::Float(number) => match number.as_str().parse::<f64>() {
            Ok(number) => number.into(),
            Err(_) => number.as_str().into(),
        },
        DeValue::Boolean(flag) => (*flag).into(),
        DeValue::Datetime(date) => date.to_string().into(),
        DeValue::Array(items) => items.iter().map(|item| to_value(item.get_ref())).collect(),
        DeValue::Table(table) => {
            let entries = table
                .iter()
                .map(|(key, value)| (key.get_ref().to_string(), to_value(value.get_ref())));
            Value::Map(entries.collect())
        }
    }
}

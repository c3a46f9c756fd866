//! Input: file. An agent in any dialect can be read, with its name and body, and nothing of it is left out in silence.

use interline_agent_md::{
    AgentKind, Dialect, Mapping, Options, Value, parse_with, to_dialect, validate,
};
use interline_frontmatter::Document;

use crate::input::Input;
use crate::pieces::AGENT;

const KIND: AgentKind = AgentKind::Operator;

/// Whether the letters of a value stand in a text.
fn stands_in(value: &Value, text: &str) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(_) | Value::Number(_) => true,
        Value::String(word) => word
            .split(|c: char| !c.is_alphanumeric())
            .all(|word| text.contains(word)),
        Value::Sequence(items) => items.iter().all(|item| stands_in(item, text)),
        Value::Mapping(entries) => entries
            .iter()
            .all(|(key, value)| stands_in(&key.into(), text) && stands_in(value, text)),
    }
}

pub fn run(data: &[u8]) {
    let text = Input::new(data, AGENT).text();
    for from in [Dialect::Native, Dialect::ClaudeCode, Dialect::OpenCode] {
        let Ok(parsed) = parse_with(&text, "x", KIND, &Options::new().dialect(from)) else {
            continue;
        };
        let agent = parsed.agent;
        let profile = agent.profile.as_ref().unwrap();
        for dialect in Dialect::ALL {
            for told in validate(&agent, dialect) {
                assert!(!told.message.is_empty());
            }
            let (file, told) = to_dialect(&agent, dialect);
            assert!(file.ends_with(&profile.system_prompt));
            // Of Cursor the header is not quite YAML: patterns stand there without quotes.
            let document = Document::parse(&file);
            assert!(
                document.is_ok() || dialect == Dialect::Cursor,
                "{dialect}: {document:?} in {file:?}"
            );
            let has = |key: &str| match &document {
                Ok(document) => document.has(key),
                Err(_) => file.contains(&format!("\n{key}:")),
            };
            let back = parse_with(&file, "x", KIND, &Options::new().dialect(dialect));
            let back = back
                .unwrap_or_else(|error| panic!("{dialect}: {error} in {file:?}"))
                .agent;
            assert_eq!(back.name, agent.name, "{dialect}: {file:?}");
            assert_eq!(
                back.profile.as_ref().unwrap().system_prompt,
                profile.system_prompt
            );

            // Every field is in the file under some name, or is told.
            let header = &file[..file.len() - profile.system_prompt.len()];
            let messages: String = told
                .iter()
                .map(|told| format!("{} ", told.message))
                .collect();
            let is_told = |key: &str| {
                told.iter()
                    .any(|told| told.message.contains(&format!("`{key}`")))
            };
            for (key, value) in profile
                .extras
                .as_mapping()
                .into_iter()
                .flat_map(Mapping::iter)
                .filter(|(key, _)| *key != "tools")
            {
                let stands = has(key) || stands_in(value, header) || stands_in(value, &messages);
                assert!(
                    stands || is_told(key),
                    "{dialect}: `{key}` is neither in {file:?} nor told: {told:?}"
                );
            }
            for (key, value) in [
                ("description", &profile.description),
                ("model", &profile.model),
                ("effort", &profile.effort),
                ("worker_binding", &profile.worker_binding),
            ] {
                let Some(value) = value else { continue };
                assert!(
                    has(key) || is_told(key),
                    "{dialect}: `{key}: {value}` is neither in {file:?} nor told"
                );
            }
        }
    }
}

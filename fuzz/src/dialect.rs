//! Input: file, arguments. An agent converted to any dialect reads back with its name and body, and each field is in the file or is
//! reported. Read as a command, the file is expanded, and all spans are in its body.

use interline_agent_md::{
    AgentKind, Command, ConvertOptions, Converted, Dialect, FileKind, Map, Options, Value,
    parse_with, to_dialect, to_dialect_with, validate, validate_as,
};
use interline_frontmatter::Document;

use crate::input::Input;
use crate::pieces::AGENT;

const KIND: AgentKind = AgentKind::Operator;

/// Returns whether all words of a value are in the text.
fn is_in(value: &Value, text: &str) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Opaque(_) => true,
        Value::String(word) => word
            .split(|c: char| !c.is_alphanumeric())
            .all(|word| text.contains(word)),
        Value::List(items) => items.iter().all(|item| is_in(item, text)),
        Value::Map(entries) => entries
            .iter()
            .all(|(key, value)| is_in(&key.into(), text) && is_in(value, text)),
    }
}

/// Checks that every kind of every dialect is validated, converted and expanded without a panic, with spans inside the text.
fn kinds(text: &str, arguments: &str) {
    for dialect in Dialect::ALL {
        for kind in FileKind::ALL {
            let options = Options::for_dialect(dialect, kind);
            let Ok(parsed) = parse_with(text, "x.md", KIND, &options) else {
                continue;
            };
            crate::assert_diagnostics(&parsed.diagnostics, text);
            for found in validate_as(&parsed.agent, dialect, kind) {
                assert!(!found.message.is_empty());
            }
            let convert = ConvertOptions::new().from(dialect).kind(kind);
            let Converted { text: file, .. } = to_dialect_with(&parsed.agent, dialect, &convert);
            let profile = parsed.agent.profile.as_ref().unwrap();
            assert!(file.ends_with(&profile.system_prompt));
        }
        let command = Command::new("x", text, dialect);
        let mut end = 0;
        for placeholder in command.placeholders() {
            assert!(placeholder.span.start >= end && text.get(placeholder.span.clone()).is_some());
            end = placeholder.span.end;
        }
        if let Ok(expansion) = command.expand(arguments) {
            crate::assert_diagnostics(&expansion.diagnostics, text);
        }
        assert_eq!(command.to_mcp_prompt().name, "x");
    }
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, AGENT);
    let (text, arguments) = (input.text(), input.text());
    kinds(&text, &arguments);
    for from in [Dialect::Native, Dialect::ClaudeCode, Dialect::OpenCode] {
        let Ok(parsed) = parse_with(&text, "x", KIND, &Options::new().dialect(from)) else {
            continue;
        };
        let agent = parsed.agent;
        let profile = agent.profile.as_ref().unwrap();
        for dialect in Dialect::ALL {
            for found in validate(&agent, dialect) {
                assert!(!found.message.is_empty());
            }
            let Converted {
                text: file,
                diagnostics,
                ..
            } = to_dialect(&agent, dialect);
            assert!(file.ends_with(&profile.system_prompt));
            // Headers of Cursor are not always YAML: globs are written without quotes.
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

            // Every field is in the file under some name, or is reported, and so is each tool in a list.
            let header = &file[..file.len() - profile.system_prompt.len()];
            let messages: Vec<&str> = diagnostics
                .iter()
                .map(|found| found.message.as_str())
                .collect();
            let header_and_messages = format!("{header}{}", messages.join(" "));
            let is_reported = |key: &str| {
                diagnostics
                    .iter()
                    .any(|found| found.message.contains(&format!("`{key}`")))
            };
            for (key, value) in profile
                .extras
                .as_map()
                .into_iter()
                .flat_map(Map::iter)
                .filter(|(key, _)| *key != "tools")
            {
                let is_kept = has(key) || is_in(value, &header_and_messages);
                assert!(
                    is_kept || is_reported(key),
                    "{dialect}: `{key}` is neither in {file:?} nor reported: {diagnostics:?}"
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
                    has(key) || is_reported(key),
                    "{dialect}: `{key}: {value}` is neither in {file:?} nor reported"
                );
            }
        }
    }
}

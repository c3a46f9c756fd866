//! Input: file, key, value, choices. Recovery leaves valid headers alone and is reported. A repaired header is valid, and a written
//! agent reads back equal.

use interline_agent_md::{
    AgentKind, Dialect, Error, Options, Recovery, ToolSeparator, Value, compute_body_hash, edit,
    parse_with, split_tools,
};

use crate::input::Input;
use crate::pieces::AGENT;
use crate::{assert_diagnostics, assert_span};

const KIND: AgentKind = AgentKind::Operator;

fn assert_error(error: &Error, text: &str) {
    let at = error.location().unwrap();
    assert_span(&at.span, text);
    assert!(at.position.line > 0 && at.position.column > 0);
    assert!(!error.report(text).unwrap().to_string().is_empty());
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, AGENT);
    let (text, key, value) = (input.text(), input.text(), input.text());
    let mut choices = input.choices();
    let options = match choices.byte() % 8 {
        0 => Options::new(),
        dialect => {
            Options::new().dialect(Dialect::ALL[usize::from(dialect - 1) % Dialect::ALL.len()])
        }
    };
    let strict_options = options.clone().recovery(Recovery::Strict);
    let strict = parse_with(&text, "x", KIND, &strict_options);
    let parsed = parse_with(&text, "x", KIND, &options);
    let repaired = edit::repair_with(&text, &options);
    for separator in [ToolSeparator::Comma, ToolSeparator::CommaOrWhitespace] {
        if let Ok(names) = split_tools(&value, separator) {
            assert!(
                names
                    .iter()
                    .all(|name| !name.is_empty() && value.contains(name))
            );
        }
    }

    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            assert!(strict.is_err() && repaired.is_err());
            assert_error(&error, &text);
            return;
        }
    };
    assert_diagnostics(&parsed.diagnostics, &text);
    match &strict {
        Ok(strict) => assert_eq!(strict, &parsed, "recovery changed a valid header"),
        Err(error) => {
            assert_error(error, &text);
            assert!(
                !parsed.diagnostics.is_empty(),
                "recovered without a diagnostic"
            );
        }
    }
    let profile = parsed.agent.profile.as_ref().unwrap();
    assert!(text.ends_with(&profile.system_prompt));
    assert_eq!(
        profile.version_hash,
        Some(compute_body_hash(&profile.system_prompt))
    );
    assert!(!parsed.agent.name.trim().is_empty());

    // A header repaired in place reads as the same agent, and so does the written agent.
    let edits = repaired.unwrap_or_else(|error| panic!("parsed but not repaired: {error}"));
    let valid = edits.apply(&text).unwrap();
    assert!(
        strict.is_err() || valid == text,
        "a valid header was repaired: {valid:?}"
    );
    // A field that its tool does not read as YAML stays as it is.
    let mut found = parsed.diagnostics.iter();
    let reader = match found.any(|found| found.code == "bare-value") {
        true => &options,
        false => &strict_options,
    };
    let again = parse_with(&valid, "x", KIND, reader);
    let again = again.unwrap_or_else(|error| panic!("{error} in {valid:?}"));
    assert_eq!(again.agent, parsed.agent, "{valid:?}");
    let written = parsed.agent.to_markdown().unwrap();
    let native = Options::new().recovery(Recovery::Strict);
    let again = parse_with(&written, "x", KIND, &native)
        .unwrap_or_else(|error| panic!("{error} in {written:?}"));
    assert_eq!(again.agent, parsed.agent, "{written:?}");
    assert_eq!(
        again.agent.profile.unwrap().tool_policy(),
        profile.tool_policy()
    );

    // After an edit the file is still an agent.
    let set = match choices.byte() % 3 {
        0 => edit::set(&text, &key, value),
        1 => edit::set(
            &text,
            &key,
            value
                .split(',')
                .map(|item| Value::from(item.trim()))
                .collect::<Vec<_>>(),
        ),
        _ => edit::remove(&text, &key),
    };
    if let (Ok(edits), Ok(_)) = (set, &strict) {
        let changed = edits.apply(&text).unwrap();
        let after = parse_with(
            &changed,
            "x",
            KIND,
            &Options::new().recovery(Recovery::Strict),
        );
        let after = after
            .unwrap_or_else(|error| panic!("{error} in {changed:?}"))
            .agent;
        assert_eq!(after.profile.unwrap().system_prompt, profile.system_prompt);
        assert!(key == "name" || after.name == parsed.agent.name);
    }
}

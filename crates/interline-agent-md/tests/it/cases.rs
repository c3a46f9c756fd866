//! The case files in `tests/cases`.

use interline_agent_md::{
    AgentDef, AgentKind, Command, ConvertOptions, Converted, Dialect, FileKind, Naming, Options,
    Recovery, ToolNames, Tools, edit, parse_with, to_dialect_with, validate,
};
use interline_text::Diagnostic;

use interline_testing::cases::{Case, run};

const KIND: AgentKind = AgentKind::Operator;

/// The text of a case; `line` is short for a header with a name and that line, and the body `b`.
fn text(case: &Case) -> String {
    let text = case.get("text").map(str::to_owned);
    text.unwrap_or_else(|| {
        let lines = case.all("line").join("\n");
        assert!(!lines.is_empty(), "neither `text` nor `line`");
        let name = if lines.starts_with("name:") {
            ""
        } else {
            "name: x\n"
        };
        let count = case.get("lines").map_or(1, |lines| lines.parse().unwrap());
        format!("---\n{name}{lines}\n---\n{}", "b\n".repeat(count))
    })
}

fn dialect(word: Option<&str>) -> Dialect {
    word.map_or(Dialect::Native, |word| word.parse().unwrap())
}

fn file_kind(word: &str) -> FileKind {
    serde_json::from_value(word.into()).unwrap()
}

fn options(case: &Case) -> Options {
    let mut options = Options::new().dialect(dialect(case.get("dialect")));
    if case.get("recovery") == Some("strict") {
        options = options.recovery(Recovery::Strict);
    }
    if case.get("naming") == Some("file") {
        options = options.naming(Naming::HeaderOrFile);
    }
    if let Some(word) = case.get("kind") {
        options = options.kind(file_kind(word));
    }
    options
}

fn reported(reported: &[Diagnostic], text: &str) -> Vec<String> {
    reported
        .iter()
        .map(|reported| {
            let span = reported.span.clone();
            assert!(
                text.get(span).is_some(),
                "{reported:?}: part of a character"
            );
            reported.to_line(None, text)
        })
        .collect()
}

fn words(tools: &Tools) -> String {
    match tools {
        Tools::Unspecified => "unspecified".to_owned(),
        Tools::All => "all".to_owned(),
        Tools::None => "none".to_owned(),
        Tools::Only(names) => names.join(" | "),
        other => panic!("{other:?}"),
    }
}

/// Compares every field that a case gives with what an agent has.
fn check_agent(case: &Case, agent: &AgentDef) {
    let profile = agent.profile.as_ref().unwrap();
    let policy = profile.tool_policy();
    let field = |name: &str, found: &str| {
        if let Some(expected) = case.get(name) {
            assert_eq!(found, expected, "{name}");
        }
    };
    let none = "(none)".to_owned();
    let or_none = |text: &Option<String>| text.clone().unwrap_or(none.clone());
    field("name", &agent.name);
    field("description", &or_none(&profile.description));
    field("model", &or_none(&profile.model));
    field("effort", &or_none(&profile.effort));
    field("binding", &or_none(&profile.worker_binding));
    field("body", &profile.system_prompt);
    field("tools", &words(&policy.tools));
    field("denied", &policy.denied.join(" | "));
    field("extras", &serde_json::to_string(&profile.extras).unwrap());
}

fn read(case: &Case) {
    let text = text(case);
    let path = case.get("path").unwrap_or("x.md");
    let result = parse_with(&text, path, KIND, &options(case));
    if let Some(expected) = case.get("error") {
        let error = result.expect_err("an error").to_string();
        assert_eq!(error.strip_prefix("x.md:").unwrap_or(&error), expected);
        assert!(
            edit::repair_with(&text, &options(case)).is_err(),
            "repaired"
        );
        return;
    }
    let parsed = result.unwrap_or_else(|error| panic!("{error}"));
    check_agent(case, &parsed.agent);
    assert_eq!(
        reported(&parsed.diagnostics, &text),
        case.all("reports"),
        "reports"
    );

    // A command or rule may have no header.
    if parsed.agent.profile.as_ref().unwrap().system_prompt == text {
        assert!(edit::repair_with(&text, &options(case)).unwrap().is_empty());
        return;
    }

    // What was read survives being written, and being stored.
    let written = parsed.agent.to_markdown().unwrap();
    if let Some(expected) = case.get("written") {
        assert_eq!(written, expected, "written");
    }
    let again = parse_with(&written, path, KIND, &options(case)).unwrap();
    assert_eq!(again.agent, parsed.agent, "written: {written}");
    let stored = serde_json::to_string(&parsed.agent).unwrap();
    let restored: AgentDef = serde_json::from_str(&stored).unwrap();
    assert_eq!(restored, parsed.agent);

    // With the quotes that are advised it is YAML, and says the same.
    let valid = edit::repair_with(&text, &options(case))
        .unwrap()
        .apply(&text)
        .unwrap();
    if let Some(expected) = case.get("repaired") {
        assert_eq!(valid, expected, "repaired");
    }
    let is_bare = case.get("dialect") == Some("cursor");
    let again = match is_bare {
        true => options(case),
        false => options(case).recovery(Recovery::Strict),
    };
    let repaired = parse_with(&valid, path, KIND, &again);
    assert_eq!(repaired.unwrap().agent, parsed.agent, "repaired: {valid}");

    // Line endings make no difference to fields and diagnostics.
    if !text.contains('\r') {
        let crlf = text.replace('\n', "\r\n");
        let twin = parse_with(&crlf, path, KIND, &options(case)).unwrap();
        let (mut one, mut two) = (parsed.agent.clone(), twin.agent);
        for agent in [&mut one, &mut two] {
            let profile = agent.profile.as_mut().unwrap();
            profile.system_prompt.clear();
            profile.version_hash = None;
        }
        assert_eq!(two, one, "with CRLF");
        assert_eq!(
            reported(&twin.diagnostics, &crlf),
            reported(&parsed.diagnostics, &text)
        );
    }
}

const READING: &[&str] = &[
    "text",
    "line",
    "recovery",
    "naming",
    "dialect",
    "kind",
    "path",
    "lines",
    "repaired",
    "error",
    "reports",
    "name",
    "description",
    "model",
    "effort",
    "binding",
    "tools",
    "denied",
    "extras",
    "body",
    "written",
];

#[test]
fn fences() {
    run("fences.md", READING, read);
}

#[test]
fn recovery() {
    run("recovery.md", READING, read);
}

#[test]
fn values() {
    run("values.md", READING, read);
}

#[test]
fn tools() {
    run("tools.md", READING, read);
}

#[test]
fn checks() {
    run("checks.md", READING, read);
}

#[test]
fn commands() {
    let known = [
        "body",
        "text",
        "path",
        "dialect",
        "name",
        "description",
        "hint",
        "declared",
        "arguments",
        "gives",
        "reports",
        "error",
        "mcp",
    ];
    run("commands.md", &known, |case| {
        let dialect = dialect(case.get("dialect"));
        let path = case.get("path").unwrap_or("x.md");
        let command = match case.get("text") {
            None => Command::new("x", case.required("body"), dialect),
            Some(text) => match Command::parse(text, path, dialect) {
                Ok(parsed) => parsed.command,
                Err(error) => {
                    assert_eq!(error.to_string(), case.required("error"));
                    return;
                }
            },
        };
        let field = |name: &str, found: &str| {
            if let Some(expected) = case.get(name) {
                assert_eq!(found, expected, "{name}");
            }
        };
        field("name", &command.name);
        field(
            "description",
            command.description.as_deref().unwrap_or("(none)"),
        );
        field("hint", command.argument_hint.as_deref().unwrap_or("(none)"));
        field("declared", &command.arguments.join(" | "));
        field(
            "mcp",
            &serde_json::to_string(&command.to_mcp_prompt()).unwrap(),
        );
        let Some(arguments) = case.get("arguments") else {
            return;
        };
        match command.expand(arguments) {
            Ok(expansion) => {
                assert_eq!(case.get("error"), None, "an error");
                assert_eq!(expansion.text, case.required("gives"), "gives");
                assert_eq!(
                    reported(&expansion.diagnostics, &command.body),
                    case.all("reports")
                );
            }
            Err(error) => assert_eq!(error.to_string(), case.required("error")),
        }
    });
}

#[test]
fn dialects() {
    let known = [
        "text", "line", "dialect", "kind", "validate", "reports", "from", "to", "names", "gives",
        "lost",
    ];
    run("dialects.md", &known, |case| {
        let text = text(case);
        let from = dialect(case.get("from"));
        let options = Options::new().dialect(from);
        let agent = parse_with(&text, "x.md", KIND, &options).unwrap().agent;
        if let Some(word) = case.get("validate") {
            let reported: Vec<String> = validate(&agent, dialect(Some(word)))
                .iter()
                .map(ToString::to_string)
                .collect();
            assert_eq!(reported, case.all("reports"), "reports");
        }
        if let Some(word) = case.get("to") {
            let mut options = ConvertOptions::new().from(from);
            if let Some(kind) = case.get("kind") {
                options = options.kind(file_kind(kind));
            }
            if case.get("names") == Some("keep") {
                options = options.tools(ToolNames::Keep);
            }
            let Converted {
                text: file,
                diagnostics: lost,
                ..
            } = to_dialect_with(&agent, dialect(Some(word)), &options);
            let lost: Vec<String> = lost.iter().map(ToString::to_string).collect();
            if let Some(expected) = case.get("gives") {
                assert_eq!(file, expected, "gives");
            }
            assert_eq!(lost, case.all("lost"), "lost");
        }
    });
}

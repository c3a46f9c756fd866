//! The JSON of every command, against its schema.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use crate::sandbox::Sandbox;

fn schema() -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.schema.json");
    let schema: Json = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn project() -> Sandbox {
    Sandbox::new(&[
        (
            "plan.md",
            "---\na: 1\n---\n<!-- agent:exchange -->\nx\n<!-- agent:boundary:1 -->\n<!-- /agent:exchange -->\n",
        ),
        (
            "answer.md",
            "text\n<!-- patch:exchange -->\ny\n<!-- /patch:exchange -->\n<!-- patch:none -->\nz\n<!-- /patch:none -->\n",
        ),
        ("twice.md", "---\na: 1\na: 2\n---\n"),
        (
            ".claude/agents/a.md",
            "---\nname: a\ndescription: Use when: asked\ntools: Bsah\n---\nYou.\n",
        ),
        (".claude/commands/c.md", "Fix $ARGUMENTS\n"),
        (
            ".interline/fragments/f/FRAGMENT.md",
            "---\nname: f\ndescription: d\narguments: x\n---\n{{x}}\n",
        ),
        ("t.mustache", "{{#a}}{{b}}{{/a}}{{>p}}\n"),
        ("root/guides/g.md", "g\n"),
    ])
}

#[test]
fn every_command_keeps_to_the_schema() {
    let (schema, sandbox) = (schema(), project());
    let mut members = std::collections::BTreeSet::new();
    for line in [
        "apply plan.md answer.md --json",
        "apply plan.md answer.md --json --check",
        "apply plan.md answer.md --json --write",
        "apply none.md answer.md --json",
        "show plan.md --json",
        "show plan.md exchange --json",
        "show plan.md none --json",
        "set plan.md exchange new --json",
        "set plan.md none new --json --dry-run",
        "get plan.md --json",
        "get plan.md a --json",
        "get plan.md b --json",
        "get twice.md --json",
        "put plan.md a 2 --format json",
        "put plan.md a [1] --format json",
        "put twice.md a 2 --format json",
        "rename plan.md a b --json",
        "unset plan.md b --json",
        "init plan.md --json",
        "init plan.md --json --migrate --dry-run",
        "check . --json",
        "check . --json --fix",
        "check plan.rs none.md --json",
        "agents list --json",
        "agents show a --json",
        "agents show b --json",
        "agents convert .claude/agents --to copilot --json",
        "agents fix .claude/agents/a.md none.md --json",
        "prompts list --json",
        "prompts list --json --dialect claude-code",
        "prompts get f x=1 --json",
        "prompts get f --json",
        "render t.mustache --json",
        "render t.mustache --json --names",
        "render t.mustache --json --strict",
        "content guides --docroot root --json",
        "content none --docroot root --json",
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let run = sandbox.run(&arguments);
        assert_eq!(run.stderr, "", "{line}");
        let json: Json = serde_json::from_str(&run.stdout).unwrap();
        let errors: Vec<String> = schema
            .iter_errors(&json)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{line}\n{errors:#?}\n{json:#}");
        assert_eq!(json["ok"] == true, run.status == Some(0), "{line}");
        members.extend(json.as_object().unwrap().keys().cloned());
    }
    // Every member of the schema was printed by one of them.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.schema.json");
    let document: Json = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let known: std::collections::BTreeSet<String> = document["properties"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(members, known);
}

#[test]
fn the_schema_refuses_other_objects() {
    let schema = schema();
    for text in [
        "{\"ok\": true}",
        "{\"ok\": 1, \"diagnostics\": []}",
        "{\"ok\": true, \"diagnostics\": [], \"more\": 1}",
        "{\"ok\": true, \"diagnostics\": [{\"code\": \"a\", \"severity\": \"fatal\", \"message\": \"m\"}]}",
    ] {
        assert!(
            !schema.is_valid(&serde_json::from_str(text).unwrap()),
            "{text}"
        );
    }
}

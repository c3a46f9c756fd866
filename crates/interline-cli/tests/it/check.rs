use serde_json::{Value as Json, json};

use crate::sandbox::Sandbox;

const AGENT: &str =
    "---\nname: scout\ndescription: Looks around.\ntools: Read, Bsah\n---\nYou look.\n";
const BROKEN: &str = "---\nname: tidy\ndescription: Use when: asked\n---\nYou tidy.\n";

fn project() -> Sandbox {
    Sandbox::new(&[
        (".claude/agents/scout.md", AGENT),
        (".claude/agents/tidy.md", BROKEN),
        (".claude/commands/fix.md", "Fix $ARGUMENTS\n"),
        (".github/agents/x.agent.md", "---\nname: x\n---\nYou.\n"),
        (
            "skills/alpha/SKILL.md",
            "---\nname: beta\ndescription: Does.\n---\nDo.\n",
        ),
        (
            "prompts/translate/FRAGMENT.md",
            "---\nname: translate\n---\n",
        ),
        ("views/a.md.mustache", "{{#a}}\n"),
        ("docs/plan.md", "<!-- agent:a -->\n"),
        ("docs/twice.md", "---\na: 1\na: 2\n---\n"),
        ("docs/line.md", "---\n\nA text below a line.\n"),
        (".agent-doc/components.toml", "[a]\nmode = \"apend\"\n"),
        ("ignored/agents/broken.md", "---\nname: [\n---\n"),
        (".gitignore", "ignored/\n"),
        (".hidden/agents/broken.md", "---\nname: [\n---\n"),
        ("src/main.rs", "fn main() {}\n"),
    ])
}

/// Returns `path:line:column code` for each diagnostic.
fn lines(json: &Json) -> Vec<String> {
    let all = json["diagnostics"].as_array().unwrap().iter();
    all.map(|found| {
        let (path, code) = (
            found["path"].as_str().unwrap(),
            found["code"].as_str().unwrap(),
        );
        format!("{path}:{}:{} {code}", found["line"], found["column"])
    })
    .collect()
}

#[test]
fn recognises_files_and_locates_faults() {
    let sandbox = project();
    let json = sandbox.json(&["check", ".", "--json"]);
    let found = lines(&json);
    for expected in [
        "./.agent-doc/components.toml:2:8 unknown-mode",
        "./.claude/agents/scout.md:4:14 unknown-tool",
        "./.claude/agents/tidy.md:3:22 repaired-value",
        "./.github/agents/x.agent.md:1:1 missing-description",
        "./docs/plan.md:1:1 unclosed-component",
        "./docs/twice.md:3:1 invalid-header",
        "./prompts/translate/FRAGMENT.md:1:1 invalid-fragment",
        "./skills/alpha/SKILL.md:2:7 name-of-directory",
        "./views/a.md.mustache:1:1 invalid-template",
    ] {
        assert!(
            found.iter().any(|line| line == expected),
            "{expected} is not in {found:#?}"
        );
    }
    let is_in = |name: &str| found.iter().any(|line| line.contains(name));
    assert!(!is_in("ignored") && !is_in(".hidden") && !is_in("line.md") && !is_in("fix.md"));
    assert_eq!((&json["ok"], &json["checked"]), (&false.into(), &11.into()));
}

#[test]
fn walks_what_is_asked_for() {
    let sandbox = project();
    let count = |arguments: &[&str]| sandbox.json(arguments)["checked"].as_u64().unwrap();
    let usual = count(&["check", ".", "--json"]);
    assert_eq!(count(&["check", ".", "--json", "--hidden"]), usual + 1);
    assert_eq!(count(&["check", ".", "--json", "--no-ignore"]), usual + 1);
    assert_eq!(count(&["check", "docs", ".claude", "docs", "--json"]), 6);
}

#[test]
fn gives_the_same_order_each_time() {
    let files: Vec<(String, &str)> = (0..300)
        .map(|number| (format!("d{}/agents/a{number}.md", number % 7), AGENT))
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), *text))
        .collect();
    let sandbox = Sandbox::new(&files);
    let first = sandbox.run(&["check", ".", "--json"]).stdout;
    for _ in 0..5 {
        assert_eq!(sandbox.run(&["check", ".", "--json"]).stdout, first);
    }
    let found = lines(&serde_json::from_str(&first).unwrap());
    let mut sorted = found.clone();
    sorted.sort();
    assert_eq!(found.len(), 300);
    let paths = |lines: &[String]| -> Vec<String> {
        lines
            .iter()
            .map(|line| line.split(':').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(paths(&found), paths(&sorted));
}

#[test]
fn sorts_by_directories_and_names() {
    let names = [
        "a/agents/x.md",
        "a-b/agents/x.md",
        "a.b/agents/x.md",
        "ab/agents/x.md",
        "a/agents.md/agents/y.md",
        "a/agents/é/x.md",
        "agents/x.md",
    ];
    let files: Vec<(&str, &str)> = names.iter().map(|name| (*name, AGENT)).collect();
    let sandbox = Sandbox::new(&files);
    sandbox.write(".git", "");
    let mut expected: Vec<std::path::PathBuf> = names
        .iter()
        .map(|name| std::path::Path::new("./").join(name))
        .collect();
    expected.sort();
    let expected: Vec<String> = expected
        .iter()
        .map(|path| format!("{}:4:14 unknown-tool", path.display()))
        .collect();
    assert_eq!(lines(&sandbox.json(&["check", ".", "--json"])), expected);
    // Two spellings of a directory are one.
    let run = sandbox.json(&["check", "a", "a//", "a/agents/x.md", "--json"]);
    assert_eq!(run["checked"], 3);
}

#[test]
fn prints_excerpts_of_many_findings() {
    let sandbox = Sandbox::new(&[]);
    let text: String = (0..300)
        .map(|n| format!("<!-- agent:a{n} -->\n\n"))
        .collect();
    sandbox.write("plan.md", &text);
    let run = sandbox.run(&["check", "plan.md"]);
    assert_eq!(run.stdout.matches("[unclosed-component]: ").count(), 300);
    for line in [1, 101, 599] {
        let expected = format!("--> plan.md:{line}:1\n");
        assert!(run.stdout.contains(&expected), "{}", run.stdout);
    }
}

#[test]
fn fixes_what_has_a_certain_fix() {
    let sandbox = project();
    let json = sandbox.json(&["check", ".claude/agents/tidy.md", "--json"]);
    let fix = &json["diagnostics"][0]["fix"];
    assert!(!fix.as_array().unwrap().is_empty());
    let run = sandbox.run(&["check", ".claude", "--fix"]);
    assert!(run.stderr.ends_with("; 1 file fixed\n"), "{}", run.stderr);
    assert_eq!(
        sandbox.read(".claude/agents/tidy.md"),
        BROKEN.replace("Use when: asked", "\"Use when: asked\"")
    );
    assert_eq!(sandbox.read(".claude/agents/scout.md"), AGENT);
    let run = sandbox.run(&["check", ".claude/agents/tidy.md"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), ""));
}

#[test]
fn prints_excerpts_and_a_summary() {
    let sandbox = project();
    let run = sandbox.run(&["check", ".claude/agents/scout.md"]);
    assert!(
        run.stdout.starts_with("warning[unknown-tool]: "),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains(" --> .claude/agents/scout.md:4:14\n"),
        "{}",
        run.stdout
    );
    assert_eq!(run.stderr, "1 file checked: 0 errors, 1 warning\n");
    assert_eq!(run.status, Some(0));
    assert_eq!(
        sandbox
            .run(&["check", ".claude/agents/scout.md", "--strict"])
            .status,
        Some(1)
    );
    let run = sandbox.run(&["check", ".claude/agents/scout.md", "--level", "error"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), ""));
}

#[test]
fn writes_annotations_for_github() {
    let sandbox = Sandbox::new(&[("a,b/100%.md", "---\na: 1\na: 2\n---\n")]);
    let run = sandbox.run(&["check", "a,b/100%.md", "--format", "github"]);
    assert_eq!(run.status, Some(1));
    assert_eq!(
        run.stdout,
        "::error file=a%2Cb/100%25.md,line=3,endLine=3,col=1,endColumn=2,title=invalid-header::key `a` is given twice: remove one of the two\n"
    );
}

#[test]
fn writes_sarif() {
    let sandbox = project();
    let run = sandbox.run(&["check", "docs/twice.md", "--format", "sarif"]);
    let log: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!(rule["id"], "invalid-header");
    assert_eq!(
        rule["shortDescription"]["text"],
        "A header cannot be read or changed."
    );
    let help = rule["help"]["markdown"].as_str().unwrap();
    assert!(
        help.contains("**Fix**\n\nThe message names the line"),
        "{help}"
    );
    let result = &log["runs"][0]["results"][0];
    assert_eq!(
        (&result["ruleId"], &result["level"]),
        (&"invalid-header".into(), &"error".into())
    );
    let location = &result["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "docs/twice.md");
    assert_eq!(
        location["region"],
        json!({ "startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 2 })
    );
}

#[test]
fn says_which_named_files_are_not_checked() {
    let sandbox = project();
    let json = sandbox.json(&["check", "src/main.rs", "--json"]);
    assert_eq!((&json["ok"], &json["checked"]), (&true.into(), &0.into()));
    assert_eq!(json["diagnostics"][0]["code"], "skipped");
}

#[test]
fn checks_the_rest_when_a_file_cannot_be_read() {
    let sandbox = project();
    sandbox.write("docs/bytes.md", b"\xff");
    let run = sandbox.run(&["check", "docs"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stdout.contains("docs/twice.md:3:1"), "{}", run.stdout);
    assert!(
        run.stderr
            .starts_with("interline: docs/bytes.md:1:1: invalid UTF-8"),
        "{}",
        run.stderr
    );
}

/// Runs the hook on an event; returns its answer.
fn hook(sandbox: &Sandbox, event: &Json) -> Json {
    let run = sandbox.run_with(&["check", "--hook"], event.to_string().as_bytes());
    serde_json::from_str(&run.ok()).unwrap()
}

#[test]
fn answers_hooks_of_agent_tools() {
    let sandbox = project();
    let event = |name: &str, input: Json| json!({ "hook_event_name": name, "cwd": sandbox.path(""), "tool_input": input });
    // An error is given to the model: by Claude Code and Codex, and by Gemini CLI.
    for (name, input) in [
        (
            "PostToolUse",
            json!({ "file_path": "docs/twice.md", "content": "" }),
        ),
        ("AfterTool", json!({ "file_path": "docs/twice.md" })),
        (
            "PostToolUse",
            json!({ "command": "*** Begin Patch\n*** Update File: docs/twice.md\n@@\n*** End Patch\n" }),
        ),
        ("tool.execute.after", json!({ "filePath": "docs/twice.md" })),
    ] {
        let answer = hook(&sandbox, &event(name, input));
        assert_eq!(answer["decision"], "block", "{name}");
        assert!(
            answer["reason"]
                .as_str()
                .unwrap()
                .contains("docs/twice.md:3:1"),
            "{answer}"
        );
    }
    // A warning is context.
    let answer = hook(
        &sandbox,
        &event(
            "PostToolUse",
            json!({ "file_path": ".claude/agents/scout.md" }),
        ),
    );
    assert_eq!(answer["decision"], Json::Null);
    assert_eq!(answer["hookSpecificOutput"]["hookEventName"], "PostToolUse");
    // Nothing is said about other files.
    for input in [
        json!({ "file_path": "docs/line.md" }),
        json!({ "file_path": "src/main.rs" }),
        json!({ "file_path": "none.md" }),
        json!({}),
        json!({ "command": "ls" }),
    ] {
        assert_eq!(hook(&sandbox, &event("PostToolUse", input)), json!({}));
    }
    let stderr = sandbox.run_with(&["check", "--hook"], b"not JSON").fails(2);
    assert!(
        stderr.starts_with("interline: <stdin>: invalid event: "),
        "{stderr}"
    );
}

/// pre-commit cannot build a package of a workspace, so that its hooks run the installed command.
#[test]
fn hooks_of_pre_commit_run() {
    let file =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.pre-commit-hooks.yaml");
    let text = std::fs::read_to_string(file).unwrap();
    let values = |key: &str| -> Vec<String> {
        let lines = text
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix(key));
        lines.map(|value| value.trim().to_owned()).collect()
    };
    assert_eq!(values("language:"), ["system", "system"]);
    let entries = values("entry:");
    assert_eq!(entries, ["interline check", "interline check --fix"]);
    for entry in entries {
        let sandbox = project();
        let mut arguments: Vec<&str> = entry.split(' ').skip(1).collect();
        arguments.extend([".claude/agents/tidy.md", "docs/twice.md"]);
        let run = sandbox.run(&arguments);
        assert_eq!(run.status, Some(1), "{entry}");
        assert!(run.stdout.contains("docs/twice.md:3:1"), "{entry}");
        let is_fixed = sandbox.read(".claude/agents/tidy.md") != BROKEN;
        assert_eq!(is_fixed, entry.ends_with("--fix"));
    }
}

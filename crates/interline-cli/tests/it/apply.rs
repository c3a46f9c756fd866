use crate::sandbox::{Sandbox, example};

const PLAN: &str = "# Plan\n\n<!-- agent:status -->\n- build: unknown\n<!-- /agent:status -->\n";
const ANSWER: &str = "<!-- patch:status -->\n- build: green\n<!-- /patch:status -->\n";

fn sandbox() -> Sandbox {
    Sandbox::new(&[("plan.md", PLAN), ("answer.md", ANSWER)])
}

fn changed() -> String {
    PLAN.replace("unknown", "green")
}

#[test]
fn prints_the_new_document() {
    let sandbox = sandbox();
    assert_eq!(
        sandbox.run(&["apply", "plan.md", "answer.md"]).ok(),
        changed()
    );
    for arguments in [&["apply", "plan.md"][..], &["apply", "plan.md", "-"]] {
        assert_eq!(
            sandbox.run_with(arguments, ANSWER.as_bytes()).ok(),
            changed()
        );
    }
    assert_eq!(
        sandbox
            .run_with(&["apply", "-", "answer.md"], PLAN.as_bytes())
            .ok(),
        changed()
    );
    assert_eq!(sandbox.read("plan.md"), PLAN);
}

#[test]
fn applies_the_example() {
    let sandbox = Sandbox::new(&[
        ("session.md", &example("session.md")),
        ("crlf.md", &example("session-crlf.md")),
        ("answer.md", &example("session.answer.md")),
    ]);
    for (name, expected) in [
        ("session.md", "session.expected.md"),
        ("crlf.md", "session-crlf.expected.md"),
    ] {
        let run = sandbox.run(&["apply", name, "answer.md"]);
        assert_eq!((run.status, run.stdout), (Some(0), example(expected)));
        assert!(
            run.stderr.starts_with("warning[missing-component]: "),
            "{}",
            run.stderr
        );
        assert!(
            run.stderr.contains("\n  --> answer.md:26:1\n"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn writes_the_document_and_leaves_no_file() {
    let sandbox = sandbox();
    assert_eq!(
        sandbox
            .run(&["apply", "plan.md", "answer.md", "--write"])
            .ok(),
        ""
    );
    assert_eq!(sandbox.read("plan.md"), changed());
    assert_eq!(sandbox.names("."), ["answer.md", "plan.md"]);
}

#[test]
fn checks_and_shows_the_difference() {
    let sandbox = sandbox();
    let run = sandbox.run(&["apply", "plan.md", "answer.md", "--check"]);
    assert_eq!(run.fails(1), "plan.md: would change\n");
    let run = sandbox.run(&["apply", "plan.md", "answer.md", "--diff"]);
    assert_eq!(
        run.ok(),
        "--- plan.md\n+++ plan.md\n@@ -1,5 +1,5 @@\n # Plan\n \n <!-- agent:status -->\n-- build: unknown\n+- build: green\n \
         <!-- /agent:status -->\n"
    );
    let run = sandbox.run(&["apply", "plan.md", "answer.md", "--diff", "--check"]);
    assert_eq!((run.status, run.stdout.is_empty()), (Some(1), false));
    assert_eq!(sandbox.read("plan.md"), PLAN);

    sandbox.write("plan.md", changed());
    let run = sandbox.run(&["apply", "plan.md", "answer.md", "--check"]);
    assert_eq!(run.ok(), "");
}

#[test]
fn prints_json() {
    let sandbox = sandbox();
    let json = sandbox.json(&["apply", "plan.md", "answer.md", "--json"]);
    assert_eq!(json["ok"], true);
    assert_eq!(json["text"], changed());
    assert_eq!(json["written"], false);
    assert_eq!(json["edits"].as_array().unwrap().len(), 1);
    assert_eq!(json["outcomes"][0]["component"], "status");
    assert_eq!(json["outcomes"][0]["status"], "applied");
    let json = sandbox.json(&["apply", "plan.md", "answer.md", "--json", "--write"]);
    assert_eq!(
        (&json["written"], sandbox.read("plan.md")),
        (&true.into(), changed())
    );
}

#[test]
fn reports_problems_with_their_location() {
    let sandbox = sandbox();
    sandbox.write("plan.md", "<!-- agent:a -->\n");
    let run = sandbox.run_with(&["apply", "plan.md", "--json"], b"");
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(run.status, Some(i32::from(json["ok"] == false)));
    let found = &json["diagnostics"][0];
    assert_eq!(found["path"], "plan.md");
    assert_eq!((&found["line"], &found["column"]), (&1.into(), &1.into()));
    assert_eq!(found["code"], "unclosed-component");
}

#[test]
fn uses_modes_of_the_project_and_of_the_command_line() {
    let sandbox = sandbox();
    sandbox.write(
        ".agent-doc/components.toml",
        "[status]\npatch = \"append\"\n",
    );
    let both = "- build: unknown\n- build: green\n";
    assert!(
        sandbox
            .run(&["apply", "plan.md", "answer.md"])
            .ok()
            .contains(both)
    );
    let run = sandbox.run(&["apply", "plan.md", "answer.md", "--mode", "status=replace"]);
    assert_eq!(run.ok(), changed());
}

#[test]
fn applies_nothing_with_an_unreadable_configuration() {
    let sandbox = sandbox();
    sandbox.write(".agent-doc/components.toml", "[status\n");
    let run = sandbox.run(&["apply", "plan.md", "answer.md", "--write"]);
    let stderr = run.fails(1);
    assert!(stderr.contains("components.toml:1:"), "{stderr}");
    assert!(stderr.ends_with("interline: nothing is applied until the configuration is fixed\n"));
    assert_eq!(sandbox.read("plan.md"), PLAN);
}

#[test]
fn applies_patches_in_code_blocks_on_request() {
    let sandbox = sandbox();
    sandbox.write("answer.md", format!("Sure:\n```html\n{ANSWER}```\n"));
    let run = sandbox.run(&["apply", "plan.md", "answer.md"]);
    assert!(
        run.stderr.contains("warning[patch-in-code]"),
        "{}",
        run.stderr
    );
    let run = sandbox.run(&["apply", "plan.md", "answer.md", "--fenced"]);
    assert!(run.stdout.contains("- build: green"), "{}", run.stdout);
}

#[test]
fn keeps_escape_sequences_of_a_document() {
    let sandbox = sandbox();
    let plan = PLAN.replace("# Plan", "# \u{1b}[1mPlan\u{1b}[0m");
    sandbox.write("plan.md", &plan);
    let run = sandbox.run(&["apply", "plan.md", "answer.md"]);
    assert_eq!(run.ok(), plan.replace("unknown", "green"));
    let diff = sandbox
        .run(&["apply", "plan.md", "answer.md", "--diff"])
        .ok();
    assert!(diff.contains(" # \u{1b}[1mPlan\u{1b}[0m\n"), "{diff:?}");
}

#[test]
fn colours_only_on_request() {
    let sandbox = sandbox();
    let with = |color| {
        sandbox
            .run(&["apply", "plan.md", "answer.md", "--diff", "--color", color])
            .ok()
    };
    assert!(with("always").contains("\u{1b}[32m+- build: green"));
    assert!(!with("never").contains('\u{1b}') && !with("auto").contains('\u{1b}'));
}

#[test]
fn refuses_standard_input_twice_and_writing_to_it() {
    let sandbox = sandbox();
    for arguments in [&["apply", "-"][..], &["apply", "-", "-"]] {
        let stderr = sandbox.run(arguments).fails(2);
        assert!(stderr.contains("cannot both be standard input"), "{stderr}");
    }
    let stderr = sandbox
        .run(&["apply", "-", "answer.md", "--write"])
        .fails(2);
    assert!(
        stderr.contains("standard input cannot be replaced"),
        "{stderr}"
    );
}

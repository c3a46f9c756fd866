use crate::sandbox::Sandbox;

fn project() -> Sandbox {
    Sandbox::new(&[
        (
            ".interline/fragments/translate/FRAGMENT.md",
            "---\nname: translate\ndescription: Translate text.\narguments: text, to=fr\n---\nTo {{to}}: {{text}}\n",
        ),
        (
            "home/.config/interline/fragments/translate/FRAGMENT.md",
            "---\nname: translate\ndescription: Old.\n---\nOld.\n",
        ),
        (
            ".claude/commands/fix.md",
            "---\ndescription: Fix an issue.\n---\nFix $0 in $ARGUMENTS.\n",
        ),
        ("broken/x/FRAGMENT.md", "---\nname: x\n---\n"),
    ])
}

#[test]
fn lists_fragments_and_commands() {
    let sandbox = project();
    assert_eq!(
        sandbox.run(&["prompts", "list"]).ok(),
        "translate text=… [to=…]  Translate text.\n"
    );
    let run = sandbox.run(&["prompts", "list", "--dialect", "claude-code"]);
    assert!(run.ok().starts_with("fix "));
    let mcp: serde_json::Value =
        serde_json::from_str(&sandbox.run(&["prompts", "list", "--mcp"]).ok()).unwrap();
    assert_eq!(mcp["prompts"][0]["arguments"][0]["required"], true);
    let run = sandbox.run(&["prompts", "list", "--dir", "broken"]);
    assert!(
        run.stderr.contains("broken/x/FRAGMENT.md:1:1"),
        "{}",
        run.stderr
    );
    assert_eq!((run.status, run.stdout.as_str()), (Some(1), ""));
}

#[test]
fn expands_a_fragment() {
    let sandbox = project();
    // A placeholder in a value is not expanded.
    assert_eq!(
        sandbox
            .run(&["prompts", "get", "translate", "text={{to}}"])
            .ok(),
        "To fr: {{to}}\n"
    );
    let run = sandbox.run(&["prompts", "get", "translate", "text=a", "tone=b"]);
    assert_eq!(run.stdout, "To fr: a\n");
    assert_eq!(
        run.stderr,
        "warning[invalid-arguments]: `translate` has no argument `tone`; it is not used\n"
    );
    let stderr = sandbox.run(&["prompts", "get", "translate"]).fails(1);
    assert!(
        stderr.contains("no value for the required argument"),
        "{stderr}"
    );
    let stderr = sandbox.run(&["prompts", "get", "translat"]).fails(1);
    assert!(stderr.contains("did you mean `translate`"), "{stderr}");
    let stderr = sandbox
        .run(&["prompts", "get", "translate", "text"])
        .fails(2);
    assert_eq!(stderr, "interline: expected `KEY=VALUE`, found `text`\n");
}

#[test]
fn expands_a_command_of_a_tool() {
    let sandbox = project();
    let run = sandbox.run(&[
        "prompts",
        "get",
        "fix",
        "a b",
        "c",
        "--dialect",
        "claude-code",
    ]);
    assert_eq!(run.ok(), "Fix a b in \"a b\" c.\n");
    let stderr = sandbox
        .run(&["prompts", "get", "fxi", "--dialect", "claude-code"])
        .fails(1);
    assert_eq!(
        stderr,
        "error[unknown-name]: no command is called `fxi`; did you mean `fix`?\n"
    );
}

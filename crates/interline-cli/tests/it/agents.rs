use crate::sandbox::Sandbox;

const REVIEWER: &str = "---\nname: reviewer\ndescription: Reads a change.\ntools: Read, Grep\nmaxTurns: 12\n---\nYou review.\n";

fn project() -> Sandbox {
    Sandbox::new(&[
        (".claude/agents/reviewer.md", REVIEWER),
        (
            "home/.claude/agents/reviewer.md",
            "---\nname: reviewer\ndescription: Of the user.\n---\nOld.\n",
        ),
        (
            "home/.claude/agents/broken.md",
            "---\nname: broken\nname: twice\n---\n",
        ),
        (
            ".github/agents/scout.agent.md",
            "---\nname: scout\ndescription: Looks.\n---\nYou look.\n",
        ),
        (
            ".claude/skills/alpha/SKILL.md",
            "---\nname: alpha\ndescription: Does.\n---\nDo.\n",
        ),
    ])
}

#[test]
fn lists_the_agents_of_all_tools_or_of_one() {
    let sandbox = project();
    let run = sandbox.run(&["agents", "list"]);
    assert_eq!(run.status, Some(1));
    let rows: Vec<Vec<&str>> = run
        .stdout
        .lines()
        .map(|line| {
            line.split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect()
        })
        .collect();
    assert_eq!(rows[0][..2], ["reviewer", "Claude Code"]);
    assert_eq!(rows[0][3], "Reads a change.");
    assert_eq!(rows[1][..2], ["scout", "Copilot"]);
    assert!(
        run.stderr.contains("home/.claude/agents/broken.md:3:1"),
        "{}",
        run.stderr
    );

    let run = sandbox.run(&["agents", "list", "--dialect", "copilot"]);
    assert_eq!(run.ok().lines().count(), 1);
    let run = sandbox.run(&[
        "agents",
        "list",
        "--dialect",
        "claude-code",
        "--kind",
        "skill",
    ]);
    assert!(run.ok().starts_with("alpha  Claude Code  "));
    let run = sandbox.run(&["agents", "list", ".claude/agents", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["agents"][0]["path"], ".claude/agents/reviewer.md");
}

#[test]
fn reports_what_takes_precedence() {
    let run = project().run(&["agents", "list", "--dialect", "claude-code", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let found = json["diagnostics"].as_array().unwrap();
    let shadowed = found
        .iter()
        .find(|found| found["code"] == "shadowed")
        .unwrap();
    assert!(
        shadowed["path"]
            .as_str()
            .unwrap()
            .ends_with("home/.claude/agents/reviewer.md")
    );
}

#[test]
fn shows_an_agent() {
    let sandbox = project();
    let run = sandbox.run(&["agents", "show", "reviewer", ".claude/agents"]);
    assert_eq!(
        run.ok(),
        "name: reviewer\nfile: .claude/agents/reviewer.md (the native format)\ndescription: Reads a change.\ntools: Read, Grep\n\n\
         You review.\n"
    );
    let json = sandbox.json(&["agents", "show", "reviewer", "--json"]);
    assert_eq!(
        json["agent"]["definition"]["profile"]["system_prompt"],
        "You review.\n"
    );
    let stderr = sandbox.run(&["agents", "show", "reviewr"]).fails(1);
    assert_eq!(
        stderr,
        "error[unknown-name]: no agent is called `reviewr`; did you mean `reviewer`?\n"
    );
    let stderr = sandbox.run(&["agents", "show", "broken"]).fails(1);
    assert!(stderr.contains("given twice"), "{stderr}");
    let stderr = sandbox.run(&["agents", "list", "nowhere"]).fails(2);
    assert_eq!(stderr, "interline: nowhere: not found; check the path\n");
}

#[test]
fn converts_a_file_and_a_directory() {
    let sandbox = project();
    let run = sandbox.run(&[
        "agents",
        "convert",
        ".claude/agents/reviewer.md",
        "--to",
        "opencode",
    ]);
    assert_eq!(run.status, Some(0));
    assert!(
        run.stdout.contains("steps: 12\n") && run.stdout.ends_with("---\nYou review.\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stderr
            .contains("info[tool-translated]: `Read` is `read` for OpenCode\n"),
        "{}",
        run.stderr
    );

    let convert = [
        "agents",
        "convert",
        ".claude/agents",
        "--to",
        "copilot",
        "--out",
        "out",
    ];
    assert_eq!(sandbox.run(&convert).status, Some(0));
    assert_eq!(sandbox.names("out"), ["reviewer.agent.md"]);
    // An existing file is not replaced.
    let run = sandbox.run(&convert);
    assert!(
        run.stderr
            .ends_with("interline: out/reviewer.agent.md: exists already; remove it first\n"),
        "{}",
        run.stderr
    );
    assert_eq!(run.status, Some(2));
    let stderr = sandbox
        .run(&["agents", "convert", ".claude/agents", "--to", "copilot"])
        .fails(2);
    assert!(stderr.contains("a directory needs `--out DIR`"), "{stderr}");
    let stderr = sandbox
        .run(&["agents", "convert", "x", "--to", "clod"])
        .fails(2);
    assert!(stderr.contains("unknown dialect `clod`"), "{stderr}");
}

#[test]
fn names_of_agents_stay_in_the_directory() {
    let sandbox = Sandbox::new(&[
        ("in/a.md", "---\nname: ../../x\ndescription: d\n---\n"),
        ("in/b.md", "---\nname: ..\ndescription: d\n---\n"),
    ]);
    sandbox.run(&[
        "agents", "convert", "in", "--to", "codex", "--out", "deep/out",
    ]);
    assert_eq!(sandbox.names("deep/out"), ["..-..-x", "agent"]);
    assert_eq!(sandbox.names("."), ["deep", "in"]);
}

#[test]
fn fixes_headers() {
    let broken = "---\nname: tidy\ndescription: Use when: asked\n---\nYou tidy.\n";
    let sandbox = Sandbox::new(&[("agents/a.md", broken), ("b.md", "no header\n")]);
    let run = sandbox.run(&["agents", "fix", "agents/a.md", "b.md", "--dry-run"]);
    assert_eq!(run.status, Some(1));
    assert!(
        run.stdout.contains("+description: \"Use when: asked\"\n"),
        "{}",
        run.stdout
    );
    assert!(run.stderr.contains("b.md:1:1"), "{}", run.stderr);
    sandbox.run(&["agents", "fix", "agents/a.md"]).ok();
    assert_eq!(
        sandbox.read("agents/a.md"),
        broken.replace("Use when: asked", "\"Use when: asked\"")
    );
}

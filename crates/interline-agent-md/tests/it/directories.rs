//! Files and directories.

use std::fs;
use std::path::{Path, PathBuf};

use interline_agent_md::{
    AgentKind, Dialect, Error, FileKind, Files, LoadReport, Lookup, Options, SkipReason, Tools,
    layers_for, load_dir, load_dir_with, load_file, load_layers,
};
use interline_agent_md::{Layer, Recursion};
use tempfile::TempDir;

const KIND: AgentKind = AgentKind::Subprocess;

fn directory(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        write(dir.path(), name, text);
    }
    dir
}

fn write(dir: &Path, name: &str, text: &str) {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn agent(name: &str) -> String {
    format!("---\nname: {name}\ndescription: d\n---\nYou are {name}.\n")
}

fn names(report: &LoadReport) -> Vec<&str> {
    report
        .loaded
        .iter()
        .map(|loaded| loaded.value.name.as_str())
        .collect()
}

fn load(dir: &Path) -> LoadReport {
    load_dir_with(dir, KIND, &Options::new())
}

/// The diagnostics about a file.
fn diagnostics(report: &LoadReport, path: &Path) -> Vec<String> {
    let found = report.diagnostics.iter();
    let of_file = found.filter(|found| found.path() == path);
    of_file.map(|found| found.diagnostic.to_string()).collect()
}

/// The paths of a report below a directory.
fn below<'p>(dir: &Path, paths: impl Iterator<Item = &'p PathBuf>) -> Vec<String> {
    let relative = paths.map(|path| path.strip_prefix(dir).unwrap().display().to_string());
    relative.collect()
}

#[test]
fn one_broken_file_affects_no_other() {
    let dir = tempfile::tempdir().unwrap();
    for i in 0..11 {
        write(
            dir.path(),
            &format!("a{i:02}.md"),
            &agent(&format!("a{i:02}")),
        );
    }
    let bad = "---\nname: x\ntools: false\n---\nb\n";
    write(dir.path(), "bad.md", bad);
    let report = load(dir.path());
    assert_eq!(report.loaded.len(), 11);
    let [problem] = report.problems.as_slice() else {
        panic!("{:?}", report.problems);
    };
    assert_eq!(problem.path, dir.path().join("bad.md"));
    assert_eq!(
        (
            problem.error.location().unwrap().position.line,
            problem.error.location().unwrap().position.column
        ),
        (3, 8)
    );
    assert_eq!(problem.error.path(), Some(problem.path.as_path()));
    let shown = problem.error.report(problem.text.as_deref().unwrap());
    let shown = shown.unwrap().to_string();
    assert!(shown.contains("3 | tools: false"), "{shown}");

    let error = load_dir(dir.path(), KIND).into_result().unwrap_err();
    assert_eq!(error.to_string(), problem.error.to_string());

    assert!(matches!(report.find("x"), Some(Lookup::Problem(found)) if found.path == problem.path));
    assert!(matches!(report.find("a03"), Some(Lookup::Loaded(_))));
    assert!(report.find("missing").is_none());
}

#[test]
fn a_broken_file_is_found_by_its_own_name_too() {
    let dir = directory(&[("reviewer.md", "---\ndescription: d\n---\nb\n")]);
    let report = load(dir.path());
    assert!(matches!(report.find("reviewer"), Some(Lookup::Problem(_))));
}

#[test]
fn ordinary_documents_are_skipped() {
    let dir = directory(&[
        ("a.md", &agent("a")),
        ("README.md", "# Agents\n"),
        ("break.md", "---\n\nJust text.\n"),
        ("two.md", "---\nJust a paragraph.\n---\nMore.\n"),
        ("odd.md", "---\nSome \"text: here\n more.\n---\nMore.\n"),
    ]);
    let report = load(dir.path());
    assert_eq!(names(&report), ["a"]);
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    let skipped = below(
        dir.path(),
        report.skipped.iter().map(|skipped| &skipped.path),
    );
    assert_eq!(skipped, ["README.md", "break.md", "odd.md", "two.md"]);
    assert_eq!(report.skipped[0].reason, SkipReason::NoFrontmatter);
    for skipped in &report.skipped[1..] {
        assert_eq!(skipped.reason, SkipReason::ThematicBreak);
    }
    for (found, skipped) in report.diagnostics.iter().zip(&report.skipped[1..]) {
        assert_eq!(found.path(), skipped.path);
        assert_eq!(found.diagnostic.span, 0..3);
    }
    assert_eq!(report.diagnostics.len(), 3);
    assert_eq!(load_dir(dir.path(), KIND).into_result().unwrap().len(), 1);
}

#[test]
fn broken_headers_are_problems() {
    for text in [
        "\n---\nname: x\n---\nb\n",
        "---\rname: x\r---\rb\r",
        "---\nname: x\ndescription: d\nYou are.\n",
        "---\nname: x\n---foo\ndescription: d\n---\nb\n",
        "---\nJust a paragraph.\n----\nMore.\n---\n",
        "---\n---\nb\n",
        "---\ndescription: [a\n---\nb\n",
    ] {
        let dir = directory(&[("a.md", &agent("a")), ("x.md", text)]);
        let report = load(dir.path());
        assert_eq!(names(&report), ["a"], "{text:?}");
        assert_eq!(report.problems.len(), 1, "{text:?}");
        assert!(report.skipped.is_empty(), "{text:?}");
        assert!(load_dir(dir.path(), KIND).into_result().is_err());
    }
}

#[test]
fn files_with_a_byte_order_mark_are_found() {
    let dir = directory(&[("x.md", "\u{FEFF}---\nname: x\ndescription: d\n---\nb\n")]);
    let agents = load_dir(dir.path(), KIND).into_result().unwrap();
    assert_eq!(agents[0].name, "x");
    assert_eq!(agents[0].kind, KIND);
    assert_eq!(agents[0].profile.as_ref().unwrap().system_prompt, "b\n");
}

#[test]
fn endings_and_directories() {
    let dir = directory(&[
        ("UP.MD", &agent("up")),
        ("x.md.bak", &agent("bak")),
        ("x.mdx", &agent("mdx")),
        ("notes.txt", &agent("txt")),
        ("sub/deep.md", &agent("deep")),
    ]);
    let report = load(dir.path());
    assert_eq!(names(&report), ["up"]);
    assert_eq!(report.problems.len(), 0);
    let skipped = below(
        dir.path(),
        report.skipped.iter().map(|skipped| &skipped.path),
    );
    assert_eq!(skipped, ["x.mdx"]);

    let options = Options::new().recursion(Recursion::Descend);
    let report = load_dir_with(dir.path(), KIND, &options);
    assert_eq!(names(&report), ["up", "deep"]);

    let dir = directory(&[("x.md", &agent("x")), ("y.agent.md", &agent("y"))]);
    let options = Options::new().files(Files::Ending(".agent.md".to_owned()));
    let report = load_dir_with(dir.path(), KIND, &options);
    assert_eq!(names(&report), ["y"]);
    assert_eq!(
        report.skipped[0].reason,
        SkipReason::WrongName {
            expected: ".agent.md".to_owned()
        }
    );
}

#[cfg(unix)]
#[test]
fn entries_that_are_not_files() {
    use std::os::unix::fs::symlink;
    let dir = directory(&[("a.md", &agent("a")), ("e.md", &agent("e"))]);
    fs::create_dir(dir.path().join("d.md")).unwrap();
    symlink("nowhere", dir.path().join("z.md")).unwrap();
    symlink("nowhere", dir.path().join("z.txt")).unwrap();
    fs::write(dir.path().join("f.md"), b"---\nname: f\xFF\n---\n").unwrap();
    let report = load(dir.path());
    assert_eq!(names(&report), ["a", "e"]);
    let problems = below(
        dir.path(),
        report.problems.iter().map(|problem| &problem.path),
    );
    assert_eq!(problems, ["d.md", "f.md", "z.md"]);
    for problem in &report.problems {
        assert!(matches!(problem.error, Error::File(_)));
        assert!(
            problem
                .error
                .to_string()
                .starts_with(&problem.path.display().to_string())
        );
        assert!(problem.text.is_none());
    }
}

#[test]
fn a_missing_directory() {
    let dir = tempfile::tempdir().unwrap();
    let gone = dir.path().join("gone");
    assert!(matches!(
        load_dir(&gone, KIND).into_result(),
        Err(Error::File(_))
    ));
    assert_eq!(load(&gone).problems[0].path, gone);
    let layers = [Layer::project(&gone)];
    let report = load_layers(&layers, KIND, &Options::new());
    assert!(report.problems.is_empty() && report.loaded.is_empty());
    let file = load_file(gone.join("a.md"), KIND).unwrap_err();
    assert!(matches!(file, Error::File(_)), "{file}");
}

#[test]
fn the_same_name_twice() {
    let dir = directory(&[
        ("b.md", &agent("x")),
        ("a.md", &agent("x")),
        ("c.md", &agent("x")),
    ]);
    let report = load(dir.path());
    assert_eq!(report.loaded.len(), 1);
    assert_eq!(report.loaded[0].path, dir.path().join("a.md"));
    let shadowed = below(
        dir.path(),
        report.shadowed.iter().map(|shadowed| &shadowed.loaded.path),
    );
    assert_eq!(shadowed, ["b.md", "c.md"]);
    for shadowed in &report.shadowed {
        assert_eq!(shadowed.by, dir.path().join("a.md"));
    }
}

#[cfg(unix)]
#[test]
fn the_same_file_twice() {
    use std::os::unix::fs::symlink;
    let dir = directory(&[("agents/a.md", &agent("x"))]);
    symlink("a.md", dir.path().join("agents/b.md")).unwrap();
    symlink("agents", dir.path().join("linked")).unwrap();
    let layers = ["agents", "linked"].map(|name| Layer::project(dir.path().join(name)));
    let report = load_layers(&layers, KIND, &Options::new());
    assert_eq!(names(&report), ["x"]);
    assert!(report.problems.is_empty() && report.shadowed.is_empty());
}

#[test]
fn the_project_takes_precedence_over_the_user() {
    let home = directory(&[
        ("agents/mine.md", &agent("x")),
        ("agents/only.md", &agent("only")),
    ]);
    let work = directory(&[("agents/ours.md", &agent("x"))]);
    let user = Layer::user(home.path()).within("agents");
    let project = Layer::project(work.path()).within("agents");
    let ours = work.path().join("agents/ours.md");
    let mine = home.path().join("agents/mine.md");
    for layers in [[user.clone(), project.clone()], [project, user]] {
        let report = load_layers(&layers, KIND, &Options::new());
        assert_eq!(names(&report), ["x", "only"]);
        assert_eq!(report.loaded[0].path, ours);
        assert_eq!(
            layers[report.loaded[0].layer].scan_dir(),
            work.path().join("agents")
        );
        assert_eq!(report.shadowed[0].loaded.path, mine);
        assert_eq!(report.shadowed[0].by, ours);
    }
}

#[test]
fn a_dialect_decides_the_precedence() {
    let home = directory(&[
        (".claude/agents/x.md", &agent("x")),
        (".claude/skills/s/SKILL.md", &agent("s")),
        (".claude/skills/s/README.md", "# Not a skill\n"),
    ]);
    let work = directory(&[
        (".git/HEAD", ""),
        (".claude/agents/x.md", &agent("x")),
        (".claude/skills/s/SKILL.md", &agent("s")),
        ("app/.claude/agents/deep/x.md", &agent("x")),
        ("app/src/main.rs", ""),
    ]);
    let at = work.path().join("app/src");
    let load = |kind| {
        let layers = layers_for(Dialect::ClaudeCode, kind, &at, home.path());
        load_layers(
            &layers,
            KIND,
            &Options::for_dialect(Dialect::ClaudeCode, kind),
        )
    };
    let report = load(FileKind::Agent);
    assert_eq!(
        report.loaded[0].path,
        work.path().join("app/.claude/agents/deep/x.md")
    );
    let shadowed: Vec<_> = report
        .shadowed
        .iter()
        .map(|shadowed| &shadowed.loaded.path)
        .collect();
    assert_eq!(
        shadowed,
        [
            &work.path().join(".claude/agents/x.md"),
            &home.path().join(".claude/agents/x.md")
        ]
    );

    // For skills and commands the personal one takes precedence.
    let layers = layers_for(
        Dialect::ClaudeCode,
        FileKind::Skill,
        work.path(),
        home.path(),
    );
    let report = load_layers(
        &layers,
        KIND,
        &Options::for_dialect(Dialect::ClaudeCode, FileKind::Skill),
    );
    assert_eq!(names(&report), ["s"]);
    assert_eq!(
        report.loaded[0].path,
        home.path().join(".claude/skills/s/SKILL.md")
    );
    assert_eq!(report.shadowed.len(), 1);
}

#[test]
fn every_dialect_has_its_directories() {
    let (work, home) = (Path::new("/w"), Path::new("/h"));
    let dirs = |dialect, kind| {
        let layers = layers_for(dialect, kind, work, home);
        let mut sorted = layers.clone();
        sorted.sort_by_key(|layer| std::cmp::Reverse(layer.precedence));
        assert_eq!(sorted, layers, "the winner comes first");
        let dirs: Vec<String> = layers
            .iter()
            .map(|layer| layer.scan_dir().display().to_string())
            .collect();
        dirs
    };
    use FileKind::{Agent, Command, Rule, Skill};
    assert_eq!(
        dirs(Dialect::ClaudeCode, Agent),
        ["/w/.claude/agents", "/h/.claude/agents"]
    );
    assert_eq!(
        dirs(Dialect::ClaudeCode, Command),
        ["/h/.claude/commands", "/w/.claude/commands"]
    );
    assert_eq!(
        dirs(Dialect::AgentSkills, Skill),
        ["/w/.agents/skills", "/h/.agents/skills"]
    );
    assert_eq!(
        dirs(Dialect::OpenCode, Agent),
        [
            "/w/.opencode/agent",
            "/w/.opencode/agents",
            "/h/.config/opencode/agent",
            "/h/.config/opencode/agents"
        ]
    );
    assert_eq!(dirs(Dialect::Copilot, Rule), ["/w/.github/instructions"]);
    assert_eq!(
        dirs(Dialect::Gemini, Agent),
        ["/w/.gemini/agents", "/h/.gemini/agents"]
    );
    assert_eq!(
        dirs(Dialect::Gemini, Command),
        ["/w/.gemini/commands", "/h/.gemini/commands"]
    );
    assert_eq!(dirs(Dialect::Codex, Command), ["/h/.codex/prompts"]);
    assert_eq!(dirs(Dialect::Goose, Agent), Vec::<String>::new());
    assert_eq!(dirs(Dialect::Cursor, Rule), ["/w/.cursor/rules"]);
    assert_eq!(
        dirs(Dialect::Native, Agent),
        ["/w/.agents/agents", "/h/.agents/agents"]
    );
}

#[test]
fn names_come_from_files_where_the_dialect_says_so() {
    let rule = "---\ndescription: d\nglobs: *.ts\n---\nb\n";
    let dir = directory(&[("a/style.mdc", rule), ("b.md", rule)]);
    let options = Options::for_dialect(Dialect::Cursor, FileKind::Rule);
    let report = load_dir_with(dir.path(), KIND, &options);
    assert_eq!(names(&report), ["style"]);
    assert_eq!(report.skipped.len(), 1);

    let dir = directory(&[("a/b.md", "---\ndescription: d\n---\nb\n")]);
    let options = Options::for_dialect(Dialect::OpenCode, FileKind::Agent);
    assert_eq!(names(&load_dir_with(dir.path(), KIND, &options)), ["a/b"]);

    let dir = directory(&[("plan.prompt.md", "---\ndescription: d\n---\nb\n")]);
    let options = Options::for_dialect(Dialect::Copilot, FileKind::Command);
    assert_eq!(names(&load_dir_with(dir.path(), KIND, &options)), ["plan"]);
}

#[test]
fn a_name_may_differ_from_that_of_the_file() {
    let dir = directory(&[("reviewer.md", &agent("code-review"))]);
    let report = load(dir.path());
    assert_eq!(names(&report), ["code-review"]);
    assert!(report.diagnostics.is_empty());

    // Only the skill has to be called as its directory is.
    let dir = directory(&[
        ("reviewer/SKILL.md", &agent("code-review")),
        ("same/SKILL.md", &agent("same")),
    ]);
    let options = Options::for_dialect(Dialect::AgentSkills, FileKind::Skill);
    let report = load_dir_with(dir.path(), KIND, &options);
    assert_eq!(names(&report), ["code-review", "same"]);
    let found = diagnostics(&report, &report.loaded[0].path);
    assert_eq!(
        found,
        [
            "warning[name-of-directory]: Agent Skills expects the name of the directory, `reviewer`, found `code-review`"
        ]
    );
    assert_eq!(report.diagnostics.len(), 1);
}

#[test]
fn nothing_is_kept_between_two_calls() {
    let dir = directory(&[("x.md", &agent("x"))]);
    let before = load_dir(dir.path(), KIND).into_result().unwrap();
    write(
        dir.path(),
        "x.md",
        &agent("x").replace("You are x", "You were x"),
    );
    let after = load_dir(dir.path(), KIND).into_result().unwrap();
    let prompt = |agents: &[interline_agent_md::AgentDef]| {
        agents[0].profile.as_ref().unwrap().system_prompt.clone()
    };
    assert_eq!(prompt(&before), "You are x.\n");
    assert_eq!(prompt(&after), "You were x.\n");
}

#[test]
fn sizes_are_bounded() {
    let dir = directory(&[("x.md", &agent("x"))]);
    let options = Options::new().file_bytes(10);
    let report = load_dir_with(dir.path(), KIND, &options);
    assert!(report.loaded.is_empty());
    assert!(
        report.problems[0]
            .error
            .to_string()
            .contains("larger than 10 bytes")
    );
    assert!(interline_agent_md::load_file_with(dir.path().join("x.md"), KIND, &options).is_err());
}

#[test]
fn all_cores_give_the_same_report() {
    let dir = tempfile::tempdir().unwrap();
    for i in 0..600 {
        let name = format!("a{:03}", i % 450);
        let text = match i % 10 {
            7 => "# Not an agent\n".to_owned(),
            8 => format!("---\nname: {name}\ntools: 3\n---\n"),
            9 => format!("---\nname: {name}\ndescription: a: b\n---\n"),
            _ => agent(&name),
        };
        write(dir.path(), &format!("{i:03}.md"), &text);
    }
    let one = load_dir_with(dir.path(), KIND, &Options::new().threads(1));
    for threads in [0, 2, 5] {
        let all = load_dir_with(dir.path(), KIND, &Options::new().threads(threads));
        assert_eq!(format!("{one:?}"), format!("{all:?}"));
    }
    assert!(!one.shadowed.is_empty() && one.problems.len() == 60 && one.skipped.len() == 60);
}

#[test]
fn the_dialect_joins_in() {
    let text = "---\nname: a b\ndescription: d\ntools: [read_file]\n---\nb\n";
    let dir = directory(&[("x.md", text)]);
    let options = Options::for_dialect(Dialect::Gemini, FileKind::Agent);
    let report = load_dir_with(dir.path(), KIND, &options);
    let loaded = &report.loaded[0];
    let found: Vec<String> = report.diagnostics.iter().map(ToString::to_string).collect();
    let path = loaded.path.display();
    assert_eq!(
        found,
        [format!(
            "{path}:2:7: warning[name-not-taken]: Gemini CLI does not accept the name `a b`: expected only `a-z`, `0-9`, `-` and `_`"
        )]
    );
    let policy = loaded.value.profile.as_ref().unwrap().tool_policy();
    assert_eq!(policy.tools, Tools::Only(vec!["read_file".to_owned()]));
}

#[test]
fn a_file_takes_precedence_over_its_copies() {
    let agent = "---\nname: reviewer\n---\nb\n";
    for copy in [
        "reviewer (conflicted copy 2026-01-02).md",
        "reviewer 2.md",
        "reviewer (1).md",
        "reviewer copy.md",
        "reviewer.sync-conflict-20260102-030405-ABCDEFG.md",
    ] {
        let dir = directory(&[("reviewer.md", agent), (copy, agent)]);
        let report = load_dir_with(dir.path(), KIND, &Options::new());
        let paths: Vec<_> = report.loaded.iter().map(|loaded| &loaded.path).collect();
        assert_eq!(paths, [&dir.path().join("reviewer.md")], "{copy}");
        let shadowed = &report.shadowed[0];
        assert_eq!(shadowed.by, dir.path().join("reviewer.md"));
        let codes: Vec<_> = report
            .diagnostics
            .iter()
            .map(|found| &found.diagnostic.code)
            .collect();
        assert_eq!(report.diagnostics[0].path(), shadowed.loaded.path);
        assert_eq!(codes, ["copy-of-file"], "{copy}");
        assert_eq!(load_dir(dir.path(), KIND).into_result().unwrap().len(), 1);
    }
    // Another agent of the same name is no copy.
    let dir = directory(&[("a.md", agent), ("reviewer-two.md", agent)]);
    let report = load_dir_with(dir.path(), KIND, &Options::new());
    assert!(report.diagnostics.is_empty());
}

#[test]
fn load_dir_fails_with_the_first_problem_of_load_dir_with() {
    let dir = directory(&[
        ("a.md", "---\nname: a\ntools: false\n---\n"),
        ("b 2.md", "---\nname: b\ntools: 3\n---\n"),
        ("b.md", "---\nname: b\ntools: null\n---\n"),
        ("good.md", "---\nname: good\n---\n"),
    ]);
    let report = load_dir_with(dir.path(), KIND, &Options::new());
    assert_eq!(report.problems.len(), 3);
    let error = load_dir(dir.path(), KIND).into_result().unwrap_err();
    assert_eq!(error.to_string(), report.problems[0].error.to_string());
    assert!(report.problems[1].path.ends_with("b.md"));
    let missing = dir.path().join("missing");
    let report = load_dir_with(&missing, KIND, &Options::new());
    let error = load_dir(&missing, KIND).into_result().unwrap_err();
    assert_eq!(error.to_string(), report.problems[0].error.to_string());
}

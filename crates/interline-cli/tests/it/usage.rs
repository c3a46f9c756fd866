use std::process::Stdio;

use crate::sandbox::Sandbox;

#[test]
fn reports_wrong_use_in_one_line() {
    let sandbox = Sandbox::new(&[]);
    for (arguments, expected) in [
        (
            &["frob"][..],
            "unrecognized subcommand 'frob'; see `interline --help`",
        ),
        (
            &["appyl"],
            "unrecognized subcommand 'appyl'; a similar subcommand exists: 'apply'; see `interline --help`",
        ),
        (
            &["apply"],
            "the following required arguments were not provided: <DOCUMENT>; see `interline apply --help`",
        ),
        (
            &["apply", "--wirte", "a.md"],
            "unexpected argument '--wirte' found; a similar argument exists: '--write'; see `interline apply --help`",
        ),
        (
            &["apply", "a.md", "--mode", "x=y"],
            "invalid value 'x=y' for '--mode <NAME=MODE>': unknown mode `y`; write `replace`, `append` or `prepend`; see `interline --help`",
        ),
        (
            &["a\nb"],
            "unrecognized subcommand 'a, b'; see `interline --help`",
        ),
    ] {
        assert_eq!(
            sandbox.run(arguments).fails(2),
            format!("interline: {expected}\n")
        );
    }
}

#[test]
fn reports_unreadable_files_in_one_line() {
    let sandbox = Sandbox::new(&[("a.md", "x\n")]);
    sandbox.write("b.md", b"ab\xff");
    for arguments in [
        &["apply", "none.md", "a.md"][..],
        &["apply", "a.md", "none.md"],
        &["apply", "none.md", "a.md", "--write"],
        &["show", "none.md"],
        &["get", "none.md"],
        &["put", "none.md", "a", "b"],
        &["set", "none.md", "a", "b"],
        &["check", "none.md"],
    ] {
        let run = sandbox.run(arguments);
        assert_eq!(run.status, Some(2), "{arguments:?}");
        let first = run.stderr.lines().next().unwrap();
        assert_eq!(
            first, "interline: none.md: not found; check the path",
            "{arguments:?}"
        );
    }
    let stderr = sandbox.run(&["get", "b.md"]).fails(2);
    assert_eq!(
        stderr,
        "interline: b.md:1:3: invalid UTF-8; save the file as UTF-8\n"
    );
    let json = sandbox.json(&["get", "b.md", "--json"]);
    assert_eq!(json["ok"], false);
    assert_eq!(json["diagnostics"][0]["code"], "file");
    assert_eq!(
        (
            &json["diagnostics"][0]["line"],
            &json["diagnostics"][0]["column"]
        ),
        (&1.into(), &3.into())
    );
}

#[test]
fn prints_help_for_every_command() {
    let sandbox = Sandbox::new(&[]);
    let help = sandbox.run(&["--help"]).ok();
    for line in help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
    {
        let Some(name) = line
            .strip_prefix("  ")
            .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        else {
            continue;
        };
        let name = name.split_whitespace().next().unwrap();
        if name != "help" {
            let help = sandbox.run(&[name, "--help"]).ok();
            let usage = format!("Usage: interline {name} ");
            assert!(help.contains(&usage), "{help}");
        }
    }
    assert_eq!(sandbox.run(&[]).status, Some(2));
    assert!(sandbox.run(&["--version"]).ok().starts_with("interline 0."));
}

#[test]
fn writes_completions_and_pages() {
    let sandbox = Sandbox::new(&[("man/.keep", "")]);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = sandbox.run(&["completions", shell]).ok();
        assert!(
            script.contains("apply") && script.contains("check"),
            "{shell}"
        );
    }
    assert!(sandbox.run(&["man"]).ok().contains(".TH interline 1"));
    sandbox.run(&["man", "--out", "man"]).ok();
    assert!(
        sandbox
            .names("man")
            .contains(&"interline-apply.1".to_owned())
    );
}

#[test]
fn is_silent_when_the_reader_has_gone() {
    let sandbox = Sandbox::new(&[("answer.md", "")]);
    // More than a pipe holds.
    sandbox.write("long.md", "line of text\n".repeat(100_000));
    let mut child = sandbox
        .command(&["apply", "long.md", "answer.md"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::Value as Json;

use crate::sandbox::{Sandbox, example};

const PLAN: &str =
    "<!-- agent:a -->\n1\n<!-- /agent:a -->\n\n<!-- agent:b -->\n2\n<!-- /agent:b -->\n";
const FIRST: &str = "<!-- patch:a -->\none\n<!-- /patch:a -->\n";
const SECOND: &str = "<!-- patch:b -->\ntwo\n<!-- /patch:b -->\n";

fn events(stdout: &str) -> Vec<Json> {
    stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn gives_the_same_document_as_without_streaming() {
    let sandbox = Sandbox::new(&[]);
    let (document, answer) = (example("session.md"), example("session.answer.md"));
    sandbox.write("answer.md", &answer);
    let wrapped = format!("````markdown\n{answer}````\n");
    for text in [answer.as_str(), &wrapped, "only text\n", ""] {
        sandbox.write("session.md", &document);
        let expected = sandbox
            .run_with(&["apply", "session.md"], text.as_bytes())
            .stdout;
        let run = sandbox.run_with(&["apply", "session.md", "--stream"], text.as_bytes());
        assert_eq!(run.stdout, expected);
        let run = sandbox.run_with(
            &["apply", "session.md", "--stream", "--write"],
            text.as_bytes(),
        );
        assert_eq!((run.status, run.stdout.as_str()), (Some(0), ""));
        assert_eq!(sandbox.read("session.md"), expected);
    }
}

#[test]
fn prints_events_whose_edits_make_the_document() {
    let sandbox = Sandbox::new(&[("session.md", &example("session.md"))]);
    let run = sandbox.run_with(
        &["apply", "session.md", "--stream", "--json"],
        example("session.answer.md").as_bytes(),
    );
    let events = events(&run.stdout);
    let mut text = example("session.md");
    for event in events.iter().filter(|event| event["event"] == "changed") {
        for edit in event["edits"].as_array().unwrap() {
            let at = |end: &str| usize::try_from(edit["range"][end].as_u64().unwrap()).unwrap();
            text.replace_range(at("start")..at("end"), edit["insert"].as_str().unwrap());
        }
    }
    let done = events.last().unwrap();
    assert_eq!(
        (&done["event"], &done["ok"], &done["text"]),
        (&"done".into(), &true.into(), &text.into())
    );
    assert_eq!(done["outcomes"].as_array().unwrap().len(), 6);
    assert_eq!(done["diagnostics"][0]["line"], 26);
}

/// Streams `FIRST`, waits until it is in the file, calls `between`, and streams `SECOND`; returns the events.
fn stream_in_two(sandbox: &Sandbox, between: impl FnOnce()) -> Vec<Json> {
    let mut child = sandbox
        .command(&["apply", "plan.md", "--stream", "--write", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdin.write_all(FIRST.as_bytes()).unwrap();
    let mut printed = String::new();
    while !printed.contains("\"changed\"") {
        assert_ne!(stdout.read_line(&mut printed).unwrap(), 0, "{printed}");
    }
    assert_eq!(sandbox.read("plan.md"), PLAN.replace('1', "one"));
    between();
    stdin.write_all(SECOND.as_bytes()).unwrap();
    drop(stdin);
    while stdout.read_line(&mut printed).unwrap() > 0 {}
    assert!(child.wait().unwrap().success());
    events(&printed)
}

#[test]
fn writes_each_component_when_it_is_complete() {
    let sandbox = Sandbox::new(&[("plan.md", PLAN)]);
    stream_in_two(&sandbox, || ());
    assert_eq!(
        sandbox.read("plan.md"),
        PLAN.replace('1', "one").replace('2', "two")
    );
    assert_eq!(sandbox.names("."), ["plan.md"]);
}

#[test]
fn keeps_what_another_program_writes_meanwhile() {
    let sandbox = Sandbox::new(&[("plan.md", PLAN)]);
    let events = stream_in_two(&sandbox, || {
        let text = sandbox.read("plan.md");
        sandbox.write(
            "plan.md",
            format!(
                "# Typed meanwhile\n{}",
                text.replace("one", "one, reviewed")
            ),
        );
    });
    assert_eq!(
        sandbox.read("plan.md"),
        format!(
            "# Typed meanwhile\n{}",
            PLAN.replace('1', "one, reviewed").replace('2', "two")
        )
    );
    assert!(events.iter().any(|event| event["event"] == "reread"));
    let outcomes = events.last().unwrap()["outcomes"].as_array().unwrap();
    assert_eq!(outcomes.len(), 2);
    assert_eq!(
        (&outcomes[0]["part"]["patch"], &outcomes[1]["part"]["patch"]),
        (&0.into(), &1.into())
    );
}

#[test]
fn leaves_the_document_whole_when_killed() {
    let sandbox = Sandbox::new(&[("plan.md", PLAN)]);
    let mut child = sandbox
        .command(&["apply", "plan.md", "--stream", "--write", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(FIRST.as_bytes()).unwrap();
    stdin.write_all(b"<!-- patch:b -->\nhalf of").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    while !printed.contains("\"changed\"") {
        assert_ne!(stdout.read_line(&mut printed).unwrap(), 0, "{printed}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(sandbox.read("plan.md"), PLAN.replace('1', "one"));
}

#[test]
fn stops_at_bytes_that_are_not_utf8() {
    let sandbox = Sandbox::new(&[("plan.md", PLAN)]);
    let mut input = FIRST.as_bytes().to_vec();
    input.extend(b"caf\xc3\xa9 \xff\n");
    let run = sandbox.run_with(&["apply", "plan.md", "--stream", "--write"], &input);
    assert_eq!(
        run.fails(2),
        "interline: <stdin>:4:6: invalid UTF-8; send it as UTF-8\n"
    );
}

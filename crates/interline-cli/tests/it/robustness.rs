//! No arguments and no bytes make the command panic, hang, or write a file that it was not asked to write.

use std::ffi::OsString;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use proptest::prelude::*;

use crate::sandbox::{INTERLINE, Sandbox};

const NAMES: &[&str] = &[
    "apply",
    "show",
    "set",
    "get",
    "put",
    "unset",
    "rename",
    "init",
    "check",
    "agents",
    "list",
    "convert",
    "fix",
    "prompts",
    "render",
    "content",
    "completions",
    "man",
    "help",
    "--",
    "-",
    "--json",
    "--write",
    "--check",
    "--diff",
    "--stream",
    "--summary",
    "--boundary",
    "keep",
    "--mode",
    "a=append",
    "--fenced",
    "--markers",
    "S {name}/E {name}",
    "--string",
    "--dry-run",
    "--format",
    "json",
    "sarif",
    "github",
    "--session",
    "--migrate",
    "--fix",
    "--hook",
    "--level",
    "info",
    "--strict",
    "--hidden",
    "--no-ignore",
    "--to",
    "codex",
    "--out",
    "out",
    "--kind",
    "skill",
    "--dialect",
    "opencode",
    "--dir",
    ".",
    "--mcp",
    "--data",
    "--set",
    "a.b=[",
    "--names",
    "--html",
    "--partials",
    "--docroot",
    "--mime",
    "--color",
    "always",
    "a.md",
    "b.md",
    "none.md",
    "bytes.md",
    "t.mustache",
    "a",
    "a.b",
    "\"a",
    "0",
    "",
    "\n",
    "🎉",
    "a..b",
    "--help",
    "-V",
];

/// Valid commands, which a run changes in a few arguments: random arguments alone seldom make one.
const COMMANDS: &[&str] = &[
    "apply b.md a.md --write --summary a --mode a=append --fenced --boundary keep",
    "apply b.md - --diff --check",
    "apply b.md --stream --json --write",
    "apply - a.md --json",
    "show b.md a --json",
    "show b.md --markers agent:{name}//agent:{name}",
    "set b.md a a.md --dry-run --json",
    "set - a x --markers S/E",
    "get a.md a.b.0 --json",
    "put a.md a.b -1 --dry-run",
    "put a.md a [1] --json --format json",
    "put - a x --string",
    "unset a.md a --json",
    "rename a.md a b --dry-run",
    "init a.md --migrate --session --dry-run --json",
    "check . --fix --hidden --no-ignore --strict --level info --format sarif",
    "check a.md t.mustache none.md --format github",
    "check --hook --level error",
    "agents list . --dialect opencode --kind skill --json",
    "agents show a . --kind command",
    "agents convert a.md --to codex --from cursor --kind rule --keep-tools --json",
    "agents convert . --to copilot --out out",
    "agents fix a.md b.md --dry-run",
    "prompts list --mcp --dir .",
    "prompts get a x=1 --dialect gemini --json",
    "render t.mustache --data a.md --set a.b=1 --strict --html --partials .",
    "render t.mustache --names --json",
    "content a --docroot . --project p --collection c=a,b --mime --data - --set a=1",
    "completions zsh --color never",
    "man --out out",
];

fn changed_command() -> impl Strategy<Value = Vec<OsString>> {
    let change = (any::<prop::sample::Index>(), 0..4, argument());
    let changes = prop::collection::vec(change, 0..4);
    (prop::sample::select(COMMANDS), changes).prop_map(|(command, changes)| {
        let mut arguments: Vec<OsString> = command.split(' ').map(OsString::from).collect();
        for (at, how, argument) in changes {
            let at = at.index(arguments.len() + 1);
            match how {
                0 => arguments.insert(at, argument),
                1 if at < arguments.len() => arguments[at] = argument,
                2 if at < arguments.len() => drop(arguments.remove(at)),
                3 if at < arguments.len() => arguments.push(arguments[at].clone()),
                _ => {}
            }
        }
        arguments
    })
}

fn arguments() -> impl Strategy<Value = Vec<OsString>> {
    prop_oneof![
        2 => changed_command(),
        1 => prop::collection::vec(argument(), 0..7),
    ]
}

#[test]
fn every_option_and_command_is_tried() {
    let script = Sandbox::new(&[]).run(&["completions", "bash"]).ok();
    let all = COMMANDS.join(" ");
    let tried: Vec<&str> = all.split(' ').collect();
    let words = script.split(|c: char| c.is_whitespace() || "\"'(),;".contains(c));
    let options = words.filter(|word| {
        let name = word.strip_prefix("--").unwrap_or_default();
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    });
    let mut count = 0;
    for option in options.filter(|option| !["--help", "--version"].contains(option)) {
        assert!(tried.contains(&option), "{option}");
        count += 1;
    }
    assert!(count > 50);
}

fn argument() -> impl Strategy<Value = OsString> {
    prop_oneof![
        12 => prop::sample::select(NAMES).prop_map(OsString::from),
        1 => any::<String>().prop_filter("a NUL ends an argument", |text| !text.contains('\0')).prop_map(OsString::from),
        1 => prop::collection::vec(1_u8.., 0..6).prop_map(from_bytes),
    ]
}

#[cfg(unix)]
fn from_bytes(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

fn input() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"<!-- patch:a -->\n"[..],
        b"<!-- /patch:a -->\n",
        b"<!-- agent:a -->\n",
        b"<!-- /agent:a -->\n",
        b"---\n",
        b"a: 1\n",
        b"a: [\n",
        b"```\n",
        b"{\"a\": {}}",
        b"{\"cwd\": \".\", \"tool_input\": {\"file_path\": \"a.md\"}}",
        b"{{#a}}",
        b"{{/a}}",
        b"\xff",
        b"\r",
        b"\0",
        b"text\n",
    ]);
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(interline_testing::proptest_cases(150))]

    #[test]
    fn any_arguments_and_bytes_end_with_a_status(
        arguments in arguments(),
        input in input(),
        text in input(),
    ) {
        let sandbox = Sandbox::new(&[("b.md", "<!-- agent:a -->\n1\n<!-- /agent:a -->\n"), ("t.mustache", "{{a}}")]);
        sandbox.write("a.md", &text);
        sandbox.write("bytes.md", b"---\n\xff\n");
        let mut child = Command::new(INTERLINE)
            .args(&arguments)
            .current_dir(sandbox.path(""))
            .env("HOME", sandbox.path("home"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that does not read closes its end.
        let _ = child.stdin.take().unwrap().write_all(&input);
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        prop_assert!(matches!(output.status.code(), Some(0..=2)), "{arguments:?}: {:?}\n{stderr}", output.status);
        prop_assert!(!stderr.contains("panicked"), "{arguments:?}\n{stderr}");
        let writes = ["--write", "--fix", "set", "put", "unset", "rename", "init", "fix"];
        let is_asked = arguments.iter().any(|argument| writes.iter().any(|write| argument == *write));
        if !is_asked {
            prop_assert_eq!(std::fs::read(sandbox.path("a.md")).unwrap(), text, "{:?}", arguments);
        }
        prop_assert!(sandbox.names(".").iter().all(|name| !name.starts_with(".interline-")), "{arguments:?}");
    }
}

/// Commands are killed at any moment while they apply to one document; it has the old text or a new one.
#[test]
fn a_killed_command_leaves_the_document_whole() {
    let filler = "text of the document\n".repeat(5_000);
    let text =
        |status: &str| format!("<!-- agent:status -->\n{status}\n<!-- /agent:status -->\n{filler}");
    let sandbox = Sandbox::new(&[("plan.md", &text("0"))]);
    // The delay grows until a command has written before it is killed, on a machine of any speed, and shrinks again.
    let (mut delay, mut rounds, mut written, mut killed) =
        (Duration::from_micros(100), 0_u64, 0, 0);
    while written < 10 || killed < 10 {
        rounds += 1;
        sandbox.write(
            "answer.md",
            format!("<!-- patch:status -->\n{rounds}\n<!-- /patch:status -->\n"),
        );
        let mut child = sandbox
            .command(&["apply", "plan.md", "answer.md", "--write"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(delay);
        // It may have ended.
        let _ = child.kill();
        child.wait().unwrap();
        let found = sandbox.read("plan.md");
        let status = found.lines().nth(1).unwrap().to_owned();
        assert_eq!(found, text(&status), "round {rounds}");
        assert!(status.parse::<u64>().unwrap() <= rounds);
        if status == rounds.to_string() {
            written += 1;
            delay = delay * 2 / 3;
        } else {
            killed += 1;
            delay = delay * 6 / 5;
        }
    }
    // No dead command holds a lock.
    sandbox
        .run(&["apply", "plan.md", "answer.md", "--write"])
        .ok();
    assert_eq!(sandbox.read("plan.md"), text(&rounds.to_string()));
}

/// Several commands that append at once all land.
#[test]
fn commands_that_write_at_once_lose_nothing() {
    let sandbox = Sandbox::new(&[(
        "log.md",
        "<!-- agent:log patch=append -->\n<!-- /agent:log -->\n",
    )]);
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let sandbox = &sandbox;
            scope.spawn(move || {
                for number in 0..10 {
                    let answer =
                        format!("<!-- patch:log -->\n- {writer} {number}\n<!-- /patch:log -->\n");
                    sandbox
                        .run_with(
                            &["apply", "log.md", "--write", "--boundary", "keep"],
                            answer.as_bytes(),
                        )
                        .ok();
                }
            });
        }
    });
    let text = sandbox.read("log.md");
    for writer in 0..4 {
        assert!(
            (0..10).all(|number| text.contains(&format!("- {writer} {number}\n"))),
            "{text}"
        );
    }
}

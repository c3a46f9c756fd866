//! Promises of slash commands, over bodies and arguments that no one would write.

use std::fs;

use interline_agent_md::{
    AgentKind, Command, Dialect, FileKind, Hidden, Options, PlaceholderKind, layers_for,
    load_layers,
};
use proptest::prelude::*;

use crate::proptest_cases;

const DIALECTS: [Dialect; 5] = [
    Dialect::ClaudeCode,
    Dialect::OpenCode,
    Dialect::Codex,
    Dialect::Gemini,
    Dialect::Native,
];

/// The placeholder of all arguments.
fn all(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Gemini => "{{args}}",
        _ => "$ARGUMENTS",
    }
}

/// Text without anything that some dialect gives a meaning.
fn plain() -> impl Strategy<Value = String> {
    "[a-zé .\n-]{0,6}"
}

/// Text that looks like placeholders of every dialect.
fn hostile() -> impl Strategy<Value = String> {
    "(\\$ARGUMENTS|\\{\\{args\\}\\}|\\$[0-9]|\\$\\{input:a\\}|\\$A|!\\{|\\}|a|é|=|;){1,6}"
}

proptest! {
    #![proptest_config(proptest_cases(250))]

    /// Between literal parts all arguments appear as they were given, whatever they contain.
    #[test]
    fn inserts_all_arguments_and_reads_nothing_again(
        pieces in prop::collection::vec(plain(), 2..6),
        value in hostile(),
        dialect in prop::sample::select(DIALECTS.to_vec()),
    ) {
        let command = Command::new("x", pieces.join(all(dialect)), dialect);
        // A longer word is not a placeholder.
        let follows = pieces.iter().skip(1).any(|piece| piece.starts_with(|c: char| c.is_ascii_alphanumeric()));
        if follows && dialect != Dialect::Gemini {
            return Ok(());
        }
        let expansion = command.expand(&value).unwrap();
        prop_assert_eq!(expansion.text, pieces.join(&value));
    }

    /// Positions are filled by their number, and by nothing else.
    #[test]
    fn fills_positions_by_number(
        pieces in prop::collection::vec("[ .,-]{1,4}", 2..6),
        numbers in prop::collection::vec(0_usize..4, 5),
        values in prop::collection::vec(hostile(), 5),
        dialect in prop::sample::select(vec![Dialect::ClaudeCode, Dialect::Codex, Dialect::Native]),
    ) {
        let first = usize::from(dialect != Dialect::ClaudeCode);
        let (mut body, mut expected) = (pieces[0].clone(), pieces[0].clone());
        for (piece, number) in pieces.iter().skip(1).zip(&numbers) {
            body.push_str(&format!("${}{piece}", number + first));
            expected.push_str(&values[*number]);
            expected.push_str(piece);
        }
        let arguments: Vec<String> = values.iter().map(|value| format!("'{value}'")).collect();
        let command = Command::new("x", body, dialect);
        prop_assert_eq!(command.expand(&arguments.join(" ")).unwrap().text, expected);
    }

    /// Commands and files of the Gemini CLI end at the brace that balances theirs, however far away it is.
    #[test]
    fn braces_end_where_counting_says(
        pieces in prop::collection::vec(prop::sample::select(vec!["!{", "@{", "{", "}", "{{args}}", "a"]), 0..24),
        filler in prop::sample::select(vec![0_usize, 5_000]),
    ) {
        let mut body = pieces.concat();
        body.insert_str(body.len() / 2, &" ".repeat(filler));
        let command = Command::new("x", body, Dialect::Gemini);
        let mut shell_end = 0;
        let mut expected = Vec::new();
        let mut at = 0;
        while at < command.body.len() {
            let rest = &command.body[at..];
            let (len, kind) = if rest.starts_with("{{args}}") {
                let is_in_shell = at < shell_end;
                (8, Some(if is_in_shell { PlaceholderKind::AllForShell } else { PlaceholderKind::All }))
            } else if at >= shell_end && (rest.starts_with("!{") || rest.starts_with("@{")) {
                let mut depth = 0_i32;
                let closing = rest.char_indices().skip(1).find(|(_, c)| {
                    depth += match c { '{' => 1, '}' => -1, _ => 0 };
                    depth == 0
                });
                match closing {
                    Some((end, _)) if rest.starts_with('!') => {
                        shell_end = at + end + 1;
                        (2, Some(PlaceholderKind::Shell(rest[2..end].to_owned())))
                    }
                    Some((end, _)) => (end + 1, Some(PlaceholderKind::Tool(rest[2..end].to_owned()))),
                    None => (1, None),
                }
            } else {
                (1, None)
            };
            expected.extend(kind.map(|kind| (at..at + len, kind)));
            at += len;
        }
        let found: Vec<_> = command.placeholders().into_iter().map(|found| (found.span, found.kind)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn any_body_is_expanded_or_refused(body in hostile(), arguments in "\\PC{0,12}", dialect in prop::sample::select(Dialect::ALL.to_vec())) {
        let command = Command::new("x", body, dialect);
        let mut end = 0;
        for placeholder in command.placeholders() {
            prop_assert!(placeholder.span.start >= end && command.body.get(placeholder.span.clone()).is_some());
            end = placeholder.span.end;
        }
        if let Ok(expansion) = command.expand(&arguments) {
            for diagnostic in &expansion.diagnostics {
                prop_assert!(command.body.get(diagnostic.span.clone()).is_some());
            }
        }
        let _ = command.to_mcp_prompt();
    }
}

#[test]
fn lists_the_commands_of_layers() {
    let dir = tempfile::tempdir().unwrap();
    let (work, home) = (dir.path().join("work"), dir.path().join("home"));
    for (path, text) in [
        ("work/.claude/commands/fix.md", "Fix $ARGUMENTS.\n"),
        (
            "work/.claude/commands/git/push.md",
            "---\ndescription: Push\n---\nPush.\n",
        ),
        ("home/.claude/commands/fix.md", "Fix mine.\n"),
    ] {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let layers = layers_for(Dialect::ClaudeCode, FileKind::Command, &work, &home);
    let options = Options::for_dialect(Dialect::ClaudeCode, FileKind::Command).hidden(Hidden::Keep);
    let report = load_layers(&layers, AgentKind::Operator, &options);
    let commands = Command::list(&report, Dialect::ClaudeCode);
    let bodies: Vec<_> = commands
        .iter()
        .map(|found| (found.name.as_str(), found.body.as_str()))
        .collect();
    // The user's command takes precedence over the project's.
    assert_eq!(bodies, [("fix", "Fix mine.\n"), ("push", "Push.\n")]);
    assert_eq!(report.shadowed.len(), 1);
}

#[cfg(feature = "toml")]
#[test]
fn reads_commands_in_toml() {
    let dir = tempfile::tempdir().unwrap();
    let directory = dir.path().join(".gemini/commands/git");
    fs::create_dir_all(&directory).unwrap();
    let text = "description = \"Commit\"\nprompt = \"\"\"\nWrite a message for {{args}}.\n\"\"\"\nweight = 2\n";
    fs::write(directory.join("commit.toml"), text).unwrap();
    fs::write(directory.join("bad.toml"), "prompt = 3\n").unwrap();
    let layers = layers_for(Dialect::Gemini, FileKind::Command, dir.path(), dir.path());
    let options = Options::for_dialect(Dialect::Gemini, FileKind::Command);
    let report = load_layers(&layers, AgentKind::Operator, &options);
    let commands = Command::list(&report, Dialect::Gemini);
    assert_eq!(commands.len(), 1);
    assert_eq!(commands[0].name, "git:commit");
    assert_eq!(commands[0].description.as_deref(), Some("Commit"));
    assert_eq!(
        commands[0].expand("a b").unwrap().text,
        "Write a message for a b.\n"
    );
    let error = report.problems[0].error.to_string();
    assert!(
        error.ends_with("bad.toml:1:10: expected text for `prompt`: write `prompt = \"…\"`"),
        "{error}"
    );
    for (text, expected) in [
        ("prompt = ", "1:10: "),
        ("description = \"d\"\n", "1:1: missing `prompt`"),
    ] {
        let error = Command::parse(text, "x.toml", Dialect::Gemini).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[cfg(not(feature = "toml"))]
#[test]
fn says_which_feature_reads_toml() {
    let error = Command::parse("prompt = \"x\"\n", "x.toml", Dialect::Gemini).unwrap_err();
    assert!(error.to_string().contains("feature `toml`"), "{error}");
}

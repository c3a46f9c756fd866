//! Changes in place.

use interline_agent_md::{
    AgentKind, Converted, Dialect, Error, Options, Recovery, edit, parse, parse_with, to_dialect,
};

const TEXT: &str =
    "---\r\n# who\r\nname: x # short\r\ntools: [Read, Edit]\r\nmodel: 'opus'\r\n---\r\nYou are.\n";

#[test]
fn one_key_changes_and_nothing_else() {
    let changed =
        |key: &str, value: &str| edit::set(TEXT, key, value).unwrap().apply(TEXT).unwrap();
    assert_eq!(changed("name", "you"), TEXT.replace("name: x", "name: you"));
    assert_eq!(changed("model", "haiku"), TEXT.replace("'opus'", "'haiku'"));
    assert_eq!(
        changed("effort", "high"),
        TEXT.replace("'opus'\r\n", "'opus'\r\neffort: high\r\n")
    );
    assert!(edit::set(TEXT, "model", "opus").unwrap().is_empty());
    let without = edit::remove(TEXT, "model").unwrap().apply(TEXT).unwrap();
    assert_eq!(without, TEXT.replace("model: 'opus'\r\n", ""));
    assert!(edit::remove(TEXT, "effort").unwrap().is_empty());
}

#[test]
fn an_agent_stays_one() {
    for (key, value) in [("name", "  "), ("tools", "Bash(git")] {
        let error = edit::set(TEXT, key, value).unwrap_err();
        assert!(matches!(error, Error::Unwritable { .. }), "{error}");
    }
    assert!(edit::set(TEXT, "tools", false).is_err());
    assert!(edit::set(TEXT, "tools", vec!["Read"]).is_ok());
    assert!(matches!(
        edit::remove(TEXT, "name"),
        Err(Error::Unwritable { .. })
    ));
    assert!(matches!(
        edit::set("# Hi\n", "name", "x"),
        Err(Error::NoFrontmatter { .. })
    ));
    assert!(matches!(
        edit::set("---\nname: x\n", "name", "x"),
        Err(Error::Unterminated { .. })
    ));
    let broken = "---\nname: x\nglobs: *\n---\n";
    assert!(matches!(
        edit::set(broken, "name", "y"),
        Err(Error::Header(_))
    ));
}

#[test]
fn a_broken_header_is_repaired_in_place() {
    for (broken, valid) in [
        (
            "---\nname: x # n\nglobs: **/*\n# c\nmodel: m\n---\nb\n",
            "---\nname: x # n\nglobs: \"**/*\"\n# c\nmodel: m\n---\nb\n",
        ),
        (
            "---\r\nname: x\r\ndescription:  a: b \r\n---\r\nb\n",
            "---\r\nname: x\r\ndescription: \"a: b\"\r\n---\r\nb\n",
        ),
        (
            "---\nname: x\nskill:true\n---\n",
            "---\nname: x\nskill: true\n---\n",
        ),
        (
            "---\nname: x\n  model: m\n---\n",
            "---\nname: x\nmodel: m\n---\n",
        ),
        (
            "---\nname: x\ndescription: one: two\nthree\nmodel: m\n---\n",
            "---\nname: x\ndescription: \"one: two\\nthree\"\nmodel: m\n---\n",
        ),
        (
            "---\n#tools:\n  write: false\n  bash: true\nname: x\n---\nb\n",
            "---\n#tools:\nwrite: false\nbash: true\nname: x\n---\nb\n",
        ),
        ("---\nname: x\n---\n", "---\nname: x\n---\n"),
    ] {
        let edits = edit::repair(broken).unwrap();
        assert_eq!(edits.apply(broken).unwrap(), valid);
        let kind = AgentKind::Operator;
        let recovered = parse_with(broken, "x", kind, &Options::new()).unwrap();
        let strict = Options::new().recovery(Recovery::Strict);
        let is_strict = parse_with(broken, "x", kind, &strict).is_ok();
        assert_eq!(recovered.diagnostics.is_empty(), is_strict);
        assert_eq!(
            parse_with(valid, "x", kind, &strict).unwrap().agent,
            recovered.agent
        );
    }
}

#[test]
fn repairs_control_characters_in_comments() {
    let text = "---\nname: x\nglobs: **/*\n# \0é\u{80}\nmodel: m\n---\nb\n";
    let kind = AgentKind::Operator;
    let parsed = parse_with(text, "x", kind, &Options::new()).unwrap();
    let codes: Vec<_> = parsed.diagnostics.iter().map(|found| &found.code).collect();
    assert_eq!(
        codes,
        ["repaired-value", "control-character", "control-character"]
    );
    assert_eq!(
        edit::repair(text).unwrap().apply(text).unwrap(),
        "---\nname: x\nglobs: \"**/*\"\n#  é  \nmodel: m\n---\nb\n"
    );
}

#[test]
fn repair_fails_wherever_reading_fails() {
    for text in [
        "---\nglobs: **/*\n---\n",
        "---\nname: x\ntools: [Read\n---\n",
        "---\nname: x\npermission:\n  edit: a\n  edit: b\n---\n",
        "---\nname: x\ntools: false\nglobs: *\n---\n",
        "---\nname: x\nhooks: a: b\n---\n",
    ] {
        assert!(parse(text, "x", AgentKind::Operator).is_err(), "{text:?}");
        assert!(edit::repair(text).is_err(), "{text:?}");
    }
}

#[test]
fn names_of_tools_that_would_be_split_are_quoted() {
    for (tools, written) in [
        ("|-\n  \"a, b\", c", "tools:\n  - '\"a, b\"'\n  - c\n"),
        (
            "|-\n  'a \"x\", b', c",
            "tools:\n  - '''a \"x\", b'''\n  - c\n",
        ),
        ("|-\n  'a\", 'b'", "tools: '''a\", ''b'''\n"),
        (
            "{\"a, 'b\\\"\": true, c: true}",
            "tools:\n  a, 'b\": true\n  c: true\n",
        ),
    ] {
        let text = format!("---\nname: x\ntools: {tools}\n---\n");
        let agent = parse(&text, "x", AgentKind::Operator).unwrap().agent;
        let file = agent.to_markdown().unwrap();
        assert_eq!(file, format!("---\nname: x\n{written}---\n"));
        assert_eq!(parse(&file, "x", AgentKind::Operator).unwrap().agent, agent);
    }
}

#[test]
fn braces_beside_keys_are_not_recovered() {
    let text = "---\n{a: 1}\nname: x\n---\n";
    let error = parse(text, "x", AgentKind::Operator).unwrap_err();
    assert!(matches!(error, Error::Header(_)), "{error}");
}

/// Fields whose numbers differ from their shortest form.
const NUMBERS: &str = "---\nname: x\ndescription: d\nversion: 1.10\nmask: 0x1F\nmetadata:\n  version: 1.10\n  python: 3.10\nversions:\n  - 1.0\n  - 3.10\n---\nb\n";

#[test]
fn numbers_keep_their_source_text_in_every_dialect() {
    let agent = parse(NUMBERS, "x.md", AgentKind::Operator).unwrap().agent;
    for dialect in Dialect::ALL {
        let Converted {
            text: file,
            diagnostics,
            ..
        } = to_dialect(&agent, dialect);
        for (key, kept) in [
            ("version", "version: 1.10\n"),
            ("mask", "mask: 0x1F\n"),
            ("metadata", "  python: 3.10\n"),
            ("versions", "versions:\n  - 1.0\n  - 3.10\n"),
        ] {
            let is_left_out = diagnostics.iter().any(|found| {
                found.message.contains(&format!("`{key}`")) && found.message.contains("left out")
            });
            // A dialect that takes text only has the same digits in quotes.
            let quoted = kept.replace("3.10", "'3.10'");
            assert!(
                is_left_out || file.contains(kept) || file.contains(&quoted),
                "{dialect}: {key}: {diagnostics:?}\n{file}"
            );
        }
    }
}

#[test]
fn an_edit_leaves_numbers_as_they_are() {
    let edited = edit::set(NUMBERS, "description", "e").unwrap();
    let changed = NUMBERS.replace("description: d", "description: e");
    assert_eq!(edited.apply(NUMBERS).unwrap(), changed);

    // A value of one file is set in another.
    let agent = parse(NUMBERS, "x.md", AgentKind::Operator).unwrap().agent;
    let profile = agent.profile.as_ref().unwrap();
    let mut text = "---\nname: x\ndescription: d\n---\nb\n".to_owned();
    for key in ["version", "mask", "metadata", "versions"] {
        let value = profile.extra(key).unwrap().clone();
        text = edit::set(&text, key, value).unwrap().apply(&text).unwrap();
    }
    assert_eq!(text, NUMBERS);
    // Equal values are no change.
    for key in ["version", "mask", "metadata", "versions"] {
        let value = profile.extra(key).unwrap().clone();
        assert!(edit::set(NUMBERS, key, value).unwrap().is_empty(), "{key}");
    }
}

//! The shape of things.

use std::panic::{RefUnwindSafe, UnwindSafe};

use interline_agent_md::{
    AgentDef, AgentKind, AgentMeta, AgentProfile, ConvertOptions, Converted, Dialect, Error,
    FileKind, Files, LoadReport, Loaded, Naming, Options, Parsed, Problem, Recovery, Shadowed,
    SkipReason, Skipped, ToolPolicy, ToolSeparator, Tools, UnclosedTool, compute_body_hash, parse,
    parse_with, to_dialect,
};
use interline_frontmatter::Value;

#[test]
fn types_are_send_and_sync() {
    fn check<T: Send + Sync + Unpin>() {}
    fn check_unwind<T: UnwindSafe + RefUnwindSafe>() {}
    check::<AgentDef>();
    check::<AgentMeta>();
    check::<AgentProfile>();
    check::<ConvertOptions>();
    check::<Error>();
    check::<Files>();
    check::<LoadReport>();
    check::<Loaded<AgentDef>>();
    check::<Options>();
    check::<Parsed>();
    check::<Problem<Error>>();
    check::<Shadowed<AgentDef>>();
    check::<SkipReason>();
    check::<Skipped>();
    check::<ToolPolicy>();
    check::<UnclosedTool>();
    check_unwind::<AgentDef>();
    check_unwind::<Options>();
    fn check_policy<T: Copy + Eq + std::hash::Hash + Default>() {}
    check_policy::<Dialect>();
    check_policy::<FileKind>();
    check_policy::<Naming>();
    check_policy::<Recovery>();
    check_policy::<ToolSeparator>();
}

#[test]
fn the_form_on_the_wire() {
    let text = "---\nname: x\nz: 1\na: {q: null}\ntools: '*'\n---\nb\n";
    let agent = parse(text, "x.md", AgentKind::RustFn).unwrap().agent;
    let hash = compute_body_hash("b\n");
    assert_eq!(
        serde_json::to_string(&agent).unwrap(),
        format!(
            r#"{{"name":"x","kind":"rust_fn","spec":null,"profile":{{"system_prompt":"b\n","model":null,"effort":null,"tools":[],"description":null,"extras":{{"z":1,"a":{{"q":null}},"tools":"*"}},"version_hash":"{hash}","worker_binding":null}},"meta":null}}"#
        )
    );
    let short: AgentDef = serde_json::from_str(r#"{"name":"x","kind":"lua"}"#).unwrap();
    assert_eq!(short, AgentDef::new("x", AgentKind::Lua));
    assert_eq!(short.spec, Value::Null);
    let meta: AgentDef = serde_json::from_str(
        r#"{"name":"x","kind":"operator","spec":{"b":1,"a":2},"meta":{"tags":["t"],"owner":"me"},"profile":{"system_prompt":"p"}}"#,
    )
    .unwrap();
    let known = meta.meta.as_ref().unwrap();
    assert_eq!(known.tags, ["t"]);
    assert_eq!(known.extra.get("owner"), Some(&"me".into()));
    assert_eq!(
        meta.profile.as_ref().unwrap().tool_policy().tools,
        Tools::Unspecified
    );
    let again: AgentDef = serde_json::from_str(&serde_json::to_string(&meta).unwrap()).unwrap();
    assert_eq!(again, meta);
}

#[test]
fn words_of_kinds_and_dialects() {
    for word in ["lua", "rust_fn", "agent_block", "subprocess", "operator"] {
        let kind: AgentKind = word.parse().unwrap();
        assert_eq!(kind.to_string(), word);
        assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{word}\""));
    }
    assert!("Lua".parse::<AgentKind>().is_err());
    for dialect in Dialect::ALL {
        let word = dialect.to_string();
        assert_eq!(word.parse::<Dialect>().unwrap(), dialect);
        assert_eq!(
            serde_json::to_string(&dialect).unwrap(),
            format!("\"{word}\"")
        );
    }
    let error = "claude".parse::<Dialect>().unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("unknown dialect `claude`: expected")
    );
}

#[test]
fn values_without_a_file_format_are_rejected() {
    let mut agent = AgentDef::new("x", AgentKind::Operator);
    assert_eq!(agent.to_markdown().unwrap(), "---\nname: x\n---\n");
    let unwritable = |agent: &AgentDef| match agent.to_markdown() {
        Err(Error::Unwritable { message }) => message,
        other => panic!("{other:?}"),
    };
    let mut profile = AgentProfile::new("b");
    profile.model = Some("m".to_owned());
    profile.extras = Value::from_iter([1]);
    agent.profile = Some(profile.clone());
    assert_eq!(unwritable(&agent), "`extras` is not a mapping");
    let extras = interline_frontmatter::Map::from([("model", "n")]);
    profile.extras = extras.into();
    agent.profile = Some(profile.clone());
    assert_eq!(
        unwritable(&agent),
        "`model` is both in `extras` and in a field of its own"
    );
    let deep = (0..200).fold(Value::Null, |inner, _| Value::List(vec![inner]));
    profile.extras = interline_frontmatter::Map::from([("deep", deep)]).into();
    agent.profile = Some(profile);
    assert!(unwritable(&agent).contains("128"), "{}", unwritable(&agent));
    let Converted {
        text: file,
        diagnostics: reported,
        ..
    } = to_dialect(&agent, Dialect::Copilot);
    assert!(
        !file.contains("deep")
            && reported
                .iter()
                .any(|reported| reported.message.contains("`deep`"))
    );
    agent.profile = None;
    agent.name = " ".to_owned();
    assert_eq!(unwritable(&agent), "the name is empty");
}

#[test]
fn tools_that_a_program_changes_are_written_as_they_are() {
    let read = |text: &str| parse(text, "x.md", AgentKind::Operator).unwrap().agent;
    for kept in [
        "tools: []",
        "tools: {read: true, bash: false}",
        "color: red",
    ] {
        let mut agent = read(&format!("---\nname: x\n{kept}\n---\n"));
        agent.profile.as_mut().unwrap().tools = vec!["edit".to_owned()];
        let policy = agent.profile.as_ref().unwrap().tool_policy();
        assert_eq!(policy.tools, Tools::Only(vec!["edit".to_owned()]));
        let again = read(&agent.to_markdown().unwrap())
            .profile
            .unwrap()
            .tool_policy();
        assert_eq!(again, policy, "{kept}");
    }
}

#[test]
fn errors_have_a_location_and_a_report() {
    let text = "---\nname: x\nmodel: a\nmodel: b\n---\n";
    let error = parse(text, "agents/x.md", AgentKind::Operator).unwrap_err();
    assert_eq!(
        error.to_string(),
        "agents/x.md:4:1: key `model` is given twice: remove one of the two"
    );
    assert_eq!(
        error.message(),
        "key `model` is given twice: remove one of the two"
    );
    let at = error.location().unwrap();
    assert_eq!(
        (at.name.as_deref(), &at.span),
        (Some("agents/x.md"), &(21..26))
    );
    assert!(error.path().is_none());
    assert_eq!(
        error.report(text).unwrap().to_string(),
        "error: key `model` is given twice: remove one of the two\n --> agents/x.md:4:1\n  |\n3 | model: a\n  | ----- first given here\n4 | model: b\n  | ^^^^^"
    );
    // A chain of sources does not print the message twice.
    assert!(std::error::Error::source(&error).is_none());
}

#[test]
fn long_descriptions_are_counted_in_characters() {
    for (count, is_reported) in [(1024, false), (1025, true), (5732, true)] {
        let text = format!(
            "---\nname: x\ndescription: {}\n---\nb\n",
            "語".repeat(count)
        );
        let agent = parse(&text, "x.md", AgentKind::Operator).unwrap().agent;
        let description = agent.profile.as_ref().unwrap().description.as_deref();
        assert_eq!(description.map(|text| text.chars().count()), Some(count));
        let reported = interline_agent_md::validate(&agent, Dialect::AgentSkills);
        assert_eq!(!reported.is_empty(), is_reported, "{reported:?}");
        assert!(interline_agent_md::validate(&agent, Dialect::ClaudeCode).is_empty());
        assert_eq!(
            !to_dialect(&agent, Dialect::AgentSkills)
                .diagnostics
                .is_empty(),
            is_reported
        );
    }
    let text = format!("---\nname: x\ndescription: d\n---\n{}", "語".repeat(30_001));
    let agent = parse(&text, "x.md", AgentKind::Operator).unwrap().agent;
    let reported = interline_agent_md::validate(&agent, Dialect::Copilot);
    assert_eq!(
        reported[0].message,
        "Copilot accepts at most 30000 characters of text, found 30001"
    );
}

#[test]
fn the_version_is_that_of_the_bytes_of_the_body() {
    let version = |text: &str| {
        parse(text, "x.md", AgentKind::Operator)
            .unwrap()
            .agent
            .profile
            .unwrap()
            .version_hash
    };
    let one = version("---\nname: x\nmodel: m\n---\na\nb\n");
    assert_eq!(
        version("---\r\nmodel: other\r\nname: x\r\n---\r\na\nb\n"),
        one
    );
    assert_ne!(version("---\nname: x\nmodel: m\n---\na\r\nb\r\n"), one);
    assert_eq!(one.map(|hash| hash.len()), Some(64));
}

#[test]
fn the_version_may_be_left_out() {
    let markdown = Options::for_dialect(Dialect::ClaudeCode, FileKind::Command);
    let toml = Options::for_dialect(Dialect::Gemini, FileKind::Command);
    let mut all = vec![
        ("---\ntools: Bsah\n---\nb\n", markdown.clone()),
        ("no header\n", markdown),
    ];
    if cfg!(feature = "toml") {
        all.push(("prompt = \"b\"\nother = 1\n", toml));
    }
    for (text, options) in all {
        let whole = parse_with(text, "x.md", AgentKind::Operator, &options).unwrap();
        let options = options.clone().version_hash(false);
        let mut found = parse_with(text, "x.md", AgentKind::Operator, &options).unwrap();
        let profile = found.agent.profile.as_mut().unwrap();
        assert_eq!(profile.version_hash, None);
        profile.version_hash = Some(compute_body_hash(&profile.system_prompt));
        assert_eq!(found, whole);
    }
}

#[test]
fn fields_come_back_from_other_dialects() {
    let text = "---\nname: x\ndescription: d\ntools: Read\nmaxTurns: 3\nbackground: true\nmcpServers:\n  - a:\n      command: c\npaths: [x, y]\n---\nb\n";
    let agent = parse(text, "x.md", AgentKind::Operator).unwrap().agent;
    let held: [(Dialect, &[&str]); 5] = [
        (Dialect::OpenCode, &["maxTurns"]),
        (Dialect::Gemini, &["maxTurns", "mcpServers"]),
        (Dialect::Copilot, &["maxTurns", "mcpServers", "background"]),
        (Dialect::Cursor, &["maxTurns", "mcpServers", "background"]),
        (
            Dialect::ClaudeCode,
            &["maxTurns", "mcpServers", "background", "paths"],
        ),
    ];
    for (dialect, keys) in held {
        let Converted { text: there, .. } = to_dialect(&agent, dialect);
        let options = Options::new().dialect(dialect);
        let there =
            interline_agent_md::parse_with(&there, "x.md", AgentKind::Operator, &options).unwrap();
        let Converted { text: back, .. } = to_dialect(&there.agent, Dialect::ClaudeCode);
        let back = parse(&back, "x.md", AgentKind::Operator)
            .unwrap()
            .agent
            .profile
            .unwrap();
        let profile = agent.profile.as_ref().unwrap();
        for key in keys {
            assert_eq!(back.extra(key), profile.extra(key), "{dialect}: {key}");
        }
        let tools = profile.tool_policy().tools;
        assert!(back.tool_policy().tools == tools || dialect == Dialect::Cursor);
    }
}

#[test]
fn each_kind_of_error_has_a_code() {
    for (text, code) in [
        ("no header\n", "no-frontmatter"),
        ("---\nname: x\n", "unterminated"),
        ("---\nmodel: m\n---\n", "missing-name"),
        ("---\nname: [x]\n---\n", "wrong-type"),
        ("---\nname: x\nname: y\n---\n", "duplicate-key"),
        ("---\nname: x\ntools: false\n---\n", "invalid-tools"),
    ] {
        let error = parse(text, "x.md", AgentKind::Operator).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
    }
    let error = interline_agent_md::load_file("no/such/file", AgentKind::Operator).unwrap_err();
    assert_eq!(error.code(), "not-found");
}

//! Promises, over texts that no one would write.

use interline_agent_md::{
    AgentKind, AgentProfile, Converted, Dialect, Naming, Options, Recovery, compute_body_hash,
    edit, parse_with, to_dialect,
};
use interline_frontmatter::{Document, Map, Value, to_document};
use proptest::prelude::*;

use crate::proptest_cases;

const KIND: AgentKind = AgentKind::Operator;

fn strict() -> Options {
    Options::new().recovery(Recovery::Strict)
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        "(name|description|model|effort|tools|globs|argument-hint|permission|metadata|user|Context|skill|z)",
        "[a-zA-Z_-]{1,4}",
    ]
}

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("plain text".to_owned()),
        Just("a: b".to_owned()),
        Just("**/*".to_owned()),
        Just("[a] [b]".to_owned()),
        Just("{{X}}".to_owned()),
        Just("\"quoted\" more".to_owned()),
        Just("'open".to_owned()),
        Just("[a, 'b']".to_owned()),
        Just("{a: true}".to_owned()),
        Just("|".to_owned()),
        Just(">".to_owned()),
        Just("&a x".to_owned()),
        Just("*a".to_owned()),
        Just("Bash(a, b), Read".to_owned()),
        Just("1.10".to_owned()),
        Just("\"a, b\", *, 'c'".to_owned()),
        Just("[!a,.inf]".to_owned()),
        "[-a-z0-9:#,'\"\\[\\]{}&*!|>%@`? ]{0,12}",
        "\\PC{0,8}",
    ]
}

/// Lines of headers, valid and broken.
fn header() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        6 => (key(), prop_oneof![4 => Just(": "), 1 => Just(":"), 1 => Just(" :")], scalar())
            .prop_map(|(key, colon, value)| format!("{key}{colon}{value}")),
        1 => scalar(),
        1 => scalar().prop_map(|text| format!("  {text}")),
        1 => scalar().prop_map(|text| format!("  - {text}")),
        1 => (key(), scalar()).prop_map(|(key, value)| format!("  {key}: {value}")),
        1 => scalar().prop_map(|text| format!("\t{text}")),
        1 => prop_oneof![Just("<example>".to_owned()), Just("</example>".to_owned()), Just(String::new()), Just("# c".to_owned())],
    ];
    let lines = prop::collection::vec(line, 0..8);
    (lines, prop_oneof![4 => Just("\n"), 1 => Just("\r\n")]).prop_map(|(lines, ending)| {
        let mut text = format!("name: n{ending}");
        for line in lines {
            text.push_str(&line.replace(['\n', '\r'], " "));
            text.push_str(ending);
        }
        text
    })
}

fn file() -> impl Strategy<Value = String> {
    (header(), "[a-z\r\n-]{0,8}").prop_map(|(header, body)| format!("---\n{header}---\n{body}"))
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e6..1e6_f64).prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
        "[-a-z:#,\\[\\]{} \n]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec(("[a-z ]{1,4}", inner), 0..3)
                .prop_map(|entries| entries.into_iter().collect::<Map>().into()),
        ]
    })
}

/// Fields of every type, with scalars to fill in.
const TYPED: &[&str] = &[
    "description: @\n",
    "model: @\n",
    "argument-hint: @\n",
    "when_to_use: @\n",
    "license: @\n",
    "skills:\n  - @\n  - @\n",
    "agents: [@, b]\n",
    "permission:\n  bash:\n    k: @\n    j: @\n  edit: deny\n",
    "mcpServers:\n  a:\n    command: @\n    args: [-y, @]\n",
    "hooks:\n  Stop:\n    - matcher: @\n      command: @\n      timeout: 5\n",
    "metadata:\n  author: @\n  version: @\n",
    "mcp-servers: { k: @, j: b }\n",
    "handoffs:\n- label: @\n  agent: a\n",
];

/// Text that YAML refuses as a plain scalar.
fn broken_scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,4}: [a-z]{1,4}",
        "@[a-z]{1,4}/[a-z]{1,4}",
        "`[a-z]{1,4}` [a-z]{1,4}",
        "%[a-z]{1,4}",
        Just("*".to_owned()),
        Just("**/*.ts".to_owned()),
        "[a-z]{1,3}: [a-z]{1,3}: @[a-z]",
        "[a-z]{1,4}:",
        Just("{{NAME}}".to_owned()),
        "\"[a-z]{1,3}\" [a-z]{1,3}",
        "'[a-z]{1,3}' [a-z]{1,3}",
    ]
}

proptest! {
    #![proptest_config(proptest_cases(200))]

    /// One scalar of a typed field is broken, anywhere: the file reads as it was meant, or is refused.
    #[test]
    fn repairs_one_broken_scalar(
        fields in prop::sample::subsequence(TYPED.to_vec(), 1..TYPED.len()),
        broken in any::<prop::sample::Index>(),
        scalar in broken_scalar(),
        crlf in any::<bool>(),
    ) {
        let holes: usize = fields.iter().map(|field| field.matches('@').count()).sum();
        let broken = broken.index(holes);
        let (mut file, mut meant) = (String::from("---\nname: n\n"), String::from("---\nname: n\n"));
        let mut hole = 0;
        for field in fields {
            for (i, piece) in field.split('@').enumerate() {
                if i > 0 {
                    let is_broken = hole == broken;
                    // A character that has a meaning between brackets ends a scalar there.
                    let in_flow = field.contains("[@") || field.contains("{ k: @");
                    let scalar = if is_broken && !(in_flow && scalar.contains([',', '[', ']', '{', '}', ':', '#'])) {
                        scalar.as_str()
                    } else {
                        "valid"
                    };
                    file.push_str(scalar);
                    meant.push_str(&serde_json::to_string(scalar).unwrap());
                    hole += 1;
                }
                file.push_str(piece);
                meant.push_str(piece);
            }
        }
        file.push_str("---\nb\n");
        meant.push_str("---\nb\n");
        if crlf {
            file = file.replace('\n', "\r\n");
            meant = meant.replace('\n', "\r\n");
        }
        // `- a: b` is YAML, and a mapping.
        if parse_with(&file, "x", KIND, &strict()).is_ok() {
            return Ok(());
        }
        let expected = parse_with(&meant, "x", KIND, &strict()).unwrap().agent;
        if let Ok(parsed) = parse_with(&file, "x", KIND, &Options::new()) {
            prop_assert_eq!(&parsed.agent, &expected, "{:?}", file);
            let valid = edit::repair(&file).unwrap().apply(&file).unwrap();
            let again = parse_with(&valid, "x", KIND, &strict());
            prop_assert!(again.is_ok(), "{:?} from {:?}: {:?}", valid, file, again);
            prop_assert_eq!(again.unwrap().agent, expected, "{:?}", valid);
        }
    }
}

proptest! {
    #![proptest_config(proptest_cases(200))]

    #[test]
    fn recovery_never_changes_what_strict_yaml_accepts(text in file()) {
        if let Ok(strict) = parse_with(&text, "x", KIND, &strict()) {
            let recovered = parse_with(&text, "x", KIND, &Options::new()).unwrap();
            prop_assert_eq!(recovered, strict);
        }
    }

    #[test]
    fn invalid_yaml_is_reported_or_rejected(text in file()) {
        if let (Err(_), Ok(parsed)) = (
            parse_with(&text, "x", KIND, &strict()),
            parse_with(&text, "x", KIND, &Options::new()),
        ) {
            prop_assert!(!parsed.diagnostics.is_empty());
        }
    }

    /// Every word of a header that is not YAML is in what is recovered, but for comments, anchors, aliases and tags.
    #[test]
    fn nothing_is_lost_in_recovery(text in file()) {
        let block = text.split("---").nth(1).unwrap_or_default().to_owned();
        if Document::parse(&text).is_ok() {
            return Ok(());
        }
        let Ok(parsed) = parse_with(&text, "x", KIND, &Options::new()) else {
            return Ok(());
        };
        let written = parsed.agent.to_markdown().unwrap();
        let has_anchor = block.contains('&');
        let is_plain = |line: &&str| {
            let reference = line.contains(['&', '!']) || (has_anchor && line.contains('*'));
            !line.trim_start().starts_with('#') && !reference
        };
        for line in block.lines().filter(is_plain) {
            let comment = line.find(" #").unwrap_or(line.len());
            // A flag in a map of tools is said by the list of names.
            let words = line[..comment].split(|c: char| !c.is_ascii_lowercase());
            for word in words.filter(|word| *word != "true") {
                prop_assert!(written.contains(word), "{:?} is lost: {:?} from {:?}", word, written, text);
            }
        }
    }

    /// Wherever it is and whatever the dialect: a tag is reported, or the header is refused.
    #[test]
    fn no_tag_is_dropped_in_silence(
        key in key(),
        value in prop_oneof!["[a-z0-9]{1,3}", "'[a-z]{0,2}'", "\\[[a-z, ]{0,4}\\]", "\\{[a-z]: (true|b)\\}", Just(String::new())],
        of_key in any::<bool>(),
        dialect in prop::sample::select(Dialect::ALL.to_vec()),
    ) {
        let field = if of_key { format!("!tag {key}: {value}") } else { format!("{key}: !tag {value}") };
        let text = format!("---\n{field}\nother: 1\n---\n");
        let options = Options::new().dialect(dialect).naming(Naming::HeaderOrFile);
        if let Ok(parsed) = parse_with(&text, "x.md", KIND, &options) {
            let reported = parsed.diagnostics.iter().any(|reported| reported.message.contains("tag"));
            prop_assert!(reported, "{:?}: {:?}", text, parsed);
        }
    }

    #[test]
    fn a_repaired_header_is_valid_and_says_the_same(text in file()) {
        let Ok(parsed) = parse_with(&text, "x", KIND, &Options::new()) else {
            return Ok(());
        };
        let valid = edit::repair(&text).unwrap().apply(&text).unwrap();
        let again = parse_with(&valid, "x", KIND, &strict());
        prop_assert!(again.is_ok(), "{:?} from {:?}: {:?}", valid, text, again);
        prop_assert_eq!(again.unwrap().agent, parsed.agent, "{:?}", valid);
    }

    #[test]
    fn what_was_read_is_written_and_read_again(text in file()) {
        if let Ok(parsed) = parse_with(&text, "x", KIND, &Options::new()) {
            let written = parsed.agent.to_markdown().unwrap();
            let again = parse_with(&written, "x", KIND, &strict());
            prop_assert!(again.is_ok(), "{:?}: {:?}", written, again);
            prop_assert_eq!(again.unwrap().agent, parsed.agent, "{:?}", written);
        }
    }

    #[test]
    fn written_agents_are_read_again(
        name in "[a-zA-Z0-9:][a-zA-Z0-9 :.#'-]{0,8}[a-z]",
        description in prop::option::of("\\PC{0,12}"),
        entries in prop::collection::vec(("[b-lo-z-]{1,6}", value()), 0..4),
        body in "[a-z\n-]{0,12}",
    ) {
        let mut agent = interline_agent_md::AgentDef::new(name, KIND);
        let mut profile = AgentProfile::new(body);
        profile.description = description.map(|text| text.trim().to_owned());
        if !entries.is_empty() {
            profile.extras = entries.into_iter().filter(|(key, _)| key != "tools").collect::<Map>().into();
        }
        if profile.extras == Value::Map(Map::new()) {
            profile.extras = Value::Null;
        }
        agent.profile = Some(profile);
        let written = agent.to_markdown().unwrap();
        prop_assert_eq!(parse_with(&written, "x", KIND, &strict()).unwrap().agent, agent);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(---|name: x|\n|\r|: |- |\u{feff}|\\[|\\{|\"|'|tools:|\\*|<a>|</a>|é| |\t|#|\\||a){0,24}") {
        let result = parse_with(&text, "x", KIND, &Options::new());
        match result {
            Ok(parsed) => {
                for reported in &parsed.diagnostics {
                    prop_assert!(text.get(reported.span.clone()).is_some());
                }
                for dialect in Dialect::ALL {
                    let Converted { text: file, .. } = to_dialect(&parsed.agent, dialect);
                    prop_assert!(file.ends_with(&parsed.agent.profile.as_ref().unwrap().system_prompt));
                }
            }
            Err(error) => {
                prop_assert!(text.get(error.location().unwrap().span.clone()).is_some(), "{}", error);
                prop_assert!(!error.report(&text).unwrap().to_string().is_empty());
            }
        }
        let _ = edit::repair(&text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..64), header in any::<bool>()) {
        let text = String::from_utf8_lossy(&bytes);
        let text = if header { format!("---\nname: x\n{text}\n---\n") } else { text.into_owned() };
        let _ = parse_with(&text, "x", KIND, &Options::new());
    }

    /// The version is that of the body alone.
    #[test]
    fn the_header_has_no_part_in_the_version(header in header(), body in "\\PC{0,20}") {
        let text = format!("---\n{header}---\n{body}");
        if let Ok(parsed) = parse_with(&text, "x", KIND, &Options::new()) {
            let profile = parsed.agent.profile.unwrap();
            prop_assert_eq!(profile.version_hash, Some(compute_body_hash(&body)));
            prop_assert_eq!(profile.system_prompt, body);
        }
    }

    /// A dialect gives a file that can be read, with the body and the name as they were.
    #[test]
    fn converted_agents_can_be_read(
        entries in prop::collection::vec(("(maxTurns|background|mcpServers|paths|metadata|color|license|x)", value()), 0..4),
        tools in prop::option::of(prop::collection::vec("[A-Z][a-z]{1,3}", 0..3)),
        names in prop::option::of(prop::collection::vec("[a-z(),'\" *%:]{0,5}", 0..3)),
    ) {
        let mut header = Map::from([("name", Value::from("x")), ("description", "d".into())]);
        header.extend(entries);
        if let Some(tools) = tools {
            header.insert("tools", tools);
        }
        if let Some(names) = names {
            header.insert("tools", names.into_iter().map(|name| (name, true)).collect::<Map>());
        }
        let text = to_document(&header, "b").unwrap();
        let agent = parse_with(&text, "x", KIND, &strict()).unwrap().agent;
        for dialect in Dialect::ALL {
            let Converted { text: file, diagnostics: reported, .. } = to_dialect(&agent, dialect);
            let back = parse_with(&file, "x", KIND, &Options::new().dialect(dialect));
            prop_assert!(back.is_ok(), "{}: {:?}", file, back);
            let back = back.unwrap().agent;
            prop_assert_eq!(&back.name, &agent.name);
            // Every field is in the file under some name, or is reported.
            let profile = agent.profile.as_ref().unwrap();
            for key in profile.extras.as_map().into_iter().flat_map(Map::keys) {
                let is_reported = reported.iter().any(|reported| reported.message.contains(&format!("`{key}`")));
                let holds = back.profile.as_ref().unwrap().extra(key).is_some();
                let renamed = matches!(key, "maxTurns" | "background" | "mcpServers" | "paths");
                prop_assert!(is_reported || holds || renamed || key == "tools", "{dialect}: {key}");
            }
        }
    }
}

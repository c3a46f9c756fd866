use crate::located::location;
use interline_frontmatter::agent::{self, Format, Frontmatter, StreamConfig, WriteStrategy};
use interline_frontmatter::{Error, Map, ReadOptions, Unterminated, parse};

use interline_testing::cases::{self, Case};

#[test]
fn cases() {
    let known = [
        "text",
        "fields",
        "body",
        "diagnostic",
        "error",
        "covers",
        "call",
        "gives",
        "id",
        "ignored",
    ];
    cases::run("agent.md", &known, |case| {
        let text = case.required("text");
        let result = match case.get("call") {
            None => agent::parse(text).map(|_| text.to_owned()),
            Some(call) => do_call(case, text, call),
        };
        let expected = case.get("error");
        match result {
            Err(error) => {
                let found = error.to_string();
                assert_eq!(Some(found.as_str()), expected);
                if let Some(covers) = case.get("covers") {
                    assert_eq!(&text[location(&error).span.clone()], covers);
                }
            }
            Ok(text) => {
                assert_eq!(None, expected);
                check_fields(case, &text);
            }
        }
    });
}

fn check_fields(case: &Case, text: &str) {
    let parsed = agent::parse(text).unwrap();
    assert_eq!(parsed.body, case.get("body").unwrap_or(parsed.body));
    if let Some(fields) = case.get("fields") {
        let fields: serde_json::Value = serde_json::from_str(fields).unwrap();
        assert_eq!(serde_json::to_value(&parsed.value).unwrap(), fields);
        // JSON gives the same back.
        let again: Frontmatter = serde_json::from_value(fields).unwrap();
        assert_eq!(again, parsed.value);
    }
    let diagnostics: Vec<String> = parsed
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.to_line(None, text))
        .collect();
    assert_eq!(diagnostics, case.all("diagnostic"));
    // The plain call and the generic one read the same.
    let interline_frontmatter::Parsed {
        value: frontmatter,
        body,
        ..
    } = agent::parse(text).unwrap();
    assert_eq!((&frontmatter, body), (&parsed.value, parsed.body));
    let interline_frontmatter::Parsed::<Frontmatter> { value: generic, .. } = parse(text).unwrap();
    assert_eq!(generic, parsed.value);
    // Written and read again, it is the same.
    let written = agent::to_document(&frontmatter, body).unwrap();
    let again = agent::parse(&written).unwrap();
    assert_eq!((&again.value, again.body), (&frontmatter, body));
    assert_eq!(agent::to_document(&frontmatter, body).unwrap(), written);
}

fn do_call(case: &Case, text: &str, call: &str) -> Result<String, Error> {
    let (name, argument) = call.split_once(' ').unwrap_or((call, ""));
    let edits = match name {
        "set_session_id" => agent::set_session_id(text, argument)?,
        "set_resume_id" => agent::set_resume_id(text, argument)?,
        "set_tmux_session" => agent::set_tmux_session(text, argument)?,
        "set_format_and_write" => {
            let (format, write) = argument.split_once(' ').unwrap();
            let (format, write): (Format, WriteStrategy) = (format.parse()?, write.parse()?);
            agent::set_format_and_write(text, format, write)?
        }
        "merge_fields" => {
            let merged = agent::merge_fields(text, argument)?;
            let ignored = merged.ignored.join(" ");
            assert_eq!(ignored, case.get("ignored").unwrap_or_default());
            let unknown = merged.diagnostics.iter();
            let unknown = unknown.filter(|diagnostic| diagnostic.code == "unknown-field");
            let keys: Vec<&str> = unknown.map(|found| &argument[found.span.clone()]).collect();
            assert_eq!(keys.join(" "), ignored);
            merged.edits
        }
        "ensure_session" => return ensure(case, text),
        other => panic!("unknown call {other}"),
    };
    let changed = edits.apply(text).unwrap();
    check_gives(case, text, &changed, edits.is_empty());
    Ok(changed)
}

fn ensure(case: &Case, text: &str) -> Result<String, Error> {
    let session = agent::ensure_session(text)?;
    let (id, changed) = (session.id, session.edits.apply(text).unwrap());
    if let Some(expected) = case.get("id") {
        assert_eq!(id, expected);
    } else {
        assert!(is_uuid_v4(&id), "{id}");
    }
    let is_same = session.edits.is_empty();
    check_gives(case, text, &changed.replace(&id, "{id}"), is_same);
    // The second call changes nothing.
    let again = agent::ensure_session(&changed)?;
    assert!(again.edits.is_empty());
    assert_eq!(again.id, id);
    Ok(changed)
}

fn check_gives(case: &Case, text: &str, changed: &str, no_edits: bool) {
    match case.required("gives") {
        "same" => {
            assert!(no_edits);
            assert_eq!(
                changed.replace("{id}", case.get("id").unwrap_or("{id}")),
                text
            );
        }
        expected => {
            assert!(!no_edits);
            assert_eq!(changed, expected);
        }
    }
}

fn is_uuid_v4(id: &str) -> bool {
    let parts: Vec<&str> = id.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [8, 4, 4, 4, 12]
        && parts[2].starts_with('4')
        && id.chars().all(|c| c == '-' || c.is_ascii_hexdigit())
}

#[test]
fn the_default_is_a_document_without_fields() {
    let frontmatter = Frontmatter::default();
    assert_eq!(
        agent::to_document(&frontmatter, "body").unwrap(),
        "---\n---\nbody"
    );
    let parsed = agent::parse("---\n---\nbody").unwrap();
    assert_eq!((parsed.value, parsed.body), (frontmatter, "body"));
}

#[test]
fn new_ids_differ() {
    let one = agent::ensure_session("").unwrap();
    let two = agent::ensure_session("").unwrap();
    assert_ne!(one.id, two.id);
}

#[test]
fn modes_are_resolved() {
    let mut with = Frontmatter::default();
    let resolved = |frontmatter: &Frontmatter| {
        let mode = frontmatter.resolve_mode();
        format!("{} {}", mode.format, mode.write)
    };
    assert_eq!(resolved(&with), "template crdt");
    for (mode, expected) in [
        ("append", "inline crdt"),
        ("Append", "inline crdt"),
        ("template", "template crdt"),
        ("stream", "template crdt"),
        ("no such mode", "template crdt"),
        ("", "template crdt"),
    ] {
        with.mode = Some(mode.to_owned());
        assert_eq!(resolved(&with), expected, "{mode}");
    }
    with.mode = Some("append".to_owned());
    with.write = Some(WriteStrategy::Merge);
    assert_eq!(resolved(&with), "inline merge");
    with.format = Some(Format::Template);
    assert_eq!(resolved(&with), "template merge");
}

#[test]
fn changing_the_mode_clears_the_deprecated_one() {
    let text = "---\nmode: append\n---\nbody";
    let edits = agent::set_format_and_write(text, Format::Template, WriteStrategy::Merge).unwrap();
    let text = edits.apply(text).unwrap();
    let interline_frontmatter::Parsed {
        value: frontmatter, ..
    } = agent::parse(&text).unwrap();
    assert_eq!(frontmatter.mode, None);
    assert_eq!(frontmatter.format, Some(Format::Template));
    assert_eq!(frontmatter.write, Some(WriteStrategy::Merge));
}

#[test]
fn does_not_write_field_names_from_other_keys() {
    let stream = StreamConfig {
        extra: Map::from([("interval", 1), ("own", 2)]),
        ..StreamConfig::default()
    };
    let frontmatter = Frontmatter {
        model: Some("m".to_owned()),
        stream: Some(stream),
        extra: Map::from([("model", "x"), ("session", "y"), ("title", "t")]),
        ..Frontmatter::default()
    };
    assert_eq!(
        agent::to_document(&frontmatter, "").unwrap(),
        "---\nmodel: m\nagent_doc_stream:\n  own: 2\ntitle: t\n---\n"
    );
}

#[test]
fn parses_and_displays_keywords() {
    assert_eq!("INLINE".parse::<Format>().unwrap().to_string(), "inline");
    assert_eq!("append".parse::<Format>().unwrap(), Format::Append);
    assert_eq!("Crdt".parse::<WriteStrategy>().unwrap().as_str(), "crdt");
    let error = "x".parse::<WriteStrategy>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "1:1: unknown write strategy `x`: expected `merge` or `crdt`"
    );
}

#[test]
fn writes_the_same_bytes_each_time() {
    let text = "---\nmodel: x\nmeta: {z: 1, a: {q: 1, b: 2}}\nother: [b, a]\n---\nbody";
    let interline_frontmatter::Parsed {
        value: frontmatter,
        body,
        ..
    } = agent::parse(text).unwrap();
    let first = agent::to_document(&frontmatter, body).unwrap();
    for _ in 0..100 {
        let interline_frontmatter::Parsed {
            value: again, body, ..
        } = agent::parse(&first).unwrap();
        assert_eq!(agent::to_document(&again, body).unwrap(), first);
    }
}

#[test]
fn three_rounds_add_nothing_to_the_body() {
    for body in [
        "\n\nx",
        "x\n\n\n",
        "x",
        "x  \n\ty \n",
        "\r\nx",
        "",
        "---\n",
        "---\na: 1\n---\n",
    ] {
        let mut text = format!("---\nmodel: x\n---\n{body}");
        for round in 0..3 {
            let interline_frontmatter::Parsed {
                value: frontmatter,
                body: read,
                ..
            } = agent::parse(&text).unwrap();
            assert_eq!(read, body);
            text = agent::to_document(&frontmatter, read).unwrap();
            let edits = agent::set_session_id(&text, &format!("s{round}")).unwrap();
            text = edits.apply(&text).unwrap();
            assert!(text.ends_with(&format!("---\n{body}")));
        }
        assert_eq!(
            text,
            format!("---\nagent_doc_session: s2\nmodel: x\n---\n{body}")
        );
    }
}

#[test]
fn an_unterminated_block_may_be_body() {
    let text = "---\nmodel: x\n";
    let options = ReadOptions::new().unterminated(Unterminated::Body);
    let parsed = agent::parse_with(text, &options).unwrap();
    assert_eq!((parsed.value, parsed.body), (Frontmatter::default(), text));
}

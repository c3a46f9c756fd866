use crate::located::{line_column, location};
use interline_frontmatter::diagnostics::UNREAD_HEADER;
use interline_frontmatter::{
    Closer, Document, Error, Map, ReadOptions, SplitOptions, Unterminated, Value, agent, merge,
    merge_with, parse, remove, remove_with, rename, rename_with, set, set_with, to_document,
};
use interline_text::Edits;

use interline_testing::cases;

/// Opener, closer and body around each block. A block behaves alike in all of them.
const FRAMES: [[&str; 3]; 3] = [
    ["---\n", "---\n", "body\n"],
    ["---\n", "---", ""],
    [
        "\u{feff}---\t\r\n",
        "---  \r\n",
        "\r\n\r\nsession: in the body\r\n---\r\n",
    ],
];

#[test]
fn cases() {
    let known = ["block", "set", "hard", "add", "remove", "rename"];
    cases::run("edit.md", &known, |case| {
        let block = case.required("block");
        for [opener, closer, body] in FRAMES {
            let frame = |block: &str| format!("{opener}{block}{closer}{body}");
            let text = frame(block);
            let check = |field: &str, edits: Result<Edits, Error>| {
                let expected = case.required(field);
                let found = match &edits {
                    Ok(edits) => edits.apply(&text).unwrap(),
                    Err(error) => format!("refused: {error}"),
                };
                let expected = if expected.starts_with("refused: ") {
                    expected.to_owned()
                } else {
                    frame(expected)
                };
                assert_eq!(found, expected, "{field}");
                edits.is_ok().then_some(found)
            };
            if let Some(changed) = check("set", set(&text, "session", "new-id")) {
                let again = set(&changed, "session", "new-id").unwrap();
                assert!(again.is_empty(), "the second time {again:?}");
            }
            check("hard", set(&text, "session", "no: # 'q' \"d\""));
            check("add", set(&text, "added", "v"));
            check("remove", remove(&text, "session"));
            check("rename", rename(&text, "session", "renamed"));
        }
    });
}

fn edited(text: &str, edits: Result<Edits, Error>) -> String {
    edits.unwrap().apply(text).unwrap()
}

/// A question mark is an indicator only with a space after it.
#[test]
fn a_key_may_begin_with_a_question_mark() {
    let text = "---\na: 1\n?k: x # c\n---\n";
    assert_eq!(
        edited(text, set(text, "?k", "v")),
        "---\na: 1\n?k: v # c\n---\n"
    );
    assert_eq!(edited(text, remove(text, "?k")), "---\na: 1\n---\n");

    let text = "---\na: 1\n? k\n: x\n---\n";
    let error = set(text, "k", "v").unwrap_err();
    assert_eq!(
        (
            line_column(&error).0,
            line_column(&error).1,
            &text[location(&error).span.clone()]
        ),
        (3, 1, "?")
    );
}

/// A comma at the end stays where an entry stays before it.
#[test]
fn keeps_a_trailing_comma() {
    let text = "---\n{a: 1, b: 2,}\n---\n";
    assert_eq!(edited(text, remove(text, "b")), "---\n{a: 1,}\n---\n");
    assert_eq!(edited(text, remove(text, "a")), "---\n{b: 2,}\n---\n");
    let none = Map::from([("a", Value::Null), ("b", Value::Null)]);
    assert_eq!(edited(text, merge(text, &none)), "---\n{}\n---\n");
    let text = "---\n{a: 1, b: 2, c: 3,}\n---\n";
    assert_eq!(edited(text, merge(text, &none)), "---\n{c: 3,}\n---\n");
    let last = Map::from([("b", Value::Null), ("c", Value::Null)]);
    assert_eq!(edited(text, merge(text, &last)), "---\n{a: 1,}\n---\n");
}

#[test]
fn removes_lines_with_tabs_with_their_value() {
    for ending in ["\n", "\r\n"] {
        let text = "---\na: 1\nsession: x\n\t\nz: 1\n---\n".replace('\n', ending);
        let without = "---\na: 1\nz: 1\n---\n".replace('\n', ending);
        assert_eq!(edited(&text, remove(&text, "session")), without);
    }
}

/// The value of an alias counts at the position of the alias.
#[test]
fn depth_counts_through_aliases() {
    let text = "---\na: &x [1]\nb: [*x]\n---\n";
    let read = |depth| Document::parse_with(text, &ReadOptions::new().depth(depth)).is_ok();
    assert_eq!((read(2), read(3)), (false, true));
}

#[test]
fn creates_a_block_at_the_top() {
    for (text, expected) in [
        ("body\n", "---\nk: v\n---\nbody\n"),
        ("", "---\nk: v\n---\n"),
        ("---", "---\nk: v\n---\n---"),
        (
            "\n---\n\nText: more.\n",
            "---\nk: v\n---\n\n---\n\nText: more.\n",
        ),
        ("{{< figure >}}\n", "---\nk: v\n---\n{{< figure >}}\n"),
        ("# T\r\n\r\nx", "---\r\nk: v\r\n---\r\n# T\r\n\r\nx"),
        ("\u{feff}body", "\u{feff}---\nk: v\n---\nbody"),
    ] {
        assert_eq!(edited(text, set(text, "k", "v")), expected);
        assert!(remove(text, "k").unwrap().is_empty());
        assert!(rename(text, "k", "l").unwrap().is_empty());
    }
}

#[test]
fn an_empty_block_is_filled() {
    for (text, expected) in [
        ("---\n---\nbody\n", "---\ntitle: x\n---\nbody\n"),
        ("---\r\n---\r\nbody", "---\r\ntitle: x\r\n---\r\nbody"),
        ("---\n\n---\n", "---\n\ntitle: x\n---\n"),
        ("---\n# c\n---\n", "---\n# c\ntitle: x\n---\n"),
        ("---\n{}\n---\n", "---\n{title: x}\n---\n"),
    ] {
        assert_eq!(edited(text, set(text, "title", "x")), expected);
    }
}

#[test]
fn fences_and_blank_lines_stay() {
    let text = "---\t\r\ntitle: a\r\n---\r\nx";
    assert_eq!(
        edited(text, set(text, "title", "b")),
        "---\t\r\ntitle: b\r\n---\r\nx"
    );
    assert_eq!(
        edited(text, set(text, "owner", "me")),
        "---\t\r\ntitle: a\r\nowner: me\r\n---\r\nx"
    );
    let text = "---\ntitle: a\n\n---\nbody";
    assert_eq!(
        edited(text, set(text, "title", "b")),
        "---\ntitle: b\n\n---\nbody"
    );
}

#[test]
fn text_that_looks_like_structure() {
    let text = "---\ntitle: Part 1 --- Introduction\nowner: me\n---\nbody\n";
    let text = edited(text, set(text, "owner", "you"));
    let text = edited(&text, set(&text, "title", "Part 2"));
    assert_eq!(text, "---\ntitle: Part 2\nowner: you\n---\nbody\n");

    let text = "---\nnote: |\n  active: true\nactive: true\n---\n";
    assert_eq!(
        edited(text, remove(text, "active")),
        "---\nnote: |\n  active: true\n---\n"
    );
}

#[test]
fn lists_and_mappings() {
    let list = Value::from(vec!["x", "no"]);
    let mapping = Value::from(Map::from([("a", Value::from(1)), ("b", list.clone())]));
    for (block, value, expected) in [
        ("k: 1 # c\nz: 1\n", &list, "k: # c\n  - x\n  - 'no'\nz: 1\n"),
        ("k:\nz: 1\n", &list, "k:\n  - x\n  - 'no'\nz: 1\n"),
        ("k: [a] # c\n", &list, "k: [x, 'no'] # c\n"),
        ("k: {}\n", &mapping, "k: {a: 1, b: [x, 'no']}\n"),
        ("k:\n- a\n- b\nz: 1\n", &list, "k:\n- x\n- 'no'\nz: 1\n"),
        (
            "k:\n    a: 1\n    # c\n\nz: 1\n",
            &mapping,
            "k:\n    a: 1\n    b:\n      - x\n      - 'no'\n    # c\n\nz: 1\n",
        ),
        (
            "k: |\n  text\nz: 1\n",
            &mapping,
            "k:\n  a: 1\n  b:\n    - x\n    - 'no'\nz: 1\n",
        ),
        ("z: 1\r\n", &list, "z: 1\r\nk:\r\n  - x\r\n  - 'no'\r\n"),
        ("  z: 1\n", &list, "  z: 1\n  k:\n    - x\n    - 'no'\n"),
        ("{z: 1}\n", &mapping, "{z: 1, k: {a: 1, b: [x, 'no']}}\n"),
        ("k: \"a\"\n", &Value::from(5), "k: 5\n"),
        ("k: a\n", &Value::Null, "k: null\n"),
        ("k: a\n", &Value::List(Vec::new()), "k: []\n"),
    ] {
        let text = format!("---\n{block}---\n");
        let found = edited(&text, set(&text, "k", value.clone()));
        assert_eq!(found, format!("---\n{expected}---\n"), "{block:?}");
        assert!(set(&found, "k", value.clone()).unwrap().is_empty());
    }
}

/// A list or mapping comes in the place of a value that has a line of its own.
#[test]
fn a_value_on_its_own_line_becomes_a_list_or_mapping() {
    let list = Value::from(vec!["x"]);
    let mapping = Value::from(Map::from([("k", list.clone())]));
    for (block, value, expected) in [
        ("a:\n  x\n", &list, "a:\n  - x\n"),
        ("a:\n  old # c\nz: 1\n", &list, "a:\n  # c\n  - x\nz: 1\n"),
        ("a:\n   'old'\n", &mapping, "a:\n   k:\n     - x\n"),
        (
            "a:\n  old\n  goes on\n\nz: 1\n",
            &list,
            "a:\n  - x\n\nz: 1\n",
        ),
        (
            "m:\n  a:\n    old\n  z: 1\n",
            &list,
            "m:\n  a:\n    old\n  z: 1\na:\n  - x\n",
        ),
        ("a: # c\n  old\n", &mapping, "a: # c\n  k:\n    - x\n"),
    ] {
        let text = format!("---\n{block}---\n");
        let found = edited(&text, set(&text, "a", value.clone()));
        assert_eq!(found, format!("---\n{expected}---\n"), "{block:?}");
    }
}

#[test]
fn gives_no_edit_for_an_equal_value() {
    let text = "---\na: 'x'\nb: [1, 2]\nc: {d: ~}\ne: 0x10\n---\n";
    assert!(set(text, "a", "x").unwrap().is_empty());
    assert!(set(text, "b", vec![1, 2]).unwrap().is_empty());
    let mapping = Map::from([("d", Value::Null)]);
    assert!(set(text, "c", mapping).unwrap().is_empty());
    assert!(set(text, "e", 16).unwrap().is_empty());
    assert!(rename(text, "a", "a").unwrap().is_empty());
    // A string is not the number with the same digits.
    assert_eq!(
        edited(text, set(text, "e", "0x10")),
        "---\na: 'x'\nb: [1, 2]\nc: {d: ~}\ne: '0x10'\n---\n"
    );
}

#[test]
fn merge_makes_all_changes_or_none() {
    let text = "---\n# head\na: 1 # one\nb: 2\nc: 3\n---\nbody";
    let patch = Map::from([
        ("d", Value::from("new")),
        ("b", Value::Null),
        ("a", Value::from("x")),
        ("e", Value::from(true)),
        ("gone", Value::Null),
    ]);
    assert_eq!(
        edited(text, merge(text, &patch)),
        "---\n# head\na: x # one\nc: 3\nd: new\ne: true\n---\nbody"
    );
    let flow = "---\n{a: 1, b: 2, c: 3}\n---\n";
    assert_eq!(
        edited(flow, merge(flow, &patch)),
        "---\n{a: x, c: 3, d: new, e: true}\n---\n"
    );
    let text = "---\n? a\n: 1\nb: 2\n---\nbody";
    assert!(merge(text, &patch).is_err());
    assert!(merge(text, &Map::new()).unwrap().is_empty());
}

#[test]
fn removing_every_key_leaves_an_empty_block() {
    let text = "---\na: 1\n# c\nb:\n  - x\n---\nbody";
    let patch = Map::from([("a", Value::Null), ("b", Value::Null)]);
    assert_eq!(edited(text, merge(text, &patch)), "---\n# c\n---\nbody");
    let flow = "---\n{a: 1, b: [x]}\n---\nbody";
    assert_eq!(edited(flow, merge(flow, &patch)), "---\n{}\n---\nbody");
}

#[test]
fn refuses_a_duplicate_name() {
    let text = "---\na: 1\nb: 2\n---\n";
    let error = rename(text, "a", "b").unwrap_err();
    assert_eq!(
        error.to_string(),
        "3:1: edit of key `a` refused: key `b` is there already"
    );
    assert_eq!(&text[location(&error).span.clone()], "b");
}

#[test]
fn keys_that_need_quotes() {
    for text in ["---\na: 1\n---\n", "---\n{a: 1}\n---\n"] {
        for key in [
            "no", "", "12:30", "x: y", "- a", "#", "a\nb", "\u{feff}", "é", "---", "...", "8 -",
            "a:", "-.", "x,", "}", "[", "a b",
        ] {
            let added = edited(text, set(text, key, key));
            let document = interline_frontmatter::Document::parse(&added).unwrap();
            assert_eq!(document.get(key), Some(key.into()), "{added:?}");
            let renamed = edited(text, rename(text, "a", key));
            let document = interline_frontmatter::Document::parse(&renamed).unwrap();
            assert_eq!(document.get(key), Some(1.into()), "{renamed:?}");
            assert_eq!(edited(&added, remove(&added, key)), text);
        }
    }
}

#[test]
fn a_key_too_long_for_a_line_is_added_and_then_refused() {
    let key = "k".repeat(1100);
    for (text, mark) in [("---\na: 1\n---\n", (3, 1)), ("---\n{a: 1}\n---\n", (2, 8))] {
        let added = edited(text, set(text, &key, "v"));
        let document = interline_frontmatter::Document::parse(&added).unwrap();
        assert_eq!(document.get(&key), Some("v".into()));
        let error = set(&added, &key, "w").unwrap_err();
        assert_eq!(line_column(&error), mark);
        assert!(matches!(
            rename(text, "a", &key),
            Err(Error::EditRefused { .. })
        ));
    }
}

#[test]
fn edits_read_by_the_options() {
    let dots = SplitOptions::new().closer(Closer::DashesOrDots);
    let options = ReadOptions::new().split(dots);
    let text = "---\na: 1\n...\na: 2\n---\n";
    let frame = |block: &str| format!("---\n{block}...\na: 2\n---\n");
    assert_eq!(
        edited(text, set_with(text, "a", "x", &options)),
        frame("a: x\n")
    );
    assert_eq!(
        edited(text, rename_with(text, "a", "b", &options)),
        frame("b: 1\n")
    );
    assert_eq!(edited(text, remove_with(text, "a", &options)), frame(""));
    let patch = Map::from([("c", 3)]);
    assert_eq!(
        edited(text, merge_with(text, &patch, &options)),
        frame("a: 1\nc: 3\n")
    );

    let body = ReadOptions::new().unterminated(Unterminated::Body);
    let text = "---\ntitle: a\nbody\n";
    assert!(set(text, "k", "v").is_err());
    assert_eq!(
        edited(text, set_with(text, "k", "v", &body)),
        "---\nk: v\n---\n---\ntitle: a\nbody\n"
    );
}

#[test]
fn a_long_key_alone_in_braces_gets_a_question_mark() {
    for length in [1000, 1001] {
        let key = "k".repeat(length);
        let text = format!("---\n{{a: 1, {key}}}\n---\n");
        let changed = edited(&text, set(&text, &key, "v"));
        let entry = if length > 1000 {
            format!("? {key} : v")
        } else {
            format!("{key}: v")
        };
        let block = format!("{{a: 1, {entry}}}\n");
        assert_eq!(changed, format!("---\n{block}---\n"));
        assert!(serde_yaml::from_str::<serde_yaml::Value>(&block).is_ok());
    }
}

#[test]
fn a_value_that_would_pass_a_limit_is_refused() {
    let text = "---\na: 1\n---\nbody";
    let error = set(text, "a", "x".repeat(70_000)).unwrap_err();
    assert!(matches!(error, Error::EditRefused { .. }), "{error:?}");
    assert!(set("body", "a", "x".repeat(70_000)).is_err());
    let mut deep = Value::Null;
    for _ in 0..200 {
        deep = Value::List(vec![deep]);
    }
    assert!(set(text, "a", deep).is_err());
}

/// A key that is too long for one line gets a `?`, after which nothing is edited; but nothing needs an edit.
#[test]
fn never_refuses_an_equal_value() {
    let long = "k".repeat(2000);
    for text in ["---\na: 1\n---\n", "---\n{a: 1}\n---\n"] {
        let changed = set(text, &long, "v").unwrap().apply(text).unwrap();
        assert!(set(&changed, &long, "v").unwrap().is_empty());
        assert!(set(&changed, &long, "w").is_err());
    }
    assert!(set("---\n? a\n: 1\n---\n", "a", 1).unwrap().is_empty());
}

/// YAML bounds a key on one line in characters; the most used reader of it counts bytes.
#[test]
fn long_keys_are_read_by_others() {
    let key = "\u{202e}".repeat(400);
    let yaml = |text: &str| -> serde_yaml::Value {
        serde_yaml::from_str(text.split("---\n").nth(1).unwrap()).unwrap()
    };
    for text in ["---\na: 1\n---\n", "---\n{a: 1}\n---\n"] {
        let changed = set(text, &key, "v").unwrap().apply(text).unwrap();
        assert_eq!(yaml(&changed)[key.as_str()], "v");
        assert!(rename(text, "a", &key).is_err());
    }
    let written = to_document(&Map::from([(key.as_str(), "v")]), "").unwrap();
    assert_eq!(yaml(&written)[key.as_str()], "v");
}

/// An entry of a colon alone has no bytes to remove but the colon, which is not part of its key.
#[test]
fn refuses_an_incomplete_removal() {
    for block in ["{a, :}", "{a: 1, b,:}", "{:}"] {
        let text = format!("---\n{block}\n---\nbody\n");
        match remove(&text, "") {
            Ok(edits) => {
                let changed = edits.apply(&text).unwrap();
                assert!(!Document::parse(&changed).unwrap().has(""), "{changed:?}");
            }
            Err(error) => assert!(matches!(error, Error::EditRefused { .. }), "{error}"),
        }
    }
}

/// A header that is nearly one is not hidden by a second on top of it.
#[test]
fn never_writes_a_second_header() {
    let cases = [
        (
            "\n---\nsession: s\n---\nb\n",
            "1:1",
            "a blank line before the header: remove it, so that `---` is the first line",
        ),
        (
            "\u{feff}\r\n \r\n---\r\nsession: s\r\n---\r\nb\r\n",
            "1:2",
            "a blank line before the header: remove it, so that `---` is the first line",
        ),
        (
            "  ---\n  session: s\n  ---\nb\n",
            "1:1",
            "spaces or tabs before the opening `---`: remove them",
        ),
        (
            "\u{200b}---\n# c\n\nsession: s\n---\nb\n",
            "1:1",
            "an invisible character (U+200B) before the opening `---`: remove it",
        ),
        (
            "\u{feff}\u{feff}---\nsession: s\n---\nb\n",
            "1:2",
            "an invisible character (U+FEFF) before the opening `---`: remove it",
        ),
        (
            "--- yaml\nsession: s\n---\nb\n",
            "1:1",
            "text after the opening `---`: remove it",
        ),
        (
            "+++\ntitle = \"x\"\n+++\nb\n",
            "1:1",
            "the header is TOML, expected YAML between lines of `---`",
        ),
        (
            "\n+++\n[params]\nx = 1\n+++\nb\n",
            "2:1",
            "the header is TOML, expected YAML between lines of `---`",
        ),
        (
            "{\n  \"title\": \"x\"\n}\nb\n",
            "1:1",
            "the header is JSON, expected YAML between lines of `---`",
        ),
    ];
    for (text, expected, reason) in cases {
        let refused = |error: Error| {
            assert!(matches!(error, Error::EditRefused { .. }), "{error:?}");
            assert_eq!(location(&error).position.to_string(), expected);
            assert!(error.to_string().ends_with(reason), "{error}");
        };
        refused(set(text, "k", "v").unwrap_err());
        refused(remove(text, "session").unwrap_err());
        refused(rename(text, "session", "k").unwrap_err());
        refused(merge(text, &Map::from([("k", "v")])).unwrap_err());
        refused(agent::ensure_session(text).unwrap_err());
        refused(agent::merge_fields(text, "model: x").unwrap_err());

        // Readers report it: typed ones in the place of a missing field, all of them as a diagnostic.
        #[derive(Debug, serde::Deserialize)]
        struct Post {
            #[allow(dead_code, reason = "it is read for its error")]
            title: String,
        }
        let error = parse::<Post>(text).unwrap_err();
        assert!(matches!(error, Error::UnreadHeader { .. }), "{error:?}");
        assert_eq!(error.message(), reason);
        assert_eq!(location(&error).position.to_string(), expected);
        let diagnostics = agent::parse(text).unwrap().diagnostics;
        let [diagnostic] = diagnostics.as_slice() else {
            panic!("{diagnostics:?}")
        };
        assert_eq!(
            (diagnostic.code.as_ref(), diagnostic.message.as_str()),
            (UNREAD_HEADER, reason)
        );
    }
    for text in [
        "Text: more.\n",
        "---\n",
        "***\n",
        "\n---\nText\n---\n",
        "+++\n",
        "+++\nText\n+++\n",
        "{a}\n",
        "{\"a\n",
        "\u{200b}Text\n",
        "----\na: 1\n----\n",
    ] {
        let edits = set(text, "k", "v").or_else(|error| match error {
            Error::Unterminated { .. } => Ok(Edits::none(text.len())),
            error => Err(error),
        });
        assert!(edits.is_ok(), "{text:?}: {edits:?}");
        assert!(agent::parse(text).map_or(true, |read| read.diagnostics.is_empty()));
    }
}

use crate::located::{line_column, location};
use std::collections::{BTreeMap, HashMap};

use interline_frontmatter::{Document, Error, Map, Value, parse};
use serde::Deserialize;

fn error_of<T: for<'a> Deserialize<'a>>(text: &str) -> (String, String) {
    let Err(error) = parse::<T>(text) else {
        panic!("{text:?} was read");
    };
    let place = error.to_string();
    (place, text[location(&error).span.clone()].to_owned())
}

#[derive(Debug, PartialEq, Deserialize)]
struct Strings {
    a: String,
    b: Option<String>,
    c: Vec<String>,
}

#[test]
fn scalars_go_into_strings_as_written() {
    for word in [
        "no", "on", "1.10", "0644", "1_000", "true", "0x1F", ".inf", "1e3", "x",
    ] {
        let text = format!("---\na: {word}\nb: {word}\nc: [{word}]\n---\n");
        let interline_frontmatter::Parsed::<Strings> { value: read, .. } = parse(&text).unwrap();
        let expected = Strings {
            a: word.to_owned(),
            b: Some(word.to_owned()),
            c: vec![word.to_owned()],
        };
        assert_eq!(read, expected);
    }
}

#[test]
fn borrows_strings_without_escapes() {
    let text = "---\na: x y\nb: 'z'\n---\n";
    let interline_frontmatter::Parsed::<HashMap<&str, &str>> { value: map, .. } =
        parse(text).unwrap();
    assert_eq!((map["a"], map["b"]), ("x y", "z"));
}

#[test]
fn reads_null_as_none() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Post {
        title: Option<String>,
        model: Option<String>,
        links: Option<Vec<String>>,
    }
    let interline_frontmatter::Parsed::<Post> { value: post, .. } =
        parse("---\ntitle:\nmodel: ~\nlinks: null\n---\n").unwrap();
    assert_eq!((post.title, post.model, post.links), (None, None, None));

    let (place, covers) = error_of::<Strings>("---\na: ~\nb: x\nc: []\n---\n");
    assert_eq!(place, "2:4: expected a string, found null");
    assert_eq!(covers, "~");
}

#[derive(Debug, Deserialize)]
struct Count {
    #[allow(dead_code)]
    n: u32,
}

#[derive(Debug, Deserialize)]
struct CountAndRest {
    #[allow(dead_code)]
    n: u32,
    #[serde(flatten)]
    #[allow(dead_code)]
    rest: BTreeMap<String, Value>,
}

#[test]
fn locates_errors_in_the_file() {
    let block = "---\ntitle: \"é\u{2028}x\"\nn: abc\n---\n";
    for text in [
        block.to_owned(),
        block.replace('\n', "\r\n"),
        format!("\u{feff}{block}"),
    ] {
        for (place, covers) in [error_of::<Count>(&text), error_of::<CountAndRest>(&text)] {
            assert_eq!(place, "3:4: expected u32, found the string `abc`");
            assert_eq!(covers, "abc");
        }
    }
}

#[test]
fn errors_name_what_was_found() {
    for (value, found) in [
        ("'5'", "the string `5`"),
        ("[1]", "a sequence"),
        ("{a: 1}", "a mapping"),
        ("true", "`true`"),
        ("-1", "the number `-1`"),
        ("1.5", "the number `1.5`"),
        ("~", "null"),
    ] {
        let (place, covers) = error_of::<Count>(&format!("---\nn: {value}\n---\n"));
        assert_eq!(place, format!("2:4: expected u32, found {found}"));
        assert_eq!(covers, value);
    }
    let (place, _) = error_of::<Count>("---\nother: 1\n---\n");
    assert_eq!(place, "2:1: missing field `n`");
    let (place, _) = error_of::<Count>("no frontmatter");
    assert_eq!(place, "1:1: missing field `n`");
}

#[test]
fn rejects_duplicate_keys_for_every_type() {
    let text = "---\na: 1\nb: 2\na: 3\n---\n";
    #[derive(Debug, Deserialize)]
    struct A {
        #[allow(dead_code)]
        a: u32,
    }
    fn check<T: for<'a> Deserialize<'a> + std::fmt::Debug>(text: &str) {
        let error = parse::<T>(text).unwrap_err();
        assert!(matches!(error, Error::DuplicateKey { .. }), "{error:?}");
        assert_eq!(line_column(&error), (4, 1));
    }
    check::<A>(text);
    check::<HashMap<String, u32>>(text);
    check::<BTreeMap<String, Value>>(text);
    check::<Value>(text);
    check::<Map>(text);
    check::<serde_json::Value>(text);
    check::<serde::de::IgnoredAny>(text);
}

#[test]
fn enums_structs_and_keys_of_other_types() {
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Unit,
        New(u32),
        Pair(u32, String),
        Named { x: u32 },
    }
    let text =
        "---\na: unit\nb: {new: 5}\nc: {pair: [1, 2]}\nd:\n  named:\n    x: 7\ne: {unit: }\n---\n";
    let interline_frontmatter::Parsed::<BTreeMap<String, Kind>> { value: kinds, .. } =
        parse(text).unwrap();
    let kinds: Vec<Kind> = kinds.into_values().collect();
    assert_eq!(
        kinds,
        [
            Kind::Unit,
            Kind::New(5),
            Kind::Pair(1, "2".to_owned()),
            Kind::Named { x: 7 },
            Kind::Unit,
        ]
    );
    let (place, covers) = error_of::<BTreeMap<String, Kind>>("---\na: other\n---\n");
    assert_eq!(
        place,
        "2:4: unknown variant `other`, expected one of `unit`, `new`, `pair`, `named`"
    );
    assert_eq!(covers, "other");
    assert_eq!(
        error_of::<BTreeMap<String, Kind>>("---\na: [unit]\n---\n").0,
        "2:4: expected a word or a mapping with one key, found a sequence"
    );

    let interline_frontmatter::Parsed::<BTreeMap<u32, bool>> { value: numbers, .. } =
        parse("---\n2: true\n1: false\n---\n").unwrap();
    assert_eq!(numbers, BTreeMap::from([(1, false), (2, true)]));
    let interline_frontmatter::Parsed::<BTreeMap<String, (u8, f64)>> { value: pair, .. } =
        parse("---\na: [1, 2]\n---\n").unwrap();
    assert_eq!(pair["a"], (1, 2.0));
    let (place, covers) = error_of::<BTreeMap<String, (u8, u8)>>("---\na: [1, 2, 3]\n---\n");
    assert_eq!(place, "2:4: 1 items too many in this sequence");
    assert_eq!(covers, "[1, 2, 3]");
}

#[test]
fn an_unknown_field_is_an_error_at_its_key() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        #[allow(dead_code)]
        a: Option<u32>,
    }
    let (place, covers) = error_of::<Strict>("---\na: 1\nother: 2\n---\n");
    assert_eq!(place, "3:1: unknown field `other`, expected `a`");
    assert_eq!(covers, "other");
}

#[test]
fn a_document_gives_single_values() {
    let document = Document::parse("---\na: 5\nb: ~\nc: [x]\n---\n").unwrap();
    assert_eq!(
        document.get_as::<String>("a").unwrap(),
        Some("5".to_owned())
    );
    assert_eq!(document.get_as::<Option<u8>>("b").unwrap(), Some(None));
    assert_eq!(document.get_as::<u8>("none").unwrap(), None);
    let error = document.get_as::<u8>("c").unwrap_err();
    assert_eq!(line_column(&error), (4, 4));
    assert!(document.has("b") && !document.has("none"));
}

/// A name that is nearly a known one is a slip of the pen.
#[test]
fn near_names_are_suggested() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Post {
        #[allow(dead_code, reason = "it is read for its error")]
        title: String,
        #[allow(dead_code, reason = "it is read for its error")]
        kind: Option<Kind>,
    }
    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Draft,
        Final,
    }
    let error = |text: &str| error_of::<Post>(text).0;
    assert_eq!(
        error("---\ntitle: x\nTitel: y\n---\n"),
        "3:1: unknown field `Titel`: did you mean `title`?"
    );
    assert_eq!(
        error("---\ntitle: x\nother: y\n---\n"),
        "3:1: unknown field `other`, expected one of `title`, `kind`"
    );
    assert_eq!(
        error("---\ntitle: x\nkind: darft\n---\n"),
        "3:7: unknown variant `darft`: did you mean `draft`?"
    );
    assert_eq!(
        error("---\ntitle: [a]\n---\n"),
        "2:8: expected a string, found a sequence"
    );
    assert!(parse::<Post>("---\ntitle: x\nkind: final\n---\n").is_ok());
    let _ = (Kind::Draft, Kind::Final);
}

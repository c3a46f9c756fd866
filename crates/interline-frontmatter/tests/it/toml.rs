//! TOML headers.

use crate::located::{line_column, location};
use interline_frontmatter::{
    Document, Error, FrontmatterFormat, Limit, Map, ReadOptions, Unterminated, Value, parse_toml,
    to_document,
};

#[test]
fn a_toml_header_is_read() {
    let text = "\u{feff}+++ \r\n# c\r\ntitle = \"On \\\"time\\\"\"\r\ndate = 2024-01-02T03:04:05Z\r\nversion = 1.10\r\nmask = 0x1F\r\nlarge = 1_000\r\nbits = 0b11\r\ndraft = false\r\nlimit = -inf\r\ntags = ['a', \"b\"]\r\nauthor.name = 'A'\r\n[params]\r\nx.y = [{z = 1}]\r\n+++\r\nbody\r\n";
    let interline_frontmatter::Parsed::<Map> {
        value: mapping,
        body,
        ..
    } = parse_toml(text).unwrap();
    assert_eq!(body, "body\r\n");
    assert_eq!(
        to_document(&mapping, "").unwrap(),
        "---\ntitle: On \"time\"\ndate: '2024-01-02T03:04:05Z'\nversion: 1.10\nmask: 0x1F\nlarge: 1000\nbits: 3\ndraft: false\nlimit: -.inf\ntags:\n  - a\n  - b\nauthor:\n  name: A\nparams:\n  x:\n    'y':\n      - z: 1\n---\n"
    );
    #[derive(Debug, serde::Deserialize)]
    struct Post {
        title: String,
        date: String,
        version: String,
        tags: Vec<String>,
        author: Map,
    }
    let interline_frontmatter::Parsed::<Post> { value: post, .. } = parse_toml(text).unwrap();
    assert_eq!((post.title.as_str(), post.tags.len()), ("On \"time\"", 2));
    assert_eq!(
        (post.date.as_str(), post.version.as_str()),
        ("2024-01-02T03:04:05Z", "1.10")
    );
    assert_eq!(post.author.get("name"), Some(&Value::from("A")));

    let document = Document::parse_toml(text, &ReadOptions::default()).unwrap();
    assert_eq!(document.format(), FrontmatterFormat::Toml);
    assert_eq!(&text[document.value_span("version").unwrap()], "1.10");
    assert_eq!(&text[document.key_span("title").unwrap()], "title");
    // It is read, not edited.
    let error = document.edit().set("title", "x").map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::EditRefused { .. }), "{error}");
}

#[test]
fn errors_of_toml_have_their_location() {
    let error = parse_toml::<Map>("+++\na = 1\nb = \n+++\n").unwrap_err();
    assert!(matches!(error, Error::Syntax { .. }), "{error:?}");
    assert_eq!(location(&error).position.line, 3);
    let error = parse_toml::<Map>("+++\na = 1\na = 2\n+++\n").unwrap_err();
    assert_eq!(location(&error).position.line, 3);
    #[derive(Debug, serde::Deserialize)]
    struct Post {
        #[allow(dead_code, reason = "it is read for its error")]
        n: u8,
    }
    let error = parse_toml::<Post>("+++\nn = \"x\"\n+++\n").unwrap_err();
    assert_eq!(line_column(&error), (2, 5), "{error}");
    let text = "+++\na = 1\nbody\n";
    let error = parse_toml::<Map>(text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "1:1: unterminated TOML header: expected a later line that is exactly `+++`"
    );
    let options = ReadOptions::new().unterminated(Unterminated::Body);
    assert_eq!(Document::parse_toml(text, &options).unwrap().body(), text);
    for text in [
        "body",
        "",
        "+++",
        "---\na: 1\n---\n",
        "+++x\n+++\n",
        // As with `---`, a lone CR is not whitespace.
        "+++\r\r\na = 1\n+++\n",
    ] {
        let interline_frontmatter::Parsed::<Map> {
            value: mapping,
            body,
            ..
        } = parse_toml(text).unwrap();
        assert!(mapping.is_empty());
        assert_eq!(body, text);
    }
}

#[test]
fn limits_hold_for_toml() {
    let limited = |toml: &str| match parse_toml::<Map>(&format!("+++\n{toml}\n+++\n")) {
        Err(Error::LimitExceeded { limit, .. }) => Some(limit),
        Err(Error::Syntax { .. }) => Some(Limit::Depth),
        other => panic!("expected a limit, got {other:?}"),
    };
    assert_eq!(
        limited(&format!("{}a = 1", "a.".repeat(30_000))),
        Some(Limit::Depth)
    );
    assert_eq!(
        limited(&format!("[{}a]", "a . ".repeat(15_000))),
        Some(Limit::Depth)
    );
    assert_eq!(
        limited(&format!("a = {}{}", "[".repeat(10_000), "]".repeat(10_000))),
        Some(Limit::Depth)
    );
    let nested = (0..100)
        .map(|_| "a.".repeat(60))
        .collect::<Vec<_>>()
        .join("a = {");
    assert_eq!(
        limited(&format!("{nested}a = 1{}", "}".repeat(99))),
        Some(Limit::Depth)
    );
    assert_eq!(
        limited(&format!("# {}", "x".repeat(70_000))),
        Some(Limit::BlockBytes)
    );
    let text = format!("+++\na = \"{}\"\n+++\n", ".".repeat(1000));
    assert!(parse_toml::<Map>(&text).is_ok());
}

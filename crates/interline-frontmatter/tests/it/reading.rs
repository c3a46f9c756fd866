use interline_frontmatter::{
    Document, Error, ReadOptions, Split, Unterminated, Value, parse, parse_with,
};

use interline_testing::cases;

#[test]
fn cases() {
    cases::run("reading.md", &["text", "json", "body", "error"], |case| {
        let text = case.required("text");
        if let Some(expected) = case.get("error") {
            let error = Document::parse(text).unwrap_err();
            let found = error.to_string();
            assert_eq!(found, expected);
            return;
        }
        let document = Document::parse(text).unwrap();
        let json = case
            .required("json")
            .replace("\\u{2028}", "\u{2028}")
            .replace("\\u{85}", "\u{85}");
        let expected: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_value(document.mapping()).unwrap(), expected);
        // Every way to read it gives the same.
        let interline_frontmatter::Parsed::<Value> { value, body, .. } = parse(text).unwrap();
        assert_eq!(value, Value::Map(document.mapping()));
        assert_eq!(body, case.get("body").unwrap_or(body));
        assert_eq!(document.body(), body);
        for key in document.keys() {
            assert_eq!(document.get(key).as_ref(), document.mapping().get(key));
        }
    });
}

#[test]
fn keys_keep_their_order() {
    let document = Document::parse("---\nz: 1\na: 2\nm: 3\n---\n").unwrap();
    assert_eq!(document.keys().collect::<Vec<_>>(), ["z", "a", "m"]);
    assert_eq!(
        document.mapping().keys().collect::<Vec<_>>(),
        ["z", "a", "m"]
    );
}

#[test]
fn spans_are_those_of_the_text() {
    let text = "\u{feff}---\r\n'a b': &x \"é\" # c\r\nlist:\r\n- 1\r\n- 2\r\nnone:\r\nlit: |+\r\n  t\r\n\r\nm: {x: 1}  \r\n---\r\n";
    let document = Document::parse(text).unwrap();
    let key = |key| &text[document.key_span(key).unwrap()];
    let value = |key| &text[document.value_span(key).unwrap()];
    assert_eq!(key("a b"), "'a b'");
    assert_eq!(value("a b"), "&x \"é\"");
    assert_eq!(value("list"), "- 1\r\n- 2");
    assert_eq!(value("none"), "");
    assert_eq!(value("lit"), "|+\r\n  t\r\n\r");
    assert_eq!(value("m"), "{x: 1}");
    assert_eq!(document.key_span("absent"), None);
    assert_eq!(document.value_span("absent"), None);
    assert_eq!(document.get("absent"), None);
}

#[test]
fn reads_an_unterminated_block_as_error_or_body() {
    let text = "---\ntitle: a\nbody\n";
    assert!(matches!(
        Document::parse(text),
        Err(Error::Unterminated { .. })
    ));
    let options = ReadOptions::new().unterminated(Unterminated::Body);
    let document = Document::parse_with(text, &options).unwrap();
    assert_eq!(document.body(), text);
    assert!(document.mapping().is_empty());
    assert!(matches!(document.split(), Split::Unterminated { .. }));
    let interline_frontmatter::Parsed::<interline_frontmatter::Map> {
        value: mapping,
        body,
        ..
    } = parse_with(text, &options).unwrap();
    assert!(mapping.is_empty());
    assert_eq!(body, text);
}

#[test]
fn keeps_the_body() {
    for body in ["\n\nx", "x\n\n\n", "x", "x  \n\ty \n", "\r\nx", ""] {
        let text = format!("---\na: 1\n---\n{body}");
        assert_eq!(Document::parse(&text).unwrap().body(), body);
        let edits = interline_frontmatter::set(&text, "a", "new").unwrap();
        let changed = edits.apply(&text).unwrap();
        assert_eq!(changed, format!("---\na: new\n---\n{body}"));
    }
}

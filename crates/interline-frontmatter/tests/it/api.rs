use crate::located::line_column;
use std::panic::{RefUnwindSafe, UnwindSafe};

use interline_frontmatter::agent::{
    Format, Frontmatter, Merged, ResolvedMode, StreamConfig, WriteStrategy,
};
use interline_frontmatter::{
    Block, Closer, Document, Error, Limit, Map, Node, Number, Parsed, ReadOptions, Split,
    SplitOptions, Unterminated, Value,
};
use interline_text::position;

#[test]
fn types_are_send_and_sync() {
    fn check<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}
    check::<Block<'_>>();
    check::<Closer>();
    check::<Document<'_>>();
    check::<Error>();
    check::<Format>();
    check::<Frontmatter>();
    check::<Limit>();
    check::<Map>();
    check::<Merged>();
    check::<Node<'_, '_>>();
    check::<Number>();
    check::<Parsed<'_, Map>>();
    check::<ReadOptions>();
    check::<ResolvedMode>();
    check::<Split<'_>>();
    check::<SplitOptions>();
    check::<StreamConfig>();
    check::<Unterminated>();
    check::<Value>();
    check::<WriteStrategy>();
}

#[test]
fn a_mapping_keeps_its_order_and_compares_without() {
    let mut mapping = Map::from([("b", 1), ("a", 2)]);
    assert_eq!(mapping, Map::from([("a", 2), ("b", 1)]));
    assert_eq!(mapping.insert("b", "new"), Some(1.into()));
    assert_eq!(mapping.insert("c", true), None);
    assert_eq!(mapping.keys().collect::<Vec<_>>(), ["b", "a", "c"]);
    assert_eq!(mapping.remove("b"), Some("new".into()));
    assert_eq!(mapping.remove("b"), None);
    if let Some(value) = mapping.get_mut("a") {
        *value = Value::Null;
    }
    assert_eq!(mapping.len(), 2);
    assert!(!mapping.is_empty() && mapping.contains_key("a"));
    assert_eq!(format!("{mapping:?}"), "{\"a\": Null, \"c\": Bool(true)}");
    let values: Vec<&Value> = mapping.values().collect();
    assert_eq!(values, [&Value::Null, &Value::Bool(true)]);
    let pairs: Vec<(String, Value)> = mapping.into_iter().collect();
    assert_eq!(pairs[1], ("c".to_owned(), true.into()));
}

#[test]
fn values_have_types() {
    assert!(Value::from(None::<bool>).is_null());
    assert_eq!(Value::from(Some(5)), Value::from(5));
    assert_eq!(Value::from(5_u32), Value::from(5_u64));
    assert_eq!(Value::from(true).as_bool(), Some(true));
    assert_eq!(Value::from(false).as_bool(), Some(false));
    assert_eq!(Value::from("x").as_str(), Some("x"));
    let list = Value::from(vec![1]);
    assert_eq!(list.as_list(), Some(&[Value::from(1)][..]));
    let mapping = Map::from([("a", 1)]);
    let map = Value::from(mapping.clone());
    assert_eq!(map.as_map(), Some(&mapping));
    for other in [&list, &map, &Value::Null] {
        assert_eq!(
            (other.as_bool(), other.as_str(), other.as_number()),
            (None, None, None)
        );
    }
    assert_eq!((map.as_list(), list.as_map()), (None, None));
    let number = Value::from(u64::MAX);
    let number = number.as_number().unwrap();
    assert_eq!((number.as_u64(), number.as_i64()), (Some(u64::MAX), None));
    assert_eq!(Number::from(5_u64), Number::from(5_i64));
    assert_ne!(Number::from(5.0), Number::from(5_i64));
    assert_eq!(Number::from(f64::NAN), Number::from(f64::NAN));
    assert_eq!(Value::Null.as_str(), None);
    assert_eq!(Value::default(), Value::Null);
}

#[test]
fn round_trips_values_through_json() {
    let json = r#"{"z":1,"a":[null,true,-2,1.5,"x",18446744073709551615],"m":{}}"#;
    let value: Value = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    let error = serde_json::from_str::<Map>(r#"{"a":1,"a":2}"#).unwrap_err();
    assert!(error.to_string().starts_with("key `a` is given twice"));
    let number: Number = serde_json::from_str("7").unwrap();
    assert_eq!(number, Number::from(7_i64));
}

/// Whatever the format calls it: JSON has no options, others do.
#[test]
fn a_value_is_read_from_every_format() {
    use serde::Deserialize as _;
    use serde::de::value::{BytesDeserializer, Error, UnitDeserializer};
    use serde::de::{Deserializer, IntoDeserializer as _, Visitor};

    struct Optional(Option<i64>);

    impl<'de> Deserializer<'de> for Optional {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0 {
                Some(number) => visitor.visit_some(number.into_deserializer()),
                None => visitor.visit_none(),
            }
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    assert_eq!(Value::deserialize(Optional(Some(5))), Ok(Value::from(5)));
    assert_eq!(Value::deserialize(Optional(None)), Ok(Value::Null));
    assert_eq!(
        Value::deserialize(UnitDeserializer::<Error>::new()),
        Ok(Value::Null)
    );
    let error = Value::deserialize(BytesDeserializer::<Error>::new(b"x")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid type: byte array, expected null, a boolean, a number, a string, a list or a map with string keys"
    );
    let error = serde_json::from_str::<Map>("1").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("invalid type: integer `1`, expected a map with string keys at")
    );
    let error = serde_json::from_str::<Number>("[]").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("invalid type: sequence, expected a number at")
    );
}

#[test]
fn errors_of_agent_fields_in_json_name_the_expected_type() {
    let error = |json: &str| {
        serde_json::from_str::<Frontmatter>(json)
            .unwrap_err()
            .to_string()
    };
    assert!(error("1").starts_with("invalid type: integer `1`, expected a mapping"));
    assert!(
        error(r#"{"links": 1}"#)
            .starts_with("invalid type: integer `1`, expected a list of strings or one string")
    );
    let format = error(r#"{"agent_doc_format": 1}"#);
    assert!(
        format.starts_with("invalid type: integer `1`, expected a keyword for the "),
        "{format}"
    );
}

/// The span of a node is the range that is replaced when its value is.
#[test]
fn block_scalars_end_where_their_text_does() {
    let text = "---\na: |\n  x\n\nb: |+\n  x\n\nc: >-\n  x\n\n\nd: &a |2+\n   x\n---\n";
    let document = Document::parse(text).unwrap();
    let sources: Vec<_> = document
        .entries()
        .map(|(_, value)| value.source())
        .collect();
    assert_eq!(sources, ["|\n  x", "|+\n  x\n", ">-\n  x", "&a |2+\n   x"]);
    let value = |at: usize| document.entries().nth(at).unwrap().1.value();
    assert_eq!((value(0), value(1)), ("x\n".into(), "x\n\n".into()));
}

/// The spans include properties before the value, and exist where nothing is written.
#[test]
fn collections_and_empty_items_have_spans() {
    let text = "---\na: &x [1]\nb: !t {k: 1}\nc: &y\n  k: 1\nd: !t\n  - 1\ne:\n  -\n  - x\n  -\n  - - y\n    -\n    - - z\nf: [[p], q: r, 's': t]\n---\n";
    let document = Document::parse(text).unwrap();
    let sources: Vec<_> = document
        .entries()
        .map(|(_, value)| value.source())
        .collect();
    assert_eq!(
        sources,
        [
            "&x [1]",
            "!t {k: 1}",
            "&y\n  k: 1",
            "!t\n  - 1",
            "-\n  - x\n  -\n  - - y\n    -\n    - - z",
            "[[p], q: r, 's': t]",
        ]
    );
    let items = |at: usize| {
        let (_, value) = document.entries().nth(at).unwrap();
        let places = value.items().map(|item| (item.source(), item.span().start));
        places.collect::<Vec<_>>()
    };
    let at = |part: &str| text.find(part).unwrap();
    assert_eq!(
        items(4),
        [
            ("", at("-\n  - x") + 1),
            ("x", at("x\n  -\n")),
            ("", at("-\n  - - y") + 1),
            ("- y\n    -\n    - - z", at("- y")),
        ]
    );
    assert_eq!(
        items(5),
        [
            ("[p]", at("[p]")),
            ("q: r", at("q: r")),
            ("'s': t", at("'s': t"))
        ]
    );
    let (_, list) = document.entries().nth(4).unwrap();
    let inner: Vec<_> = list
        .items()
        .nth(3)
        .unwrap()
        .items()
        .map(|item| item.source())
        .collect();
    assert_eq!(inner, ["y", "", "- z"]);
}

#[test]
fn nodes_have_a_kind_and_a_span() {
    let text = "---\nlist: &l [1.10, 'x', !colour red]\nmap: {a: ~}\nagain: *l\nempty:\n---\n";
    let document = Document::parse(text).unwrap();
    let entries: Vec<_> = document.entries().collect();
    let keys: Vec<_> = entries.iter().map(|(key, _)| key.text().unwrap()).collect();
    assert_eq!(keys, ["list", "map", "again", "empty"]);
    let (list, map, again, empty) = (entries[0].1, entries[1].1, entries[2].1, entries[3].1);

    assert!(list.is_sequence() && !list.is_mapping() && list.text().is_none());
    let items: Vec<_> = list.items().collect();
    let texts: Vec<_> = items.iter().map(|item| item.text().unwrap()).collect();
    assert_eq!(texts, ["1.10", "x", "red"]);
    let sources: Vec<_> = items.iter().map(Node::source).collect();
    assert_eq!(sources, ["1.10", "'x'", "!colour red"]);
    assert_eq!(
        items[1].span(),
        text.find("'x'").map(|at| at..at + 3).unwrap()
    );
    assert!(items[0].is_plain() && !items[1].is_plain());
    assert_eq!((items[0].tag(), items[2].tag()), (None, Some("!colour")));

    let (key, value) = map.entries().next().unwrap();
    assert_eq!((key.text(), value.value()), (Some("a"), Value::Null));
    assert_eq!(map.items().count() + list.entries().count(), 0);

    assert_eq!(again.source(), "*l");
    assert_eq!(again.value(), list.value());
    assert_eq!(again.items().count(), 3);
    assert_eq!((empty.source(), empty.text()), ("", Some("")));
}

#[test]
fn reports_ignored_tags_once() {
    let text = "---\n!root\n!k a: !!str 1\nb: &x !v {c: !!int 2, d: !!int e}\nf: *x\ng: !!map [!!seq [], !!str {}]\nh: [! i, !!null ~, !!bool true, !!float 1]\nj: !<w> 'k'\nl: !t   # no\n  - m\n---\n";
    let document = Document::parse(text).unwrap();
    let found: Vec<_> = document
        .ignored_tags()
        .into_iter()
        .map(|diagnostic| {
            let shown = &text[diagnostic.span.clone()];
            assert!(
                diagnostic.message.contains(&format!("`{shown}`")),
                "{diagnostic:?}"
            );
            (position(text, diagnostic.span.start).line, shown)
        })
        .collect();
    assert_eq!(
        found,
        [
            (2, "!root"),
            (3, "!k"),
            (4, "!v"),
            (4, "!!int"),
            (6, "!!map"),
            (6, "!!str"),
            (8, "!<w>"),
            (9, "!t"),
        ]
    );
    let (_, alias) = document.entries().nth(2).unwrap();
    assert_eq!(alias.ignored_tag(), Some("!v"));
    assert!(
        Document::parse("No block.")
            .unwrap()
            .ignored_tags()
            .is_empty()
    );
}

#[test]
fn reads_a_part_of_a_header_with_locations() {
    let text = "---\na: b: c\nd: [e, f]\n---\n";
    let options = ReadOptions::default();
    let part = Document::parse_span(text, 12..22, &options).unwrap();
    assert_eq!(part.keys().collect::<Vec<_>>(), ["d"]);
    assert_eq!(part.value_span("d"), Some(15..21));
    assert_eq!((part.body(), part.split()), ("", &Split::None));
    let error = Document::parse_span(text, 4..12, &options).unwrap_err();
    assert_eq!(line_column(&error), (2, 5));
    assert!(
        Document::parse_span(text, 20..99, &options)
            .unwrap()
            .mapping()
            .is_empty()
    );
}

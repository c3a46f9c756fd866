//! Values: what becomes of the types of a program.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use interline_mustache_context::{
    Environment, Error, Lambda, Map, Template, TemplateContext, Value,
};
use interline_value::{ErrorKind, ValuePath};
use serde::Serialize;
use serde_json::json;

#[track_caller]
fn assert_refused<T: std::fmt::Debug>(result: Result<T, Error>, message: &str) {
    assert_eq!(result.unwrap_err().to_string(), message);
}

#[test]
fn keys_that_are_no_strings() {
    let data = BTreeMap::from([(
        "project",
        BTreeMap::from([("d", BTreeMap::from([(None::<u8>, "x")]))]),
    )]);
    let message = "project.d: null cannot be a key: use a string, a whole number or a boolean";
    assert_refused(TemplateContext::from_serialize(&data), message);
    let mut context = TemplateContext::default();
    assert_refused(context.set_serialize("project", &data["project"]), message);
    assert!(context.is_empty());
    let template = Template::parse("").unwrap();
    assert_refused(
        template.render_serialize(&data, &Environment::new()),
        message,
    );
}

#[derive(Serialize)]
struct Tag {
    when: f64,
}

#[test]
fn floats_that_are_not_finite() {
    for (float, name) in [
        (f64::NAN, "NaN"),
        (f64::INFINITY, "inf"),
        (f64::NEG_INFINITY, "-inf"),
    ] {
        let message = format!("project.tags[3].when: {name} is not a finite number");
        let tags: Vec<Tag> = [1.0, 2.0, 3.0, float]
            .into_iter()
            .map(|when| Tag { when })
            .collect();
        let data = HashMap::from([("project", HashMap::from([("tags", tags)]))]);
        let template = Template::parse("").unwrap();
        assert_refused(template.render(&data), &message);
        assert_refused(TemplateContext::from_serialize(&data), &message);
        let mut context = TemplateContext::default();
        assert_refused(context.set_serialize("project", &data["project"]), &message);

        let tag = |when: f64| Value::from(Map::from([("when", when)]));
        let tags = vec![tag(1.0), tag(2.0), tag(3.0), tag(float)];
        let project = Map::from([("tags", tags)]);
        let map = Map::from([("project", project.clone())]);
        assert_refused(TemplateContext::new(map.clone()), &message);
        let mut context = TemplateContext::default();
        assert_refused(context.new_child(map), &message);
        assert_refused(context.set("project", project), &message);
        assert!(context.is_empty());
    }
}

#[test]
fn the_path_as_data() {
    let mut context = TemplateContext::default();
    let list = Value::from(vec![Value::from(Map::from([("a b", f64::NAN)]))]);
    let error = context.set("x", list).unwrap_err();
    let Error::Value(error) = error else {
        panic!("{error}");
    };
    assert_eq!(error.path(), &ValuePath::from(("x", 0, "a b")));
    assert!(matches!(error.kind(), ErrorKind::NotFinite(_)));
    assert!(error.to_string().starts_with("x[0].a b: NaN"));
}

#[test]
fn integers_in_64_bits_or_not_at_all() {
    let template = Template::parse("{{a}} {{b}}").unwrap();
    let data = BTreeMap::from([("a", i128::from(u64::MAX)), ("b", i128::from(i64::MIN))]);
    let text = template
        .render_serialize(&data, &Environment::new())
        .unwrap();
    assert_eq!(text, "18446744073709551615 -9223372036854775808");
    let wide = BTreeMap::from([("a", vec![123_456_789_012_345_678_901_i128])]);
    assert_refused(
        template.render(&wide),
        "a[0]: 123456789012345678901 does not fit 64 bits: write it as a string",
    );
}

#[test]
fn nesting_has_an_end() {
    let nest = |depth: usize| (0..depth).fold(json!(1), |inner, _| json!([inner]));
    assert!(Value::from_serialize(&nest(128)).is_ok());
    let error = Value::from_serialize(&nest(129)).unwrap_err().to_string();
    assert!(
        error.ends_with("more than 128 levels of nesting"),
        "{error}"
    );

    let ours = |depth: usize| (0..depth).fold(Value::from(1), |inner, _| Value::from(vec![inner]));
    assert!(TemplateContext::new(Map::from([("x", ours(127))])).is_ok());
    assert!(TemplateContext::new(Map::from([("x", ours(128))])).is_err());
    let mut context = TemplateContext::default();
    assert!(context.set("x", ours(127)).is_ok());
    assert!(context.set("x", ours(128)).is_err());
}

#[test]
fn legal_keys() {
    let long = "k".repeat(1_000);
    let map = Map::from([("", 1), ("🙂", 2), (long.as_str(), 3)]);
    let context = TemplateContext::new(map).unwrap();
    assert_eq!(context.get("").unwrap(), &Value::from(1));
    let template = Template::parse(format!("{{{{🙂}}}}{{{{{long}}}}}")).unwrap();
    assert_eq!(
        template.render_with(&context, &Environment::new()).unwrap(),
        "23"
    );
}

#[test]
fn types_keep_what_they_say() {
    let template = Template::parse("{{{x}}}").unwrap();
    let render = |value: Value| {
        template
            .render_with(&Map::from([("x", value)]), &Environment::new())
            .unwrap()
    };
    let date = jiff::civil::date(2023, 12, 25).at(1, 2, 3, 0);
    assert_eq!(
        render(Value::from_serialize(&date).unwrap()),
        "2023-12-25T01:02:03"
    );
    let zoned: jiff::Timestamp = "2023-12-25T01:02:03+05:30".parse().unwrap();
    assert_eq!(
        render(Value::from_serialize(&zoned).unwrap()),
        "2023-12-24T19:32:03Z"
    );
    assert_eq!(
        render(Value::from("2023-12-25T01:02:03+05:30")),
        "2023-12-25T01:02:03+05:30"
    );
    let time = UNIX_EPOCH + Duration::from_secs(1_703_466_123);
    assert_eq!(render(time.into()), "2023-12-25T01:02:03Z");
    assert_eq!(
        render((UNIX_EPOCH - Duration::from_millis(500)).into()),
        "1969-12-31T23:59:59.5Z"
    );
    assert_eq!(render(Path::new("a/b.md").into()), "a/b.md");
    assert_eq!(
        render(Value::from_serialize(&PathBuf::from("a/b.md")).unwrap()),
        "a/b.md"
    );
    assert_eq!(render(().into()), "");
    assert_eq!(render(None::<i64>.into()), "");
    assert_eq!(render(Some("x").into()), "x");
    assert_eq!(
        render(Value::from(Map::from([("a", Value::Null)]))),
        "{\"a\":null}"
    );
    assert_eq!(render(0.1_f32.into()), "0.1");
    assert_eq!(render(Value::from_serialize(&1e30_f32).unwrap()), "1e30");
    assert_eq!(render(u64::MAX.into()), u64::MAX.to_string());
    assert_eq!(render('é'.into()), "é");
    assert_eq!(render(Value::from_serialize(b"ab").unwrap()), "[97,98]");
}

#[derive(Serialize)]
enum Kind {
    Unit,
    Text(String),
    Pair(u8, u8),
    Fields { a: Option<u8> },
}

#[derive(Serialize)]
struct Wrapped(u8);

#[derive(Serialize)]
struct Nothing;

#[test]
fn what_serde_knows() {
    let all = (
        Kind::Unit,
        Kind::Text("x".to_owned()),
        Kind::Pair(1, 2),
        Kind::Fields { a: None },
        Wrapped(3),
        Nothing,
        (true, 1_i8, 2_u16, 3_i128, 4_u128, 0.5_f32),
    );
    let value = Value::from_serialize(&all).unwrap();
    let text = Template::parse("{{{.}}}")
        .unwrap()
        .render_with(&value, &Environment::new())
        .unwrap();
    assert_eq!(
        text,
        r#"["Unit",{"Text":"x"},{"Pair":[1,2]},{"Fields":{"a":null}},3,null,[true,1,2,3,4,0.5]]"#
    );
    assert_eq!(
        serde_json::to_value(&value).unwrap(),
        serde_json::to_value(&all).unwrap()
    );
    let again: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(again, value);
    assert!(Value::from_serialize(&Kind::Pair(1, 2)).is_ok());
    assert!(
        serde_json::from_str::<Value>(r#"{"a":1,"a":2}"#)
            .unwrap_err()
            .to_string()
            .contains("key `a` is given twice")
    );
    assert!(serde_json::to_string(&Value::from(Lambda::spec(|_| Ok(String::new())))).is_err());
}

#[test]
fn maps_keep_their_order() {
    let mut map = Map::from([("z", 1), ("a", 2)]);
    map.insert("m", 3);
    map.insert("z", 4);
    map.extend([("b", 5)]);
    assert_eq!(map.keys().collect::<Vec<_>>(), ["z", "a", "m", "b"]);
    assert_eq!((map.len(), map.is_empty()), (4, false));
    assert_eq!((Map::new().len(), Map::new().is_empty()), (0, true));
    assert_eq!(map.remove("a"), Some(Value::from(2)));
    *map.get_mut("m").unwrap() = Value::Null;
    assert_eq!(
        Template::parse("{{{.}}}")
            .unwrap()
            .render_with(&map, &Environment::new())
            .unwrap(),
        r#"{"z":4,"m":null,"b":5}"#
    );
    let other: Map = [
        ("b", Value::from(5)),
        ("m", Value::Null),
        ("z", Value::from(4)),
    ]
    .into_iter()
    .collect();
    assert_eq!(map, other);
    let entries: Vec<(String, Value)> = map.into_iter().collect();
    assert_eq!(entries.len(), 3);
}

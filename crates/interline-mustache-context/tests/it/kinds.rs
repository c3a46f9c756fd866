//! Every kind of value: from the types of a program, as a key, and from other formats.

use std::borrow::Cow;
use std::path::PathBuf;

use interline_mustache_context::{Environment, Lambda, Map, Template, Value};
use serde::de::value::{Error as DeError, MapDeserializer, SeqDeserializer};
use serde::de::{Deserialize, Deserializer, IntoDeserializer, Visitor};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer, forward_to_deserialize_any};

#[test]
fn from_the_types_of_a_program() {
    let text = || Value::String("é".to_owned());
    let list = || Value::List(vec![Value::Int(1), Value::Int(2)]);
    for (made, expected) in [
        (Value::from(-8_i8), Value::Int(-8)),
        (Value::from(-16_i16), Value::Int(-16)),
        (Value::from(-32_i32), Value::Int(-32)),
        (Value::from(i64::MIN), Value::Int(i64::MIN)),
        (Value::from(-1_isize), Value::Int(-1)),
        (Value::from(8_u8), Value::Int(8)),
        (Value::from(16_u16), Value::Int(16)),
        (Value::from(u32::MAX), Value::Int(4_294_967_295)),
        (Value::from(64_u64), Value::Int(64)),
        (Value::from(64_usize), Value::Int(64)),
        (Value::from(u64::MAX), Value::UInt(u64::MAX)),
        (Value::from(true), Value::Bool(true)),
        (Value::from(false), Value::Bool(false)),
        (Value::from(0.5_f64), Value::Float(0.5)),
        (Value::from(0.1_f32), Value::Float(0.1)),
        (Value::from(()), Value::Null),
        (Value::from(None::<bool>), Value::Null),
        (Value::from("é"), text()),
        (Value::from("é".to_owned()), text()),
        (Value::from(&"é".to_owned()), text()),
        (Value::from(Cow::Borrowed("é")), text()),
        (Value::from('é'), text()),
        (Value::from(PathBuf::from("é")), text()),
        (Value::from(vec![1, 2]), list()),
        (Value::from([1, 2]), list()),
        (Value::from(&[1, 2][..]), list()),
        ([1, 2].into_iter().collect(), list()),
        (
            Value::from(Map::from([("a", 1)])),
            Value::Map([("a", 1)].into_iter().collect()),
        ),
    ] {
        // Debug tells `Int` from `UInt`.
        assert_eq!(format!("{made:?}"), format!("{expected:?}"));
        assert_eq!(made, expected);
    }
}

#[test]
fn what_a_value_is() {
    let text = Value::from("a");
    let list = Value::from([1]);
    let map = Value::from(Map::from([("a", 1)]));
    assert_eq!(text.as_str(), Some("a"));
    assert_eq!(list.as_list(), Some(&[Value::Int(1)][..]));
    assert_eq!(map.as_map(), Some(&Map::from([("a", 1)])));
    for (value, kind) in [(&text, 1), (&list, 2), (&map, 3), (&Value::Int(1), 0)] {
        let is = (
            value.as_str().is_some(),
            value.as_list().is_some(),
            value.as_map().is_some(),
        );
        assert_eq!(is, (kind == 1, kind == 2, kind == 3), "{value:?}");
    }
    for falsy in [
        Value::Null,
        false.into(),
        "".into(),
        Value::List(Vec::new()),
    ] {
        assert!(!falsy.is_truthy(), "{falsy:?}");
    }
    for truthy in [
        true.into(),
        0.into(),
        0.0.into(),
        "0".into(),
        Value::from([0]),
        Map::new().into(),
        Lambda::spec(|_| Ok(String::new())).into(),
    ] {
        assert!(Value::is_truthy(&truthy), "{truthy:?}");
    }
}

#[test]
fn each_value_equals_itself_alone() {
    let values = [
        Value::Null,
        Value::Bool(true),
        Value::Bool(false),
        Value::Int(-1),
        Value::UInt(u64::MAX),
        Value::Float(1.0),
        Value::Float(2.0),
        Value::from(""),
        Value::from("a"),
        Value::List(Vec::new()),
        Value::from([1]),
        Map::new().into(),
        Map::from([("a", 1)]).into(),
        Lambda::spec(|_| Ok(String::new())).into(),
    ];
    for (a, one) in values.iter().enumerate() {
        for (b, other) in values.iter().enumerate() {
            assert_eq!(one == other, a == b, "{one:?}, {other:?}");
        }
    }
    assert_ne!(Value::Float(f64::NAN), Value::Float(f64::NAN));
}

#[test]
fn a_map_tells_what_it_has() {
    let mut map = Map::new();
    assert!(map.is_empty());
    assert_eq!(map.insert("a", 1), None);
    assert_eq!(map.insert("a", 2), Some(Value::Int(1)));
    assert!(!map.is_empty());
    assert_eq!((map.len(), map.contains_key("a")), (1, true));
    assert!(!map.contains_key("b") && map.get("b").is_none() && map.get_mut("b").is_none());
    assert_eq!(map.remove("b"), None);
    assert_eq!(format!("{map:?}"), r#"{"a": Int(2)}"#);
    assert_ne!(map, Map::from([("a", 1)]));
    // Small maps are searched in another way than large ones.
    for count in [1, 11, 12, 13, 14, 100] {
        let map: Map = (0..count).map(|at| (format!("k{at}"), at)).collect();
        for at in 0..count {
            assert_eq!(map.get(&format!("k{at}")), Some(&Value::from(at)));
        }
        assert_eq!(map.get("k"), None);
    }
}

/// A map with one key, of whatever type.
pub(crate) struct Keyed<K>(pub(crate) K);

impl<K: Serialize> Serialize for Keyed<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&self.0, &1)?;
        map.end()
    }
}

#[derive(Serialize)]
pub(crate) struct Unit;
#[derive(Serialize)]
pub(crate) struct Wrapped<T>(pub(crate) T);
#[derive(Serialize)]
struct Two(u8, u8);
#[derive(Serialize)]
struct Fields {
    a: u8,
}
#[derive(Serialize)]
enum Kind {
    Alone,
    One(u8),
    Pair(u8, u8),
    Named { a: u8 },
}

struct Bytes;

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(b"ab")
    }
}

#[test]
fn what_may_be_a_key() {
    #[track_caller]
    fn assert_key(key: impl Serialize, expected: &str) {
        let value = Value::from_serialize(&Keyed(key)).unwrap();
        assert_eq!(value, Map::from([(expected, 1)]).into());
    }
    assert_key("é", "é");
    assert_key('é', "é");
    assert_key(Some("é"), "é");
    assert_key(Wrapped("é"), "é");
    assert_key(Kind::Alone, "Alone");
}

#[test]
fn what_may_not() {
    #[track_caller]
    fn assert_refused(key: impl Serialize, shown: &str) {
        let error = Value::from_serialize(&Keyed(key)).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("key {shown} is not a string: expected string keys only")
        );
    }
    assert_refused(true, "true");
    assert_refused(-8_i8, "-8");
    assert_refused(-16_i16, "-16");
    assert_refused(-32_i32, "-32");
    assert_refused(-64_i64, "-64");
    assert_refused(-128_i128, "-128");
    assert_refused(8_u8, "8");
    assert_refused(16_u16, "16");
    assert_refused(32_u32, "32");
    assert_refused(64_u64, "64");
    assert_refused(128_u128, "128");
    assert_refused(0.5_f32, "0.5");
    assert_refused(0.25_f64, "0.25");
    assert_refused(Bytes, "of bytes");
    assert_refused((), "null");
    assert_refused(None::<&str>, "null");
    assert_refused(Unit, "Unit");
    assert_refused([1].as_slice(), "that is a list");
    assert_refused((1, 2), "that is a list");
    assert_refused(Keyed("a"), "that is a map");
    assert_refused(Two(1, 2), "Two");
    assert_refused(Fields { a: 1 }, "Fields");
    assert_refused(Kind::One(1), "One");
    assert_refused(Kind::Pair(1, 2), "Pair");
    assert_refused(Kind::Named { a: 1 }, "Named");
}

#[test]
fn the_way_to_what_is_refused() {
    #[derive(Serialize)]
    enum Deep {
        One(f64),
        Pair(u8, f64),
        Named { a: f64 },
    }
    let refused = |value: &dyn Fn() -> Result<Value, interline_mustache_context::Error>| {
        value().unwrap_err().to_string()
    };
    let problem = "inf cannot be represented: expected a finite number";
    let inf = f64::INFINITY;
    for (deep, path) in [
        (Deep::One(inf), "One"),
        (Deep::Pair(1, inf), "Pair[1]"),
        (Deep::Named { a: inf }, "Named.a"),
    ] {
        assert_eq!(
            refused(&|| Value::from_serialize(&deep)),
            format!("{path}: {problem}")
        );
    }
    assert_eq!(refused(&|| Value::from_serialize(&inf)), problem);
    assert_eq!(
        refused(&|| Value::from_serialize(&f32::NEG_INFINITY)),
        "-inf cannot be represented: expected a finite number"
    );
    assert_eq!(
        refused(&|| Value::from_serialize(&Wrapped((1, inf)))),
        format!("[1]: {problem}")
    );
    // Keys that would not be told from the path around them are in quotes.
    for (key, shown) in [
        ("", r#"[""]"#),
        ("a b", r#"["a b"]"#),
        ("a.b", r#"["a.b"]"#),
        ("a[", r#"["a["]"#),
        ("a\u{7}", r#"["a\u{7}"]"#),
        ("é-1", ".é-1"),
    ] {
        let data = Map::from([("o", Map::from([(key, inf)]))]);
        let error = interline_mustache_context::TemplateContext::new(data).unwrap_err();
        assert_eq!(error.to_string(), format!("o{shown}: {problem}"));
    }
}

/// Gives one value in the way that its variant says, as formats other than JSON do.
enum Given {
    None,
    Some(u8),
    Unit,
    Owned(String),
    Bytes,
}

impl<'de> Deserializer<'de> for Given {
    type Error = DeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self {
            Self::None => visitor.visit_none(),
            Self::Some(value) => visitor.visit_some(value.into_deserializer()),
            Self::Unit => visitor.visit_unit(),
            Self::Owned(text) => visitor.visit_string(text),
            Self::Bytes => visitor.visit_bytes(b"ab"),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[test]
fn from_other_formats() {
    let value = |given: Given| Value::deserialize(given);
    assert_eq!(value(Given::None).unwrap(), Value::Null);
    assert_eq!(value(Given::Some(1)).unwrap(), Value::Int(1));
    assert_eq!(value(Given::Unit).unwrap(), Value::Null);
    assert_eq!(
        value(Given::Owned("é".to_owned())).unwrap(),
        Value::from("é")
    );
    assert_eq!(
        value(Given::Bytes).unwrap_err().to_string(),
        "invalid type: byte array, expected null, a boolean, a number, a string, a list or a map with string keys"
    );
    assert_eq!(
        Map::deserialize(Given::Unit).unwrap_err().to_string(),
        "invalid type: unit value, expected a map with string keys"
    );

    let read = |json: &str| serde_json::from_str::<Value>(json).unwrap();
    assert_eq!(read("true"), Value::Bool(true));
    assert_eq!(read("-1"), Value::Int(-1));
    assert!(matches!(read("1"), Value::Int(1)));
    assert_eq!(read("18446744073709551615"), Value::UInt(u64::MAX));
    assert_eq!(read("0.5"), Value::Float(0.5));
    assert_eq!(read(r#""\u00e9""#), Value::from("é"));

    let list = SeqDeserializer::<_, DeError>::new([1_u8, 2].into_iter());
    assert_eq!(Value::deserialize(list).unwrap(), Value::from([1, 2]));
    let map = MapDeserializer::<_, DeError>::new([("a", 1_u8)].into_iter());
    assert_eq!(
        Value::deserialize(map).unwrap(),
        Map::from([("a", 1)]).into()
    );
}

#[test]
fn to_other_formats() {
    for value in [
        Value::Null,
        true.into(),
        (-1).into(),
        u64::MAX.into(),
        0.5.into(),
        "é".into(),
        Value::from([1, 2]),
        Map::from([("b", 1), ("a", 2)]).into(),
    ] {
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert_eq!(Value::from_serialize(&value).unwrap(), value);
    }
    let lambda = Value::from(Lambda::spec(|_| Ok(String::new())));
    assert_eq!(
        serde_json::to_string(&lambda).unwrap_err().to_string(),
        "a lambda cannot be serialized: render the value borrowed, with `Template::render_with`"
    );
    assert_eq!(
        Value::from_serialize(&Keyed(&lambda))
            .unwrap_err()
            .to_string(),
        "a lambda cannot be serialized: render the value borrowed, with `Template::render_with`"
    );
}

#[test]
fn what_json_does_not_know_prints_as_null() {
    let lambda = Value::from(Lambda::spec(|_| Ok("x".to_owned())));
    let list = Value::from(vec![f64::NAN.into(), f64::INFINITY.into(), lambda]);
    let template = Template::parse("{{l}}").unwrap();
    let text = template
        .render_with(&Map::from([("l", list)]), &Environment::new())
        .unwrap();
    assert_eq!(text, "[null,null,null]");
}

/// What a name printed is remembered as long as nothing has changed it, and only where escaping does.
#[test]
fn a_name_that_repeats_prints_what_it_is_there() {
    use interline_mustache_context::Escape;
    use serde_json::json;

    let source = "{{a}}{{a}}{{a}}|{{#s}}{{a}}{{a}}{{{a}}}{{/s}}|{{a}}|{{#l}}{{a}}{{a}},{{/l}}|{{a}}{{&a}}|{{b.a}}{{b.a}}{{a}}";
    let data =
        json!({"a": "x", "s": {"a": "<"}, "l": [{"a": "1"}, {"a": ">"}, {}, "v"], "b": {"a": "y"}});
    let template = Template::parse(source).unwrap();
    let expected = "xxx|&lt;&lt;<|x|11,&gt;&gt;,xx,xx,|xx|yyx";
    let default = Environment::new();
    assert_eq!(template.render_with(&data, &default).unwrap(), expected);
    assert_eq!(
        template
            .render_with(&Value::from_serialize(&data).unwrap(), &default)
            .unwrap(),
        expected
    );
    let plain = Environment::new().escape(Escape::None);
    assert_eq!(
        template.render_with(&data, &plain).unwrap(),
        expected.replace("&lt;", "<").replace("&gt;", ">")
    );

    // A function may do anything to a text, and do it again.
    fn in_brackets(text: &str, out: &mut String) {
        *out += &format!("[{text}]");
    }
    let custom = Environment::new().escape(Escape::Custom(in_brackets));
    let template = Template::parse("{{a}}{{a}}{{a}}").unwrap();
    assert_eq!(
        template.render_with(&json!({"a": "x"}), &custom).unwrap(),
        "[x][x][x]"
    );
    // Of the length that escaping leaves, and yet another text.
    fn turned(text: &str, out: &mut String) {
        out.extend(text.chars().rev());
    }
    let custom = Environment::new().escape(Escape::Custom(turned));
    assert_eq!(
        template.render_with(&json!({"a": "xy"}), &custom).unwrap(),
        "yxyxyx"
    );

    // What is no text, or is made each time.
    assert_eq!(template.render(&json!({"a": 1.5})).unwrap(), "1.51.51.5");
    assert_eq!(template.render(&json!({"a": ""})).unwrap(), "");
    assert_eq!(template.render(&json!({"a": null})).unwrap(), "");
    let calls = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = std::sync::Arc::clone(&calls);
    let lambda = Lambda::spec(move |_| {
        counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok("x".to_owned())
    });
    let map = Map::from_iter([("a".to_owned(), Value::from(lambda))]);
    assert_eq!(
        template.render_with(&map, &Environment::new()).unwrap(),
        "xxx"
    );
    assert_eq!(calls.load(std::sync::atomic::Ordering::Relaxed), 3);
}

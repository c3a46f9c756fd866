//! Every shape that a type can have for serde, as a value and as a key.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use interline_frontmatter::{Document, Error, Map, Value, to_document};
use serde::Serialize;
use serde::ser::Serializer;

#[derive(Serialize)]
struct Unit;

#[derive(Serialize, PartialEq, Eq, Hash)]
struct Wrapped(u8);

#[derive(Serialize)]
struct Pair(u8, &'static str);

#[derive(Serialize)]
struct Fields {
    a: u8,
    b: Option<&'static str>,
}

#[derive(Serialize, PartialEq, Eq, Hash)]
enum Kind {
    Bare,
    Of(u8),
    Two(u8, u8),
    Named { a: u8 },
}

struct Bytes(&'static [u8]);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

struct Refuses;

impl Serialize for Refuses {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("not today"))
    }
}

/// The lines that a value of the key `k` becomes. YAML as another reader sees it is the same as what JSON makes of the value.
fn lines<T: Serialize>(value: T) -> String {
    let text = to_document(&BTreeMap::from([("k", &value)]), "").unwrap();
    let yaml = text.strip_prefix("---\n").unwrap();
    let yaml = yaml.strip_suffix("---\n").unwrap();
    let read: BTreeMap<String, serde_json::Value> = serde_yaml::from_str(yaml).unwrap();
    assert_eq!(read["k"], serde_json::to_value(&value).unwrap(), "{yaml}");
    yaml.to_owned()
}

#[test]
fn values_of_every_shape() {
    assert_eq!(lines(true), "k: true\n");
    assert_eq!(lines(i8::MIN), "k: -128\n");
    assert_eq!(lines(i16::MIN), "k: -32768\n");
    assert_eq!(lines(i32::MIN), "k: -2147483648\n");
    assert_eq!(lines(i64::MIN), "k: -9223372036854775808\n");
    assert_eq!(lines(u8::MAX), "k: 255\n");
    assert_eq!(lines(u16::MAX), "k: 65535\n");
    assert_eq!(lines(u32::MAX), "k: 4294967295\n");
    assert_eq!(lines(u64::MAX), "k: 18446744073709551615\n");
    assert_eq!(lines(0.5_f64), "k: 0.5\n");
    assert_eq!(lines('x'), "k: x\n");
    assert_eq!(lines("no"), "k: 'no'\n");
    assert_eq!(lines(Bytes(b"\x00\xff")), "k:\n  - 0\n  - 255\n");
    assert_eq!(lines(()), "k: null\n");
    assert_eq!(lines(Unit), "k: null\n");
    assert_eq!(lines(None::<u8>), "k: null\n");
    assert_eq!(lines(Some(1_u8)), "k: 1\n");
    assert_eq!(lines(Wrapped(1)), "k: 1\n");
    assert_eq!(lines(vec![1_u8, 2]), "k:\n  - 1\n  - 2\n");
    assert_eq!(lines((1_u8, "x")), "k:\n  - 1\n  - x\n");
    assert_eq!(lines(Pair(1, "x")), "k:\n  - 1\n  - x\n");
    assert_eq!(lines(Fields { a: 1, b: Some("x") }), "k:\n  a: 1\n  b: x\n");
    assert_eq!(lines(BTreeMap::from([("a", 1_u8)])), "k:\n  a: 1\n");
    assert_eq!(lines(Kind::Bare), "k: Bare\n");
    assert_eq!(lines(Kind::Of(1)), "k:\n  Of: 1\n");
    assert_eq!(lines(Kind::Two(1, 2)), "k:\n  Two:\n    - 1\n    - 2\n");
    assert_eq!(lines(Kind::Named { a: 1 }), "k:\n  Named:\n    a: 1\n");
}

/// The shortest digits of the type that it is.
#[test]
fn a_short_float_stays_short() {
    let text = to_document(&BTreeMap::from([("k", 0.1_f32)]), "").unwrap();
    assert_eq!(text, "---\nk: 0.1\n---\n");
}

fn key<K: Serialize + std::hash::Hash + Eq>(key: K) -> Result<String, Error> {
    let text = to_document(&HashMap::from([(key, 1_u8)]), "")?;
    let document = Document::parse(&text)?;
    Ok(document.keys().next().unwrap().to_owned())
}

#[test]
fn keys_of_every_scalar() {
    assert_eq!(key(true).unwrap(), "true");
    assert_eq!(key(i8::MIN).unwrap(), "-128");
    assert_eq!(key(i16::MIN).unwrap(), "-32768");
    assert_eq!(key(i32::MIN).unwrap(), "-2147483648");
    assert_eq!(key(i64::MIN).unwrap(), "-9223372036854775808");
    assert_eq!(key(u8::MAX).unwrap(), "255");
    assert_eq!(key(u16::MAX).unwrap(), "65535");
    assert_eq!(key(u32::MAX).unwrap(), "4294967295");
    assert_eq!(key(u64::MAX).unwrap(), "18446744073709551615");
    assert_eq!(key('x').unwrap(), "x");
    assert_eq!(key("x y").unwrap(), "x y");
    assert_eq!(key(Some("x")).unwrap(), "x");
    assert_eq!(key(Wrapped(7)).unwrap(), "7");
    assert_eq!(key(Kind::Bare).unwrap(), "Bare");
}

/// A mapping with one entry, whose key may be of any type.
struct Keyed<K>(K);

impl<K: Serialize> Serialize for Keyed<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(&self.0, 1_u8)])
    }
}

#[test]
fn rejects_keys_that_are_not_scalars() {
    fn check<K: Serialize>(key: K) {
        let error = to_document(&Keyed(key), "").unwrap_err();
        let expected = "cannot be a key: use a string, a whole number or a boolean";
        assert!(error.to_string().contains(expected), "{error}");
    }
    check(1.5_f32);
    check(1.5_f64);
    check(Bytes(b"x"));
    check(None::<u8>);
    check(());
    check(Unit);
    check(Kind::Of(1));
    check(Kind::Two(1, 2));
    check(Kind::Named { a: 1 });
    check(vec![1_u8]);
    check((1_u8, 2_u8));
    check(Pair(1, "x"));
    check(BTreeMap::from([("a", 1_u8)]));
    check(Fields { a: 1, b: None });
}

#[test]
fn forwards_errors_of_types() {
    fn message<T: Serialize + Debug>(value: &T) -> String {
        to_document(value, "").unwrap_err().to_string()
    }
    let error = to_document(&BTreeMap::from([("k", Refuses)]), "").unwrap_err();
    assert!(error.to_string().ends_with("not today"), "{error}");
    assert!(message(&[1]).ends_with("expected a mapping or a struct with named fields"));

    // A value of a key that does not come, which a map made by hand may ask for.
    struct NoKey;
    impl Serialize for NoKey {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeMap as _;
            let mut map = serializer.serialize_map(None)?;
            map.serialize_value(&1)?;
            map.end()
        }
    }
    let error = to_document(&NoKey, "").unwrap_err();
    assert!(
        error.to_string().ends_with("a value without a key"),
        "{error}"
    );
}

#[test]
fn writes_null_as_an_empty_block() {
    assert_eq!(
        to_document(&(), "x").unwrap(),
        to_document(&Map::new(), "x").unwrap()
    );
}

/// The deepest value that can be read again.
#[test]
fn limits_depth() {
    let nested = |levels: usize| {
        let mut value = interline_frontmatter::Value::from(1);
        for _ in 0..levels {
            value = vec![value].into();
        }
        to_document(&Map::from([("k", value)]), "")
    };
    // The mapping is one of the 128.
    let text = nested(127).unwrap();
    assert!(Document::parse(&text).is_ok());
    let error = nested(128).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("more than 128 levels of nesting"),
        "{error}"
    );
}

/// Users of `serde_yaml` bring values along, and take them away.
#[test]
fn converts_values_to_serde_yaml_and_back() {
    use serde::Deserialize as _;

    let text = "---\na: [1, 2.5, no, null, true]\nb: {c: 1.10, d: \"x\"}\n---\n";
    let interline_frontmatter::Parsed::<Value> { value: ours, .. } =
        interline_frontmatter::parse(text).unwrap();
    let theirs: serde_yaml::Value = serde_yaml::to_value(&ours).unwrap();
    assert_eq!(theirs["b"]["c"], serde_yaml::Value::from(1.1));
    assert_eq!(theirs["a"][2], serde_yaml::Value::from("no"));
    assert_eq!(Value::deserialize(&theirs).unwrap(), ours);
    assert_eq!(Value::from_serialize(&theirs).unwrap(), ours);

    // Into an edit.
    let edits = interline_frontmatter::set(text, "b", Value::from_serialize(&theirs["a"]).unwrap());
    assert_eq!(
        edits.unwrap().apply(text).unwrap(),
        "---\na: [1, 2.5, no, null, true]\nb: [1, 2.5, 'no', null, true]\n---\n"
    );
    // A tag is not followed: it names the variant of an enum.
    let tagged: serde_yaml::Value = serde_yaml::from_str("!t x").unwrap();
    assert!(Value::deserialize(&tagged).is_err());
}

//! Values of what serializes, and values that serialize.

use std::collections::BTreeMap;

use interline_value::{ErrorKind, Map, Number, Opaque, Value};
use serde::ser::{Serialize, SerializeMap, Serializer};

fn value<T: Serialize>(value: T) -> Value {
    Value::from_serialize(&value).unwrap()
}

fn message<T: Serialize>(value: T) -> String {
    Value::from_serialize(&value).unwrap_err().to_string()
}

/// Serializes as its closure says.
struct With<F>(F);

impl<F: Fn(Call<'_>)> Serialize for With<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut chosen = None;
        (self.0)(Call(&mut chosen));
        match chosen {
            Some(Chosen::Bytes) => serializer.serialize_bytes(b"ab"),
            Some(Chosen::Unit) => serializer.serialize_unit_struct("Unit"),
            Some(Chosen::Newtype(inner)) => serializer.serialize_newtype_struct("Wrapped", &inner),
            Some(Chosen::One(inner)) => serializer.serialize_newtype_variant("E", 0, "One", &inner),
            Some(Chosen::Alone) => serializer.serialize_unit_variant("E", 0, "Alone"),
            Some(Chosen::Number(text)) => {
                use serde::ser::SerializeStruct;
                let mut number = serializer.serialize_struct("$serde_json::private::Number", 1)?;
                number.serialize_field("$serde_json::private::Number", text)?;
                number.end()
            }
            None => serializer.serialize_none(),
        }
    }
}

enum Chosen {
    Bytes,
    Unit,
    Newtype(f64),
    One(f64),
    Alone,
    Number(&'static str),
}

struct Call<'a>(&'a mut Option<Chosen>);

fn with(make: impl Fn() -> Chosen) -> impl Serialize {
    With(move |call: Call<'_>| *call.0 = Some(make()))
}

/// A map with one key of any type.
struct Keyed<K>(K);

impl<K: Serialize> Serialize for Keyed<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&self.0, &1)?;
        map.end()
    }
}

#[test]
fn values_of_what_serializes() {
    assert_eq!(value(true), true.into());
    assert_eq!(value(i8::MIN), (-128).into());
    assert_eq!(value(i16::MIN), (-32_768).into());
    assert_eq!(value(i32::MIN), i32::MIN.into());
    assert_eq!(value(i64::MIN), i64::MIN.into());
    assert_eq!(value(i128::from(i64::MIN)), i64::MIN.into());
    assert_eq!(value(u8::MAX), 255.into());
    assert_eq!(value(u16::MAX), 65_535.into());
    assert_eq!(value(u32::MAX), u32::MAX.into());
    assert_eq!(value(u64::MAX), u64::MAX.into());
    assert_eq!(value(u128::from(u64::MAX)), u64::MAX.into());
    assert_eq!(value(0.1_f32), 0.1.into());
    assert_eq!(value(f64::INFINITY), f64::INFINITY.into());
    assert_eq!(value('é'), "é".into());
    assert_eq!(value("é"), "é".into());
    assert_eq!(value(with(|| Chosen::Bytes)), [97, 98].into());
    assert_eq!(value(None::<u8>), Value::Null);
    assert_eq!(value(Some(1)), 1.into());
    assert_eq!(value(()), Value::Null);
    assert_eq!(value(with(|| Chosen::Unit)), Value::Null);
    assert_eq!(value(with(|| Chosen::Newtype(0.5))), 0.5.into());
    assert_eq!(value(with(|| Chosen::Alone)), "Alone".into());
    assert_eq!(
        value(with(|| Chosen::One(0.5))),
        Map::from([("One", 0.5)]).into()
    );
    assert_eq!(
        value((1, "a")),
        Value::from(vec![Value::from(1), "a".into()])
    );
    assert_eq!(
        value(BTreeMap::from([("a", 1)])),
        Map::from([("a", 1)]).into()
    );
    assert_eq!(
        value(serde_json::json!({"a": [null]})),
        Map::from([("a", [()])]).into()
    );
    assert_eq!(
        Map::from_serialize(&BTreeMap::from([("a", 1)])),
        Ok(Map::from([("a", 1)]))
    );
    assert_eq!(
        Map::from_serialize(&1).unwrap_err().kind(),
        &ErrorKind::NotAMap
    );
}

#[test]
fn numbers_of_json_with_all_digits() {
    let number = |text: &'static str| Value::from_serialize(&with(move || Chosen::Number(text)));
    assert_eq!(number("-5").unwrap(), (-5).into());
    assert_eq!(number("18446744073709551615").unwrap(), u64::MAX.into());
    assert_eq!(
        number("1.50").unwrap().as_number().unwrap().to_string(),
        "1.50"
    );
    for wide in ["18446744073709551616", "1e999", "-9223372036854775809"] {
        assert_eq!(
            number(wide).unwrap_err().to_string(),
            format!("{wide} does not fit 64 bits: write it as a string")
        );
    }
}

#[test]
fn scalars_are_keys() {
    #[track_caller]
    fn assert_key(key: impl Serialize, expected: &str) {
        assert_eq!(value(Keyed(key)), Map::from([(expected, 1)]).into());
    }
    assert_key("é", "é");
    assert_key('é', "é");
    assert_key(Some("é"), "é");
    assert_key(with(|| Chosen::Alone), "Alone");
    assert_key(true, "true");
    assert_key(-8_i8, "-8");
    assert_key(-16_i16, "-16");
    assert_key(-32, "-32");
    assert_key(i64::MIN, "-9223372036854775808");
    assert_key(i128::MIN, "-170141183460469231731687303715884105728");
    assert_key(8_u8, "8");
    assert_key(16_u16, "16");
    assert_key(32_u32, "32");
    assert_key(u64::MAX, "18446744073709551615");
    assert_key(u128::MAX, "340282366920938463463374607431768211455");
}

#[test]
fn other_values_are_not_keys() {
    #[track_caller]
    fn assert_refused(key: impl Serialize, shown: &str) {
        assert_eq!(
            message(Keyed(key)),
            format!("{shown} cannot be a key: use a string, a whole number or a boolean")
        );
    }
    assert_refused(0.5_f32, "0.5");
    assert_refused(0.25_f64, "0.25");
    assert_refused(with(|| Chosen::Bytes), "a byte string");
    assert_refused((), "null");
    assert_refused(None::<&str>, "null");
    assert_refused(with(|| Chosen::Unit), "Unit");
    assert_refused(with(|| Chosen::One(0.5)), "One");
    assert_refused([1].as_slice(), "a list");
    assert_refused((1, 2), "a list");
    assert_refused(Keyed("a"), "a map");
}

#[test]
fn errors_have_the_path_to_the_value() {
    let inner = || Keyed(0.5);
    let expected = "0.5 cannot be a key: use a string, a whole number or a boolean";
    assert_eq!(message(inner()), expected);
    assert_eq!(message([(1, inner())]), format!("[0][1]: {expected}"));
    assert_eq!(
        message(BTreeMap::from([("a.b", vec![inner()])])),
        format!("\"a.b\"[0]: {expected}")
    );
    assert_eq!(
        message(u128::MAX),
        format!("{} does not fit 64 bits: write it as a string", u128::MAX)
    );

    struct Twice;
    impl Serialize for Twice {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry(&1, &1)?;
            map.serialize_entry("1", &1)?;
            map.end()
        }
    }
    assert_eq!(message(Twice), "key `1` is given twice");

    let deep = |levels: usize| (0..levels).fold(Value::Null, |value, _| Value::List(vec![value]));
    assert_eq!(value(deep(128)), deep(128));
    assert!(message(deep(129)).ends_with("more than 128 levels of nesting"));
}

#[test]
fn values_serialize_as_data() {
    let mut map = Map::from([("n", Value::Null)]);
    map.insert("f", "1.10".parse::<Number>().unwrap());
    map.insert("i", "0x1F".parse::<Number>().unwrap());
    map.insert("u", u64::MAX);
    map.insert("l", [true]);
    assert_eq!(
        serde_json::to_string(&map).unwrap(),
        r#"{"n":null,"f":1.1,"i":31,"u":18446744073709551615,"l":[true]}"#
    );
    // Our own serializer keeps the source text.
    let again = value(&map);
    assert_eq!(again, Value::Map(map));
    let number = again.as_map().and_then(|map| map.get("f")?.as_number());
    assert_eq!(number.unwrap().source(), Some("1.10"));

    let opaque = Value::from(Opaque::new(7));
    assert_eq!(
        serde_json::to_string(&opaque).unwrap_err().to_string(),
        "7 cannot be serialized"
    );
    assert_eq!(message([opaque]), "[0]: 7 cannot be serialized");
}

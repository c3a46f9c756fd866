//! Values read from formats other than ours.

use interline_value::{Map, Number, Value};
use serde::de::value::{Error as DeError, MapDeserializer, SeqDeserializer};
use serde::de::{Deserialize, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// Gives one value in the way its variant says, as formats other than JSON do.
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
fn values_are_read_from_every_format() {
    let value = |given: Given| Value::deserialize(given);
    assert_eq!(value(Given::None), Ok(Value::Null));
    assert_eq!(value(Given::Some(1)), Ok(1.into()));
    assert_eq!(value(Given::Unit), Ok(Value::Null));
    assert_eq!(value(Given::Owned("é".to_owned())), Ok("é".into()));
    assert_eq!(
        value(Given::Bytes).unwrap_err().to_string(),
        "invalid type: byte array, expected null, a boolean, a number, a string, a list or a map with string keys"
    );
    assert_eq!(
        Map::deserialize(Given::Unit).unwrap_err().to_string(),
        "invalid type: unit value, expected a map with string keys"
    );
    assert_eq!(
        Number::deserialize(Given::Unit).unwrap_err().to_string(),
        "invalid type: unit value, expected a number"
    );

    let read = |json: &str| serde_json::from_str::<Value>(json).unwrap();
    assert_eq!(read("true"), true.into());
    assert_eq!(read("-1"), (-1).into());
    assert_eq!(read("18446744073709551615"), u64::MAX.into());
    assert_eq!(read("0.5"), 0.5.into());
    assert_eq!(
        read(r#"{"a":[1,null]}"#),
        Map::from([("a", [Some(1), None])]).into()
    );
    assert_eq!(serde_json::from_str::<Number>("1.5").unwrap(), 1.5.into());

    let list = SeqDeserializer::<_, DeError>::new([1_u8, 2].into_iter());
    assert_eq!(Value::deserialize(list), Ok([1, 2].into()));
    let map = MapDeserializer::<_, DeError>::new([("a", 1_u8)].into_iter());
    assert_eq!(Value::deserialize(map), Ok(Map::from([("a", 1)]).into()));
}

#[test]
fn a_key_given_twice_is_an_error() {
    let error = serde_json::from_str::<Value>(r#"{"a":1,"a":2}"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "key `a` is given twice at line 1 column 13"
    );
}

//! Reading values with serde.

use std::fmt;

use serde::de::{
    Deserialize, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use crate::number::TOKEN;
use crate::{Map, Number, Value};

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(TOKEN, ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null, a boolean, a number, a string, a list or a map with string keys")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Value, A::Error> {
        visit_source(access).map(Value::Number)
    }

    fn visit_bool<E: Error>(self, bool: bool) -> Result<Value, E> {
        Ok(bool.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Value, A::Error> {
        MapVisitor.visit_map(entries).map(Value::Map)
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor)
    }
}

/// Reads a map. A key given twice is an error, as it is in YAML.
struct MapVisitor;

impl<'de> Visitor<'de> for MapVisitor {
    type Value = Map;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map with string keys")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Map, A::Error> {
        // A size hint may be wrong, so that it is not trusted beyond reason.
        let mut map = Map::with_capacity(entries.size_hint().unwrap_or(0).min(1024));
        while let Some((key, value)) = entries.next_entry::<String, Value>()? {
            map.insert_new(key, value).map_err(Error::custom)?;
        }
        Ok(map)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(TOKEN, NumberVisitor)
    }
}

struct NumberVisitor;

impl<'de> Visitor<'de> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Number, E> {
        Ok(number.into())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Number, A::Error> {
        visit_source(access)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Number, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Reads a number with its source text, which our readers give as a variant named [`TOKEN`].
fn visit_source<'de, A: EnumAccess<'de>>(access: A) -> Result<Number, A::Error> {
    let (name, content): (String, _) = access.variant()?;
    if name != TOKEN {
        return Err(Error::custom(format_args!(
            "expected a value without a tag, found the tag `{name}`"
        )));
    }
    let text: String = content.newtype_variant()?;
    text.parse().map_err(Error::custom)
}

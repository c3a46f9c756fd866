//! Writing values with serde, and making them of what serializes.

use std::cell::Cell;
use std::fmt::Display;

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use crate::error::MAX_DEPTH;
use crate::number::{NumberKind, TOKEN};
use crate::{Error, ErrorKind, Map, Number, Value};

/// The name of the struct as which `serde_json` serializes its numbers when they keep all their digits.
const JSON_NUMBER: &str = "$serde_json::private::Number";

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(bool) => serializer.serialize_bool(*bool),
            Self::Number(number) => number.serialize(serializer),
            Self::String(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Map(map) => map.serialize(serializer),
            Self::Opaque(opaque) => Err(S::Error::custom(format_args!(
                "{opaque:?} cannot be serialized"
            ))),
        }
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A format other than ours sees an integer or a float.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.source() {
            None => self.kind().serialize(serializer),
            Some(source) => {
                let content = WithSource {
                    kind: self.kind(),
                    source,
                    is_asked_again: Cell::new(false),
                };
                serializer.serialize_newtype_struct(TOKEN, &content)
            }
        }
    }
}

impl Serialize for NumberKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Signed(number) => serializer.serialize_i64(number),
            Self::Large(number) => serializer.serialize_u64(number),
            Self::Float(number) => serializer.serialize_f64(number),
        }
    }
}

/// A number with a source text: serializes as the number, and for a serializer that asks a second time as its source text.
///
/// Only our serializers ask twice, by [`TOKEN`]. Any other format must see a number and not a string or a map, so that the source text
/// cannot come first.
struct WithSource<'n> {
    kind: NumberKind,
    source: &'n str,
    is_asked_again: Cell<bool>,
}

impl Serialize for WithSource<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_asked_again.replace(true) {
            serializer.serialize_str(self.source)
        } else {
            self.kind.serialize(serializer)
        }
    }
}

/// Makes a value of what serializes.
pub(crate) fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, Error> {
    let serializer = ValueSerializer::<false> {
        depth_left: MAX_DEPTH,
    };
    value.serialize(serializer).map_err(Error::complete)
}

/// Builds a [`Value`], and knows how many levels of nesting are left. Of a key it makes a string, or refuses what has no single text.
#[derive(Clone, Copy)]
struct ValueSerializer<const KEY: bool> {
    depth_left: usize,
}

impl<const KEY: bool> ValueSerializer<KEY> {
    /// Refuses a key, which messages show as `shown`.
    fn refuse_key(self, shown: impl Display) -> Result<(), Error> {
        if KEY {
            return Err(ErrorKind::Key(shown.to_string()).into());
        }
        Ok(())
    }

    fn inner(self) -> Result<ValueSerializer<false>, Error> {
        match self.depth_left.checked_sub(1) {
            Some(depth_left) => Ok(ValueSerializer { depth_left }),
            None => Err(ErrorKind::TooDeep.into()),
        }
    }

    fn list(self, shown: &str, variant: Option<&'static str>) -> Result<ListBuilder, Error> {
        self.refuse_key(shown)?;
        Ok(ListBuilder {
            inner: self.inner()?,
            variant,
            items: Vec::new(),
        })
    }

    fn map(self, shown: &str, variant: Option<&'static str>) -> Result<MapBuilder, Error> {
        self.refuse_key(shown)?;
        Ok(MapBuilder {
            inner: self.inner()?,
            variant,
            is_number: shown == JSON_NUMBER,
            map: Map::new(),
            key: None,
        })
    }

    fn wide<T: Copy + Display + TryInto<i64> + TryInto<u64>>(self, int: T) -> Result<Value, Error> {
        if KEY {
            return Ok(int.to_string().into());
        }
        if let Ok(int) = TryInto::<i64>::try_into(int) {
            return Ok(int.into());
        }
        match TryInto::<u64>::try_into(int) {
            Ok(int) => Ok(int.into()),
            Err(_) => Err(ErrorKind::TooWide(int.to_string()).into()),
        }
    }
}

/// Returns the value of a variant that holds something: a map from its name.
fn in_variant(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        Some(name) => Map::from([(name, value)]).into(),
        None => value,
    }
}

/// Adds the variant to the path of an error.
fn error_in_variant(error: Error, variant: Option<&'static str>) -> Error {
    match variant {
        Some(name) => error.inside(name),
        None => error,
    }
}

macro_rules! serialize_into {
    ($($method:ident: $from:ty),* $(,)?) => {$(
        fn $method(self, value: $from) -> Result<Value, Error> {
            Ok(if KEY { value.to_string().into() } else { value.into() })
        }
    )*};
}

impl<const KEY: bool> Serializer for ValueSerializer<KEY> {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = ListBuilder;
    type SerializeTuple = ListBuilder;
    type SerializeTupleStruct = ListBuilder;
    type SerializeTupleVariant = ListBuilder;
    type SerializeMap = MapBuilder;
    type SerializeStruct = MapBuilder;
    type SerializeStructVariant = MapBuilder;

    serialize_into! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_char: char,
        serialize_str: &str,
    }

    fn serialize_i128(self, value: i128) -> Result<Value, Error> {
        self.wide(value)
    }

    fn serialize_u128(self, value: u128) -> Result<Value, Error> {
        self.wide(value)
    }

    // A float has more than one text.
    fn serialize_f32(self, value: f32) -> Result<Value, Error> {
        self.refuse_key(value)?;
        Ok(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<Value, Error> {
        self.refuse_key(value)?;
        Ok(value.into())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Value, Error> {
        self.refuse_key("a byte string")?;
        self.inner()?;
        Ok(value.into())
    }

    fn serialize_none(self) -> Result<Value, Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Error> {
        self.serialize_unit_struct("null")
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<Value, Error> {
        self.refuse_key(name)?;
        Ok(Value::Null)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, Error> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        let content = value.serialize(self)?;
        if KEY || name != TOKEN {
            return Ok(content);
        }
        // The second time it serializes as its source text.
        match value.serialize(self)? {
            Value::String(source) => Ok(source.parse::<Number>().map_or(content, Value::Number)),
            _ => Ok(content),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        self.refuse_key(variant)?;
        let value = value
            .serialize(self.inner()?)
            .map_err(|error| error.inside(variant))?;
        Ok(in_variant(Some(variant), value))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<ListBuilder, Error> {
        self.list("a list", None)
    }

    fn serialize_tuple(self, _: usize) -> Result<ListBuilder, Error> {
        self.list("a list", None)
    }

    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<ListBuilder, Error> {
        self.list(name, None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<ListBuilder, Error> {
        self.list(variant, Some(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<MapBuilder, Error> {
        self.map("a map", None)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<MapBuilder, Error> {
        self.map(name, None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<MapBuilder, Error> {
        self.map(variant, Some(variant))
    }
}

/// A list that is being built.
struct ListBuilder {
    inner: ValueSerializer<false>,
    variant: Option<&'static str>,
    items: Vec<Value>,
}

impl ListBuilder {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let item = value.serialize(self.inner).map_err(|error| {
            let error = error.inside(self.items.len());
            error_in_variant(error, self.variant)
        })?;
        self.items.push(item);
        Ok(())
    }

    fn finish(self) -> Value {
        in_variant(self.variant, Value::List(self.items))
    }
}

macro_rules! push_items {
    ($($of:ident: $method:ident),*) => {$(
        impl $of for ListBuilder {
            type Ok = Value;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.push(value)
            }

            fn end(self) -> Result<Value, Error> {
                Ok(self.finish())
            }
        }
    )*};
}

push_items! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
}

/// A map that is being built.
struct MapBuilder {
    inner: ValueSerializer<false>,
    variant: Option<&'static str>,
    /// Whether it is a number of `serde_json`, which it holds as text.
    is_number: bool,
    map: Map,
    key: Option<String>,
}

impl MapBuilder {
    fn insert<T: Serialize + ?Sized>(&mut self, key: String, value: &T) -> Result<(), Error> {
        match value.serialize(self.inner) {
            Ok(value) => self.map.insert_new(key, value),
            Err(error) => Err(error_in_variant(error.inside(key), self.variant)),
        }
    }

    fn finish(self) -> Result<Value, Error> {
        match self.map.get(JSON_NUMBER) {
            Some(Value::String(text)) if self.is_number => json_number(text),
            _ => Ok(in_variant(self.variant, self.map.into())),
        }
    }
}

fn json_number(text: &str) -> Result<Value, Error> {
    let is_whole = !text.contains(['.', 'e', 'E']);
    match text.parse::<Number>() {
        Ok(number) if number.is_float() != is_whole => Ok(number.into()),
        _ => Err(ErrorKind::TooWide(text.to_owned()).into()),
    }
}

impl SerializeMap for MapBuilder {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let key = key.serialize(ValueSerializer::<true> { depth_left: 0 })?;
        self.key = match key {
            Value::String(key) => Some(key),
            // Not reachable: a key is a string, or refused.
            _ => None,
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = self
            .key
            .take()
            .ok_or_else(|| Error::custom("a value without a key"))?;
        self.insert(key, value)
    }

    fn end(self) -> Result<Value, Error> {
        self.finish()
    }
}

macro_rules! insert_fields {
    ($($of:ident),*) => {$(
        impl $of for MapBuilder {
            type Ok = Value;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.insert(key.to_owned(), value)
            }

            fn end(self) -> Result<Value, Error> {
                self.finish()
            }
        }
    )*};
}

insert_fields!(SerializeStruct, SerializeStructVariant);

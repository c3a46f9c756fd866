//! Writing values with serde, and making them of what serializes.

use std::cell::Cell;
use std::fmt::Display;

use serde::ser::{
    Error as _, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct,
    SerializeStructVariant, SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
    Serializer,
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
    let serializer = ValueSerializer {
        depth_left: MAX_DEPTH,
    };
    value.serialize(serializer).map_err(Error::complete)
}

/// Builds a [`Value`], and knows how many levels of nesting are left.
#[derive(Clone, Copy)]
struct ValueSerializer {
    depth_left: usize,
}

impl ValueSerializer {
    fn inner(self) -> Result<Self, Error> {
        match self.depth_left.checked_sub(1) {
            Some(depth_left) => Ok(Self { depth_left }),
            None => Err(ErrorKind::TooDeep.into()),
        }
    }

    fn list(self, variant: Option<&'static str>) -> Result<ListBuilder, Error> {
        Ok(ListBuilder {
            inner: self.inner()?,
            variant,
            items: Vec::new(),
        })
    }

    fn map(self, variant: Option<&'static str>, is_number: bool) -> Result<MapBuilder, Error> {
        Ok(MapBuilder {
            inner: self.inner()?,
            variant,
            is_number,
            map: Map::new(),
            key: None,
        })
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
            Ok(value.into())
        }
    )*};
}

impl Serializer for ValueSerializer {
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
        serialize_f32: f32,
        serialize_f64: f64,
        serialize_char: char,
        serialize_str: &str,
    }

    fn serialize_i128(self, value: i128) -> Result<Value, Error> {
        wide(value)
    }

    fn serialize_u128(self, value: u128) -> Result<Value, Error> {
        wide(value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Value, Error> {
        self.inner()?;
        Ok(value.into())
    }

    fn serialize_none(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Error> {
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
        if name != TOKEN {
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
        let value = value
            .serialize(self.inner()?)
            .map_err(|error| error.inside(variant))?;
        Ok(in_variant(Some(variant), value))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<ListBuilder, Error> {
        self.list(None)
    }

    fn serialize_tuple(self, _: usize) -> Result<ListBuilder, Error> {
        self.list(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<ListBuilder, Error> {
        self.list(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<ListBuilder, Error> {
        self.list(Some(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<MapBuilder, Error> {
        self.map(None, false)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<MapBuilder, Error> {
        self.map(None, name == JSON_NUMBER)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<MapBuilder, Error> {
        self.map(Some(variant), false)
    }
}

fn wide<T: Copy + Display + TryInto<i64> + TryInto<u64>>(int: T) -> Result<Value, Error> {
    if let Ok(int) = TryInto::<i64>::try_into(int) {
        return Ok(int.into());
    }
    match TryInto::<u64>::try_into(int) {
        Ok(int) => Ok(int.into()),
        Err(_) => Err(ErrorKind::TooWide(int.to_string()).into()),
    }
}

/// A list that is being built.
struct ListBuilder {
    inner: ValueSerializer,
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
    inner: ValueSerializer,
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
        self.key = Some(key.serialize(KeySerializer)?);
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

/// Makes the text of a key.
struct KeySerializer;

fn not_a_key<T>(key: impl Display) -> Result<T, Error> {
    Err(ErrorKind::Key(key.to_string()).into())
}

macro_rules! keys_as_text {
    ($($method:ident: $from:ty),* $(,)?) => {$(
        fn $method(self, value: $from) -> Result<String, Error> {
            Ok(value.to_string())
        }
    )*};
}

/// Methods that refuse a value, each with the text that a message has for it.
macro_rules! not_keys {
    ($($method:ident($($argument:ident: $of:ty),*) -> $ok:ident: $shown:expr),* $(,)?) => {$(
        fn $method(self, $($argument: $of),*) -> Result<Self::$ok, Error> {
            not_a_key($shown)
        }
    )*};
}

impl Serializer for KeySerializer {
    type Ok = String;
    type Error = Error;
    type SerializeSeq = Impossible<String, Error>;
    type SerializeTuple = Impossible<String, Error>;
    type SerializeTupleStruct = Impossible<String, Error>;
    type SerializeTupleVariant = Impossible<String, Error>;
    type SerializeMap = Impossible<String, Error>;
    type SerializeStruct = Impossible<String, Error>;
    type SerializeStructVariant = Impossible<String, Error>;

    keys_as_text! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_u128: u128,
        serialize_char: char,
        serialize_str: &str,
    }

    not_keys! {
        // A float has more than one text.
        serialize_f32(value: f32) -> Ok: value,
        serialize_f64(value: f64) -> Ok: value,
        serialize_bytes(_value: &[u8]) -> Ok: "a byte string",
        serialize_none() -> Ok: "null",
        serialize_unit() -> Ok: "null",
        serialize_unit_struct(name: &'static str) -> Ok: name,
        serialize_seq(_len: Option<usize>) -> SerializeSeq: "a list",
        serialize_tuple(_len: usize) -> SerializeTuple: "a list",
        serialize_tuple_struct(name: &'static str, _len: usize) -> SerializeTupleStruct: name,
        serialize_tuple_variant(_name: &'static str, _index: u32, variant: &'static str, _len: usize) -> SerializeTupleVariant: variant,
        serialize_map(_len: Option<usize>) -> SerializeMap: "a map",
        serialize_struct(name: &'static str, _len: usize) -> SerializeStruct: name,
        serialize_struct_variant(_name: &'static str, _index: u32, variant: &'static str, _len: usize) -> SerializeStructVariant: variant,
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, Error> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<String, Error> {
        Ok(variant.to_owned())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: &T,
    ) -> Result<String, Error> {
        not_a_key(variant)
    }
}

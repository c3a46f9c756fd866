use std::fmt::Display;

use serde::ser::{
    Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::{Map, PathPart, Value, ValueError, ValueProblem};

type Result<T> = std::result::Result<T, ValueError>;

/// As which struct `serde_json` serializes its numbers when they keep all their digits.
const JSON_NUMBER: &str = "$serde_json::private::Number";

/// Builds a [`Value`], and knows how much deeper it may go.
pub(super) struct ValueSerializer {
    depth_left: usize,
}

impl ValueSerializer {
    pub(super) fn new(depth_left: usize) -> Self {
        Self { depth_left }
    }

    fn inner(&self) -> Result<usize> {
        let left = self.depth_left.checked_sub(1);
        left.ok_or_else(|| ValueProblem::TooDeep.into())
    }

    fn list(&self, variant: Option<&'static str>) -> Result<List> {
        Ok(List {
            depth_left: self.inner()?,
            variant,
            items: Vec::new(),
        })
    }

    fn map(&self, variant: Option<&'static str>, is_number: bool) -> Result<Entries> {
        Ok(Entries {
            depth_left: self.inner()?,
            variant,
            is_number,
            map: Map::new(),
            key: None,
        })
    }
}

fn whole<T: Copy + Display + TryInto<i64> + TryInto<u64>>(int: T) -> Result<Value> {
    if let Ok(int) = int.try_into() {
        return Ok(Value::Int(int));
    }
    match int.try_into() {
        Ok(int) => Ok(Value::UInt(int)),
        Err(_) => Err(ValueProblem::TooWide(int.to_string()).into()),
    }
}

fn variant_of(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        Some(name) => Value::Map(Map::from([(name, value)])),
        None => value,
    }
}

impl Serializer for ValueSerializer {
    type Ok = Value;
    type Error = ValueError;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = List;
    type SerializeTupleVariant = List;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    fn serialize_bool(self, value: bool) -> Result<Value> {
        Ok(Value::Bool(value))
    }

    fn serialize_i8(self, value: i8) -> Result<Value> {
        Ok(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<Value> {
        Ok(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<Value> {
        Ok(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<Value> {
        Ok(value.into())
    }

    fn serialize_i128(self, value: i128) -> Result<Value> {
        whole(value)
    }

    fn serialize_u8(self, value: u8) -> Result<Value> {
        Ok(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<Value> {
        Ok(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<Value> {
        Ok(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<Value> {
        Ok(value.into())
    }

    fn serialize_u128(self, value: u128) -> Result<Value> {
        whole(value)
    }

    fn serialize_f32(self, value: f32) -> Result<Value> {
        if !value.is_finite() {
            return Err(ValueProblem::NotFinite(value.to_string()).into());
        }
        Ok(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<Value> {
        if !value.is_finite() {
            return Err(ValueProblem::NotFinite(value.to_string()).into());
        }
        Ok(Value::Float(value))
    }

    fn serialize_char(self, value: char) -> Result<Value> {
        Ok(value.into())
    }

    fn serialize_str(self, value: &str) -> Result<Value> {
        Ok(value.into())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Value> {
        self.inner()?;
        Ok(value.into())
    }

    fn serialize_none(self) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value> {
        let value = value
            .serialize(Self::new(self.inner()?))
            .map_err(|error| error.inside(PathPart::Key(variant.to_owned())))?;
        Ok(variant_of(Some(variant), value))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List> {
        self.list(None)
    }

    fn serialize_tuple(self, _: usize) -> Result<List> {
        self.list(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List> {
        self.list(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List> {
        self.list(Some(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries> {
        self.map(None, false)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Entries> {
        self.map(None, name == JSON_NUMBER)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Entries> {
        self.map(Some(variant), false)
    }
}

/// A list that is being built.
pub(super) struct List {
    depth_left: usize,
    variant: Option<&'static str>,
    items: Vec<Value>,
}

impl List {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let item = value
            .serialize(ValueSerializer::new(self.depth_left))
            .map_err(|error| error.inside(PathPart::Index(self.items.len())))
            .map_err(|error| in_variant(error, self.variant))?;
        self.items.push(item);
        Ok(())
    }

    fn finish(self) -> Value {
        variant_of(self.variant, Value::List(self.items))
    }
}

fn in_variant(error: ValueError, variant: Option<&'static str>) -> ValueError {
    match variant {
        Some(name) => error.inside(PathPart::Key(name.to_owned())),
        None => error,
    }
}

impl SerializeSeq for List {
    type Ok = Value;
    type Error = ValueError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.push(value)
    }

    fn end(self) -> Result<Value> {
        Ok(self.finish())
    }
}

impl SerializeTuple for List {
    type Ok = Value;
    type Error = ValueError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.push(value)
    }

    fn end(self) -> Result<Value> {
        Ok(self.finish())
    }
}

impl SerializeTupleStruct for List {
    type Ok = Value;
    type Error = ValueError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.push(value)
    }

    fn end(self) -> Result<Value> {
        Ok(self.finish())
    }
}

impl SerializeTupleVariant for List {
    type Ok = Value;
    type Error = ValueError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.push(value)
    }

    fn end(self) -> Result<Value> {
        Ok(self.finish())
    }
}

/// A map that is being built.
pub(super) struct Entries {
    depth_left: usize,
    variant: Option<&'static str>,
    /// It stands for a number, which it holds as text.
    is_number: bool,
    map: Map,
    key: Option<String>,
}

impl Entries {
    fn insert<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<()> {
        let value = value
            .serialize(ValueSerializer::new(self.depth_left))
            .map_err(|error| error.inside(PathPart::Key(key.to_owned())))
            .map_err(|error| in_variant(error, self.variant))?;
        self.map.insert(key, value);
        Ok(())
    }

    fn finish(self) -> Result<Value> {
        match self.map.get(JSON_NUMBER) {
            Some(Value::String(text)) if self.is_number => number(text),
            _ => Ok(variant_of(self.variant, Value::Map(self.map))),
        }
    }
}

fn number(text: &str) -> Result<Value> {
    if let Ok(int) = text.parse() {
        return Ok(Value::Int(int));
    }
    if let Ok(int) = text.parse() {
        return Ok(Value::UInt(int));
    }
    let is_whole = !text.contains(['.', 'e', 'E']);
    match text.parse::<f64>() {
        Ok(float) if float.is_finite() && !is_whole => Ok(Value::Float(float)),
        _ => Err(ValueProblem::TooWide(text.to_owned()).into()),
    }
}

impl SerializeMap for Entries {
    type Ok = Value;
    type Error = ValueError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key = Some(key.serialize(KeySerializer)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = self.key.take().unwrap_or_default();
        self.insert(&key, value)
    }

    fn end(self) -> Result<Value> {
        self.finish()
    }
}

impl SerializeStruct for Entries {
    type Ok = Value;
    type Error = ValueError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<()> {
        self.insert(key, value)
    }

    fn end(self) -> Result<Value> {
        self.finish()
    }
}

impl SerializeStructVariant for Entries {
    type Ok = Value;
    type Error = ValueError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<()> {
        self.insert(key, value)
    }

    fn end(self) -> Result<Value> {
        self.finish()
    }
}

/// Takes strings, and says of anything else what it was.
struct KeySerializer;

fn not_a_string<T>(key: impl Display) -> Result<T> {
    Err(ValueProblem::Key(key.to_string()).into())
}

impl Serializer for KeySerializer {
    type Ok = String;
    type Error = ValueError;
    type SerializeSeq = Impossible<String, ValueError>;
    type SerializeTuple = Impossible<String, ValueError>;
    type SerializeTupleStruct = Impossible<String, ValueError>;
    type SerializeTupleVariant = Impossible<String, ValueError>;
    type SerializeMap = Impossible<String, ValueError>;
    type SerializeStruct = Impossible<String, ValueError>;
    type SerializeStructVariant = Impossible<String, ValueError>;

    fn serialize_str(self, value: &str) -> Result<String> {
        Ok(value.to_owned())
    }

    fn serialize_char(self, value: char) -> Result<String> {
        Ok(value.into())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<String> {
        Ok(variant.to_owned())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String> {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String> {
        value.serialize(self)
    }

    fn serialize_bool(self, value: bool) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_i8(self, value: i8) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_i16(self, value: i16) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_i32(self, value: i32) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_i64(self, value: i64) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_i128(self, value: i128) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_u8(self, value: u8) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_u16(self, value: u16) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_u32(self, value: u32) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_u64(self, value: u64) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_u128(self, value: u128) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_f32(self, value: f32) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_f64(self, value: f64) -> Result<String> {
        not_a_string(value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<String> {
        not_a_string("of bytes")
    }

    fn serialize_none(self) -> Result<String> {
        not_a_string("null")
    }

    fn serialize_unit(self) -> Result<String> {
        not_a_string("null")
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<String> {
        not_a_string(name)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: &T,
    ) -> Result<String> {
        not_a_string(variant)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
        not_a_string("that is a list")
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
        not_a_string("that is a list")
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct> {
        not_a_string(name)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        not_a_string(variant)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
        not_a_string("that is a map")
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Self::SerializeStruct> {
        not_a_string(name)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant> {
        not_a_string(variant)
    }
}

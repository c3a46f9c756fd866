use std::fmt;

use serde::ser::{self, Serialize, Serializer};

use super::ser_key::KeySerializer;
use crate::{Error, Mapping, Number, Value, number};

/// Deeper values could not be read back.
const MAX_DEPTH: usize = 128;

/// The value of any type, with keys in the order in which it gives them.
///
/// # Errors
///
/// When a key is no scalar or stands twice, when the type gives up, or when values lie more than 128 deep.
pub(crate) fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, Error> {
    value
        .serialize(ValueSerializer { depth: MAX_DEPTH })
        .map_err(|error| Error::Serialize { message: error.0 })
}

#[derive(Debug)]
pub(super) struct Failure(pub(super) String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl ser::Error for Failure {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

#[derive(Clone, Copy)]
struct ValueSerializer {
    /// How many collections may still be opened.
    depth: usize,
}

impl ValueSerializer {
    fn inside(self) -> Result<Self, Failure> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Self { depth }),
            None => Err(Failure(format!("more than {MAX_DEPTH} levels of nesting"))),
        }
    }

    fn items(self, variant: Option<&'static str>) -> Result<Items, Failure> {
        Ok(Items {
            serializer: self.inside()?,
            items: Vec::new(),
            variant,
        })
    }

    fn entries(self, variant: Option<&'static str>) -> Result<Entries, Failure> {
        Ok(Entries {
            serializer: self.inside()?,
            mapping: Mapping::new(),
            key: None,
            variant,
        })
    }
}

/// An enum's content, as a mapping from the name of its variant.
fn tagged(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        Some(variant) => Mapping::from([(variant, value)]).into(),
        None => value,
    }
}

impl Serializer for ValueSerializer {
    type Ok = Value;
    type Error = Failure;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    fn serialize_bool(self, flag: bool) -> Result<Value, Failure> {
        Ok(flag.into())
    }

    fn serialize_i8(self, number: i8) -> Result<Value, Failure> {
        Ok(i64::from(number).into())
    }

    fn serialize_i16(self, number: i16) -> Result<Value, Failure> {
        Ok(i64::from(number).into())
    }

    fn serialize_i32(self, number: i32) -> Result<Value, Failure> {
        Ok(number.into())
    }

    fn serialize_i64(self, number: i64) -> Result<Value, Failure> {
        Ok(number.into())
    }

    fn serialize_u8(self, number: u8) -> Result<Value, Failure> {
        Ok(u64::from(number).into())
    }

    fn serialize_u16(self, number: u16) -> Result<Value, Failure> {
        Ok(u64::from(number).into())
    }

    fn serialize_u32(self, number: u32) -> Result<Value, Failure> {
        Ok(number.into())
    }

    fn serialize_u64(self, number: u64) -> Result<Value, Failure> {
        Ok(number.into())
    }

    fn serialize_f32(self, number: f32) -> Result<Value, Failure> {
        // Through the shortest digits, since 0.1 as f32 is not 0.1 as f64.
        Ok(number
            .to_string()
            .parse::<f64>()
            .unwrap_or_else(|_| f64::from(number))
            .into())
    }

    fn serialize_f64(self, number: f64) -> Result<Value, Failure> {
        Ok(number.into())
    }

    fn serialize_char(self, c: char) -> Result<Value, Failure> {
        Ok(c.to_string().into())
    }

    fn serialize_str(self, text: &str) -> Result<Value, Failure> {
        Ok(text.into())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Value, Failure> {
        Ok(bytes.iter().map(|byte| u32::from(*byte)).collect())
    }

    fn serialize_none(self) -> Result<Value, Failure> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Failure> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Failure> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Value, Failure> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Value, Failure> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Value, Failure> {
        let content = value.serialize(self)?;
        if name != number::TOKEN {
            return Ok(content);
        }
        // The second time it gives its source text.
        match value.serialize(self)? {
            Value::String(source) => Ok(source.parse::<Number>().map_or(content, Value::Number)),
            _ => Ok(content),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Failure> {
        Ok(tagged(Some(variant), value.serialize(self.inside()?)?))
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Items, Failure> {
        self.items(None)
    }

    fn serialize_tuple(self, _len: usize) -> Result<Items, Failure> {
        self.items(None)
    }

    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Items, Failure> {
        self.items(None)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Items, Failure> {
        self.items(Some(variant))
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Entries, Failure> {
        self.entries(None)
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Entries, Failure> {
        self.entries(None)
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Entries, Failure> {
        self.entries(Some(variant))
    }
}

struct Items {
    serializer: ValueSerializer,
    items: Vec<Value>,
    variant: Option<&'static str>,
}

impl ser::SerializeSeq for Items {
    type Ok = Value;
    type Error = Failure;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        self.items.push(value.serialize(self.serializer)?);
        Ok(())
    }

    fn end(self) -> Result<Value, Failure> {
        Ok(tagged(self.variant, Value::Sequence(self.items)))
    }
}

impl ser::SerializeTuple for Items {
    type Ok = Value;
    type Error = Failure;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<Value, Failure> {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeTupleStruct for Items {
    type Ok = Value;
    type Error = Failure;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<Value, Failure> {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeTupleVariant for Items {
    type Ok = Value;
    type Error = Failure;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<Value, Failure> {
        ser::SerializeSeq::end(self)
    }
}

struct Entries {
    serializer: ValueSerializer,
    mapping: Mapping,
    key: Option<String>,
    variant: Option<&'static str>,
}

impl Entries {
    fn insert(&mut self, key: String, value: Value) -> Result<(), Failure> {
        if self.mapping.contains_key(&key) {
            return Err(Failure(format!("key `{key}` is given twice")));
        }
        self.mapping.insert(key, value);
        Ok(())
    }
}

impl ser::SerializeMap for Entries {
    type Ok = Value;
    type Error = Failure;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failure> {
        self.key = Some(key.serialize(KeySerializer)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        let key = self
            .key
            .take()
            .ok_or_else(|| Failure("a value without a key".to_owned()))?;
        let value = value.serialize(self.serializer)?;
        self.insert(key, value)
    }

    fn end(self) -> Result<Value, Failure> {
        Ok(tagged(self.variant, Value::Mapping(self.mapping)))
    }
}

impl ser::SerializeStruct for Entries {
    type Ok = Value;
    type Error = Failure;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Failure> {
        let value = value.serialize(self.serializer)?;
        self.insert(key.to_owned(), value)
    }

    fn end(self) -> Result<Value, Failure> {
        ser::SerializeMap::end(self)
    }
}

impl ser::SerializeStructVariant for Entries {
    type Ok = Value;
    type Error = Failure;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Failure> {
        ser::SerializeStruct::serialize_field(self, key, value)
    }

    fn end(self) -> Result<Value, Failure> {
        ser::SerializeMap::end(self)
    }
}

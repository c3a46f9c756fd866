use serde::ser::{Impossible, Serialize, Serializer};

use super::ser::Failure;

/// Makes the text of a key.
pub(super) struct KeySerializer;

fn no_key() -> Failure {
    Failure("expected a string, a number or a flag as key".to_owned())
}

impl Serializer for KeySerializer {
    type Ok = String;
    type Error = Failure;
    type SerializeSeq = Impossible<String, Failure>;
    type SerializeTuple = Impossible<String, Failure>;
    type SerializeTupleStruct = Impossible<String, Failure>;
    type SerializeTupleVariant = Impossible<String, Failure>;
    type SerializeMap = Impossible<String, Failure>;
    type SerializeStruct = Impossible<String, Failure>;
    type SerializeStructVariant = Impossible<String, Failure>;

    fn serialize_bool(self, flag: bool) -> Result<String, Failure> {
        Ok(flag.to_string())
    }

    fn serialize_i8(self, number: i8) -> Result<String, Failure> {
        Ok(number.to_string())
    }

    fn serialize_i16(self, number: i16) -> Result<String, Failure> {
        Ok(number.to_string())
    }

    fn serialize_i32(self, number: i32) -> Result<String, Failure> {
        Ok(number.to_string())
    }

    fn serialize_i64(self, number: i64) -> Result<String, Failure> {
        Ok(number.to_string())
    }

    fn serialize_u8(self, number: u8) -> Result<String, Failure> {
        Ok(number.to_string())
    }

    fn serialize_u16(self, number: u16) -> Result<String, Failure> {
        Ok(number.to_string())
    }

    fn serialize_u32(self, number: u32) -> Result<String, Failure> {
        Ok(number.to_string())
    }

    fn serialize_u64(self, number: u64) -> Result<String, Failure> {
        Ok(number.to_string())
    }

    fn serialize_f32(self, _number: f32) -> Result<String, Failure> {
        Err(no_key())
    }

    fn serialize_f64(self, _number: f64) -> Result<String, Failure> {
        Err(no_key())
    }

    fn serialize_char(self, c: char) -> Result<String, Failure> {
        Ok(c.to_string())
    }

    fn serialize_str(self, text: &str) -> Result<String, Failure> {
        Ok(text.to_owned())
    }

    fn serialize_bytes(self, _bytes: &[u8]) -> Result<String, Failure> {
        Err(no_key())
    }

    fn serialize_none(self) -> Result<String, Failure> {
        Err(no_key())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, Failure> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<String, Failure> {
        Err(no_key())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<String, Failure> {
        Err(no_key())
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<String, Failure> {
        Ok(variant.to_owned())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<String, Failure> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Result<String, Failure> {
        Err(no_key())
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Self::SerializeSeq, Failure> {
        Err(no_key())
    }

    fn serialize_tuple(self, _len: usize) -> Result<Self::SerializeTuple, Failure> {
        Err(no_key())
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeTupleStruct, Failure> {
        Err(no_key())
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeTupleVariant, Failure> {
        Err(no_key())
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Self::SerializeMap, Failure> {
        Err(no_key())
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeStruct, Failure> {
        Err(no_key())
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeStructVariant, Failure> {
        Err(no_key())
    }
}

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use interline_text::nearest;
use interline_value::private::{NumberKind as Number, TOKEN};
use serde::Deserialize;
use serde::de::value::{MapDeserializer, StrDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::block::YamlBlock;
use super::check_keys::describe;
use super::scalar::{Resolved, resolve};
use super::tree::{Children, Kind, Tree};
use crate::Error;

impl<'a> YamlBlock<'a> {
    /// Reads the block into any type. Errors point at the value that does not fit.
    pub(crate) fn deserialize<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        let result = if self.tree.nodes.is_empty() {
            // A block without keys has no node to read from.
            T::deserialize(MapDeserializer::<_, DataError>::new(std::iter::empty::<(
                &str,
                &str,
            )>()))
        } else {
            let root = NodeDeserializer {
                tree: &self.tree,
                id: 0,
            };
            T::deserialize(root)
        };
        result.map_err(|error| {
            let whole = self.tree.nodes.first().map_or(0..0, super::Node::span);
            Error::Data {
                at: self.locate(error.span.unwrap_or(whole)),
                message: error.message,
            }
        })
    }

    /// Reads the node `id` into any type.
    pub(crate) fn deserialize_node<T: Deserialize<'a>>(&self, id: usize) -> Result<T, Error> {
        let node = NodeDeserializer {
            tree: &self.tree,
            id,
        };
        T::deserialize(node).map_err(|error| Error::Data {
            at: self.locate(error.span.unwrap_or_else(|| self.tree.nodes[id].span())),
            message: error.message,
        })
    }
}

/// A value that does not fit its type, located in bytes of the YAML.
#[derive(Debug)]
struct DataError {
    message: String,
    span: Option<Range<usize>>,
}

impl DataError {
    /// Sets the location, unless the error has a more exact one.
    fn at(mut self, span: Range<usize>) -> Self {
        // Set on the way out, so that the innermost node, which failed, takes precedence over those around it.
        self.span.get_or_insert(span);
        self
    }

    /// Makes the error for an unknown name: it suggests the nearest known one, otherwise lists all of them.
    fn unknown(what: &str, name: &str, known: &'static [&'static str]) -> Self {
        let known_list = || {
            let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            quoted.join(", ")
        };
        let message = match (nearest(name, known.iter().copied()), known) {
            // One suggestion is more useful than a list, and is exact enough to be applied by a program.
            (Some(near), _) => format!("unknown {what} `{name}`: did you mean `{near}`?"),
            (None, []) => format!("unknown {what} `{name}`, expected none"),
            (None, [only]) => format!("unknown {what} `{name}`, expected `{only}`"),
            (None, _) => format!("unknown {what} `{name}`, expected one of {}", known_list()),
        };
        Self {
            message,
            span: None,
        }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DataError {}

impl de::Error for DataError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self {
            message: message.to_string(),
            span: None,
        }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {expected}, found {}", Found(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::unknown("field", field, expected)
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::unknown("variant", variant, expected)
    }
}

/// Displays the value found in the terms of YAML.
struct Found<'a>(Unexpected<'a>);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Unexpected::Unit => f.write_str("null"),
            Unexpected::Seq => f.write_str("a sequence"),
            Unexpected::Map => f.write_str("a mapping"),
            Unexpected::Str(text) if text.chars().count() > 40 => {
                f.write_str("a string of ")?;
                write!(f, "{} characters", text.chars().count())
            }
            Unexpected::Str(text) => write!(f, "the string `{text}`"),
            Unexpected::Bool(flag) => write!(f, "`{flag}`"),
            Unexpected::Unsigned(number) => write!(f, "the number `{number}`"),
            Unexpected::Signed(number) => write!(f, "the number `{number}`"),
            Unexpected::Float(number) => write!(f, "the number `{number}`"),
            other => other.fmt(f),
        }
    }
}

fn visit_number<'a, V: Visitor<'a>>(number: Number, visitor: V) -> Result<V::Value, DataError> {
    match number {
        Number::Float(number) => visitor.visit_f64(number),
        Number::Large(number) => visitor.visit_u64(number),
        // Unsigned where possible, since serde's unsigned types refuse `i64` even when it is positive.
        Number::Signed(number) => match u64::try_from(number) {
            Ok(number) => visitor.visit_u64(number),
            Err(_) => visitor.visit_i64(number),
        },
    }
}

/// A number for a [`Value`](crate::Value) or [`Number`](crate::Number) of ours, which keep its source text.
struct NumberSource<'t>(&'t str);

impl<'a> EnumAccess<'a> for NumberSource<'_> {
    type Error = DataError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Self), DataError> {
        let name = TOKEN.into_deserializer();
        Ok((
            seed.deserialize::<StrDeserializer<'_, DataError>>(name)?,
            self,
        ))
    }
}

impl<'a> VariantAccess<'a> for NumberSource<'_> {
    type Error = DataError;

    fn unit_variant(self) -> Result<(), DataError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, seed: T) -> Result<T::Value, DataError> {
        seed.deserialize::<StrDeserializer<'_, DataError>>(self.0.into_deserializer())
    }

    fn tuple_variant<V: Visitor<'a>>(self, _len: usize, visitor: V) -> Result<V::Value, DataError> {
        visitor.visit_str(self.0)
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DataError> {
        visitor.visit_str(self.0)
    }
}

#[derive(Clone, Copy)]
struct NodeDeserializer<'t, 'a> {
    tree: &'t Tree<'a>,
    id: usize,
}

impl<'t, 'a> NodeDeserializer<'t, 'a> {
    fn span(&self) -> Range<usize> {
        self.tree.nodes[self.id].span()
    }

    fn resolved(&self) -> Option<Resolved> {
        self.tree.node(self.id).resolved()
    }

    fn visit_text<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        match &self.tree.node(self.id).text {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_str(text),
        }
    }

    fn visit_collection<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        let id = self.tree.target(self.id);
        let mut children = ChildAccess {
            tree: self.tree,
            children: self.tree.children(id),
        };
        if matches!(self.tree.nodes[id].kind, Kind::Mapping { .. }) {
            return visitor.visit_map(children);
        }
        // A tuple takes only as many items as it has, and must not lose the others in silence.
        let value = visitor.visit_seq(&mut children)?;
        match children.children.count_left() {
            0 => Ok(value),
            left => Err(de::Error::custom(format_args!(
                "{left} items too many in this sequence"
            ))),
        }
    }
}

impl<'a> Deserializer<'a> for NodeDeserializer<'_, 'a> {
    type Error = DataError;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        match self.resolved() {
            None => self.visit_collection(visitor),
            Some(Resolved::Null) => visitor.visit_unit(),
            Some(Resolved::Bool(flag)) => visitor.visit_bool(flag),
            Some(Resolved::String) => self.visit_text(visitor),
            Some(Resolved::Number(number)) => visit_number(number, visitor),
        }
    }

    /// A string takes any scalar but null as it is written.
    fn deserialize_str<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        match self.resolved() {
            // An empty value is not the string "", which a user would have quoted.
            None | Some(Resolved::Null) => self.deserialize_any(visitor),
            Some(_) => self.visit_text(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        self.deserialize_str(visitor)
    }

    /// A visitor of a list gets a scalar as it is written, since some accept a single item.
    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        match self.resolved() {
            Some(Resolved::Null) => visitor.visit_none(),
            // An empty string in quotes is a value; only null, written or missing, is `None`.
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DataError> {
        // The token is how our number asks for the digits as they are written.
        if name != TOKEN {
            return visitor.visit_newtype_struct(self);
        }
        match self.resolved() {
            Some(Resolved::Number(_)) => {
                visitor.visit_enum(NumberSource(&self.tree.node(self.id).text))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DataError> {
        let id = self.tree.target(self.id);
        let node = &self.tree.nodes[id];
        match node.kind {
            Kind::Mapping { .. } => {
                let mut entries = self.tree.entries(id);
                // As serde has enums in maps: one key, the variant, with its content as value.
                let (Some((variant, value)), None) = (entries.next(), entries.next()) else {
                    return Err(de::Error::custom(
                        "expected a mapping with one key that names the variant",
                    ));
                };
                visitor.visit_enum(Variant {
                    variant: Self {
                        tree: self.tree,
                        id: variant,
                    },
                    value: Some(Self {
                        tree: self.tree,
                        id: value,
                    }),
                })
            }
            Kind::Scalar(_) => visitor.visit_enum(Variant {
                variant: self,
                value: None,
            }),
            Kind::Sequence { .. } | Kind::Alias(_) => Err(de::Error::custom(format_args!(
                "expected a word or a mapping with one key, found {}",
                describe(node)
            ))),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        <W: Visitor<'a>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 bytes byte_buf unit unit_struct tuple
        tuple_struct map struct
    }
}

struct ChildAccess<'t, 'a> {
    tree: &'t Tree<'a>,
    children: Children<'t, 'a>,
}

impl<'a> ChildAccess<'_, 'a> {
    fn next<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, DataError> {
        let Some(id) = self.children.next() else {
            return Ok(None);
        };
        let child = NodeDeserializer {
            tree: self.tree,
            id,
        };
        seed.deserialize(child)
            .map(Some)
            .map_err(|error| error.at(child.span()))
    }
}

impl<'a> SeqAccess<'a> for &mut ChildAccess<'_, 'a> {
    type Error = DataError;

    fn next_element_seed<T: DeserializeSeed<'a>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DataError> {
        self.next(seed)
    }
}

impl<'a> MapAccess<'a> for ChildAccess<'_, 'a> {
    type Error = DataError;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DataError> {
        let Some(id) = self.children.next() else {
            return Ok(None);
        };
        let key = KeyDeserializer(NodeDeserializer {
            tree: self.tree,
            id,
        });
        let span = key.0.span();
        seed.deserialize(key)
            .map(Some)
            .map_err(|error| error.at(span))
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, DataError> {
        self.next(seed)?
            .ok_or_else(|| de::Error::custom("expected a value after the key"))
    }
}

/// A key is a string as it is written, unless the type asks for a number or a flag, to which its quotes do not matter.
struct KeyDeserializer<'t, 'a>(NodeDeserializer<'t, 'a>);

impl<'a> KeyDeserializer<'_, 'a> {
    fn visit_resolved<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        match resolve(&self.0.tree.node(self.0.id).text) {
            // A key `null` or `~` is that string: keys have no null.
            Resolved::Null | Resolved::String => self.0.visit_text(visitor),
            Resolved::Bool(flag) => visitor.visit_bool(flag),
            Resolved::Number(number) => visit_number(number, visitor),
        }
    }
}

/// Methods for types that a plain scalar may be.
macro_rules! visit_resolved {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
            self.visit_resolved(visitor)
        }
    )*};
}

impl<'a> Deserializer<'a> for KeyDeserializer<'_, 'a> {
    type Error = DataError;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        self.0.visit_text(visitor)
    }

    visit_resolved! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DataError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DataError> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        <W: Visitor<'a>>
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Variant<'t, 'a> {
    variant: NodeDeserializer<'t, 'a>,
    value: Option<NodeDeserializer<'t, 'a>>,
}

impl<'a> EnumAccess<'a> for Variant<'_, 'a> {
    type Error = DataError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Self), DataError> {
        let span = self.variant.span();
        let value = seed
            .deserialize(KeyDeserializer(self.variant))
            .map_err(|error| error.at(span))?;
        Ok((value, self))
    }
}

impl<'a> Variant<'_, 'a> {
    fn content<T>(
        self,
        read: impl FnOnce(NodeDeserializer<'_, 'a>) -> Result<T, DataError>,
    ) -> Result<T, DataError> {
        let Some(value) = self.value else {
            return Err(de::Error::custom(
                "expected a mapping from this word to its content",
            ));
        };
        read(value).map_err(|error| error.at(value.span()))
    }
}

impl<'a> VariantAccess<'a> for Variant<'_, 'a> {
    type Error = DataError;

    fn unit_variant(self) -> Result<(), DataError> {
        match self.value {
            None => Ok(()),
            Some(value) => <()>::deserialize(value).map_err(|error| error.at(value.span())),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, seed: T) -> Result<T::Value, DataError> {
        self.content(|value| seed.deserialize(value))
    }

    fn tuple_variant<V: Visitor<'a>>(self, _len: usize, visitor: V) -> Result<V::Value, DataError> {
        self.content(|value| value.deserialize_any(visitor))
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DataError> {
        self.content(|value| value.deserialize_any(visitor))
    }
}

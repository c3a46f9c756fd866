use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use interline_text::nearest;
use interline_value::private::{NumberKind as Number, TOKEN};
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, MapDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
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
        if !self.tree.nodes.is_empty() {
            return self.deserialize_node(0);
        }
        // A block without keys has no node to read from.
        let none = MapDeserializer::new(std::iter::empty::<(&str, &str)>());
        T::deserialize(none).map_err(|error| self.data_error(error, 0..0))
    }

    /// Reads the node `id` into any type.
    pub(crate) fn deserialize_node<T: Deserialize<'a>>(&self, id: usize) -> Result<T, Error> {
        let node = NodeDeserializer::<false> {
            tree: &self.tree,
            id,
        };
        T::deserialize(node).map_err(|error| self.data_error(error, node.span()))
    }

    fn data_error(&self, error: DataError, whole: Range<usize>) -> Error {
        Error::Data {
            at: self.locate(error.span.unwrap_or(whole)),
            message: error.message,
        }
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

/// A node. As a key, it is a string as it is written, unless the type asks for a number or a flag, to which its quotes do not matter.
#[derive(Clone, Copy)]
struct NodeDeserializer<'t, 'a, const KEY: bool> {
    tree: &'t Tree<'a>,
    id: usize,
}

impl<'t, 'a, const KEY: bool> NodeDeserializer<'t, 'a, KEY> {
    fn span(&self) -> Range<usize> {
        self.tree.nodes[self.id].span()
    }

    fn text(&self) -> &'t Cow<'a, str> {
        &self.tree.node(self.id).text
    }

    fn resolved(&self) -> Option<Resolved> {
        if KEY {
            return Some(resolve(self.text()));
        }
        self.tree.node(self.id).resolved()
    }

    fn visit_text<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        match self.text() {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_str(text),
        }
    }

    fn visit_resolved<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        match self.resolved() {
            None => self.visit_collection(visitor),
            // A key `null` or `~` is that string: keys have no null.
            Some(Resolved::Null) if !KEY => visitor.visit_unit(),
            Some(Resolved::Null | Resolved::String) => self.visit_text(visitor),
            Some(Resolved::Bool(flag)) => visitor.visit_bool(flag),
            Some(Resolved::Number(number)) => visit_number(number, visitor),
        }
    }

    fn visit_collection<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        let id = self.tree.target(self.id);
        let mut children = ChildAccess::of(self.tree, id);
        if matches!(self.tree.nodes[id].kind, Kind::Mapping { .. }) {
            return visitor.visit_map(children);
        }
        // A tuple takes only as many items as it has, and must not lose the others in silence.
        let value = visitor.visit_seq(&mut children)?;
        match children.children.count() {
            0 => Ok(value),
            left => Err(de::Error::custom(format_args!(
                "{left} items too many in this sequence"
            ))),
        }
    }
}

/// Defines methods of a deserializer that call another one.
macro_rules! forward {
    ($to:ident: $($method:ident)*) => {$(
        fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
            self.$to(visitor)
        }
    )*};
}

impl<'a, const KEY: bool> Deserializer<'a> for NodeDeserializer<'_, 'a, KEY> {
    type Error = DataError;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        if KEY {
            return self.visit_text(visitor);
        }
        self.visit_resolved(visitor)
    }

    // Types that a plain scalar may be.
    forward! {
        visit_resolved: deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32
        deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    /// A string takes any scalar but null as it is written.
    fn deserialize_str<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        match self.resolved() {
            // An empty value is not the string "", which a user would have quoted.
            None | Some(Resolved::Null) => self.deserialize_any(visitor),
            Some(_) => self.visit_text(visitor),
        }
    }

    // A visitor of a list gets a scalar as it is written, since some accept a single item.
    forward! {
        deserialize_str: deserialize_string deserialize_char deserialize_identifier deserialize_seq
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, DataError> {
        match self.resolved() {
            Some(Resolved::Null) if !KEY => visitor.visit_none(),
            // An empty string in quotes is a value; only null, written or missing, is `None`.
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DataError> {
        // The token is how our values and numbers ask for the digits as they are written.
        if KEY || name != TOKEN {
            return visitor.visit_newtype_struct(self);
        }
        match self.resolved() {
            Some(Resolved::Number(_)) => {
                let source = std::iter::once((TOKEN, self.text().as_ref()));
                visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(source)))
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
            // The form in which serde writes enums: a mapping with one key, the variant, and its content as the value.
            Kind::Mapping { .. } if self.tree.entries(id).count() != 1 => Err(de::Error::custom(
                "expected a mapping with one key that names the variant",
            )),
            Kind::Mapping { .. } => {
                let entry = ChildAccess::of(self.tree, id);
                visitor.visit_enum(MapAccessDeserializer::new(entry))
            }
            Kind::Scalar(_) => visitor.visit_enum(Word(NodeDeserializer {
                tree: self.tree,
                id: self.id,
            })),
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
        i128 u128 f32 f64 bytes byte_buf unit unit_struct tuple tuple_struct map struct
    }
}

struct ChildAccess<'t, 'a> {
    tree: &'t Tree<'a>,
    children: Children<'t, 'a>,
}

impl<'t, 'a> ChildAccess<'t, 'a> {
    fn of(tree: &'t Tree<'a>, id: usize) -> Self {
        let children = tree.children(id);
        Self { tree, children }
    }

    fn next<const KEY: bool, T: DeserializeSeed<'a>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DataError> {
        let Some(id) = self.children.next() else {
            return Ok(None);
        };
        let child = NodeDeserializer::<KEY> {
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
        self.next::<false, T>(seed)
    }
}

impl<'a> MapAccess<'a> for ChildAccess<'_, 'a> {
    type Error = DataError;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DataError> {
        self.next::<true, K>(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, DataError> {
        self.next::<false, V>(seed)?
            .ok_or_else(|| de::Error::custom("expected a value after the key"))
    }
}

/// A scalar that names a variant without content.
struct Word<'t, 'a>(NodeDeserializer<'t, 'a, true>);

impl<'a> EnumAccess<'a> for Word<'_, 'a> {
    type Error = DataError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Self), DataError> {
        let value = seed.deserialize(self.0);
        Ok((value.map_err(|error| error.at(self.0.span()))?, self))
    }
}

fn no_content<T>() -> Result<T, DataError> {
    Err(de::Error::custom(
        "expected a mapping from this word to its content",
    ))
}

impl<'a> VariantAccess<'a> for Word<'_, 'a> {
    type Error = DataError;

    fn unit_variant(self) -> Result<(), DataError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, _: T) -> Result<T::Value, DataError> {
        no_content()
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, _: V) -> Result<V::Value, DataError> {
        no_content()
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, DataError> {
        no_content()
    }
}

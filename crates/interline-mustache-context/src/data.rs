use serde_json::Value as Json;

use crate::{Lambda, Map, TemplateContext, Value};

/// Borrowed data to render with: a [`Value`], a [`Map`], a [`TemplateContext`], a `serde_json::Value` or a map of those.
/// Nothing is copied or converted.
///
/// [`From`] takes a reference to any of them. Other types are rendered with [`Template::render`](crate::Template::render) and
/// [`Template::render_serialize`](crate::Template::render_serialize).
#[derive(Clone, Copy, Debug)]
pub struct Data<'a>(pub(crate) View<'a>);

/// A value of any of the kinds of data.
///
/// Each variant holds a word, so that it is passed in two registers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum View<'a> {
    Json(&'a Json),
    JsonMap(&'a serde_json::Map<String, Json>),
    Value(&'a Value),
    Map(&'a Map),
    Context(&'a TemplateContext),
    True,
    False,
    Count(usize),
}

/// The meaning of a value for a section.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape<'a> {
    Falsy,
    Truthy,
    /// A list that is not empty.
    List(usize),
    Lambda(&'a Lambda),
}

impl<'a> From<&'a Json> for Data<'a> {
    fn from(json: &'a Json) -> Self {
        Self(View::Json(json))
    }
}

impl<'a> From<&'a serde_json::Map<String, Json>> for Data<'a> {
    fn from(map: &'a serde_json::Map<String, Json>) -> Self {
        Self(View::JsonMap(map))
    }
}

impl<'a> From<&'a Value> for Data<'a> {
    fn from(value: &'a Value) -> Self {
        Self(View::Value(value))
    }
}

impl<'a> From<&'a Map> for Data<'a> {
    fn from(map: &'a Map) -> Self {
        Self(View::Map(map))
    }
}

impl<'a> From<&'a TemplateContext> for Data<'a> {
    fn from(context: &'a TemplateContext) -> Self {
        Self(View::Context(context))
    }
}

impl<'a> View<'a> {
    pub(crate) fn bool(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }

    /// Returns the value of a key, when this is a map that has it.
    #[inline(always)]
    pub(crate) fn key(self, name: &str) -> Option<Self> {
        // The most frequent kind of data first, without a jump table.
        if let Self::Json(json) = self {
            return match json {
                Json::Object(map) => map.get(name).map(Self::Json),
                _ => None,
            };
        }
        self.key_of_other(name)
    }

    fn key_of_other(self, name: &str) -> Option<Self> {
        match self {
            Self::JsonMap(map) => map.get(name).map(Self::Json),
            Self::Value(Value::Map(map)) | Self::Map(map) => map.get(name).map(Self::Value),
            Self::Context(context) => context.get(name).map(Self::Value),
            _ => None,
        }
    }

    /// Returns the value of a later part of a dotted name.
    pub(crate) fn member(self, name: &str) -> Option<Self> {
        if let Some(found) = self.key(name) {
            return Some(found);
        }
        if let Some(length) = self.list_len() {
            return match name {
                "length" => Some(Self::Count(length)),
                _ => self.item(index(name)?),
            };
        }
        (name == "value" && self.is_scalar()).then_some(self)
    }

    #[inline]
    pub(crate) fn is_map(self) -> bool {
        matches!(
            self,
            Self::Json(Json::Object(_))
                | Self::Value(Value::Map(_))
                | Self::JsonMap(_)
                | Self::Map(_)
                | Self::Context(_)
        )
    }

    pub(crate) fn list_len(self) -> Option<usize> {
        match self {
            Self::Json(Json::Array(items)) => Some(items.len()),
            Self::Value(Value::List(items)) => Some(items.len()),
            _ => None,
        }
    }

    pub(crate) fn item(self, index: usize) -> Option<Self> {
        match self {
            Self::Json(Json::Array(items)) => items.get(index).map(Self::Json),
            Self::Value(Value::List(items)) => items.get(index).map(Self::Value),
            _ => None,
        }
    }

    pub(crate) fn is_scalar(self) -> bool {
        match self {
            Self::Json(json) => !json.is_array() && !json.is_object(),
            Self::Value(value) => {
                !matches!(value, Value::List(_) | Value::Map(_) | Value::Opaque(_))
            }
            Self::True | Self::False | Self::Count(_) => true,
            Self::JsonMap(_) | Self::Map(_) | Self::Context(_) => false,
        }
    }

    #[inline]
    pub(crate) fn shape(self) -> Shape<'a> {
        let truthy = |is_truthy| {
            if is_truthy {
                Shape::Truthy
            } else {
                Shape::Falsy
            }
        };
        let list = |length| {
            if length == 0 {
                Shape::Falsy
            } else {
                Shape::List(length)
            }
        };
        match self {
            Self::Json(json) => match json {
                Json::Null => Shape::Falsy,
                Json::Bool(bool) => truthy(*bool),
                Json::String(text) => truthy(!text.is_empty()),
                Json::Array(items) => list(items.len()),
                Json::Number(_) | Json::Object(_) => Shape::Truthy,
            },
            Self::Value(value) => match value {
                Value::List(items) => list(items.len()),
                Value::Opaque(opaque) => match opaque.downcast_ref() {
                    Some(lambda) => Shape::Lambda(lambda),
                    None => Shape::Truthy,
                },
                Value::Null => Shape::Falsy,
                Value::Bool(bool) => truthy(*bool),
                Value::String(text) => truthy(!text.is_empty()),
                Value::Number(_) | Value::Map(_) => Shape::Truthy,
            },
            Self::True => Shape::Truthy,
            Self::False => Shape::Falsy,
            Self::JsonMap(_) | Self::Map(_) | Self::Context(_) | Self::Count(_) => Shape::Truthy,
        }
    }

    pub(crate) fn lambda(self) -> Option<&'a Lambda> {
        match self {
            Self::Value(Value::Opaque(opaque)) => opaque.downcast_ref(),
            _ => None,
        }
    }

    /// Returns a copy; `None` for JSON that a [`Value`] cannot hold.
    pub(crate) fn to_value(self) -> Option<Value> {
        match self {
            Self::Json(json) => Value::from_serialize(json).ok(),
            Self::JsonMap(map) => Value::from_serialize(map).ok(),
            Self::Value(value) => Some(value.clone()),
            Self::Map(map) => Some(map.clone().into()),
            Self::Context(context) => Some(context.flatten().into()),
            Self::True => Some(true.into()),
            Self::False => Some(false.into()),
            Self::Count(count) => Some(count.into()),
        }
    }

    /// Returns the keys of a map.
    pub(crate) fn keys(self) -> Vec<&'a str> {
        match self {
            Self::Json(Json::Object(map)) | Self::JsonMap(map) => {
                map.keys().map(String::as_str).collect()
            }
            Self::Value(Value::Map(map)) | Self::Map(map) => map.keys().collect(),
            Self::Context(context) => context.keys().collect(),
            _ => Vec::new(),
        }
    }
}

/// Returns a part of a name as an index: digits without a leading zero.
fn index(part: &str) -> Option<usize> {
    let is_plain = part.bytes().all(|byte| byte.is_ascii_digit());
    (is_plain && (part.len() == 1 || !part.starts_with('0')))
        .then(|| part.parse().ok())
        .flatten()
}

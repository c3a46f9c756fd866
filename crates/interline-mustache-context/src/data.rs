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

/// The entries of a map with their keys, or the items of a list without.
///
/// A type of its own, since a boxed iterator makes JSON a seventh slower to print.
pub(crate) enum Entries<'a> {
    List(View<'a>, usize),
    JsonMap(serde_json::map::Iter<'a>),
    Map(&'a Map, usize),
    Context(Box<dyn Iterator<Item = (&'a str, &'a Value)> + 'a>),
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
        let is_true = match self {
            Self::Json(Json::Null) | Self::Value(Value::Null) | Self::False => false,
            Self::Json(Json::Bool(bool)) | Self::Value(Value::Bool(bool)) => *bool,
            Self::Json(Json::String(text)) | Self::Value(Value::String(text)) => !text.is_empty(),
            Self::Value(Value::Opaque(opaque)) => match opaque.downcast_ref() {
                Some(lambda) => return Shape::Lambda(lambda),
                None => true,
            },
            _ => match self.list_len() {
                Some(0) => false,
                Some(length) => return Shape::List(length),
                None => true,
            },
        };
        if is_true { Shape::Truthy } else { Shape::Falsy }
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

    /// Returns the entries of a map or the items of a list; `None` for other values.
    #[inline]
    pub(crate) fn entries(self) -> Option<Entries<'a>> {
        match self {
            Self::Json(Json::Object(map)) | Self::JsonMap(map) => {
                Some(Entries::JsonMap(map.iter()))
            }
            Self::Value(Value::Map(map)) | Self::Map(map) => Some(Entries::Map(map, 0)),
            Self::Context(context) => Some(Entries::Context(Box::new(context.iter()))),
            _ => self.list_len().map(|_| Entries::List(self, 0)),
        }
    }

    /// Returns the keys of a map.
    pub(crate) fn keys(self) -> impl Iterator<Item = &'a str> {
        let entries = self.entries().filter(|_| self.is_map());
        entries.into_iter().flatten().filter_map(|(key, _)| key)
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = (Option<&'a str>, View<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = match self {
            Self::List(list, at) => {
                *at += 1;
                return list.item(*at - 1).map(|item| (None, item));
            }
            Self::JsonMap(entries) => {
                let (key, value) = entries.next()?;
                return Some((Some(key), View::Json(value)));
            }
            Self::Map(map, at) => {
                *at += 1;
                map.get_index(*at - 1)?
            }
            Self::Context(entries) => entries.next()?,
        };
        Some((Some(key), View::Value(value)))
    }
}

/// Returns a part of a name as an index: digits without a leading zero.
fn index(part: &str) -> Option<usize> {
    let is_plain = part.bytes().all(|byte| byte.is_ascii_digit());
    (is_plain && (part.len() == 1 || !part.starts_with('0')))
        .then(|| part.parse().ok())
        .flatten()
}

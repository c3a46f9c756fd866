//! Values of our own, and how other values become them.

mod convert;
mod de;
mod error;
mod map;
mod ser;
pub(crate) mod time;

pub use error::{PathPart, ValueError, ValueProblem};
pub use map::Map;

use serde::Serialize;

use crate::{Error, Lambda};

/// Lists and maps inside each other that a value may have, where it is checked.
pub(crate) const MAX_DEPTH: usize = 128;

/// A value of a context.
///
/// [`From`] makes one of the usual types, [`from_serialize`](Self::from_serialize) of any other. Templates read
/// `serde_json::Value`s as they are, so there is no need to convert those.
///
/// An integer and another are equal when their values are; an integer and a float never are.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Value {
    /// Nothing; prints nothing and counts as false.
    #[default]
    Null,
    /// Prints `true` or `false`.
    Bool(bool),
    /// A whole number, printed in full.
    Int(i64),
    /// A whole number, printed in full.
    UInt(u64),
    /// A float, printed in the shortest form that reads back, always with a point or an exponent: `1.0`, `0.1`, `1e22`.
    Float(f64),
    /// Text.
    String(String),
    /// A list.
    List(Vec<Value>),
    /// Names and values, in the order in which they were put in.
    Map(Map),
    /// A function that a template calls.
    Lambda(Lambda),
}

impl Value {
    /// The value that `value` serializes to.
    ///
    /// Date-times, times with a zone and paths become the text as which their types serialize, ISO 8601 for the usual ones.
    /// Bytes become a list of numbers. Linear.
    ///
    /// # Errors
    ///
    /// [`Error::Value`] with the path to what cannot be represented: a map key that is not a string, a NaN or infinite
    /// float, an integer beyond 64 bits, more than 128 lists and maps inside each other, or what the type itself reports.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, Error> {
        value
            .serialize(ser::ValueSerializer::new(MAX_DEPTH))
            .map_err(Error::from)
    }

    /// Whether a section over it runs: all but null, `false`, the empty string and the empty list.
    #[must_use]
    pub fn is_truthy(&self) -> bool {
        !matches!(self, Self::Null | Self::Bool(false))
            && !matches!(self, Self::String(text) if text.is_empty())
            && !matches!(self, Self::List(items) if items.is_empty())
    }

    /// The text, when it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The items, when it is a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The map, when it is one.
    #[must_use]
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// Looks for what no context may hold.
    pub(crate) fn check(&self, depth_left: usize) -> Result<(), ValueError> {
        match self {
            Self::Float(float) if !float.is_finite() => {
                Err(ValueProblem::NotFinite(float.to_string()).into())
            }
            Self::List(items) => {
                let left = depth_left.checked_sub(1).ok_or(ValueProblem::TooDeep)?;
                items.iter().enumerate().try_for_each(|(index, item)| {
                    item.check(left)
                        .map_err(|error| error.inside(PathPart::Index(index)))
                })
            }
            Self::Map(map) => map.check(depth_left),
            _ => Ok(()),
        }
    }
}

impl Map {
    pub(crate) fn check(&self, depth_left: usize) -> Result<(), ValueError> {
        let left = depth_left.checked_sub(1).ok_or(ValueProblem::TooDeep)?;
        self.iter().try_for_each(|(key, value)| {
            value
                .check(left)
                .map_err(|error| error.inside(PathPart::Key(key.to_owned())))
        })
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        let whole = |value: &Self| match value {
            Self::Int(int) => Some(i128::from(*int)),
            Self::UInt(int) => Some(i128::from(*int)),
            _ => None,
        };
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            (Self::String(a), Self::String(b)) => a == b,
            (Self::List(a), Self::List(b)) => a == b,
            (Self::Map(a), Self::Map(b)) => a == b,
            (Self::Lambda(a), Self::Lambda(b)) => a == b,
            _ => whole(self).is_some() && whole(self) == whole(other),
        }
    }
}

//! The value type of the interline crates: data whose numbers keep their source text.
//!
//! You probably want one of the crates that use it: `interline-frontmatter` reads and writes values as YAML headers, and
//! `interline-mustache-context` renders templates with them.
//!
//! # Examples
//!
//! ```
//! use interline_value::{Map, Number, Value};
//!
//! let mut map = Map::from([("title", "On time")]);
//! map.insert("version", "3.10".parse::<Number>()?);
//! map.insert("tags", ["a", "b"]);
//!
//! // The source text of a number stays, its value is that of the number.
//! let version = map.get("version").and_then(Value::as_number).unwrap();
//! assert_eq!((version.to_string().as_str(), version.as_f64()), ("3.10", 3.1));
//!
//! // Keys keep their order.
//! assert_eq!(map.keys().collect::<Vec<_>>(), ["title", "version", "tags"]);
//! # Ok::<(), interline_value::Error>(())
//! ```
//!
//! With the feature `serde` any type that serializes becomes a value:
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! use interline_value::Value;
//!
//! let value = Value::from_serialize(&vec![("a", 1), ("b", 2)])?;
//! assert_eq!(value.as_list().map(<[Value]>::len), Some(2));
//! # }
//! # Ok::<(), interline_value::Error>(())
//! ```
//!
//! # Overview
//!
//! * A [`Value`] is null, a boolean, a [`Number`], a string, a list, a [`Map`], or an [`Opaque`] value of the program.
//! * A [`ValuePath`] leads to a value inside another one. An [`Error`] has the path to the value that it is about.
//!
//! # Guarantees
//!
//! * A map keeps the order in which keys were inserted. Two maps are equal whatever their order.
//! * Equality is total: NaN equals NaN, so that a value equals what is read back after it was written.
//! * Making a value of a type that serializes is linear, and an error for more than 128 levels of nesting.
//!
//! # Features
//!
//! * **`serde`** (off by default): `Serialize` and `Deserialize` for the types, [`Value::from_serialize`] and
//!   [`Map::from_serialize`]. Without it the crate needs `indexmap` alone.
//! * **`time`** (off by default): `From<SystemTime> for Value`, as RFC 3339 in UTC.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod core_schema;
#[cfg(feature = "serde")]
mod deserialize;
mod error;
mod from;
mod map;
mod number;
mod opaque;
mod path;
#[cfg(feature = "serde")]
mod serialize;
mod value;

pub use error::{Error, ErrorKind, MAX_DEPTH};
pub use map::Map;
pub use number::Number;
pub use opaque::Opaque;
pub use path::{PathElement, ValuePath};
pub use value::Value;

/// Parts that only the other interline crates use. They may change in any release.
#[doc(hidden)]
pub mod private {
    pub use crate::core_schema::number as parse_number;
    pub use crate::number::{NumberKind, TOKEN};
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

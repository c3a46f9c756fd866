//! Values of the usual types.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::{Map, Number, Opaque, Value};

macro_rules! from_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}

from_numbers!(
    i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64, Number
);

impl From<bool> for Value {
    fn from(bool: bool) -> Self {
        Self::Bool(bool)
    }
}

impl From<()> for Value {
    fn from((): ()) -> Self {
        Self::Null
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::String(text.clone())
    }
}

impl From<Cow<'_, str>> for Value {
    fn from(text: Cow<'_, str>) -> Self {
        Self::String(text.into_owned())
    }
}

impl From<char> for Value {
    fn from(char: char) -> Self {
        Self::String(char.into())
    }
}

/// The path as a string; bytes that are not Unicode become U+FFFD.
impl From<&Path> for Value {
    fn from(path: &Path) -> Self {
        Self::String(path.to_string_lossy().into_owned())
    }
}

/// The path as a string; bytes that are not Unicode become U+FFFD.
impl From<PathBuf> for Value {
    fn from(path: PathBuf) -> Self {
        path.as_path().into()
    }
}

/// RFC 3339 in UTC, with as many digits of the second as are needed: `2023-12-25T01:02:03Z`. A time before the year -9999 or after 9999
/// becomes null.
#[cfg(feature = "time")]
impl From<std::time::SystemTime> for Value {
    fn from(time: std::time::SystemTime) -> Self {
        match jiff::Timestamp::try_from(time) {
            Ok(time) => Self::String(time.to_string()),
            Err(_) => Self::Null,
        }
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Clone + Into<Value>> From<&[T]> for Value {
    fn from(items: &[T]) -> Self {
        items.iter().cloned().collect()
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl From<Map> for Value {
    fn from(map: Map) -> Self {
        Self::Map(map)
    }
}

impl From<Opaque> for Value {
    fn from(opaque: Opaque) -> Self {
        Self::Opaque(opaque)
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

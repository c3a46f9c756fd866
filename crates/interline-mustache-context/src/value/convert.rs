use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::time::iso_8601;
use crate::{Lambda, Map, Value};

macro_rules! integers {
    ($($small:ty),*) => {$(
        impl From<$small> for Value {
            fn from(int: $small) -> Self {
                Self::Int(int.into())
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, u8, u16, u32);

impl From<u64> for Value {
    fn from(int: u64) -> Self {
        i64::try_from(int).map_or(Self::UInt(int), Self::Int)
    }
}

impl From<usize> for Value {
    fn from(int: usize) -> Self {
        Self::from(int as u64)
    }
}

impl From<isize> for Value {
    fn from(int: isize) -> Self {
        Self::Int(int as i64)
    }
}

impl From<bool> for Value {
    fn from(bool: bool) -> Self {
        Self::Bool(bool)
    }
}

impl From<f64> for Value {
    fn from(float: f64) -> Self {
        Self::Float(float)
    }
}

/// The float that has the same shortest decimal form, so that `0.1_f32` prints `0.1`.
impl From<f32> for Value {
    fn from(float: f32) -> Self {
        Self::Float(float.to_string().parse().unwrap_or(f64::from(float)))
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

/// The path's text; what is not Unicode in it is shown as U+FFFD.
impl From<&Path> for Value {
    fn from(path: &Path) -> Self {
        Self::String(path.to_string_lossy().into_owned())
    }
}

/// The path's text; what is not Unicode in it is shown as U+FFFD.
impl From<PathBuf> for Value {
    fn from(path: PathBuf) -> Self {
        path.as_path().into()
    }
}

/// ISO 8601 in UTC, with as many digits of the second as are needed: `2023-12-25T01:02:03Z`.
impl From<SystemTime> for Value {
    fn from(time: SystemTime) -> Self {
        Self::String(iso_8601(time))
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Clone + Into<Value>> From<&[T]> for Value {
    fn from(items: &[T]) -> Self {
        Self::List(items.iter().cloned().map(Into::into).collect())
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(items: [T; N]) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl From<Map> for Value {
    fn from(map: Map) -> Self {
        Self::Map(map)
    }
}

impl From<Lambda> for Value {
    fn from(lambda: Lambda) -> Self {
        Self::Lambda(lambda)
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

use crate::error::MAX_DEPTH;
use crate::{Error, ErrorKind, Map, Number, Opaque};

/// A value: data of a header or of a template.
///
/// [`From`] makes a value of the usual types, [`from_serialize`](Self::from_serialize) of any type that serializes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// No value.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(String),
    /// A list.
    List(Vec<Value>),
    /// A map from strings, in the order in which keys were inserted.
    Map(Map),
    /// A value of the program that cannot be serialized.
    Opaque(Opaque),
}

impl Value {
    /// Makes a value of anything that serializes: a struct, a `serde_json::Value`, a `serde_yaml::Value`. Linear.
    ///
    /// Keys keep their order, and those that are whole numbers or booleans become strings. Times and paths become the string as which
    /// their types serialize, bytes a list of numbers, and a variant of an enum that holds something a map from its name.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_value::{Map, Value};
    ///
    /// #[derive(serde::Serialize)]
    /// struct Author {
    ///     name: String,
    /// }
    ///
    /// let author = Value::from_serialize(&Author { name: "A".to_owned() })?;
    /// assert_eq!(author, Map::from([("name", "A")]).into());
    /// # Ok::<(), interline_value::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When a key is of another type or is given twice, an integer does not fit 64 bits, lists and maps are nested more than
    /// [`MAX_DEPTH`] deep, or the type reports an error.
    #[cfg(feature = "serde")]
    pub fn from_serialize<T: serde::Serialize + ?Sized>(value: &T) -> Result<Self, Error> {
        crate::serialize::to_value(value)
    }

    /// Returns whether it is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Returns the boolean.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(bool) => Some(*bool),
            _ => None,
        }
    }

    /// Returns the number.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the items of the list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the map.
    #[must_use]
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// Checks that every number in the value is finite, as JSON and templates need it, and that it is nested at most [`MAX_DEPTH`] deep.
    /// Linear.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotFinite`] and [`ErrorKind::TooDeep`], with the path.
    pub fn check_finite(&self) -> Result<(), Error> {
        self.check(MAX_DEPTH).map_err(Error::complete)
    }

    fn check(&self, depth_left: usize) -> Result<(), Error> {
        let inner = || depth_left.checked_sub(1).ok_or(ErrorKind::TooDeep);
        match self {
            Self::Number(number) if !number.as_f64().is_finite() => {
                Err(ErrorKind::NotFinite(number.as_f64().to_string()).into())
            }
            Self::List(items) => {
                let left = inner()?;
                items
                    .iter()
                    .enumerate()
                    .try_for_each(|(index, item)| item.check(left).map_err(|e| e.inside(index)))
            }
            Self::Map(map) => {
                let left = inner()?;
                map.iter()
                    .try_for_each(|(key, value)| value.check(left).map_err(|e| e.inside(key)))
            }
            _ => Ok(()),
        }
    }
}

impl Map {
    /// Checks the values as [`Value::check_finite`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Value::check_finite`].
    pub fn check_finite(&self) -> Result<(), Error> {
        self.iter().try_for_each(|(key, value)| {
            let checked = value.check(MAX_DEPTH - 1);
            checked.map_err(|error| error.inside(key).complete())
        })
    }
}

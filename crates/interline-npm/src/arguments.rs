//! Arguments that cross as JSON.

use interline::frontmatter::{Map, Number, PathElement, Value, ValuePath};
use serde::de::IntoDeserializer;
use serde::de::value::{Error as ChoiceError, StrDeserializer};
use serde::{Deserialize, de};

use crate::failure::Failure;

/// Parses a JSON value. `name` is what it is, in the error.
///
/// All JSON is read here, as a [`Value`]: deriving `Deserialize` for each argument makes the module a tenth larger.
pub(crate) fn parse_json(json: &str, name: &str) -> Result<Value, Failure> {
    serde_json::from_str(json).map_err(|error| {
        // The location in the JSON is left out, since the caller has never seen that text.
        let message = error.to_string();
        let end = message.rfind(" at line ").unwrap_or(message.len());
        Failure::argument(format!("invalid {name}: {}", &message[..end]))
    })
}

/// Reads the fields of an object, and refuses fields that are not read, so that a misspelled option is not ignored in silence.
#[derive(Debug)]
pub(crate) struct Arguments {
    name: &'static str,
    map: Map,
    known: Vec<&'static str>,
}

impl Arguments {
    /// Parses an object and reads its fields by `read`; an empty string is an object without fields. `name` is what it is, in errors.
    pub(crate) fn parse<T>(
        json: &str,
        name: &'static str,
        read: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let value = match json {
            "" => Value::Map(Map::new()),
            json => parse_json(json, name)?,
        };
        Self::of(value, name, read)
    }

    /// Reads the fields of a value, which has to be an object.
    pub(crate) fn of<T>(
        value: Value,
        name: &'static str,
        read: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Value::Map(map) = value else {
            return Err(Failure::argument(format!(
                "invalid {name}: expected an object"
            )));
        };
        let mut given = Self {
            name,
            map,
            known: Vec::new(),
        };
        let result = read(&mut given)?;
        given.finish()?;
        Ok(result)
    }

    /// Takes a field. A field that is null is absent.
    pub(crate) fn value(&mut self, field: &'static str) -> Option<Value> {
        self.take(field).filter(|value| !value.is_null())
    }

    /// Takes a field, which may be null.
    pub(crate) fn take(&mut self, field: &'static str) -> Option<Value> {
        self.known.push(field);
        self.map.remove(field)
    }

    pub(crate) fn string(&mut self, field: &'static str) -> Result<Option<String>, Failure> {
        match self.value(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.wrong(field, "a string")),
        }
    }

    pub(crate) fn bool(&mut self, field: &'static str) -> Result<bool, Failure> {
        match self.value(field) {
            None => Ok(false),
            Some(Value::Bool(value)) => Ok(value),
            Some(_) => Err(self.wrong(field, "a boolean")),
        }
    }

    pub(crate) fn number(&mut self, field: &'static str) -> Result<Option<u64>, Failure> {
        match self.value(field) {
            None => Ok(None),
            Some(value) => match value.as_number().and_then(Number::as_u64) {
                Some(number) => Ok(Some(number)),
                None => Err(self.wrong(field, "a whole number from 0")),
            },
        }
    }

    /// Takes a value of an enum by its name.
    pub(crate) fn choice<T>(&mut self, field: &'static str) -> Result<Option<T>, Failure>
    where
        T: for<'de> Deserialize<'de>,
    {
        match self.string(field)? {
            None => Ok(None),
            Some(text) => choice(&text)
                .map(Some)
                .map_err(|error| self.invalid(&error)),
        }
    }

    pub(crate) fn map(&mut self, field: &'static str) -> Result<Option<Map>, Failure> {
        match self.value(field) {
            None => Ok(None),
            Some(Value::Map(map)) => Ok(Some(map)),
            Some(_) => Err(self.wrong(field, "an object")),
        }
    }

    /// Takes the opener and the closer of markers.
    pub(crate) fn markers(&mut self) -> Result<Option<[String; 2]>, Failure> {
        let list = match self.value("markers") {
            None => return Ok(None),
            Some(Value::List(list)) => list,
            Some(_) => Vec::new(),
        };
        match <[Value; 2]>::try_from(list) {
            Ok([Value::String(opener), Value::String(closer)]) => Ok(Some([opener, closer])),
            _ => Err(self.wrong("markers", "two strings")),
        }
    }

    /// Takes a path of keys and indices.
    pub(crate) fn path(&mut self) -> Result<ValuePath, Failure> {
        self.value("path")
            .and_then(value_path)
            .ok_or_else(|| self.wrong("path", "keys and indices"))
    }

    /// Checks that all fields were read.
    fn finish(self) -> Result<(), Failure> {
        let Some(unknown) = self.map.keys().next() else {
            return Ok(());
        };
        let known: Vec<String> = self.known.iter().map(|name| format!("`{name}`")).collect();
        let message = format!(
            "unknown field `{unknown}`, expected one of {}",
            known.join(", ")
        );
        Err(self.invalid(&message))
    }

    fn wrong(&self, field: &str, expected: &str) -> Failure {
        self.invalid(&format!("`{field}` is not {expected}"))
    }

    pub(crate) fn invalid(&self, message: &dyn std::fmt::Display) -> Failure {
        Failure::argument(format!("invalid {}: {message}", self.name))
    }
}

/// Returns the value of an enum by its name.
pub(crate) fn choice<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, impl de::Error> {
    let deserializer: StrDeserializer<'_, ChoiceError> = text.into_deserializer();
    T::deserialize(deserializer)
}

/// Returns the path of a list of keys and indices.
pub(crate) fn value_path(value: Value) -> Option<ValuePath> {
    let Value::List(steps) = value else {
        return None;
    };
    let steps = steps.into_iter().map(|step| match step {
        Value::String(key) => Some(PathElement::Key(key)),
        other => {
            let index = other.as_number()?.as_u64()?;
            usize::try_from(index).ok().map(PathElement::Index)
        }
    });
    steps.collect()
}

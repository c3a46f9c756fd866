use interline_frontmatter::{Map, Number, Value};

/// The type of the value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A string.
    Text,
    /// A string of at most so many characters.
    TextUpTo(usize),
    /// One of these keywords.
    Word(&'static [&'static str]),
    /// A string with commas, or a list of strings.
    TextOrList,
    /// A string with commas.
    Commas,
    /// A list of strings.
    List,
    /// A list of anything.
    AnyList,
    /// A list of names and of maps.
    NamesOrMaps,
    /// A string, or the list that YAML reads from a string in brackets.
    Hint,
    /// Globs that are read without the rules of YAML.
    Globs,
    /// `true` or `false`.
    Flag,
    /// A whole number from 1.
    Positive,
    /// A number from 0 to this.
    UpTo(u8),
    /// A mapping.
    Map,
    /// A mapping of strings.
    TextMap,
    /// A string or a mapping.
    TextOrMap,
}

impl Shape {
    /// Returns the expected value, for messages.
    pub(crate) fn expected(self) -> String {
        match self {
            Self::Text | Self::Hint => "a string".to_owned(),
            Self::TextUpTo(max) => format!("a string of 1 to {max} characters"),
            Self::Word(words) => format!("one of `{}`", words.join("`, `")),
            Self::TextOrList => "a string with commas or a list of strings".to_owned(),
            Self::Commas | Self::Globs => "a string with commas".to_owned(),
            Self::List => "a list of strings".to_owned(),
            Self::AnyList => "a list".to_owned(),
            Self::NamesOrMaps => "a list of names or mappings".to_owned(),
            Self::Flag => "`true` or `false`".to_owned(),
            Self::Positive => "a whole number from 1".to_owned(),
            Self::UpTo(max) => format!("a number from 0 to {max}"),
            Self::Map => "a mapping".to_owned(),
            Self::TextMap => "a mapping of strings".to_owned(),
            Self::TextOrMap => "a string or a mapping".to_owned(),
        }
    }

    /// Returns whether a string has this type.
    pub(crate) fn fits_text(self, text: &str) -> bool {
        match self {
            Self::Text
            | Self::Commas
            | Self::TextOrList
            | Self::Globs
            | Self::Hint
            | Self::TextOrMap => true,
            Self::TextUpTo(max) => !text.is_empty() && text.chars().count() <= max,
            Self::Word(words) => words.contains(&text),
            Self::List
            | Self::AnyList
            | Self::NamesOrMaps
            | Self::Flag
            | Self::Positive
            | Self::UpTo(_)
            | Self::Map
            | Self::TextMap => false,
        }
    }

    /// Returns whether a value has this type.
    pub(crate) fn fits(self, value: &Value) -> bool {
        if let Some(text) = value.as_str() {
            return self.fits_text(text);
        }
        let texts = || {
            let items = value.as_list();
            items.is_some_and(|items| items.iter().all(|item| item.as_str().is_some()))
        };
        match self {
            Self::Text | Self::Commas | Self::TextUpTo(_) | Self::Word(_) => false,
            // `[file]` without quotes is a list in YAML, and the documented syntax of a hint.
            Self::List | Self::TextOrList | Self::Globs | Self::Hint => texts(),
            Self::AnyList => value.as_list().is_some(),
            Self::NamesOrMaps => value.as_list().is_some_and(|items| {
                items
                    .iter()
                    .all(|item| item.as_str().is_some() || item.as_map().is_some())
            }),
            Self::Flag => value.as_bool().is_some(),
            Self::Positive => value
                .as_number()
                .is_some_and(|number| !number.is_float() && number.as_u64().is_some_and(|n| n > 0)),
            Self::UpTo(max) => value
                .as_number()
                .is_some_and(|number| (0.0..=f64::from(max)).contains(&number.as_f64())),
            Self::Map | Self::TextOrMap => value.as_map().is_some(),
            Self::TextMap => value
                .as_map()
                .is_some_and(|map| map.values().all(|value| value.as_str().is_some())),
        }
    }

    /// Converts a value to this type, where the result has exactly the same content.
    pub(crate) fn coerced(self, value: &Value) -> Option<Value> {
        // A list of globs is written as one string, which every version of the tool reads.
        let is_globs = self == Self::Globs && value.as_list().is_some();
        if self.fits(value) && !is_globs {
            return Some(value.clone());
        }
        let coerced = match (self, value) {
            (Self::List | Self::AnyList, Value::String(text)) => {
                let items = text
                    .split(',')
                    .map(str::trim)
                    .filter(|item| !item.is_empty());
                items.collect()
            }
            // Only these fields hold several values in one string: `[optional: x]` stays as it is.
            (Self::Commas | Self::Globs, Value::List(items)) => {
                let texts: Option<Vec<&str>> = items
                    .iter()
                    .map(|item| item.as_str().filter(|text| !text.contains(',')))
                    .collect();
                texts?.join(", ").into()
            }
            (Self::Text | Self::TextUpTo(_), Value::Number(number)) => number.to_string().into(),
            (Self::TextMap, Value::Map(map)) => {
                let texts: Option<Map> = map
                    .iter()
                    .map(|(key, value)| Some((key, scalar_text(value)?)))
                    .collect();
                Value::Map(texts?)
            }
            (Self::NamesOrMaps, Value::Map(map)) => map
                .iter()
                .map(|(name, value)| Value::Map(Map::from([(name, value.clone())])))
                .collect(),
            (Self::Map, Value::List(items)) => {
                let mut merged = Map::new();
                for item in items {
                    let map = item.as_map().filter(|map| map.len() == 1)?;
                    let (name, value) = map.iter().next()?;
                    if merged.insert(name, value.clone()).is_some() {
                        return None;
                    }
                }
                Value::Map(merged)
            }
            _ => return None,
        };
        Some(coerced).filter(|value| self.fits(value))
    }
}

fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::List(_) | Value::Map(_) | Value::Opaque(_) => None,
    }
}

/// Returns the boolean that some tools read from a word or number: `yes`, `on`, `1`.
pub(crate) fn spelled_flag(value: &Value) -> Option<bool> {
    match value {
        Value::String(word) => match word.to_ascii_lowercase().as_str() {
            "yes" | "on" | "true" => Some(true),
            "no" | "off" | "false" => Some(false),
            _ => None,
        },
        Value::Number(number) => match number.as_u64() {
            Some(1) if *number == Number::from(1_u64) => Some(true),
            Some(0) => Some(false),
            _ => None,
        },
        _ => None,
    }
}

use interline_frontmatter::{Number, Value};

/// What a field may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A text.
    Text,
    /// A text of at most so many characters.
    TextUpTo(usize),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A text with commas, or a list of texts.
    TextOrList,
    /// A text with commas.
    Commas,
    /// A list of texts.
    List,
    /// A list of anything.
    AnyList,
    /// A list of names and of maps.
    NamesOrMaps,
    /// Text, or the list that brackets round a word make of it.
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
    /// A mapping of texts.
    TextMap,
    /// A text or a mapping.
    TextOrMap,
}

impl Shape {
    /// What it wants, for messages.
    pub(crate) fn wanted(self) -> String {
        match self {
            Self::Text => "a text".to_owned(),
            Self::TextUpTo(max) => format!("a text of 1 to {max} characters"),
            Self::Word(words) => format!("one of `{}`", words.join("`, `")),
            Self::TextOrList => "a text with commas or a list of texts".to_owned(),
            Self::Commas => "a text with commas".to_owned(),
            Self::List => "a list of texts".to_owned(),
            Self::AnyList => "a list".to_owned(),
            Self::NamesOrMaps => "a list of names or mappings".to_owned(),
            Self::Hint => "a text".to_owned(),
            Self::Globs => "a text with commas".to_owned(),
            Self::Flag => "`true` or `false`".to_owned(),
            Self::Positive => "a whole number from 1".to_owned(),
            Self::UpTo(max) => format!("a number from 0 to {max}"),
            Self::Map => "a mapping".to_owned(),
            Self::TextMap => "a mapping of texts".to_owned(),
            Self::TextOrMap => "a text or a mapping".to_owned(),
        }
    }

    pub(crate) fn fits(self, value: &Value) -> bool {
        let text = value.as_str();
        let texts = || {
            let items = value.as_list();
            items.is_some_and(|items| items.iter().all(|item| item.as_str().is_some()))
        };
        match self {
            Self::Text | Self::Commas => text.is_some(),
            Self::TextUpTo(max) => {
                text.is_some_and(|text| !text.is_empty() && text.chars().count() <= max)
            }
            Self::Word(words) => text.is_some_and(|text| words.contains(&text)),
            Self::TextOrList | Self::Globs => text.is_some() || texts(),
            // `[file]` without quotes is a list for YAML, and the documented form.
            Self::Hint => text.is_some() || texts(),
            Self::List => texts(),
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
            Self::Map => value.as_map().is_some(),
            Self::TextMap => value
                .as_map()
                .is_some_and(|map| map.values().all(|value| value.as_str().is_some())),
            Self::TextOrMap => text.is_some() || value.as_map().is_some(),
        }
    }

    /// The same content in this shape, where there is one that says exactly that.
    pub(crate) fn coerced(self, value: &Value) -> Option<Value> {
        // A list of globs is one text too, which every version of the tool reads.
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
            (
                Self::Text | Self::TextUpTo(_) | Self::Commas | Self::Globs | Self::Word(_),
                Value::List(items),
            ) => {
                let texts: Option<Vec<&str>> = items
                    .iter()
                    .map(|item| item.as_str().filter(|text| !text.contains(',')))
                    .collect();
                // A list in the place of a text is no list of words: `[optional: x]` stays what it is.
                if !matches!(self, Self::Commas | Self::Globs) {
                    return None;
                }
                texts?.join(", ").into()
            }
            (Self::Text | Self::TextUpTo(_), Value::Number(number)) => number.to_string().into(),
            (Self::TextMap, Value::Map(map)) => {
                let texts: Option<Vec<(&str, String)>> = map
                    .iter()
                    .map(|(key, value)| Some((key, scalar_text(value)?)))
                    .collect();
                Value::Map(texts?.into_iter().collect())
            }
            (Self::NamesOrMaps, Value::Map(map)) => map
                .iter()
                .map(|(name, value)| {
                    Value::Map([(name.to_owned(), value.clone())].into_iter().collect())
                })
                .collect(),
            (Self::Map, Value::List(items)) => {
                let maps: Option<Vec<_>> = items
                    .iter()
                    .map(|item| item.as_map().filter(|map| map.len() == 1))
                    .collect();
                let entries = maps?.into_iter().flat_map(|map| {
                    map.iter()
                        .map(|(name, value)| (name.to_owned(), value.clone()))
                });
                let entries: Vec<_> = entries.collect();
                let merged: interline_frontmatter::Map = entries.iter().cloned().collect();
                if merged.len() != entries.len() {
                    return None;
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

/// A flag in the words that some tools take for one.
pub(super) fn spelled_flag(value: &Value) -> Option<bool> {
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

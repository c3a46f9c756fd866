use std::collections::HashSet;
use std::fmt;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use interline_text::nearest;

use crate::argument::{FragmentArgument, is_argument_name, shown};
use crate::diagnostics::{REQUIRED_WITH_DEFAULT, UNKNOWN_ARGUMENT_KEY};

/// The keys of an argument that is written as a mapping.
const KEYS: [&str; 4] = ["name", "description", "required", "default"];

/// The field `arguments` in any of its forms. Errors are returned from the value in question, so that they have its location.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    pub(crate) arguments: Vec<FragmentArgument>,
    /// The form that is a single string. It is parsed by the caller, which has its location.
    pub(crate) text: Option<String>,
    pub(crate) remarks: Vec<Remark>,
    names: HashSet<String>,
}

/// A diagnostic without a location.
#[derive(Debug)]
pub(crate) struct Remark {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Declared {
    fn add<E: de::Error>(&mut self, argument: FragmentArgument) -> Result<(), E> {
        if !self.names.insert(argument.name.clone()) {
            return Err(E::custom(declared_twice(&argument.name)));
        }
        self.arguments.push(argument);
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Declared {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A list is asked for, since then numbers and booleans come as they are written.
        deserializer.deserialize_seq(DeclaredVisitor)
    }
}

struct DeclaredVisitor;

impl<'de> Visitor<'de> for DeclaredVisitor {
    type Value = Declared;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string such as `text, from=en`, a list, or a mapping from names to defaults")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Declared, E> {
        Ok(Declared::default())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Declared, E> {
        Ok(Declared {
            text: Some(text.to_owned()),
            ..Declared::default()
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Declared, A::Error> {
        let mut declared = Declared::default();
        while items.next_element_seed(Item(&mut declared))?.is_some() {}
        Ok(declared)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Declared, A::Error> {
        let mut declared = Declared::default();
        while let Some(name) = entries.next_key_seed(Name)? {
            let default: Option<String> = entries.next_value()?;
            let argument = FragmentArgument {
                name,
                description: None,
                default,
            };
            declared.add(argument)?;
        }
        Ok(declared)
    }
}

/// The name of an argument.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        let name = String::deserialize(deserializer)?;
        checked(&name).map_err(de::Error::custom)?;
        Ok(name)
    }
}

/// An item of a list: a string such as `from=en`, or a mapping.
struct Item<'a>(&'a mut Declared);

impl<'de> DeserializeSeed<'de> for Item<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Item<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an argument: `name`, `name=default` or a mapping with `name`")
    }

    fn visit_str<E: de::Error>(self, item: &str) -> Result<(), E> {
        let argument = parse_item(item).map_err(E::custom)?;
        self.0.add(argument)
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<(), A::Error> {
        let mut fields = Fields::default();
        fields.read(entries)?;
        let name = fields
            .name
            .ok_or_else(|| de::Error::missing_field("name"))?;
        let mut remark = |code, message: String| {
            self.0.remarks.push(Remark { code, message });
        };
        for key in fields.unknown {
            let fix = match nearest(&key, KEYS) {
                Some(near) => format!("its name is `{near}`"),
                None => "expected `name`, `description`, `required` or `default`".to_owned(),
            };
            let (name, key) = (shown(&name), shown(&key));
            let message = format!("argument `{name}` has no key `{key}`: {fix}");
            remark(UNKNOWN_ARGUMENT_KEY, message);
        }
        let default = match (fields.required, fields.default) {
            (Some(true), Some(default)) => {
                remark(
                    REQUIRED_WITH_DEFAULT,
                    format!(
                        "argument `{}` is required and has a default: the default applies; remove one of the two",
                        shown(&name)
                    ),
                );
                Some(default)
            }
            (Some(false), None) => Some(String::new()),
            (_, default) => default,
        };
        self.0.add(FragmentArgument {
            name,
            description: fields.description,
            default,
        })
    }
}

/// The fields of an argument that is written as a mapping.
#[derive(Default)]
struct Fields {
    name: Option<String>,
    description: Option<String>,
    required: Option<bool>,
    default: Option<String>,
    unknown: Vec<String>,
}

impl Fields {
    fn read<'de, A: MapAccess<'de>>(&mut self, mut entries: A) -> Result<(), A::Error> {
        while let Some(key) = entries.next_key::<String>()? {
            match key.as_str() {
                "name" => self.name = Some(entries.next_value_seed(Name)?),
                "description" => self.description = entries.next_value()?,
                "required" => self.required = entries.next_value()?,
                "default" => self.default = entries.next_value()?,
                _ => {
                    entries.next_value::<de::IgnoredAny>()?;
                    self.unknown.push(key);
                }
            }
        }
        Ok(())
    }
}

pub(crate) fn declared_twice(name: &str) -> String {
    format!(
        "argument `{}` is declared twice: remove one of the two",
        shown(name)
    )
}

/// Parses `name` or `name=default`, where the default may be in quotes.
fn parse_item(item: &str) -> Result<FragmentArgument, String> {
    let (argument, _) = parse_first(item, Commas::AreText)?;
    Ok(argument)
}

/// Parses arguments with commas between them. Arguments and errors come with their offset in `text`. Empty items are skipped.
pub(super) fn parse_list(text: &str) -> Result<Vec<(FragmentArgument, usize)>, (String, usize)> {
    let mut arguments = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let at = text.len() - rest.len();
        if rest.is_empty() {
            return Ok(arguments);
        }
        let (argument, after) =
            parse_first(rest, Commas::Separate).map_err(|message| (message, at))?;
        arguments.push((argument, at));
        rest = after;
    }
}

/// Parses the first argument of `text`, and returns the text after it.
fn parse_first(text: &str, commas: Commas) -> Result<(FragmentArgument, &str), String> {
    let end = |text: &str| match commas {
        Commas::Separate => text.find(',').unwrap_or(text.len()),
        Commas::AreText => text.len(),
    };
    let (item, after_item) = text.split_at(end(text));
    let Some((name, _)) = item.split_once('=') else {
        return Ok((
            FragmentArgument::required(checked(item.trim())?),
            after_item,
        ));
    };
    let name = checked(name.trim())?;
    // The default may be in quotes and contain commas, so that it is not read from the item.
    let value = text.split_once('=').map_or("", |(_, value)| value);
    let value = value.trim_start();
    if let Some(quote @ ('"' | '\'')) = value.chars().next() {
        let (default, rest) = unquote(value, quote)
            .ok_or_else(|| format!("nothing closes the quote in `{}`", shown(text)))?;
        let (after, rest) = rest.split_at(end(rest));
        if !after.trim().is_empty() {
            return Err(format!(
                "text after the closing quote in `{}`: write all of the default in quotes",
                shown(text)
            ));
        }
        return Ok((FragmentArgument::optional(name, default), rest));
    }
    let (value, rest) = value.split_at(end(value));
    Ok((FragmentArgument::optional(name, value.trim()), rest))
}

/// The meaning of a comma in a list of arguments.
#[derive(Clone, Copy)]
enum Commas {
    Separate,
    AreText,
}

/// Returns the name of an argument, when it is valid.
fn checked(name: &str) -> Result<&str, String> {
    if is_argument_name(name) {
        return Ok(name);
    }
    let fix = name
        .split_once(':')
        .map(|(name, default)| (name.trim(), default.trim()))
        .filter(|(name, default)| is_argument_name(name) && !default.is_empty())
        .map(|(name, default)| format!(": write `{name}={default}`"));
    Err(format!(
        "expected an argument name of `a-z`, `A-Z`, `0-9`, `-` and `_`, found `{}`{}",
        shown(name),
        fix.unwrap_or_default()
    ))
}

/// Returns the string in quotes at the start of `text`, and the text after it. In double quotes `\"` is a quote and `\\` a backslash, in
/// single quotes `''` is a quote, as in YAML.
fn unquote(text: &str, quote: char) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut rest = text.strip_prefix(quote)?;
    loop {
        let end = rest.find(|c| c == quote || (c == '\\' && quote == '"'))?;
        value.push_str(rest.get(..end)?);
        rest = rest.get(end..)?;
        let escape = if quote == '"' {
            ["\\\"", "\\\\"]
        } else {
            ["''", "''"]
        };
        if let Some(after) = escape.iter().find_map(|escape| rest.strip_prefix(escape)) {
            value.push(rest.chars().nth(1)?);
            rest = after;
        } else if let Some(after) = rest.strip_prefix(quote) {
            return Some((value, after));
        } else {
            value.push('\\');
            rest = rest.strip_prefix('\\')?;
        }
    }
}

use serde::{Deserialize, Serialize};

/// An argument that a fragment declares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FragmentArgument {
    /// One or more of `a-z`, `A-Z`, `0-9`, `-`, `_`. Case counts.
    pub name: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The value when none is given. An argument without a default is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

impl FragmentArgument {
    /// An argument that needs a value.
    pub fn required(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// An argument with a default.
    pub fn optional(name: impl Into<String>, default: impl Into<String>) -> Self {
        Self {
            default: Some(default.into()),
            ..Self::required(name)
        }
    }

    /// Whether a value has to be given.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.default.is_none()
    }

    /// Reads `name` or `name=default`, where the default may be in quotes.
    pub(crate) fn parse(item: &str) -> Result<Self, String> {
        let (argument, _) = Self::parse_first(item, Commas::AreText)?;
        Ok(argument)
    }

    /// Reads arguments with commas between them, each with its place in `text`, and so the error. Items with nothing in
    /// them are skipped.
    pub(crate) fn parse_list(text: &str) -> Result<Vec<(Self, usize)>, (String, usize)> {
        let mut arguments = Vec::new();
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            let at = text.len() - rest.len();
            if rest.is_empty() {
                return Ok(arguments);
            }
            let (argument, after) =
                Self::parse_first(rest, Commas::Separate).map_err(|message| (message, at))?;
            arguments.push((argument, at));
            rest = after;
        }
    }

    /// The first argument of `text` and what follows it.
    fn parse_first(text: &str, commas: Commas) -> Result<(Self, &str), String> {
        let end = |text: &str| match commas {
            Commas::Separate => text.find(',').unwrap_or(text.len()),
            Commas::AreText => text.len(),
        };
        let (item, after_item) = text.split_at(end(text));
        let Some((name, _)) = item.split_once('=') else {
            return Ok((Self::required(checked(item.trim())?), after_item));
        };
        let name = checked(name.trim())?;
        // Not from the item: the default may be in quotes and hold commas.
        let value = text.split_once('=').map_or("", |(_, value)| value);
        let value = value.trim_start();
        if let Some(quote @ ('"' | '\'')) = value.chars().next() {
            let (default, rest) = unquote(value, quote)
                .ok_or_else(|| format!("nothing closes the quote in `{}`", shown(text)))?;
            let (after, rest) = rest.split_at(end(rest));
            if !after.trim().is_empty() {
                return Err(format!(
                    "text after the closing quote in `{}`: put all of the default in quotes",
                    shown(text)
                ));
            }
            return Ok((Self::optional(name, default), rest));
        }
        let (value, rest) = value.split_at(end(value));
        Ok((Self::optional(name, value.trim()), rest))
    }
}

/// What a comma means where arguments are read.
#[derive(Clone, Copy)]
enum Commas {
    Separate,
    AreText,
}

/// The name of an argument, when it is one.
pub(crate) fn checked(name: &str) -> Result<&str, String> {
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

pub(crate) fn is_argument_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(is_name_byte)
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_')
}

/// The text in quotes at the beginning of `text`, and what follows it. In double quotes `\"` is a quote and `\\` a
/// backslash, in single quotes `''` is a quote, as in YAML.
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

/// The start of a string for a message, on one line.
pub(crate) fn shown(text: &str) -> String {
    const MAX: usize = 40;
    let mut shown: String = text
        .chars()
        .take(MAX)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.chars().nth(MAX).is_some() {
        shown.push('…');
    }
    shown
}

//! Reading the arguments that a header declares.

use std::collections::HashSet;
use std::ops::Range;

use interline_frontmatter::Node;
use interline_text::{Diagnostic, Severity, nearest};
use serde::Deserialize;

use crate::argument::{FragmentArgument, is_argument_name, shown};
use crate::diagnostics::{REQUIRED_WITH_DEFAULT, UNKNOWN_ARGUMENT_KEY};

/// The keys of an argument that is written as a mapping.
const KEYS: [&str; 4] = ["name", "description", "required", "default"];

/// The span of an invalid value, and the message.
type Invalid = (Range<usize>, String);

/// Reads a list of arguments, or a mapping from names to defaults. The diagnostics are about all of it.
pub(super) fn parse_collection(
    node: &Node<'_, '_>,
) -> Result<(Vec<FragmentArgument>, Vec<Diagnostic>), Invalid> {
    let (mut arguments, mut diagnostics) = (Vec::new(), Vec::new());
    let mut remark = |code: &'static str, message: String| {
        let diagnostic = Diagnostic::new(Severity::Warning, code, node.span(), message);
        diagnostics.push(diagnostic);
    };
    let mut names = HashSet::new();
    for item in node.items() {
        let argument = parse_node(&item, &mut remark)?;
        if !names.insert(argument.name.clone()) {
            return Err((item.span(), declared_twice(&argument.name)));
        }
        arguments.push(argument);
    }
    // A mapping has each key once.
    for (key, value) in node.entries() {
        let name = checked(key.text().unwrap_or_default());
        arguments.push(FragmentArgument {
            name: name.map_err(|message| (key.span(), message))?.to_owned(),
            description: None,
            default: get(&value)?,
        });
    }
    Ok((arguments, diagnostics))
}

fn get<'a, T: Deserialize<'a>>(node: &Node<'_, 'a>) -> Result<T, Invalid> {
    let value = node.get_as();
    value.map_err(|error| (node.span(), error.message()))
}

/// Reads an item of a list: a string such as `from=en`, or a mapping.
fn parse_node(
    node: &Node<'_, '_>,
    remark: &mut impl FnMut(&'static str, String),
) -> Result<FragmentArgument, Invalid> {
    if node.is_mapping() {
        return parse_mapping(node, remark);
    }
    let found = match node.text() {
        Some(_) if node.value().is_null() => "null",
        Some(text) => return parse_item(text).map_err(|message| (node.span(), message)),
        None => "a sequence",
    };
    let message = format!(
        "expected an argument: `name`, `name=default` or a mapping with `name`, found {found}"
    );
    Err((node.span(), message))
}

fn parse_mapping(
    node: &Node<'_, '_>,
    remark: &mut impl FnMut(&'static str, String),
) -> Result<FragmentArgument, Invalid> {
    let mut name: Option<String> = None;
    let mut required: Option<bool> = None;
    let mut argument = FragmentArgument::default();
    let mut unknown = Vec::new();
    for (key, value) in node.entries() {
        match key.text().unwrap_or_default() {
            "name" => {
                let found: String = get(&value)?;
                checked(&found).map_err(|message| (value.span(), message))?;
                name = Some(found);
            }
            "description" => argument.description = get(&value)?,
            "required" => required = get(&value)?,
            "default" => argument.default = get(&value)?,
            key => unknown.push(key),
        }
    }
    argument.name = name.ok_or_else(|| (node.span(), "missing field `name`".to_owned()))?;
    let name = shown(&argument.name);
    for key in unknown {
        let fix = match nearest(key, KEYS) {
            Some(near) => format!("its name is `{near}`"),
            None => "expected `name`, `description`, `required` or `default`".to_owned(),
        };
        let message = format!("argument `{name}` has no key `{}`: {fix}", shown(key));
        remark(UNKNOWN_ARGUMENT_KEY, message);
    }
    if required == Some(true) && argument.default.is_some() {
        let message = format!(
            "argument `{name}` is required and has a default: the default applies; remove one of the two"
        );
        remark(REQUIRED_WITH_DEFAULT, message);
    }
    if required == Some(false) {
        argument.default.get_or_insert_default();
    }
    Ok(argument)
}

pub(super) fn declared_twice(name: &str) -> String {
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

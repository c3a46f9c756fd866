//! Reading the value of `tools`. It is a restriction, so that a value that cannot be read for certain is an error.

use std::ops::Range;

use interline_frontmatter::{Map, Node, Value};
use interline_text::{Diagnostic, Severity};

use super::{
    ToolSeparator, denies, has_comma, has_space, is_all, item_name, quoted_list, split_tools,
};
use crate::diagnostics as codes;
use crate::values::describe;

/// The content of the value of `tools`.
#[derive(Debug, Default)]
pub(crate) struct ReadTools {
    pub(crate) names: Vec<String>,
    /// The part that the names do not express.
    pub(crate) kept: Option<Value>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The maximum number of items into which YAML may have cut one name. It bounds the time for lists of parentheses.
const MAX_TORN: usize = 64;

/// The span of an invalid value, and the message.
pub(crate) type Invalid = (Range<usize>, String);

pub(crate) fn read(node: &Node<'_, '_>, separator: ToolSeparator) -> Result<ReadTools, Invalid> {
    if node.is_sequence() {
        return read_list(node);
    }
    if node.is_mapping() {
        return Ok(read_map(node));
    }
    match node.value() {
        Value::String(text) => read_text(&text, node.span(), separator),
        other => {
            let message = format!(
                "expected names of tools, `[]` for none or `*` for all, found {}: without `tools` nothing is restricted",
                describe(&other)
            );
            Err((node.span(), message))
        }
    }
}

fn read_text(
    text: &str,
    span: Range<usize>,
    separator: ToolSeparator,
) -> Result<ReadTools, Invalid> {
    let mut tools = ReadTools::default();
    let inner = quoted_list(text);
    let names = split_tools(inner.unwrap_or(text), separator)
        .map_err(|error| (span.clone(), error.to_string()))?;
    if inner.is_some() {
        let message = format!(
            "a list in quotes is a string; read as the list: write `tools: [{}]` without quotes around it",
            names.join(", ")
        );
        tools.report(codes::QUOTED_LIST, span.clone(), message);
    }
    if names.iter().copied().any(is_all) {
        tools.kept = Some(if let [_] = names.as_slice() {
            "*".into()
        } else {
            names.into_iter().collect()
        });
        return Ok(tools);
    }
    if names.is_empty() {
        tools.kept = Some(Value::List(Vec::new()));
    }
    let may_lack_commas = inner.is_none() && !text.contains(',');
    for name in names {
        if may_lack_commas && has_space(name) {
            let message = format!(
                "`{name}` is read as the name of one tool, spaces included: write a comma between names"
            );
            tools.report(codes::SPACE_IN_TOOL, span.clone(), message);
        }
        tools.names.push(name.to_owned());
    }
    Ok(tools)
}

impl ReadTools {
    fn report(&mut self, code: &'static str, span: Range<usize>, message: String) {
        let diagnostic = Diagnostic::new(Severity::Warning, code, span, message);
        self.diagnostics.push(diagnostic);
    }
}

/// Reads a list. An item is one name; a name that YAML cut inside parentheses is joined again.
fn read_list(list: &Node<'_, '_>) -> Result<ReadTools, Invalid> {
    let mut tools = ReadTools::default();
    let mut all = Vec::new();
    // The parts of a name that YAML cut at its commas, and where they are.
    let mut torn: Option<(String, Range<usize>)> = None;
    let mut parts = 0;
    for item in list.items() {
        let Value::String(text) = item.value() else {
            let what = describe(&item.value());
            let source = item.source();
            let message = format!(
                "expected the name of a tool, found {what}: write `{source}` in quotes if it is a name"
            );
            return Err((item.span(), message));
        };
        let (text, span, was_torn) = match torn.take() {
            Some((before, span)) => (
                format!("{before}, {text}"),
                span.start..item.span().end,
                true,
            ),
            None => (text, item.span(), false),
        };
        match item_name(&text) {
            Err(_) if parts < MAX_TORN => {
                parts += 1;
                torn = Some((text, span));
            }
            Err(_) => return Err(unclosed(&text, span)),
            Ok("") => parts = 0,
            Ok(name) => {
                parts = 0;
                if was_torn {
                    let message = format!(
                        "YAML cut this name at its commas; read as `{text}`: write it in quotes"
                    );
                    tools.report(codes::TORN_TOOL, span, message);
                } else if name == text.trim() && has_comma(name) {
                    let message = format!(
                        "`{name}` is one item of the list, so it is read as the name of one tool: make each name an item"
                    );
                    tools.report(codes::SEVERAL_TOOLS, span, message);
                }
                all.push(Value::from(name));
                if !is_all(name) {
                    tools.names.push(name.to_owned());
                }
            }
        }
    }
    if let Some((text, span)) = torn {
        return Err(unclosed(&text, span));
    }
    let is_star = all.iter().any(|name| name.as_str().is_some_and(is_all));
    if is_star {
        tools.names.clear();
    }
    if is_star || all.is_empty() {
        tools.kept = Some(Value::List(all));
    }
    Ok(tools)
}

fn unclosed(text: &str, span: Range<usize>) -> Invalid {
    let name = text.split(',').next().unwrap_or_default();
    let message =
        format!("nothing closes the parenthesis of `{name}`: expected `)`, and the name in quotes");
    (span, message)
}

fn read_map(map: &Node<'_, '_>) -> ReadTools {
    let mut tools = ReadTools::default();
    let mut kept = Map::new();
    let (mut is_plain, mut is_star) = (true, false);
    for (key, value) in map.entries() {
        let name = key.text().unwrap_or_default();
        let flag = value.value();
        let denied = denies(&flag);
        if is_all(name) {
            is_star |= !denied;
        } else if !denied {
            tools.names.push(name.to_owned());
        }
        is_plain &= flag.as_bool() == Some(true);
        if flag.as_bool().is_none() {
            let message = format!(
                "expected `true` or `false` for `{name}`, found {}: read as {}, and kept under `extras`",
                describe(&flag),
                if denied { "denied" } else { "allowed" }
            );
            tools.report(codes::TOOL_NOT_A_FLAG, value.span(), message);
        }
        kept.insert(name, flag);
    }
    if is_star {
        tools.names.clear();
    } else if tools.names.is_empty() {
        let message = "this map allows no tool; read as no tool: name the allowed tools, or add `\"*\": true`";
        tools.report(codes::NO_TOOL_ALLOWED, map.span(), message.to_owned());
    }
    if is_star || !is_plain || kept.is_empty() {
        tools.kept = Some(Value::Map(kept));
    }
    tools
}

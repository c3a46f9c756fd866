//! The value of `tools`. What it says is a restriction, so what cannot be read for certain is an error.

use std::ops::Range;

use interline_frontmatter::{Mapping, Node, Value};
use interline_text::{Diagnostic, Severity};

use super::{ToolSeparator, denies, has_blank, is_all, split_tools};
use crate::header::Field;
use crate::values::describe;

/// What the value of `tools` says.
#[derive(Debug, Default)]
pub(crate) struct ReadTools {
    pub(crate) names: Vec<String>,
    /// What the names do not say.
    pub(crate) kept: Option<Value>,
    pub(crate) told: Vec<Diagnostic>,
}

/// In how many items YAML may have torn one name. Bounds the work on lists of parentheses.
const MAX_TORN: usize = 64;

/// Why it cannot be read: where, and what to write instead.
pub(crate) type Refusal = (Range<usize>, String);

pub(crate) fn read(field: &Field<'_, '_>, separator: ToolSeparator) -> Result<ReadTools, Refusal> {
    match field {
        Field::Repaired(repair) => {
            let text = repair.value.value.as_str();
            let is_names = |text: &&str| !text.starts_with(['[', '{', '-', '|', '>', '&', '!']);
            let Some(text) = text.filter(is_names) else {
                return Err((repair.diagnostic.span.clone(), repair.reason.clone()));
            };
            read_text(text, repair.span.clone(), separator)
        }
        Field::Node(node) if node.is_sequence() => read_list(node, separator),
        Field::Node(node) if node.is_mapping() => Ok(read_map(node)),
        Field::Node(node) => match node.value() {
            Value::String(text) => read_text(&text, node.span(), separator),
            other => {
                let message = format!(
                    "expected names of tools, `[]` for none or `*` for all, found {}: without `tools` nothing is restricted",
                    describe(&other)
                );
                Err((node.span(), message))
            }
        },
    }
}

fn read_text(
    text: &str,
    span: Range<usize>,
    separator: ToolSeparator,
) -> Result<ReadTools, Refusal> {
    let names = split_tools(text, separator).map_err(|error| (span.clone(), error.to_string()))?;
    let mut tools = ReadTools::default();
    if names.iter().copied().any(is_all) {
        tools.kept = Some(if let [_] = names.as_slice() {
            "*".into()
        } else {
            names.into_iter().collect()
        });
        return Ok(tools);
    }
    if names.is_empty() {
        tools.kept = Some(Value::Sequence(Vec::new()));
    }
    for name in names {
        tools.push(name, &span);
    }
    Ok(tools)
}

impl ReadTools {
    fn push(&mut self, name: &str, span: &Range<usize>) {
        if has_blank(name) {
            let message = format!(
                "`{name}` is read as the name of one tool, blanks included: put commas between names"
            );
            self.tell("blank-in-tool", span.clone(), message);
        }
        self.names.push(name.to_owned());
    }

    fn tell(&mut self, code: &'static str, span: Range<usize>, message: String) {
        let diagnostic = Diagnostic::new(Severity::Warning, code, span, message);
        self.told.push(diagnostic);
    }
}

fn read_list(list: &Node<'_, '_>, separator: ToolSeparator) -> Result<ReadTools, Refusal> {
    let mut tools = ReadTools::default();
    let mut all = Vec::new();
    // The pieces of a name that YAML cut at its commas, and where they stand.
    let mut torn: Option<(String, Range<usize>)> = None;
    let mut pieces = 0;
    for item in list.items() {
        let Value::String(text) = item.value() else {
            let what = describe(&item.value());
            let source = item.source();
            let message = format!(
                "expected the name of a tool, found {what}: put `{source}` in quotes if it is a name"
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
        match split_tools(&text, separator) {
            Err(_) if pieces < MAX_TORN => {
                pieces += 1;
                torn = Some((text, span));
            }
            Err(_) => return Err(unclosed(&text, span)),
            Ok(names) => {
                pieces = 0;
                if was_torn {
                    let message = format!(
                        "YAML cut this name at its commas; read as `{text}`: put it in quotes"
                    );
                    tools.tell("torn-tool", span.clone(), message);
                } else if names.len() > 1 && separator == ToolSeparator::Comma {
                    let message = format!(
                        "{} names in one item; read as `{}`: make each an item",
                        names.len(),
                        names.join("`, `")
                    );
                    tools.tell("several-tools", span.clone(), message);
                }
                all.extend(names.iter().map(|name| Value::from(*name)));
                for name in names.into_iter().filter(|name| !is_all(name)) {
                    tools.push(name, &span);
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
        tools.kept = Some(Value::Sequence(all));
    }
    Ok(tools)
}

fn unclosed(text: &str, span: Range<usize>) -> Refusal {
    let name = text.split(',').next().unwrap_or_default();
    let message =
        format!("nothing closes the parenthesis of `{name}`: expected `)`, and the name in quotes");
    (span, message)
}

fn read_map(map: &Node<'_, '_>) -> ReadTools {
    let mut tools = ReadTools::default();
    let mut kept = Mapping::new();
    let (mut is_plain, mut is_star) = (true, false);
    for (key, value) in map.entries() {
        let name = key.text().unwrap_or_default();
        let flag = value.value();
        match flag {
            Value::Bool(false) => is_plain = false,
            Value::Bool(true) if is_all(name) => is_star = true,
            Value::Bool(true) => tools.names.push(name.to_owned()),
            _ => {
                is_plain = false;
                let denied = denies(&flag);
                if is_all(name) {
                    is_star |= !denied;
                } else if !denied {
                    tools.names.push(name.to_owned());
                }
                let message = format!(
                    "expected `true` or `false` for `{name}`, found {}: read as {}, and kept under `extras`",
                    describe(&flag),
                    if denied { "denied" } else { "allowed" }
                );
                tools.tell("tool-not-a-flag", value.span(), message);
            }
        }
        kept.insert(name, flag);
    }
    if is_star {
        tools.names.clear();
    } else if tools.names.is_empty() {
        let message = "this map allows no tool; read as none at all: name those that are allowed, or add `\"*\": true`";
        tools.tell("no-tool-allowed", map.span(), message.to_owned());
    }
    if is_star || !is_plain || kept.is_empty() {
        tools.kept = Some(Value::Mapping(kept));
    }
    tools
}

//! Values of keys that have no field of their own.

use interline_frontmatter::{Map, Node, Value};
use interline_text::{Diagnostic, Severity};

use crate::diagnostics as codes;

/// The value of a node as YAML gives it. A value that JSON cannot hold keeps its source text, with a diagnostic.
///
/// Recursion is bounded by the limit of depth.
pub(crate) fn value(node: &Node<'_, '_>, diagnostics: &mut Vec<Diagnostic>) -> Value {
    if node.is_sequence() {
        let items = node.items();
        Value::List(items.map(|item| value(&item, diagnostics)).collect())
    } else if node.is_mapping() {
        let mut mapping = Map::new();
        for (key, item) in node.entries() {
            mapping.insert(key.text().unwrap_or_default(), value(&item, diagnostics));
        }
        Value::Map(mapping)
    } else {
        scalar(node, diagnostics)
    }
}

fn scalar(node: &Node<'_, '_>, diagnostics: &mut Vec<Diagnostic>) -> Value {
    let value = node.value();
    let reason = match &value {
        _ if node.ignored_tag().is_some() => "a tag has no form in JSON",
        Value::Number(number) if !number.as_f64().is_finite() => {
            "infinity and NaN have no form in JSON"
        }
        Value::String(text) if node.is_plain() && is_large_number(text) => {
            "this number does not fit 64 bits"
        }
        _ => return value,
    };
    let source = node.source();
    let message = format!("{reason}: kept as the text `{source}`, put it in quotes");
    diagnostics.push(Diagnostic::new(
        Severity::Warning,
        codes::KEPT_AS_TEXT,
        node.span(),
        message,
    ));
    source.into()
}

/// A plain scalar that a number of 64 bits would round or refuse, leading zeros aside.
fn is_large_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return false;
    }
    let all_digits = digits.bytes().all(|b| b.is_ascii_digit());
    if all_digits {
        return !digits.starts_with('0') && digits.len() > 18;
    }
    text.parse::<f64>().is_ok_and(f64::is_infinite)
}

/// What a value is, for messages.
pub(crate) fn describe(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "a flag",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::List(_) => "a list",
        Value::Map(_) => "a mapping",
        Value::Opaque(_) => "an opaque value",
    }
}

//! Values of keys that have no field of their own.

use interline_frontmatter::{Document, Mapping, Node, ReadOptions, Value};
use interline_text::{Diagnostic, Severity};

use crate::header::Field;

/// The value of a field as YAML gives it. What has no form in JSON keeps its letters, with a diagnostic.
pub(crate) fn value(field: &Field<'_, '_>, told: &mut Vec<Diagnostic>) -> Value {
    match field {
        Field::Node(node) => node_value(node, told),
        Field::Repaired(repair) => {
            let (value, diagnostics) = &repair.value.kept;
            told.extend(diagnostics.iter().cloned());
            value.clone()
        }
    }
}

/// What stands after the colon of a key whose line is no YAML.
#[derive(Debug)]
pub(crate) struct ReadValue {
    pub(crate) value: Value,
    /// The letters of a scalar that is not null, as they stand there.
    pub(crate) text: Option<String>,
    /// The value where it has no field of its own, and what is told about that.
    kept: (Value, Vec<Diagnostic>),
}

impl From<String> for ReadValue {
    fn from(text: String) -> Self {
        Self {
            value: text.as_str().into(),
            kept: (text.as_str().into(), Vec::new()),
            text: Some(text),
        }
    }
}

impl ReadValue {
    /// Reads a value on one line as YAML; `at` is where it stands. `None` when it is none.
    pub(crate) fn read(line: &str, at: usize, options: &ReadOptions) -> Option<Self> {
        const BEFORE: &str = "---\nv: ";
        let as_yaml = format!("{BEFORE}{line}\n---\n");
        let document = Document::parse_with(&as_yaml, options).ok()?;
        let (_, node) = document.entries().next()?;
        let mut told = Vec::new();
        let kept = node_value(&node, &mut told);
        for diagnostic in &mut told {
            let span = diagnostic.span.clone();
            diagnostic.span = at + span.start - BEFORE.len()..at + span.end - BEFORE.len();
        }
        let value = node.value();
        let text = node.text().filter(|_| !value.is_null());
        Some(Self {
            text: text.map(str::to_owned),
            value,
            kept: (kept, told),
        })
    }
}

/// Recursion is bounded by the limit of depth.
fn node_value(node: &Node<'_, '_>, told: &mut Vec<Diagnostic>) -> Value {
    let foreign = node.tag().filter(|tag| !is_core_tag(tag));
    if node.is_sequence() {
        tell_tag(node, foreign, told);
        Value::Sequence(node.items().map(|item| node_value(&item, told)).collect())
    } else if node.is_mapping() {
        tell_tag(node, foreign, told);
        let mut mapping = Mapping::new();
        for (key, value) in node.entries() {
            mapping.insert(key.text().unwrap_or_default(), node_value(&value, told));
        }
        Value::Mapping(mapping)
    } else {
        scalar(node, foreign.is_some(), told)
    }
}

fn scalar(node: &Node<'_, '_>, has_foreign_tag: bool, told: &mut Vec<Diagnostic>) -> Value {
    let value = node.value();
    let reason = match &value {
        _ if has_foreign_tag => "a tag has no form in JSON",
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
    told.push(Diagnostic::new(
        Severity::Warning,
        "kept-as-text",
        node.span(),
        message,
    ));
    source.into()
}

fn tell_tag(node: &Node<'_, '_>, tag: Option<&str>, told: &mut Vec<Diagnostic>) {
    if let Some(tag) = tag {
        let message = format!("the tag `{tag}` has no form in JSON and is left out: remove it");
        told.push(Diagnostic::new(
            Severity::Warning,
            "tag-left-out",
            node.span(),
            message,
        ));
    }
}

fn is_core_tag(tag: &str) -> bool {
    tag == "!" || tag.starts_with("tag:yaml.org,2002:")
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
        Value::Sequence(_) => "a list",
        Value::Mapping(_) => "a mapping",
    }
}

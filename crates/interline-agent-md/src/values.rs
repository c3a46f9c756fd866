//! Values of keys that have no field of their own.

use interline_frontmatter::{Document, Mapping, Node, ReadOptions, Value};
use interline_text::{Diagnostic, Severity};

use crate::header::Field;

/// Told of a value that stands in the result as it is written.
pub(crate) const KEPT_AS_TEXT: &str = "kept-as-text";

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
    /// The tags that are not followed, at their places.
    pub(crate) tags: Vec<Diagnostic>,
}

impl From<String> for ReadValue {
    fn from(text: String) -> Self {
        Self {
            value: text.as_str().into(),
            kept: (text.as_str().into(), Vec::new()),
            tags: Vec::new(),
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
        let mut tags = document.ignored_tags();
        for diagnostic in told.iter_mut().chain(&mut tags) {
            let span = diagnostic.span.clone();
            diagnostic.span = at + span.start - BEFORE.len()..at + span.end - BEFORE.len();
        }
        let value = node.value();
        let text = node.text().filter(|_| !value.is_null());
        Some(Self {
            text: text.map(str::to_owned),
            value,
            kept: (kept, told),
            tags,
        })
    }
}

/// Recursion is bounded by the limit of depth.
fn node_value(node: &Node<'_, '_>, told: &mut Vec<Diagnostic>) -> Value {
    if node.is_sequence() {
        Value::Sequence(node.items().map(|item| node_value(&item, told)).collect())
    } else if node.is_mapping() {
        let mut mapping = Mapping::new();
        for (key, value) in node.entries() {
            mapping.insert(key.text().unwrap_or_default(), node_value(&value, told));
        }
        Value::Mapping(mapping)
    } else {
        scalar(node, told)
    }
}

fn scalar(node: &Node<'_, '_>, told: &mut Vec<Diagnostic>) -> Value {
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
    told.push(Diagnostic::new(
        Severity::Warning,
        KEPT_AS_TEXT,
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
        Value::Sequence(_) => "a list",
        Value::Mapping(_) => "a mapping",
    }
}

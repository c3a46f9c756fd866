//! Writes values as YAML: block style, two blanks for each level, nothing folded.

use std::borrow::Cow;

use super::quote::{
    Context, Style, is_plain_scalar, is_plain_scalar_in_flow, needs_escape, needs_quotes, quoted,
};
use super::tree::{Kind, Node, Style as Written};
use crate::{Map, Value};

/// YAML allows 1,024 characters to a key before its colon; a longer one is written after `?`.
const MAX_SIMPLE_KEY: usize = 1000;

/// Whether a value goes on the line of its key.
pub(crate) fn is_inline(value: &Value) -> bool {
    match value {
        Value::List(items) => items.is_empty(),
        Value::Map(mapping) => mapping.is_empty(),
        _ => true,
    }
}

/// A value on one line, in flow style where it is a collection.
pub(crate) fn flow_value(value: &Value, context: Context, prefer: Style) -> Cow<'_, str> {
    match value {
        // An opaque value has no form in YAML. Documents are written of what serializes, which it does not, and an edit that writes one
        // does not read back as asked and is refused.
        Value::Null | Value::Opaque(_) => Cow::Borrowed("null"),
        Value::Bool(flag) => Cow::Borrowed(if *flag { "true" } else { "false" }),
        Value::Number(number) => Cow::Owned(number.to_string()),
        Value::String(text) => quoted(text, context, prefer),
        Value::List(items) => {
            let items: Vec<_> = items
                .iter()
                .map(|item| flow_value(item, Context::Flow, Style::Plain))
                .collect();
            Cow::Owned(format!("[{}]", items.join(", ")))
        }
        Value::Map(mapping) => {
            let entries: Vec<_> = mapping
                .iter()
                .map(|(key, value)| flow_entry(key, value))
                .collect();
            Cow::Owned(format!("{{{}}}", entries.join(", ")))
        }
    }
}

/// A value on one line in the place of `old`, whose quotes it keeps where it can. A string of a form that readers of YAML 1.1 give the
/// type of the old one stays plain.
pub(crate) fn value_over<'v>(old: &Node<'_>, value: &'v Value, context: Context) -> Cow<'v, str> {
    match value {
        Value::String(text) if old.has_form_of(text) => Cow::Borrowed(text),
        _ => flow_value(value, context, old.quotes()),
    }
}

/// A string as a plain scalar, in the place of a scalar whose quotes it keeps; quoted where it could not be plain.
pub(crate) fn plain_over<'v>(
    old: Option<&Node<'_>>,
    text: &'v str,
    context: Context,
) -> Cow<'v, str> {
    let quotes = old.map_or(Style::Plain, Node::quotes);
    let fits = match context {
        Context::Block => is_plain_scalar(text),
        Context::Flow => is_plain_scalar_in_flow(text),
    };
    if quotes == Style::Plain && fits {
        return Cow::Borrowed(text);
    }
    quoted(text, context, quotes)
}

/// A new item of a list on one line, in the quotes of `neighbour` where those are a matter of style.
pub(crate) fn item_like<'v>(
    neighbour: Option<&Node<'_>>,
    value: &'v Value,
    context: Context,
) -> Cow<'v, str> {
    let by_choice = neighbour.filter(|node| !needs_quotes(&node.text, context));
    flow_value(value, context, by_choice.map_or(Style::Plain, Node::quotes))
}

/// The lines of a literal block scalar, each after `indent` spaces and before `ending`, and its header. Nothing when the text
/// cannot be one, or when what keeps its line endings would be more than `keeps` allows.
pub(crate) fn literal(
    text: &str,
    indent: usize,
    parent: usize,
    ending: &str,
    keeps: bool,
) -> Option<(String, String)> {
    let content = text.trim_end_matches('\n');
    let after = text.len() - content.len();
    let has_form = content.contains('\n')
        && !content
            .chars()
            .any(|c| needs_escape(c) && !matches!(c, '\n' | '\t'))
        && content
            .split('\n')
            .all(|line| line.is_empty() || !line.trim().is_empty());
    let width = indent
        .checked_sub(parent)
        .filter(|width| (1..=9).contains(width))?;
    if !has_form || content.starts_with('\t') || (after > 1 && !keeps) {
        return None;
    }
    let mut header = String::from("|");
    if content.starts_with([' ', '\n']) {
        header.push_str(&width.to_string());
    }
    match after {
        0 => header.push('-'),
        1 => {}
        _ => header.push('+'),
    }
    let mut lines = String::with_capacity(text.len() + 16);
    for line in content.split('\n') {
        if !line.is_empty() {
            lines.extend(std::iter::repeat_n(' ', indent));
            lines.push_str(line);
        }
        lines.push_str(ending);
    }
    for _ in 1..after {
        lines.push_str(ending);
    }
    Some((header, lines))
}

/// An entry of a mapping in flow style.
pub(crate) fn flow_entry(key: &str, value: &Value) -> String {
    let key = quoted(key, Context::Flow, Style::Plain);
    let value = flow_value(value, Context::Flow, Style::Plain);
    if is_long(&key) {
        format!("? {key} : {value}")
    } else {
        format!("{key}: {value}")
    }
}

/// A key without its colon; `None` when it is too long for a line.
pub(crate) fn inline_key(key: &str, context: Context, prefer: Style) -> Option<Cow<'_, str>> {
    Some(quoted(key, context, prefer)).filter(|key| !is_long(key))
}

/// The entries of a mapping, each line behind `indent` blanks and before `ending`.
pub(crate) fn mapping_lines(mapping: &Map, indent: usize, ending: &str) -> String {
    let mut lines = Lines {
        out: String::new(),
        ending,
    };
    lines.entries(mapping, indent, false);
    lines.out
}

/// The lines of a collection that is not empty, each behind `indent` blanks and before `ending`.
pub(crate) fn block_lines(value: &Value, indent: usize, ending: &str) -> String {
    let mut lines = Lines {
        out: String::new(),
        ending,
    };
    lines.collection(value, indent, false);
    lines.out
}

/// YAML counts characters, but some readers count bytes.
fn is_long(key: &str) -> bool {
    key.len() > MAX_SIMPLE_KEY
}

impl Node<'_> {
    /// The quotes that a scalar has, for the one that takes its place.
    pub(crate) fn quotes(&self) -> Style {
        match self.kind {
            Kind::Scalar(Written::Single) => Style::Single,
            Kind::Scalar(Written::Double) => Style::Double,
            _ => Style::Plain,
        }
    }
}

struct Lines<'a> {
    out: String,
    ending: &'a str,
}

impl Lines<'_> {
    /// `goes_on` says that the first line has begun, after the dash of an item.
    fn collection(&mut self, value: &Value, indent: usize, goes_on: bool) {
        match value {
            Value::List(items) => self.items(items, indent, goes_on),
            Value::Map(mapping) => self.entries(mapping, indent, goes_on),
            _ => {}
        }
    }

    fn entries(&mut self, mapping: &Map, indent: usize, mut goes_on: bool) {
        for (key, value) in mapping.iter() {
            self.indent(if goes_on { 0 } else { indent });
            goes_on = false;
            let key = quoted(key, Context::Block, Style::Plain);
            if is_long(&key) {
                self.out.push_str("? ");
                self.out.push_str(&key);
                self.out.push_str(self.ending);
                self.indent(indent);
            } else {
                self.out.push_str(&key);
            }
            self.out.push(':');
            if is_inline(value) {
                self.out.push(' ');
                self.inline(value);
            } else {
                self.out.push_str(self.ending);
                self.collection(value, indent + 2, false);
            }
        }
    }

    fn items(&mut self, items: &[Value], indent: usize, mut goes_on: bool) {
        for item in items {
            self.indent(if goes_on { 0 } else { indent });
            goes_on = false;
            self.out.push_str("- ");
            if is_inline(item) {
                self.inline(item);
            } else {
                self.collection(item, indent + 2, true);
            }
        }
    }

    fn inline(&mut self, value: &Value) {
        self.out
            .push_str(&flow_value(value, Context::Block, Style::Plain));
        self.out.push_str(self.ending);
    }

    fn indent(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }
}

//! Writes values as YAML: block style, two spaces for each level, nothing folded.

use std::borrow::Cow;

use super::quote::{Context, Quotes, needs_escape, needs_quotes, quoted};
use super::tree::{Kind, Node, Style};
use crate::{Map, Value};

/// YAML allows 1,024 characters to a key before its colon; a longer one is written after `?`.
const MAX_SIMPLE_KEY: usize = 1000;

/// Returns whether a value is written on the line of its key.
pub(crate) fn is_inline(value: &Value) -> bool {
    match value {
        Value::List(items) => items.is_empty(),
        Value::Map(mapping) => mapping.is_empty(),
        _ => true,
    }
}

/// Writes a value on one line, a collection in flow style.
pub(crate) fn flow_value(value: &Value, context: Context, prefer: Quotes) -> Cow<'_, str> {
    match value {
        // An opaque value cannot be written as YAML. Documents are written from values that serialize, which it does not; an edit that
        // writes one does not read back as asked and is refused.
        Value::Null | Value::Opaque(_) => Cow::Borrowed("null"),
        Value::Bool(flag) => Cow::Borrowed(if *flag { "true" } else { "false" }),
        Value::Number(number) => Cow::Owned(number.to_string()),
        Value::String(text) => quoted(text, context, prefer),
        Value::List(items) => {
            let items: Vec<_> = items
                .iter()
                .map(|item| flow_value(item, Context::Flow, Quotes::Plain))
                .collect();
            Cow::Owned(format!("[{}]", items.join(", ")))
        }
        Value::Map(mapping) => {
            let entries: Vec<_> = mapping
                .iter()
                .map(|(key, value)| flow_entry(key, value, Quotes::Plain))
                .collect();
            Cow::Owned(format!("{{{}}}", entries.join(", ")))
        }
    }
}

/// Writes a value on one line that replaces `old`, with its quotes where they are possible; `prefer` is for one without. A string stays
/// plain when readers of YAML 1.1 give it the type of the old one.
pub(crate) fn value_over<'v>(
    old: &Node<'_>,
    value: &'v Value,
    context: Context,
    prefer: Quotes,
) -> Cow<'v, str> {
    match (value, old.quotes()) {
        (Value::String(text), _) if old.has_yaml_1_1_type_of(text) => Cow::Borrowed(text),
        (_, Quotes::Plain) => flow_value(value, context, prefer),
        (_, quotes) => flow_value(value, context, quotes),
    }
}

/// Writes a new item of a list on one line, with the quotes of `neighbour` unless those were needed, or others are preferred.
pub(crate) fn item_like<'v>(
    neighbour: Option<&Node<'_>>,
    value: &'v Value,
    context: Context,
    prefer: Quotes,
) -> Cow<'v, str> {
    let by_choice =
        neighbour.filter(|node| prefer == Quotes::Plain && !needs_quotes(&node.text, context));
    flow_value(value, context, by_choice.map_or(prefer, Node::quotes))
}

/// Writes a literal block scalar: its header, and its lines, each after `indent` spaces and before `ending`. `None` when the text cannot be
/// one, or when it needs to keep its last line endings and `keeps` is not set.
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
    // The header can name an indent of one digit only.
    let width = indent
        .checked_sub(parent)
        .filter(|width| (1..=9).contains(width))?;
    if !has_form || content.starts_with('\t') || (after > 1 && !keeps) {
        return None;
    }
    let mut header = String::from("|");
    // Readers take the indent from the first line with content, which would be wrong here: the header has to name it.
    if content.starts_with([' ', '\n']) {
        header.push_str(&width.to_string());
    }
    match after {
        // `-` drops the last line ending and `+` keeps all of them; without either exactly one is kept.
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

/// Writes an entry of a mapping in flow style.
pub(crate) fn flow_entry(key: &str, value: &Value, prefer: Quotes) -> String {
    let key = quoted(key, Context::Flow, Quotes::Plain);
    let value = flow_value(value, Context::Flow, prefer);
    if needs_question_mark(&key) {
        format!("? {key} : {value}")
    } else {
        format!("{key}: {value}")
    }
}

/// Writes a key without its colon; `None` when it is too long for a line.
pub(crate) fn inline_key(key: &str, context: Context, prefer: Quotes) -> Option<Cow<'_, str>> {
    Some(quoted(key, context, prefer)).filter(|key| !needs_question_mark(key))
}

/// Writes the entries of a mapping, each line after `indent` spaces and before `ending`.
pub(crate) fn mapping_lines(mapping: &Map, indent: usize, ending: &str) -> String {
    let mut lines = Lines {
        out: String::new(),
        ending,
    };
    lines.entries(mapping, indent, false);
    lines.out
}

/// Writes an entry of a mapping, each line after `indent` spaces and before `ending`.
pub(crate) fn entry_lines(
    (key, value): (&str, &Value),
    prefer: Quotes,
    indent: usize,
    ending: &str,
) -> String {
    let mut lines = Lines {
        out: String::new(),
        ending,
    };
    lines.indent(indent);
    lines.entry(key, value, indent, prefer);
    lines.out
}

/// Writes the lines of a collection that is not empty, each after `indent` spaces and before `ending`.
pub(crate) fn block_lines(value: &Value, indent: usize, ending: &str) -> String {
    let mut lines = Lines {
        out: String::new(),
        ending,
    };
    lines.collection(value, indent, false);
    lines.out
}

/// Returns whether a key needs `?`. YAML counts characters, but some readers count bytes, and libyaml takes no colon after several lines.
pub(crate) fn needs_question_mark(key: &str) -> bool {
    key.len() > MAX_SIMPLE_KEY || key.contains(['\n', '\r'])
}

impl Node<'_> {
    /// Returns the quotes of a scalar, for the one that replaces it.
    pub(crate) fn quotes(&self) -> Quotes {
        match self.kind {
            Kind::Scalar(Style::Single) => Quotes::Single,
            Kind::Scalar(Style::Double) => Quotes::Double,
            _ => Quotes::Plain,
        }
    }
}

struct Lines<'a> {
    out: String,
    ending: &'a str,
}

impl Lines<'_> {
    /// With `continues` the first line follows the dash of an item.
    fn collection(&mut self, value: &Value, indent: usize, continues: bool) {
        match value {
            Value::List(items) => self.items(items, indent, continues),
            Value::Map(mapping) => self.entries(mapping, indent, continues),
            _ => {}
        }
    }

    fn entries(&mut self, mapping: &Map, indent: usize, mut continues: bool) {
        for (key, value) in mapping.iter() {
            self.indent(if continues { 0 } else { indent });
            continues = false;
            self.entry(key, value, indent, Quotes::Plain);
        }
    }

    /// Writes an entry after the indent of its first line.
    fn entry(&mut self, key: &str, value: &Value, indent: usize, prefer: Quotes) {
        let key = quoted(key, Context::Block, Quotes::Plain);
        if needs_question_mark(&key) {
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
            self.inline(value, prefer);
        } else {
            self.out.push_str(self.ending);
            self.collection(value, indent + 2, false);
        }
    }

    fn items(&mut self, items: &[Value], indent: usize, mut continues: bool) {
        for item in items {
            self.indent(if continues { 0 } else { indent });
            continues = false;
            self.out.push_str("- ");
            if is_inline(item) {
                self.inline(item, Quotes::Plain);
            } else {
                self.collection(item, indent + 2, true);
            }
        }
    }

    fn inline(&mut self, value: &Value, prefer: Quotes) {
        self.out
            .push_str(&flow_value(value, Context::Block, prefer));
        self.out.push_str(self.ending);
    }

    fn indent(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }
}

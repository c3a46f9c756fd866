//! The spans of the findings of a dialect in a header.

use std::collections::HashMap;
use std::ops::Range;

use interline_frontmatter::Node;
use interline_frontmatter::repair::Header;

use super::header::{entries, value_span};
use crate::tools::{ToolSeparator, item_name, split_tools};
use crate::validate::{At, Finding};

/// The spans of keys and values, and of the names in lists of names that findings are about.
pub(crate) struct FindingSpans<'p> {
    keys: HashMap<&'p str, (Range<usize>, Range<usize>)>,
    names: HashMap<(&'p str, String), Range<usize>>,
    entries: HashMap<(&'p str, String), Range<usize>>,
}

impl<'p> FindingSpans<'p> {
    /// Collects the spans that `findings` need. Linear in the header: each list of names is read once.
    pub(crate) fn new(header: &'p Header<'_>, findings: &[Finding]) -> Self {
        let mut spans = Self {
            keys: HashMap::new(),
            names: HashMap::new(),
            entries: HashMap::new(),
        };
        if findings.is_empty() {
            return spans;
        }
        let needs = |key: &str| {
            findings.iter().any(|finding| match &finding.at {
                At::Name(of, _) | At::Entry(of, _) => of == key,
                _ => false,
            })
        };
        for (name, key, value) in entries(header) {
            spans
                .keys
                .entry(name)
                .or_insert_with(|| (key.span(), value_span(&key, &value)));
            let is_listed = matches!(
                name,
                "tools" | "metadata" | "allowed-tools" | "disallowed-tools" | "disallowedTools"
            );
            if is_listed && needs(name) {
                spans.add_names(name, &value);
            }
        }
        spans
    }

    fn add_names(&mut self, of: &'p str, value: &Node<'_, '_>) {
        for (key, entry) in value.entries() {
            let name = key.text().unwrap_or_default().to_owned();
            self.names.entry((of, name.clone())).or_insert(key.span());
            self.entries
                .entry((of, name))
                .or_insert_with(|| value_span(&key, &entry));
        }
        for item in value.items() {
            let text = item.text().unwrap_or_default();
            let name = item_name(text).unwrap_or(text).to_owned();
            self.names.entry((of, name)).or_insert(item.span());
        }
        if value.is_sequence() || value.is_mapping() {
            return;
        }
        // The names of a text are slices of its source, so that their distance from its start is their position.
        let source = value.source();
        let inner = source.trim_matches(['"', '\'']);
        let names = split_tools(inner, ToolSeparator::Comma).unwrap_or_default();
        let spaced = split_tools(inner, ToolSeparator::CommaOrWhitespace).unwrap_or_default();
        for name in names.into_iter().chain(spaced) {
            let offset = (name.as_ptr() as usize).saturating_sub(source.as_ptr() as usize);
            let start = value.span().start + offset;
            self.names
                .entry((of, name.to_owned()))
                .or_insert(start..start + name.len());
        }
    }

    pub(crate) fn of(&self, at: &At) -> Option<Range<usize>> {
        let value = |key: &str| self.keys.get(key).map(|(_, value)| value.clone());
        match at {
            At::File => None,
            At::Key(key) => self.keys.get(key.as_str()).map(|(key, _)| key.clone()),
            At::Value(key) => value(key),
            At::Name(key, name) => self
                .names
                .get(&(key.as_str(), name.clone()))
                .cloned()
                .or_else(|| value(key)),
            At::Entry(key, entry) => self
                .entries
                .get(&(key.as_str(), entry.clone()))
                .cloned()
                .or_else(|| value(key)),
        }
    }
}

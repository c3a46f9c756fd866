//! Paths of keys: `author.name`, `tags.1`, `"a.b".c`.

use std::str::FromStr;

use interline::frontmatter::{Document, Node, PathElement, Value, ValuePath};

/// A path as it is written on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyPath {
    source: String,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    text: String,
    is_quoted: bool,
}

impl Part {
    /// Returns the index that the part may be.
    fn index(&self) -> Option<usize> {
        let is_number = !self.text.is_empty() && self.text.bytes().all(|b| b.is_ascii_digit());
        (is_number && !self.is_quoted)
            .then(|| self.text.parse().ok())
            .flatten()
    }
}

impl KeyPath {
    /// Returns the path in a document: a number is an index where a list is, otherwise a key.
    pub(crate) fn resolve(&self, document: &Document<'_>) -> ValuePath {
        self.walk(document).0
    }

    /// Returns the value at the path; `None` when a key or an item of the path is missing.
    pub(crate) fn find(&self, document: &Document<'_>) -> Option<Value> {
        self.walk(document).1.map(|node| node.value())
    }

    fn walk<'d, 'a>(&self, document: &'d Document<'a>) -> (ValuePath, Option<Node<'d, 'a>>) {
        let mut elements = Vec::with_capacity(self.parts.len());
        let mut node: Option<Node<'d, 'a>> = None;
        for (depth, part) in self.parts.iter().enumerate() {
            let list = node.as_ref().filter(|node| node.is_sequence());
            if let (Some(list), Some(index)) = (list, part.index()) {
                elements.push(PathElement::Index(index));
                node = list.items().nth(index);
                continue;
            }
            elements.push(PathElement::Key(part.text.clone()));
            node = if depth == 0 {
                value_of(document.entries(), &part.text)
            } else {
                node.and_then(|node| value_of(node.entries(), &part.text))
            };
        }
        (elements.into_iter().collect(), node)
    }

    /// Returns the parts as keys, for data that is built.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| part.text.as_str())
    }

    /// Returns the path as it was written.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }
}

impl FromStr for KeyPath {
    type Err = String;

    fn from_str(source: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = source;
        loop {
            let (part, after) = match rest.strip_prefix('"') {
                Some(quoted) => quoted_part(quoted).ok_or_else(|| {
                    format!("invalid path `{source}`: missing `\"` after the key")
                })?,
                None => {
                    let end = rest.find('.').unwrap_or(rest.len());
                    let (text, after) = rest.split_at(end);
                    if text.is_empty() {
                        return Err(format!(
                            "invalid path `{source}`: an empty key; write `\"\"` for a key that is empty"
                        ));
                    }
                    let part = Part {
                        text: text.to_owned(),
                        is_quoted: false,
                    };
                    (part, after)
                }
            };
            parts.push(part);
            if after.is_empty() {
                break;
            }
            rest = after.strip_prefix('.').ok_or_else(|| {
                format!("invalid path `{source}`: expected `.` after the quoted key")
            })?;
        }
        Ok(Self {
            source: source.to_owned(),
            parts,
        })
    }
}

/// Returns the value of a key.
fn value_of<'d, 'a>(
    mut entries: impl Iterator<Item = (Node<'d, 'a>, Node<'d, 'a>)>,
    key: &str,
) -> Option<Node<'d, 'a>> {
    let found = entries.find(|(found, _)| found.text() == Some(key));
    found.map(|(_, value)| value)
}

/// Returns the part up to the closing quote, and the rest. `\"` and `\\` are a quote and a backslash.
fn quoted_part(quoted: &str) -> Option<(Part, &str)> {
    let mut text = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                let part = Part {
                    text,
                    is_quoted: true,
                };
                return Some((part, quoted.get(at + 1..)?));
            }
            '\\' => text.push(chars.next().filter(|(_, c)| matches!(c, '"' | '\\'))?.1),
            c => text.push(c),
        }
    }
    None
}

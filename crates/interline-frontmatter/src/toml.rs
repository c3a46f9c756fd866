//! TOML headers: lines of `+++` with TOML between them, as in Hugo and Zola. They are read, not edited.

use std::borrow::Cow;
use std::ops::Range;

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};
use serde::Deserialize;

use interline_text::Location;
use interline_value::private::parse_number;

use crate::error::locate;
use crate::parse::into_parsed;
use crate::scan::split_at;
use crate::yaml::{Kind, Node, Style, Tree, YamlBlock, narrow};
use crate::{
    Closer, Document, Error, FrontmatterFormat, Limit, Parsed, ReadOptions, Split, Unterminated,
};

/// Reads the TOML header of `text` into a type.
///
/// Values are those of [`parse`](crate::parse): dates and times are strings, numbers keep their source text. A text without a TOML
/// header is read as one with an empty mapping.
///
/// Linear in the header.
///
/// # Examples
///
/// ```
/// use interline_frontmatter::{Map, parse_toml};
///
/// let text = "+++\ntitle = \"On time\"\ndate = 2026-11-28\n[params]\nweight = 1.10\n+++\nText.\n";
/// let parsed = parse_toml::<Map>(text)?;
/// assert_eq!(parsed.value.get("date"), Some(&"2026-11-28".into()));
/// assert_eq!(parsed.body, "Text.\n");
/// # Ok::<(), interline_frontmatter::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`Document::parse_toml`], and when a value does not fit the type.
pub fn parse_toml<'a, T: Deserialize<'a>>(text: &'a str) -> Result<Parsed<'a, T>, Error> {
    let document = Document::parse_toml(text, &ReadOptions::default())?;
    into_parsed(&document, document.diagnostics())
}

impl<'a> Document<'a> {
    /// Reads the TOML header of `text`: lines of `+++` with TOML between them. A text that does not start with one is a document with an empty
    /// mapping. Such a document cannot be edited.
    ///
    /// Linear in the header.
    ///
    /// # Errors
    ///
    /// When the header is not closed, exceeds a limit or is not TOML.
    pub fn parse_toml(text: &'a str, options: &ReadOptions) -> Result<Self, Error> {
        let (span, body) = match split_at(text, b'+', Closer::Dashes) {
            Split::Block(block) => (block.yaml_span(), block.body_span()),
            Split::Unterminated { opener } if options.unterminated == Unterminated::Error => {
                return Err(Error::UnreadHeader {
                    format: FrontmatterFormat::Toml,
                    reason: "unterminated TOML header: expected a later line that is exactly `+++`"
                        .to_owned(),
                    at: locate(text, opener),
                });
            }
            Split::None | Split::Unterminated { .. } => (0..0, 0..text.len()),
        };
        let (yaml, base) = (&text[span.clone()], span.start);
        let tree = read(yaml, options, |span| {
            locate(text, base + span.start..base + span.end)
        })?;
        let block = YamlBlock {
            text,
            yaml,
            base,
            tree,
        };
        let format = FrontmatterFormat::Toml;
        Ok(Self::of_block(format, block, body, options))
    }
}

fn read<'a>(
    source: &'a str,
    options: &ReadOptions,
    locate: impl Fn(Range<usize>) -> Box<Location>,
) -> Result<Tree<'a>, Error> {
    let limit = |limit, max, span| Error::LimitExceeded {
        limit,
        max,
        at: locate(span),
    };
    if source.len() > options.block_bytes {
        return Err(limit(Limit::BlockBytes, options.block_bytes, 0..0));
    }
    // The parser bounds brackets in each other, but not the tables that a dotted key makes.
    if let Some(at) = long_key(source, options.depth) {
        return Err(limit(Limit::Depth, options.depth, at..at + 1));
    }
    let table = DeTable::parse(source).map_err(|error| Error::Syntax {
        message: error.message().to_owned(),
        at: locate(error.span().unwrap_or(0..0)),
    })?;
    let mut builder = Builder {
        source,
        nodes: Vec::new(),
    };
    if !table.get_ref().is_empty() {
        builder.table(table.into_inner(), 0..source.len());
    }
    let tree = Tree {
        nodes: builder.nodes,
        is_plain: false,
    };
    let depth = depth(&tree);
    if depth > options.depth {
        return Err(limit(Limit::Depth, options.depth, 0..source.len()));
    }
    Ok(tree)
}

/// Finds the first key that makes more than `most` nested tables: each dot of it and of the keys around it makes one.
fn long_key(source: &str, most: usize) -> Option<usize> {
    let bytes = source.as_bytes();
    // The dots of the keys around each open bracket, and those of the keys since.
    let mut open: Vec<usize> = Vec::new();
    let mut dots = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let around = open.last().copied().unwrap_or(0);
        match byte {
            b'.' => dots += 1,
            // The dots of a table's header count for it alone.
            b'\n' if open.is_empty() => dots = 0,
            b',' => dots = around,
            b'[' | b'{' => open.push(dots),
            b']' | b'}' => dots = open.pop().unwrap_or(0).max(dots),
            b'#' => {
                let rest = bytes.get(at..).unwrap_or_default();
                at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                continue;
            }
            b'"' | b'\'' => {
                at = string_end(bytes, at);
                continue;
            }
            _ => {}
        }
        if dots > most {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Returns the end of the string at `at`, or of its line when the string is not closed.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let quote = rest.first().copied().unwrap_or_default();
    let is_long = rest
        .get(..3)
        .is_some_and(|start| start.iter().all(|b| *b == quote));
    let width = if is_long { 3 } else { 1 };
    let mut end = at + width;
    while let Some(&byte) = bytes.get(end) {
        let here = bytes.get(end..end + width);
        if here.is_some_and(|here| here.iter().all(|b| *b == quote)) {
            return end + width;
        }
        match byte {
            b'\\' if quote == b'"' => end += 2,
            b'\n' if !is_long => return end,
            _ => end += 1,
        }
    }
    bytes.len()
}

/// Returns the depth of the tree: how deeply collections are nested.
fn depth(tree: &Tree<'_>) -> usize {
    let mut ends: Vec<u32> = Vec::new();
    let mut most = 0;
    for (id, node) in tree.nodes.iter().enumerate() {
        while ends.last().is_some_and(|end| *end as usize <= id) {
            ends.pop();
        }
        if node.is_collection() {
            ends.push(node.next);
            most = most.max(ends.len());
        }
    }
    most
}

struct Builder<'a> {
    source: &'a str,
    nodes: Vec<Node<'a>>,
}

impl<'a> Builder<'a> {
    fn push(&mut self, kind: Kind, text: Cow<'a, str>, span: &Range<usize>) -> usize {
        let id = self.nodes.len();
        let range = [span.start, span.start, span.end];
        self.nodes.push(Node::new(kind, text, range, id));
        id
    }

    fn close(&mut self, id: usize) {
        let next = narrow(self.nodes.len());
        if let Some(node) = self.nodes.get_mut(id) {
            node.next = next;
        }
    }

    fn table(&mut self, table: DeTable<'a>, span: Range<usize>) {
        let id = self.push(Kind::Mapping { flow: false }, Cow::Borrowed(""), &span);
        let mut entries: Vec<_> = table.into_iter().collect();
        // Source order, which the table does not keep.
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            let span = key.span();
            self.push(Kind::Scalar(Style::Double), key.into_inner(), &span);
            self.value(value);
        }
        self.close(id);
    }

    /// Adds the nodes of a value. Its recursion is bounded: the parser bounds brackets, `long_key` bounds dotted keys.
    fn value(&mut self, value: Spanned<DeValue<'a>>) {
        let span = value.span();
        let source = self.source.get(span.clone()).unwrap_or_default();
        let (style, text) = match value.into_inner() {
            DeValue::Table(table) => return self.table(table, span),
            DeValue::Array(items) => {
                let id = self.push(Kind::Sequence { flow: true }, Cow::Borrowed(""), &span);
                for item in items {
                    self.value(item);
                }
                return self.close(id);
            }
            DeValue::String(text) => (Style::Double, text),
            DeValue::Boolean(flag) => (Style::Plain, if flag { "true" } else { "false" }.into()),
            // A string in YAML, whose readers of version 1.1 would give the plain scalar another type.
            DeValue::Datetime(_) => (Style::Double, source.into()),
            DeValue::Integer(number) => {
                let parsed = i64::from_str_radix(number.as_str(), number.radix());
                let text = parsed.map_or_else(|_| number.as_str().to_owned(), |n| n.to_string());
                (Style::Plain, self.number(source, text))
            }
            DeValue::Float(number) => {
                let text = match number.as_str() {
                    "inf" | "+inf" => ".inf",
                    "-inf" => "-.inf",
                    "nan" | "+nan" | "-nan" => ".nan",
                    text => text,
                };
                (Style::Plain, self.number(source, text.to_owned()))
            }
        };
        self.push(Kind::Scalar(style), text, &span);
    }

    /// Returns the source text of a number when YAML reads it as the same number.
    fn number(&self, source: &'a str, text: String) -> Cow<'a, str> {
        match (parse_number(source), parse_number(&text)) {
            (Some(a), Some(b)) if a == b => Cow::Borrowed(source),
            _ => Cow::Owned(text),
        }
    }
}

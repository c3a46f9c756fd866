use std::ops::Range;

use interline_text::{Diagnostic, Severity};
use serde::{Deserialize, Serialize};

use crate::diagnostics::UNREAD_HEADER;
use crate::error::Place;
use crate::format::{UnreadHeader, unread_header};
use crate::yaml::{self, mapping_lines};
use crate::{
    Error, FrontmatterFormat, Map, Node, ReadOptions, Split, Unterminated, Value, split_with,
};

/// A document whose frontmatter has been read.
///
/// A text without frontmatter is a document with an empty mapping, all of it body.
#[derive(Debug)]
pub struct Document<'a> {
    split: Split<'a>,
    block: yaml::Block<'a>,
    body: Range<usize>,
    options: ReadOptions,
    format: FrontmatterFormat,
}

impl<'a> Document<'a> {
    /// Reads the frontmatter of `text` with the defaults of [`ReadOptions`].
    ///
    /// Linear in the block, independent of the body.
    ///
    /// # Errors
    ///
    /// When nothing closes the block, when it exceeds a limit, is not YAML or not a mapping, or when a key stands
    /// twice in a mapping of it, however deep.
    pub fn parse(text: &'a str) -> Result<Self, Error> {
        Self::parse_with(text, &ReadOptions::default())
    }

    /// [`parse`](Self::parse) with options.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub fn parse_with(text: &'a str, options: &ReadOptions) -> Result<Self, Error> {
        let split = split_with(text, &options.split);
        let (yaml, body) = match &split {
            Split::Block(block) => (block.yaml_span(), block.body_span()),
            Split::Unterminated { opener } if options.unterminated == Unterminated::Error => {
                return Err(Error::Unterminated {
                    at: Place::new(text, opener.clone()),
                });
            }
            Split::None | Split::Unterminated { .. } => (0..0, 0..text.len()),
        };
        let block = yaml::read(text, yaml, options)?;
        Ok(Self {
            split,
            block,
            body,
            options: options.clone(),
            format: FrontmatterFormat::Yaml,
        })
    }

    /// Reads the bytes `span` of `text` as a block of their own: some lines of a header, for a reader that takes it
    /// apart because all of it is not YAML. Places are those of `text`; there is neither fence nor body.
    ///
    /// Linear in the span.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), about these bytes alone; a span that does not fit the text is read as nothing.
    pub fn parse_span(
        text: &'a str,
        span: Range<usize>,
        options: &ReadOptions,
    ) -> Result<Self, Error> {
        let block = yaml::read(text, span, options)?;
        Ok(Self {
            split: Split::None,
            block,
            body: 0..0,
            options: options.clone(),
            format: FrontmatterFormat::Yaml,
        })
    }

    /// The document of a block that was read from another format.
    #[cfg(feature = "toml")]
    pub(crate) fn of_toml(
        block: yaml::Block<'a>,
        body: Range<usize>,
        options: &ReadOptions,
    ) -> Self {
        Self {
            split: Split::None,
            block,
            body,
            options: options.clone(),
            format: FrontmatterFormat::Toml,
        }
    }

    /// The format that the header was read in.
    #[must_use]
    pub fn format(&self) -> FrontmatterFormat {
        self.format
    }

    /// Where the parts of the text are.
    #[must_use]
    pub fn split(&self) -> &Split<'a> {
        &self.split
    }

    /// Every byte after the block, or all of the text.
    #[must_use]
    pub fn body(&self) -> &'a str {
        self.block.text.get(self.body.clone()).unwrap_or_default()
    }

    /// The keys and values of the block. Made anew by each call, linear in the nodes, aliases expanded.
    #[must_use]
    pub fn mapping(&self) -> Map {
        self.block.tree.root_mapping()
    }

    /// The keys in the order in which they stand, as they are written (`1.10` is `1.10`).
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let tree = &self.block.tree;
        tree.root_entries()
            .map(|(key, _)| tree.node(key).text.as_ref())
    }

    /// Keys and values of the block, in the order in which they stand.
    pub fn entries(&self) -> impl Iterator<Item = (Node<'_, 'a>, Node<'_, 'a>)> {
        let entries = self.block.tree.root_entries();
        entries.map(|(key, value)| (Node::new(&self.block, key), Node::new(&self.block, value)))
    }

    /// The value under `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Value> {
        let (_, value) = self.block.tree.root_entry(key)?;
        Some(self.block.tree.value(value))
    }

    /// Whether `key` is there, with a value or without.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.block.has(key)
    }

    /// The value under `key`, read into a type; `None` when the key is not there.
    ///
    /// # Errors
    ///
    /// When the value does not fit the type.
    pub fn get_as<T: Deserialize<'a>>(&self, key: &str) -> Result<Option<T>, Error> {
        self.block
            .tree
            .root_entry(key)
            .map(|(_, value)| self.block.deserialize_node(value))
            .transpose()
    }

    /// The bytes of `key` in the whole text, its quotes included.
    #[must_use]
    pub fn key_span(&self, key: &str) -> Option<Range<usize>> {
        let (key, _) = self.block.tree.root_entry(key)?;
        Some(self.block.span(self.block.tree.nodes[key].span()))
    }

    /// The bytes of the value under `key` in the whole text, with quotes, tag and anchor; empty when it is left out.
    #[must_use]
    pub fn value_span(&self, key: &str) -> Option<Range<usize>> {
        let (_, value) = self.block.tree.root_entry(key)?;
        Some(self.block.span(self.block.tree.nodes[value].span()))
    }

    /// Reads the block into a type, as [`parse`] does.
    ///
    /// # Errors
    ///
    /// When a value does not fit the type.
    pub fn deserialize<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        self.block
            .deserialize()
            .map_err(|error| match self.unread() {
                Some(header) if self.format == FrontmatterFormat::Yaml => Error::UnreadHeader {
                    format: header.format,
                    reason: header.reason(),
                    at: Place::new(self.block.text, header.span),
                },
                _ => error,
            })
    }

    /// The header that this document has although it counts as one without: in TOML or JSON, or after a blank line, spaces or an
    /// invisible character. A diagnostic [`unread-header`](crate::diagnostics::UNREAD_HEADER).
    ///
    /// At most linear in the text.
    ///
    /// # Examples
    ///
    /// ```
    /// let document = interline_frontmatter::Document::parse("+++\ntitle = \"x\"\n+++\n")?;
    /// assert!(document.mapping().is_empty());
    /// let diagnostic = document.unread_header().unwrap();
    /// assert_eq!(diagnostic.message, "the header is TOML, expected YAML between lines of `---`");
    /// # Ok::<(), interline_frontmatter::Error>(())
    /// ```
    #[must_use]
    pub fn unread_header(&self) -> Option<Diagnostic> {
        let header = self
            .unread()
            .filter(|_| self.format == FrontmatterFormat::Yaml)?;
        let reason = header.reason();
        Some(Diagnostic::new(
            Severity::Warning,
            UNREAD_HEADER,
            header.span,
            reason,
        ))
    }

    pub(crate) fn unread(&self) -> Option<UnreadHeader> {
        match self.split {
            Split::None if self.is_whole() => unread_header(self.block.text),
            _ => None,
        }
    }

    /// Whether all of the text was read, not a part of its header.
    fn is_whole(&self) -> bool {
        self.body.end == self.block.text.len()
    }

    pub(crate) fn block(&self) -> &yaml::Block<'a> {
        &self.block
    }

    pub(crate) fn options(&self) -> &ReadOptions {
        &self.options
    }
}

/// Reads the frontmatter of `text` into a type and gives the body beside it, byte for byte.
///
/// A text without frontmatter is read as one with an empty mapping. Scalars have the meaning of the YAML 1.2 core
/// schema (`no` and `on` are strings); into a `String` goes any scalar but null exactly as it is written (`1.10`, `0644`,
/// `no`), into an `Option` null as `None`. Merge keys (`<<`) are not applied, unknown tags are passed over
/// ([`Document::ignored_tags`] tells them).
///
/// Linear in the block, independent of the body.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Post {
///     title: String,
///     version: String,
///     draft: Option<bool>,
/// }
///
/// let text = "---\ntitle: On time\nversion: 1.10\n---\nText.\n";
/// let (post, body): (Post, &str) = interline_frontmatter::parse(text)?;
/// assert_eq!((post.title.as_str(), post.version.as_str(), post.draft), ("On time", "1.10", None));
/// assert_eq!(body, "Text.\n");
/// # Ok::<(), interline_frontmatter::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`Document::parse`], and when a value does not fit the type.
pub fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<(T, &'a str), Error> {
    parse_with(text, &ReadOptions::default())
}

/// [`parse`] with options.
///
/// # Errors
///
/// Those of [`parse`].
pub fn parse_with<'a, T: Deserialize<'a>>(
    text: &'a str,
    options: &ReadOptions,
) -> Result<(T, &'a str), Error> {
    let document = Document::parse_with(text, options)?;
    Ok((document.deserialize()?, document.body()))
}

/// A document of `frontmatter`, which must serialize as a mapping, and `body`.
///
/// Lines end in LF. Strings that some reader of YAML 1.1 or 1.2 would take for something else (`no`, `12:30`, `1_000`,
/// `2024-01-02`) are quoted. Nothing is folded, nothing printable is escaped, collections are in block style. The body
/// follows byte for byte.
///
/// ```
/// let frontmatter = interline_frontmatter::Map::from([("title", "On time"), ("answer", "no")]);
/// let text = interline_frontmatter::to_document(&frontmatter, "Text.\n")?;
/// assert_eq!(text, "---\ntitle: On time\nanswer: 'no'\n---\nText.\n");
/// # Ok::<(), interline_frontmatter::Error>(())
/// ```
///
/// # Errors
///
/// When `frontmatter` is not a mapping, when a key of it is no scalar or stands twice, or when it lies more than 128 deep.
pub fn to_document<T: Serialize + ?Sized>(frontmatter: &T, body: &str) -> Result<String, Error> {
    let value = Value::from_serialize(frontmatter).map_err(|error| Error::Serialize {
        message: error.to_string(),
    })?;
    match value {
        Value::Map(mapping) => Ok(join(&mapping, body)),
        Value::Null => Ok(join(&Map::new(), body)),
        _ => Err(Error::Serialize {
            message: "expected a mapping or a struct with named fields".to_owned(),
        }),
    }
}

/// Writes a document of a mapping and a body, unless a value in it has no form in YAML.
pub(crate) fn write_mapping(mapping: &Map, body: &str) -> Result<String, Error> {
    fn is_opaque(value: &Value) -> bool {
        match value {
            Value::Opaque(_) => true,
            Value::List(items) => items.iter().any(is_opaque),
            Value::Map(map) => map.values().any(is_opaque),
            _ => false,
        }
    }
    match mapping.iter().find(|(_, value)| is_opaque(value)) {
        Some((key, _)) => Err(Error::Serialize {
            message: format!("the value of `{key}` has no form in YAML"),
        }),
        None => Ok(join(mapping, body)),
    }
}

fn join(mapping: &Map, body: &str) -> String {
    format!("---\n{}---\n{body}", mapping_lines(mapping, 0, "\n"))
}

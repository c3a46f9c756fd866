use std::ops::Range;

use interline_text::{Diagnostic, Severity};
use serde::Deserialize;

use crate::diagnostics::UNREAD_HEADER;
use crate::error::locate;
use crate::scan::{UnreadHeader, unread_header};
use crate::yaml;
use crate::{
    Error, FrontmatterFormat, Map, Node, ReadOptions, Split, Unterminated, Value, split_with,
};

/// A document whose frontmatter has been read.
///
/// A text without frontmatter is a document with an empty mapping whose body is the whole text.
#[derive(Debug)]
pub struct Document<'a> {
    split: Split<'a>,
    block: yaml::YamlBlock<'a>,
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
    /// When the block is not closed, exceeds a limit, is not YAML or not a mapping, or when a mapping in it, at any depth, has a duplicate
    /// key.
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
                    at: locate(text, opener.clone()),
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

    /// Reads the bytes `span` of `text` as a block: some lines of a header that as a whole is not YAML. Locations are those of `text`. The
    /// document has neither fences nor a body.
    ///
    /// Linear in the span.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), about these bytes alone. A span outside the text is read as an empty block.
    pub fn parse_span(
        text: &'a str,
        span: Range<usize>,
        options: &ReadOptions,
    ) -> Result<Self, Error> {
        let block = yaml::read(text, span, options)?;
        Ok(Self::of_block(
            FrontmatterFormat::Yaml,
            block,
            0..0,
            options,
        ))
    }

    /// Makes the document of a block that was read, without the fences of YAML.
    pub(crate) fn of_block(
        format: FrontmatterFormat,
        block: yaml::YamlBlock<'a>,
        body: Range<usize>,
        options: &ReadOptions,
    ) -> Self {
        Self {
            split: Split::None,
            block,
            body,
            options: options.clone(),
            format,
        }
    }

    /// Returns the format that the header was read in.
    #[must_use]
    pub fn format(&self) -> FrontmatterFormat {
        self.format
    }

    /// Returns the spans of the parts of the text.
    #[must_use]
    pub fn split(&self) -> &Split<'a> {
        &self.split
    }

    /// Returns every byte after the block, or the whole text when it has no block.
    #[must_use]
    pub fn body(&self) -> &'a str {
        self.block.text.get(self.body.clone()).unwrap_or_default()
    }

    /// Returns the keys and values of the block. Each call makes a new mapping, linear in the nodes, aliases expanded.
    #[must_use]
    pub fn mapping(&self) -> Map {
        self.block.tree.root_mapping()
    }

    /// Iterates over the keys in source order, as they are written (`1.10` is `1.10`).
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let tree = &self.block.tree;
        tree.root_entries()
            .map(|(key, _)| tree.node(key).text.as_ref())
    }

    /// Iterates over the keys and values of the block in source order.
    pub fn entries(&self) -> impl Iterator<Item = (Node<'_, 'a>, Node<'_, 'a>)> {
        let entries = self.block.tree.root_entries();
        entries.map(|(key, value)| (Node::new(&self.block, key), Node::new(&self.block, value)))
    }

    /// Returns the value of `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Value> {
        let (_, value) = self.block.tree.root_entry(key)?;
        Some(self.block.tree.value(value))
    }

    /// Returns whether `key` is present, with or without a value.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.block.has(key)
    }

    /// Reads the value of `key` into a type; `None` when the key is missing.
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

    /// Returns the span of `key` in bytes of the whole text, its quotes included.
    #[must_use]
    pub fn key_span(&self, key: &str) -> Option<Range<usize>> {
        let (key, _) = self.block.tree.root_entry(key)?;
        Some(self.block.span(self.block.tree.nodes[key].span()))
    }

    /// Returns the span of the value of `key` in bytes of the whole text, with quotes, tag and anchor; empty for a missing value.
    #[must_use]
    pub fn value_span(&self, key: &str) -> Option<Range<usize>> {
        let (_, value) = self.block.tree.root_entry(key)?;
        Some(self.block.span(self.block.tree.nodes[value].span()))
    }

    /// Reads the block into a type, as [`parse`](crate::parse) does.
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
                    reason: header.reason,
                    at: locate(self.block.text, header.span),
                },
                _ => error,
            })
    }

    /// Reports a header that is not read ([`unread-header`](crate::diagnostics::UNREAD_HEADER)): in TOML or JSON, or after a blank line,
    /// spaces or an invisible character. The document counts as one without a header.
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
        Some(Diagnostic::new(
            Severity::Warning,
            UNREAD_HEADER,
            header.span,
            header.reason,
        ))
    }

    /// Returns what reading ignores, in the order of the text: [ignored tags](Self::ignored_tags) and an
    /// [unread header](Self::unread_header).
    ///
    /// Linear in the block; at most linear in a text without a block.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics = self.ignored_tags();
        diagnostics.extend(self.unread_header());
        diagnostics.sort();
        diagnostics
    }

    pub(crate) fn unread(&self) -> Option<UnreadHeader> {
        match self.split {
            Split::None if self.is_whole() => unread_header(self.block.text),
            _ => None,
        }
    }

    /// Returns whether the whole text was read, not a part of its header.
    fn is_whole(&self) -> bool {
        self.body.end == self.block.text.len()
    }

    pub(crate) fn block(&self) -> &yaml::YamlBlock<'a> {
        &self.block
    }

    pub(crate) fn options(&self) -> &ReadOptions {
        &self.options
    }
}

use std::ops::Range;

use serde::Deserialize;

use crate::yaml::{Kind, Style, YamlBlock};
use crate::{Error, Value};

/// A key or value of a [`Document`](crate::Document) and its span.
///
/// An alias has its own span, and the content of its anchor.
#[derive(Clone, Copy, Debug)]
pub struct Node<'d, 'a> {
    block: &'d YamlBlock<'a>,
    id: usize,
}

impl<'d, 'a> Node<'d, 'a> {
    pub(crate) fn new(block: &'d YamlBlock<'a>, id: usize) -> Self {
        Self { block, id }
    }

    fn target(&self) -> &'d crate::yaml::Node<'a> {
        self.block.tree.node(self.id)
    }

    /// Returns the span in bytes of the whole text, with quotes, tag and anchor; empty for a missing value.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.block.span(self.block.tree.nodes[self.id].span())
    }

    /// Returns the source text of the [`span`](Self::span).
    #[must_use]
    pub fn source(&self) -> &'a str {
        self.block.text.get(self.span()).unwrap_or_default()
    }

    /// Returns the text of a scalar, whatever its type (`1.10` is `1.10`), without quotes; `None` for a collection.
    #[must_use]
    pub fn text(&self) -> Option<&'d str> {
        let node = self.target();
        matches!(node.kind, Kind::Scalar(_)).then_some(node.text.as_ref())
    }

    /// Returns whether it is a scalar that is neither quoted nor in block style.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.target().kind == Kind::Scalar(Style::Plain)
    }

    /// Returns the tag with its prefix resolved, such as `!colour` or `tag:yaml.org,2002:str`.
    #[must_use]
    pub fn tag(&self) -> Option<&'d str> {
        self.target().tag.as_deref()
    }

    /// Returns the tag when it has no effect: one that is not of the core schema (`!colour`, `!!binary`), or that does not fit its value
    /// (`!!int x`, `!!str [a]`).
    #[must_use]
    pub fn ignored_tag(&self) -> Option<&'d str> {
        self.target().ignored_tag()
    }

    /// Returns whether it is a list.
    #[must_use]
    pub fn is_sequence(&self) -> bool {
        matches!(self.target().kind, Kind::Sequence { .. })
    }

    /// Returns whether it is a mapping.
    #[must_use]
    pub fn is_mapping(&self) -> bool {
        matches!(self.target().kind, Kind::Mapping { .. })
    }

    /// Returns the value, aliases expanded. Linear in the nodes.
    #[must_use]
    pub fn value(&self) -> Value {
        self.block.tree.value(self.id)
    }

    /// Reads the value into a type. Linear in the nodes.
    ///
    /// # Errors
    ///
    /// [`Error::Data`], with the location of the value, when the value does not fit the type.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_frontmatter::Document;
    ///
    /// let document = Document::parse("---\nports: [80, many]\n---\n")?;
    /// let (_, ports) = document.entries().next().unwrap();
    /// assert_eq!(ports.get_as::<Vec<String>>()?, ["80", "many"]);
    /// let error = ports.get_as::<Vec<u16>>().unwrap_err();
    /// assert!(error.to_string().starts_with("2:13: "), "{error}");
    /// # Ok::<(), interline_frontmatter::Error>(())
    /// ```
    pub fn get_as<T: Deserialize<'a>>(&self) -> Result<T, Error> {
        self.block.deserialize_node(self.id)
    }

    /// Iterates over the items of a list; empty for any other node.
    pub fn items(&self) -> impl Iterator<Item = Node<'d, 'a>> + use<'d, 'a> {
        let block = self.block;
        let list = self.is_sequence().then_some(self.id);
        list.into_iter().flat_map(move |id| {
            let children = block.tree.children(block.tree.target(id));
            children.map(move |item| Node::new(block, item))
        })
    }

    /// Iterates over the keys and values of a mapping; empty for any other node.
    pub fn entries(&self) -> impl Iterator<Item = (Node<'d, 'a>, Node<'d, 'a>)> + use<'d, 'a> {
        let block = self.block;
        let mapping = self.is_mapping().then_some(self.id);
        mapping.into_iter().flat_map(move |id| {
            let entries = block.tree.entries(block.tree.target(id));
            entries.map(move |(key, value)| (Node::new(block, key), Node::new(block, value)))
        })
    }
}

use std::ops::Range;

use crate::Value;
use crate::yaml::{Kind, Style, YamlBlock};

/// A key or value of a [`Document`](crate::Document), and where it stands.
///
/// An alias has the place of the alias and the content of what it stands for.
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

    /// The bytes of the whole text, with quotes, tag and anchor; empty when a value is left out.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.block.span(self.block.tree.nodes[self.id].span())
    }

    /// The bytes of [`span`](Self::span) as they stand there.
    #[must_use]
    pub fn source(&self) -> &'a str {
        self.block.text.get(self.span()).unwrap_or_default()
    }

    /// The text of a scalar, whatever it means (`1.10` is `1.10`), without quotes; `None` for a collection.
    #[must_use]
    pub fn text(&self) -> Option<&'d str> {
        let node = self.target();
        matches!(node.kind, Kind::Scalar(_)).then_some(node.text.as_ref())
    }

    /// Whether it is a scalar that is neither quoted nor in block style.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.target().kind == Kind::Scalar(Style::Plain)
    }

    /// The tag with its prefix resolved, such as `!colour` or `tag:yaml.org,2002:str`.
    #[must_use]
    pub fn tag(&self) -> Option<&'d str> {
        self.target().tag.as_deref()
    }

    /// The tag, when reading passes it over: one that is not of the core schema (`!colour`, `!!binary`), or that does not fit what it
    /// stands before (`!!int x`, `!!str [a]`).
    #[must_use]
    pub fn ignored_tag(&self) -> Option<&'d str> {
        self.target().ignored_tag()
    }

    /// Whether it is a list.
    #[must_use]
    pub fn is_sequence(&self) -> bool {
        matches!(self.target().kind, Kind::Sequence { .. })
    }

    /// Whether it is a mapping.
    #[must_use]
    pub fn is_mapping(&self) -> bool {
        matches!(self.target().kind, Kind::Mapping { .. })
    }

    /// The value, aliases expanded. Linear in the nodes.
    #[must_use]
    pub fn value(&self) -> Value {
        self.block.tree.value(self.id)
    }

    /// The items of a list; none for anything else.
    pub fn items(&self) -> impl Iterator<Item = Node<'d, 'a>> + use<'d, 'a> {
        let block = self.block;
        let list = self.is_sequence().then_some(self.id);
        list.into_iter().flat_map(move |id| {
            let children = block.tree.children(block.tree.target(id));
            children.map(move |item| Node::new(block, item))
        })
    }

    /// Keys and values of a mapping; none for anything else.
    pub fn entries(&self) -> impl Iterator<Item = (Node<'d, 'a>, Node<'d, 'a>)> + use<'d, 'a> {
        let block = self.block;
        let mapping = self.is_mapping().then_some(self.id);
        mapping.into_iter().flat_map(move |id| {
            let entries = block.tree.entries(block.tree.target(id));
            entries.map(move |(key, value)| (Node::new(block, key), Node::new(block, value)))
        })
    }
}

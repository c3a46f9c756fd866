use std::borrow::Cow;
use std::ops::Range;

use super::offsets::narrow;
use super::scalar::{Resolved, resolve};
use super::yaml_1_1::Yaml11Type;
use crate::{Map, Value};

/// The nodes of one block in source order; children follow their collection.
///
/// Node 0 is the root. A block without keys has no nodes, and is an empty mapping.
/// Spans count bytes of the YAML between the fences.
#[derive(Debug, Default)]
pub(crate) struct Tree<'a> {
    pub(crate) nodes: Vec<Node<'a>>,
    /// Whether the block is in plain form, without anchors, so that a line has the same meaning among other siblings.
    pub(crate) is_plain: bool,
}

/// A node and its span.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node<'a> {
    pub(crate) kind: Kind,
    /// The text of a scalar, the name of an alias; empty for a collection.
    pub(crate) text: Cow<'a, str>,
    /// Its start, tag and anchor included.
    pub(crate) start: u32,
    /// Its start without tag and anchor.
    pub(crate) content: u32,
    pub(crate) end: u32,
    /// The first node that is not inside this one.
    pub(crate) next: u32,
    pub(crate) anchored: bool,
    pub(crate) tag: Option<Box<str>>,
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Scalar(Style),
    Sequence {
        flow: bool,
    },
    Mapping {
        flow: bool,
    },
    /// An alias of the node with this number, which comes before it.
    Alias(u32),
}

impl Kind {
    /// Returns whether it is a collection in brackets.
    pub(crate) fn is_flow(self) -> bool {
        matches!(
            self,
            Self::Sequence { flow: true } | Self::Mapping { flow: true }
        )
    }
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Single,
    Double,
    /// `|` or `>`; whether it keeps the blank lines at its end (`+`).
    Block {
        keep: bool,
    },
}

impl<'a> Node<'a> {
    /// Makes the node `id` without tag, anchor and children, from its start, the start of its content, and its end.
    #[inline]
    pub(crate) fn new(kind: Kind, text: Cow<'a, str>, range: [usize; 3], id: usize) -> Self {
        let [start, content, end] = range.map(narrow);
        Self {
            kind,
            text,
            start,
            content,
            end,
            next: narrow(id + 1),
            anchored: false,
            tag: None,
        }
    }

    pub(crate) fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(super) fn into_owned<'b>(self) -> Node<'b> {
        Node {
            kind: self.kind,
            text: Cow::Owned(self.text.into_owned()),
            start: self.start,
            content: self.content,
            end: self.end,
            next: self.next,
            anchored: self.anchored,
            tag: self.tag,
        }
    }

    pub(crate) fn is_collection(&self) -> bool {
        matches!(self.kind, Kind::Sequence { .. } | Kind::Mapping { .. })
    }

    /// Returns whether a value is missing, as in `key:`.
    pub(crate) fn is_missing(&self) -> bool {
        self.kind == Kind::Scalar(Style::Plain) && self.start == self.end && self.text.is_empty()
    }

    /// Returns whether two scalars with the same text have the same type.
    pub(crate) fn same_meaning(&self, other: &Node<'_>) -> bool {
        self.resolved() == other.resolved()
    }

    /// Returns the tag, when it has no effect on the value that is read.
    pub(crate) fn ignored_tag(&self) -> Option<&str> {
        let tag = self.tag.as_deref()?;
        // `!` alone says only that the scalar is not resolved, which `resolved` respects.
        let core = match tag {
            "!" => return None,
            _ => tag.strip_prefix("tag:yaml.org,2002:"),
        };
        let is_followed = match core {
            Some("seq") => matches!(self.kind, Kind::Sequence { .. }),
            Some("map") => matches!(self.kind, Kind::Mapping { .. }),
            Some("str") => self.resolved() == Some(Resolved::String),
            Some("int" | "float") => matches!(self.resolved(), Some(Resolved::Number(_))),
            Some("bool") => matches!(self.resolved(), Some(Resolved::Bool(_))),
            Some("null") => self.resolved() == Some(Resolved::Null),
            _ => false,
        };
        (!is_followed).then_some(tag)
    }

    /// Returns the type that readers of YAML 1.1 give a plain scalar that is a string in YAML 1.2.
    pub(crate) fn yaml_1_1_type(&self) -> Option<Yaml11Type> {
        let is_plain = self.kind == Kind::Scalar(Style::Plain) && self.tag.is_none();
        // Where both versions agree that it is no string there is nothing to protect.
        if !is_plain || self.resolved() != Some(Resolved::String) {
            return None;
        }
        Yaml11Type::of(&self.text)
    }

    /// Returns whether the string `text` may replace this plain scalar as a plain scalar: readers of YAML 1.1 give both the same type.
    pub(crate) fn has_yaml_1_1_type_of(&self, text: &str) -> bool {
        self.yaml_1_1_type().is_some_and(|form| {
            Yaml11Type::of(text) == Some(form) && resolve(text) == Resolved::String
        })
    }

    /// Resolves a scalar; `None` for a collection.
    pub(super) fn resolved(&self) -> Option<Resolved> {
        let Kind::Scalar(style) = self.kind else {
            return None;
        };
        Some(match self.tag.as_deref() {
            // Only the tags of the core schema change a type; an unknown one is ignored and reported.
            Some("tag:yaml.org,2002:str" | "!") => Resolved::String,
            Some(
                "tag:yaml.org,2002:int"
                | "tag:yaml.org,2002:float"
                | "tag:yaml.org,2002:bool"
                | "tag:yaml.org,2002:null",
            ) => resolve(&self.text),
            _ if style == Style::Plain => resolve(&self.text),
            _ => Resolved::String,
        })
    }
}

impl<'a> Tree<'a> {
    /// Returns the node itself, or the one that an alias refers to.
    pub(crate) fn target(&self, id: usize) -> usize {
        match self.nodes[id].kind {
            Kind::Alias(target) => target as usize,
            _ => id,
        }
    }

    /// Returns the node with a number, aliases followed.
    pub(crate) fn node(&self, id: usize) -> &Node<'a> {
        &self.nodes[self.target(id)]
    }

    /// Iterates over the children of a collection, aliases not followed; of a mapping over keys and values in turn.
    pub(crate) fn children(&self, id: usize) -> Children<'_, 'a> {
        let node = &self.nodes[id];
        Children {
            tree: self,
            // Children follow their collection, so that the first one is the next node.
            at: id + 1,
            end: if node.is_collection() {
                node.next as usize
            } else {
                id + 1
            },
        }
    }

    /// Keys and values of a mapping, aliases not followed.
    pub(crate) fn entries(&self, id: usize) -> impl Iterator<Item = (usize, usize)> {
        let mut children = self.children(id);
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }

    /// Children of a collection, aliases not followed; those of a mapping with their keys.
    pub(crate) fn pairs(&self, id: usize) -> impl Iterator<Item = (Option<usize>, usize)> {
        let has_keys = matches!(self.nodes[id].kind, Kind::Mapping { .. });
        let mut children = self.children(id);
        std::iter::from_fn(move || {
            let key = if has_keys {
                Some(children.next()?)
            } else {
                None
            };
            Some((key, children.next()?))
        })
    }

    /// Keys and values of the root.
    pub(crate) fn root_entries(&self) -> impl Iterator<Item = (usize, usize)> {
        (!self.nodes.is_empty())
            .then(|| self.entries(0))
            .into_iter()
            .flatten()
    }

    /// Key and value of the root under `key`.
    pub(crate) fn root_entry(&self, key: &str) -> Option<(usize, usize)> {
        self.root_entries()
            .find(|(id, _)| self.node(*id).text == key)
    }

    /// The value of a node. Recursion is bounded by the limit of depth.
    pub(crate) fn value(&self, id: usize) -> Value {
        let id = self.target(id);
        let node = &self.nodes[id];
        match node.kind {
            Kind::Sequence { .. } => {
                Value::List(self.children(id).map(|item| self.value(item)).collect())
            }
            Kind::Mapping { .. } => Value::Map(self.mapping(id)),
            Kind::Scalar(_) | Kind::Alias(_) => node
                .resolved()
                .map_or(Value::Null, |resolved| resolved.into_value(&node.text)),
        }
    }

    /// Returns whether a node has this value; a number with a source text must be written the same. The limit of depth bounds the
    /// recursion, that of expanded nodes the time.
    pub(crate) fn matches(&self, id: usize, value: &Value) -> bool {
        let id = self.target(id);
        let node = &self.nodes[id];
        match (node.kind, value) {
            (Kind::Sequence { .. }, Value::List(items)) => {
                let mut items = items.iter();
                let all = self
                    .children(id)
                    .all(|child| items.next().is_some_and(|item| self.matches(child, item)));
                all && items.next().is_none()
            }
            (Kind::Mapping { .. }, Value::Map(mapping)) => {
                let mut count = 0;
                // The order of keys does not matter: an edit must not move entries because a program sorts its map.
                let all = self.entries(id).all(|(key, child)| {
                    count += 1;
                    let value = mapping.get(&self.node(key).text);
                    value.is_some_and(|value| self.matches(child, value))
                });
                all && count == mapping.len()
            }
            (Kind::Scalar(_), _) => match (node.resolved(), value) {
                (Some(Resolved::Null), Value::Null) => true,
                (Some(Resolved::Bool(flag)), Value::Bool(wanted)) => flag == *wanted,
                (Some(Resolved::Number(kind)), Value::Number(number)) => {
                    number.is_written(kind, &node.text)
                }
                (Some(Resolved::String), Value::String(text)) => node.text == text.as_str(),
                _ => false,
            },
            _ => false,
        }
    }

    /// The entries of a mapping, in their order.
    pub(crate) fn mapping(&self, id: usize) -> Map {
        self.entries(id)
            .map(|(key, value)| (self.node(key).text.as_ref(), self.value(value)))
            .collect()
    }

    /// The entries of the root, in their order.
    pub(crate) fn root_mapping(&self) -> Map {
        if self.nodes.is_empty() {
            Map::new()
        } else {
            self.mapping(0)
        }
    }
}

/// See [`Tree::children`].
pub(crate) struct Children<'t, 'a> {
    tree: &'t Tree<'a>,
    at: usize,
    end: usize,
}

impl Iterator for Children<'_, '_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let id = self.at;
        if id >= self.end {
            return None;
        }
        self.at = self.tree.nodes[id].next as usize;
        Some(id)
    }
}

/// Returns how many nodes a scalar counts for where an alias expands it: long text costs memory too.
pub(super) fn weight(text: &str) -> usize {
    1 + text.len() / 1024
}

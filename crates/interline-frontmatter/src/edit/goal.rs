//! The wanted header: a tree over the one that was read, in which most nodes are kept.

use crate::yaml::{Quotes, Tree};
use crate::{NewValue, Value};

/// The wanted state of one node.
#[derive(Debug)]
pub(super) enum Goal {
    /// The old node with this number keeps every byte.
    Keep(usize),
    New(Box<NewGoal>),
    Collection(Box<CollectionGoal>),
}

/// A new value, which may replace an old node.
#[derive(Debug)]
pub(super) struct NewGoal {
    pub(super) over: Option<usize>,
    pub(super) value: Value,
    pub(super) quotes: Quotes,
}

/// A collection of which some children change.
#[derive(Debug)]
pub(super) struct CollectionGoal {
    pub(super) id: usize,
    pub(super) is_list: bool,
    /// The children in their new order; old ones that are not among them are removed. The entries of a mapping that stay keep their order.
    pub(super) children: Vec<ChildGoal>,
}

/// An entry of a mapping, or an item of a list.
#[derive(Debug)]
pub(super) struct ChildGoal {
    /// The number of the old child.
    pub(super) old: Option<usize>,
    /// The node of the key of an old entry.
    pub(super) key: Option<usize>,
    /// The name of a new entry, or the new name of an old one.
    pub(super) name: Option<String>,
    /// Whether the old item is written at another position.
    pub(super) is_moved: bool,
    pub(super) goal: Goal,
}

impl Goal {
    pub(super) fn new(value: NewValue, over: Option<usize>) -> Self {
        Self::New(Box::new(NewGoal {
            over,
            value: value.value,
            quotes: value.quotes,
        }))
    }

    pub(super) fn collection(id: usize, is_list: bool, children: Vec<ChildGoal>) -> Self {
        Self::Collection(Box::new(CollectionGoal {
            id,
            is_list,
            children,
        }))
    }

    /// Returns the old node that this one replaces or keeps.
    pub(super) fn over(&self) -> Option<usize> {
        match self {
            Self::Keep(id) => Some(*id),
            Self::New(new) => new.over,
            Self::Collection(collection) => Some(collection.id),
        }
    }

    pub(super) fn as_collection(&self) -> Option<&CollectionGoal> {
        match self {
            Self::Collection(collection) => Some(collection),
            Self::Keep(_) | Self::New(_) => None,
        }
    }

    pub(super) fn is_kept(&self) -> bool {
        matches!(self, Self::Keep(_))
    }

    /// Returns the value of the goal. Linear in its nodes; recursion is bounded by the limit of depth.
    pub(super) fn value(&self, tree: &Tree<'_>) -> Value {
        match self {
            Self::Keep(id) => tree.value(*id),
            Self::New(new) => new.value.clone(),
            Self::Collection(collection) => {
                let children = collection.children.iter();
                if collection.is_list {
                    return children.map(|item| item.goal.value(tree)).collect();
                }
                let entries = children.map(|entry| (entry.name(tree), entry.goal.value(tree)));
                Value::Map(entries.collect())
            }
        }
    }
}

impl ChildGoal {
    pub(super) fn kept(index: usize, key: Option<usize>, value: usize) -> Self {
        Self {
            old: Some(index),
            key,
            name: None,
            is_moved: false,
            goal: Goal::Keep(value),
        }
    }

    pub(super) fn added(name: Option<String>, value: NewValue) -> Self {
        Self {
            old: None,
            key: None,
            name,
            is_moved: false,
            goal: Goal::new(value, None),
        }
    }

    /// Returns the name of the key afterwards; empty for an item.
    pub(super) fn name<'s>(&'s self, tree: &'s Tree<'_>) -> &'s str {
        match (&self.name, self.key) {
            (Some(name), _) => name,
            (None, Some(key)) => &tree.node(key).text,
            (None, None) => "",
        }
    }

    /// Returns whether it is an old child that is not written at another position.
    pub(super) fn stays(&self) -> bool {
        self.old.is_some() && !self.is_moved
    }

    /// Returns whether it is an old child that keeps every byte.
    pub(super) fn is_kept(&self) -> bool {
        self.stays() && self.name.is_none() && self.goal.is_kept()
    }
}

//! The wanted header: a tree over the one that was read, in which most nodes are kept.

use crate::yaml::{Quotes, Tree};
use crate::{Map, NewValue, Value};

/// The wanted state of one node.
#[derive(Debug)]
pub(super) enum Goal {
    /// The old node with this number keeps every byte.
    Keep(usize),
    New(Box<NewGoal>),
    Mapping(Box<MappingGoal>),
    Sequence(Box<SequenceGoal>),
}

/// A new value, which may replace an old node.
#[derive(Debug)]
pub(super) struct NewGoal {
    pub(super) over: Option<usize>,
    pub(super) value: Value,
    pub(super) quotes: Quotes,
}

/// A mapping of which some entries change.
#[derive(Debug)]
pub(super) struct MappingGoal {
    pub(super) id: usize,
    /// Old entries in their order, those that are removed included, then new ones.
    pub(super) entries: Vec<EntryGoal>,
}

#[derive(Debug)]
pub(super) struct EntryGoal {
    /// The number of the old entry and the node of its key.
    pub(super) old: Option<(usize, usize)>,
    /// The name of a new entry, or the new name of an old one.
    pub(super) name: Option<String>,
    pub(super) is_removed: bool,
    pub(super) goal: Goal,
}

/// A sequence of which some items change.
#[derive(Debug)]
pub(super) struct SequenceGoal {
    pub(super) id: usize,
    /// The items in their new order; old ones that are not among them are removed.
    pub(super) items: Vec<ItemGoal>,
}

#[derive(Debug)]
pub(super) struct ItemGoal {
    /// The number of the old item.
    pub(super) old: Option<usize>,
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

    /// Returns the old node that this one replaces or keeps.
    pub(super) fn over(&self) -> Option<usize> {
        match self {
            Self::Keep(id) => Some(*id),
            Self::New(new) => new.over,
            Self::Mapping(mapping) => Some(mapping.id),
            Self::Sequence(sequence) => Some(sequence.id),
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
            Self::Mapping(mapping) => Value::Map(mapping.value(tree)),
            Self::Sequence(sequence) => Value::List(
                sequence
                    .items
                    .iter()
                    .map(|item| item.goal.value(tree))
                    .collect(),
            ),
        }
    }
}

impl MappingGoal {
    pub(super) fn value(&self, tree: &Tree<'_>) -> Map {
        // Removed entries stay in the list, since their position tells the writer which bytes to remove.
        let entries = self.entries.iter().filter(|entry| !entry.is_removed);
        entries
            .map(|entry| (entry.name(tree), entry.goal.value(tree)))
            .collect()
    }
}

impl EntryGoal {
    pub(super) fn added(name: &str, goal: Goal) -> Self {
        Self {
            old: None,
            name: Some(name.to_owned()),
            is_removed: false,
            goal,
        }
    }

    /// Returns the name of the key afterwards.
    pub(super) fn name<'s>(&'s self, tree: &'s Tree<'_>) -> &'s str {
        match (&self.name, self.old) {
            (Some(name), _) => name,
            (None, Some((_, key))) => &tree.node(key).text,
            // Not reachable: a new entry has a name and an old one a key.
            (None, None) => "",
        }
    }
}

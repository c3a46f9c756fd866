//! What a header is to become: a tree over the one that was read, in which most nodes stay as they are.

use super::diff::diff_items;
use super::refusal::Refusal;
use crate::yaml::{Kind, Tree};
use crate::{Mapping, NewValue, PathElement, Value};

/// What is to become of one node.
#[derive(Debug)]
pub(super) enum Goal {
    /// The old node of this number stays, to the last byte.
    Keep(usize),
    New(Box<NewGoal>),
    Mapping(Box<MappingGoal>),
    Sequence(Box<SequenceGoal>),
}

/// A new value, in the place of an old node where there is one.
#[derive(Debug)]
pub(super) struct NewGoal {
    pub(super) over: Option<usize>,
    pub(super) value: Value,
    pub(super) is_plain: bool,
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
    /// Whether the old item is written at another place than where it was.
    pub(super) is_moved: bool,
    pub(super) goal: Goal,
}

impl Goal {
    pub(super) fn new(value: NewValue, over: Option<usize>) -> Self {
        Self::New(Box::new(NewGoal {
            over,
            value: value.value,
            is_plain: value.is_plain,
        }))
    }

    /// The old node in the place of which this is.
    fn over(&self) -> Option<usize> {
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

    /// The value that this goal has. Linear in its nodes; recursion is bounded by the limit of depth.
    pub(super) fn value(&self, tree: &Tree<'_>) -> Value {
        match self {
            Self::Keep(id) => tree.value(*id),
            Self::New(new) => new.value.clone(),
            Self::Mapping(mapping) => Value::Mapping(mapping.value(tree)),
            Self::Sequence(sequence) => Value::Sequence(
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
    pub(super) fn value(&self, tree: &Tree<'_>) -> Mapping {
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

    /// The name that the key has in the end.
    pub(super) fn name<'s>(&'s self, tree: &'s Tree<'_>) -> &'s str {
        match (&self.name, self.old) {
            (Some(name), _) => name,
            (None, Some((_, key))) => &tree.node(key).text,
            (None, None) => "",
        }
    }
}

/// What is done at the end of a path.
#[derive(Debug)]
pub(super) enum Action {
    Set(NewValue),
    Remove,
    Rename(String),
    Push(NewValue),
    Insert(usize, NewValue),
}

impl Action {
    /// Whether it makes what is missing on its way.
    fn creates(&self) -> bool {
        !matches!(self, Self::Remove | Self::Rename(_))
    }

    /// The value of a node that is missing, `rest` being the way from it on.
    fn create(self, rest: &[PathElement]) -> Result<NewValue, String> {
        let (inner, is_item) = match self {
            Self::Set(value) => (value, false),
            Self::Push(value) | Self::Insert(0, value) => (value, true),
            Self::Insert(index, _) => return Err(format!("there is no list with {index} items")),
            Self::Remove | Self::Rename(_) => (Value::Null.into(), false),
        };
        if rest.is_empty() && !is_item {
            return Ok(inner);
        }
        let mut value = inner.value;
        if is_item {
            value = Value::Sequence(vec![value]);
        }
        for element in rest.iter().rev() {
            value = match element {
                PathElement::Key(key) => Mapping::from([(key.as_str(), value)]).into(),
                PathElement::Index(index) => {
                    return Err(format!("there is no list to have an item {index}"));
                }
            };
        }
        Ok(value.into())
    }
}

/// Makes goals of the nodes of a tree.
#[derive(Clone, Copy)]
pub(super) struct Goals<'t, 'a> {
    pub(super) tree: &'t Tree<'a>,
}

impl Goals<'_, '_> {
    /// The root, every entry of which stays.
    pub(super) fn root(self) -> Goal {
        if self.tree.nodes.is_empty() {
            return Goal::Mapping(Box::new(MappingGoal {
                id: 0,
                entries: Vec::new(),
            }));
        }
        self.mapping(0)
    }

    fn mapping(self, id: usize) -> Goal {
        let entries = self.tree.entries(id).enumerate();
        let entries = entries.map(|(index, (key, value))| EntryGoal {
            old: Some((index, key)),
            name: None,
            is_removed: false,
            goal: Goal::Keep(value),
        });
        Goal::Mapping(Box::new(MappingGoal {
            id,
            entries: entries.collect(),
        }))
    }

    fn sequence(self, id: usize) -> Goal {
        let items = self.tree.children(id).enumerate();
        let items = items.map(|(index, item)| ItemGoal {
            old: Some(index),
            is_moved: false,
            goal: Goal::Keep(item),
        });
        Goal::Sequence(Box::new(SequenceGoal {
            id,
            items: items.collect(),
        }))
    }

    /// Makes `action` at the end of `path`. Recursion is as deep as the path is long.
    pub(super) fn apply(
        self,
        goal: &mut Goal,
        path: &[PathElement],
        action: Action,
    ) -> Result<(), Refusal> {
        let Some((first, rest)) = path.split_first() else {
            return self.apply_here(goal, action);
        };
        if let Goal::Keep(id) = goal {
            *goal = match self.open(*id, first, &action)? {
                Some(open) => open,
                // Nothing is there.
                None if !action.creates() => return Ok(()),
                None => {
                    let id = *id;
                    let value = action.create(path);
                    let value = value.map_err(|reason| self.refusal(reason, Some(id)))?;
                    *goal = Goal::new(value, Some(id));
                    return Ok(());
                }
            };
        }
        match (goal, first) {
            (Goal::Keep(_), _) => Ok(()),
            (Goal::New(new), _) => {
                let over = new.over;
                new.is_plain = false;
                apply_to_value(&mut new.value, path, action)
                    .map_err(|reason| self.refusal(reason, over))
            }
            (Goal::Mapping(mapping), PathElement::Key(key)) => {
                self.apply_to_entry(mapping, key, rest, action)
            }
            (Goal::Sequence(sequence), PathElement::Index(index)) => {
                self.apply_to_item(sequence, *index, rest, action)
            }
            (Goal::Mapping(mapping), PathElement::Index(index)) => {
                let reason = format!("it is a mapping, which has no item {index}: use a key");
                Err(self.refusal(reason, Some(mapping.id)))
            }
            (Goal::Sequence(sequence), PathElement::Key(key)) => {
                let reason = format!("it is a list, which has no key `{key}`: use an index");
                Err(self.refusal(reason, Some(sequence.id)))
            }
        }
    }

    /// The goal of a collection that is to be changed inside; nothing where no value is.
    fn open(
        self,
        id: usize,
        element: &PathElement,
        action: &Action,
    ) -> Result<Option<Goal>, Refusal> {
        let node = &self.tree.nodes[id];
        match node.kind {
            Kind::Mapping { .. } => Ok(Some(self.mapping(id))),
            Kind::Sequence { .. } => Ok(Some(self.sequence(id))),
            Kind::Alias(_) => {
                let reason = format!(
                    "it is the alias `*{name}`: change what has the anchor `&{name}`",
                    name = node.text
                );
                Err(Refusal::new(reason, node.span()))
            }
            Kind::Scalar(_) if self.tree.value(id).is_null() => Ok(None),
            Kind::Scalar(_) if !action.creates() => Ok(None),
            Kind::Scalar(_) => {
                let wanted = match element {
                    PathElement::Key(key) => format!("a mapping to have the key `{key}`"),
                    PathElement::Index(index) => format!("a list to have the item {index}"),
                };
                let reason = format!("it is `{}`, expected {wanted}", shorten(&node.text));
                Err(Refusal::new(reason, node.span()))
            }
        }
    }

    fn refusal(self, reason: impl Into<String>, id: Option<usize>) -> Refusal {
        let node = id.and_then(|id| self.tree.nodes.get(id));
        Refusal::new(reason, node.map_or(0..0, crate::yaml::Node::span))
    }

    fn apply_here(self, goal: &mut Goal, action: Action) -> Result<(), Refusal> {
        let (index, value) = match action {
            Action::Set(value) => {
                self.set(goal, value);
                return Ok(());
            }
            Action::Remove | Action::Rename(_) => {
                let reason = "the path is empty, expected a key or an index";
                return Err(self.refusal(reason, goal.over()));
            }
            Action::Push(value) => (None, value),
            Action::Insert(index, value) => (Some(index), value),
        };
        if let Goal::Keep(id) = goal {
            let id = *id;
            let node = &self.tree.nodes[id];
            *goal = match node.kind {
                Kind::Sequence { .. } => self.sequence(id),
                Kind::Scalar(_) if self.tree.value(id).is_null() => {
                    Goal::new(Value::Sequence(Vec::new()).into(), Some(id))
                }
                Kind::Alias(_) => {
                    let reason = format!(
                        "it is the alias `*{name}`: change what has the anchor `&{name}`",
                        name = node.text
                    );
                    return Err(Refusal::new(reason, node.span()));
                }
                Kind::Mapping { .. } => {
                    return Err(self.refusal("it is a mapping, expected a list", Some(id)));
                }
                Kind::Scalar(_) => {
                    let reason = format!("it is `{}`, expected a list", shorten(&node.text));
                    return Err(Refusal::new(reason, node.span()));
                }
            };
        }
        let over = goal.over();
        let (len, outcome) = match goal {
            Goal::Sequence(sequence) => {
                let len = sequence.items.len();
                let at = index.unwrap_or(len);
                if at <= len {
                    let item = ItemGoal {
                        old: None,
                        is_moved: false,
                        goal: Goal::new(value, None),
                    };
                    sequence.items.insert(at, item);
                }
                (len, at <= len)
            }
            Goal::New(new) => match &mut new.value {
                Value::Sequence(items) => {
                    let len = items.len();
                    let at = index.unwrap_or(len);
                    if at <= len {
                        items.insert(at, value.value);
                    }
                    (len, at <= len)
                }
                _ => return Err(self.refusal("it is no list", over)),
            },
            Goal::Mapping(_) | Goal::Keep(_) => {
                return Err(self.refusal("it is a mapping, expected a list", over));
            }
        };
        if outcome {
            return Ok(());
        }
        Err(self.refusal(out_of_range(len), over))
    }

    fn apply_to_entry(
        self,
        mapping: &mut MappingGoal,
        key: &str,
        rest: &[PathElement],
        action: Action,
    ) -> Result<(), Refusal> {
        let tree = self.tree;
        let at = mapping
            .entries
            .iter()
            .position(|entry| !entry.is_removed && entry.name(tree) == key);
        let Some(at) = at else {
            if !action.creates() {
                return Ok(());
            }
            let id = mapping.id;
            let value = action.create(rest);
            let value = value.map_err(|reason| self.refusal(reason, Some(id)))?;
            mapping
                .entries
                .push(EntryGoal::added(key, Goal::new(value, None)));
            return Ok(());
        };
        match action {
            Action::Remove if rest.is_empty() => match mapping.entries[at].old {
                Some(_) => mapping.entries[at].is_removed = true,
                None => drop(mapping.entries.remove(at)),
            },
            Action::Rename(name) if rest.is_empty() => {
                if name == key {
                    return Ok(());
                }
                let mut others = mapping.entries.iter();
                if let Some(other) =
                    others.find(|entry| !entry.is_removed && entry.name(tree) == name)
                {
                    let reason = format!("key `{name}` is there already");
                    return Err(self.refusal(reason, other.old.map(|(_, key)| key)));
                }
                mapping.entries[at].name = Some(name);
            }
            action => return self.apply(&mut mapping.entries[at].goal, rest, action),
        }
        Ok(())
    }

    fn apply_to_item(
        self,
        sequence: &mut SequenceGoal,
        index: usize,
        rest: &[PathElement],
        action: Action,
    ) -> Result<(), Refusal> {
        let len = sequence.items.len();
        let Some(item) = sequence.items.get_mut(index) else {
            if action.creates() {
                return Err(self.refusal(out_of_range(len), Some(sequence.id)));
            }
            return Ok(());
        };
        match action {
            Action::Remove if rest.is_empty() => drop(sequence.items.remove(index)),
            Action::Rename(_) if rest.is_empty() => {
                return Err(self.refusal("an item of a list has no name", item.goal.over()));
            }
            action => return self.apply(&mut item.goal, rest, action),
        }
        Ok(())
    }

    /// Puts `value` in the place of a goal, and keeps of the old node what the two have in common. Recursion is bounded by the limit
    /// of depth.
    pub(super) fn set(self, goal: &mut Goal, value: NewValue) {
        let Some(id) = goal.over() else {
            *goal = Goal::new(value, None);
            return;
        };
        if self.tree.nodes.is_empty() {
            // The root of a block without keys.
            if let Value::Mapping(mapping) = value.value {
                let added = mapping
                    .into_iter()
                    .map(|(key, value)| EntryGoal::added(&key, Goal::new(value.into(), None)));
                *goal = Goal::Mapping(Box::new(MappingGoal {
                    id,
                    entries: added.collect(),
                }));
            }
            return;
        }
        *goal = if self.tree.matches(id, &value.value) {
            Goal::Keep(id)
        } else {
            match (self.tree.nodes[id].kind, value.value) {
                (Kind::Mapping { .. }, Value::Mapping(mapping)) => self.diff_mapping(id, mapping),
                (Kind::Sequence { .. }, Value::Sequence(items)) => self.diff_sequence(id, items),
                (_, other) => {
                    let is_plain = value.is_plain;
                    let value = NewValue {
                        value: other,
                        is_plain,
                    };
                    Goal::new(value, Some(id))
                }
            }
        };
    }

    fn diff_mapping(self, id: usize, mut wanted: Mapping) -> Goal {
        let mut entries = Vec::with_capacity(wanted.len());
        // Values are taken out; what is left at the end is new, in its order.
        let mut taken = 0;
        for (index, (key, value)) in self.tree.entries(id).enumerate() {
            let mut goal = Goal::Keep(value);
            let wanted = wanted.get_mut(&self.tree.node(key).text);
            let is_removed = wanted.is_none();
            if let Some(wanted) = wanted {
                taken += 1;
                self.set(&mut goal, std::mem::take(wanted).into());
            }
            entries.push(EntryGoal {
                old: Some((index, key)),
                name: None,
                is_removed,
                goal,
            });
        }
        if taken < wanted.len() {
            let known: std::collections::HashSet<&str> = self
                .tree
                .entries(id)
                .map(|(key, _)| self.tree.node(key).text.as_ref())
                .collect();
            let added = wanted
                .into_iter()
                .filter(|(key, _)| !known.contains(key.as_str()));
            entries.extend(
                added.map(|(key, value)| EntryGoal::added(&key, Goal::new(value.into(), None))),
            );
        }
        Goal::Mapping(Box::new(MappingGoal { id, entries }))
    }

    fn diff_sequence(self, id: usize, wanted: Vec<Value>) -> Goal {
        let old: Vec<usize> = self.tree.children(id).collect();
        let plan = diff_items(self.tree, &old, &wanted);
        let items = plan.into_iter().zip(wanted).map(|(found, value)| {
            let Some((index, is_moved)) = found else {
                return ItemGoal {
                    old: None,
                    is_moved: false,
                    goal: Goal::new(value.into(), None),
                };
            };
            let mut goal = Goal::Keep(old[index]);
            if !is_moved {
                self.set(&mut goal, value.into());
            }
            ItemGoal {
                old: Some(index),
                is_moved,
                goal,
            }
        });
        let items = items.collect();
        Goal::Sequence(Box::new(SequenceGoal { id, items }))
    }
}

fn out_of_range(len: usize) -> String {
    match len {
        1 => "the list has 1 item, and the first index is 0".to_owned(),
        len => format!("the list has {len} items, and the first index is 0"),
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() > 40 {
        let start: String = text.chars().take(39).collect();
        return format!("{start}…");
    }
    text.to_owned()
}

/// Makes `action` in a value that no text has yet.
fn apply_to_value(value: &mut Value, path: &[PathElement], action: Action) -> Result<(), String> {
    let Some((first, rest)) = path.split_first() else {
        let (index, new) = match action {
            Action::Set(new) => {
                *value = new.value;
                return Ok(());
            }
            Action::Remove | Action::Rename(_) => return Ok(()),
            Action::Push(new) => (None, new),
            Action::Insert(index, new) => (Some(index), new),
        };
        if value.is_null() {
            *value = Value::Sequence(Vec::new());
        }
        let Value::Sequence(items) = value else {
            return Err("it is no list".to_owned());
        };
        let at = index.unwrap_or(items.len());
        if at > items.len() {
            return Err(out_of_range(items.len()));
        }
        items.insert(at, new.value);
        return Ok(());
    };
    if value.is_null() {
        if action.creates() {
            *value = action.create(path)?.value;
        }
        return Ok(());
    }
    match (value, first) {
        (Value::Mapping(mapping), PathElement::Key(key)) => {
            if !mapping.contains_key(key) {
                if action.creates() {
                    mapping.insert(key.as_str(), action.create(rest)?.value);
                }
                return Ok(());
            }
            match action {
                Action::Remove if rest.is_empty() => drop(mapping.remove(key)),
                Action::Rename(name) if rest.is_empty() => {
                    if name != *key && mapping.contains_key(&name) {
                        return Err(format!("key `{name}` is there already"));
                    }
                    let entries = std::mem::take(mapping).into_iter();
                    let renamed = entries.map(|(known, value)| {
                        let is_it = known == *key;
                        (if is_it { name.clone() } else { known }, value)
                    });
                    *mapping = renamed.collect();
                }
                action => {
                    if let Some(inner) = mapping.get_mut(key) {
                        return apply_to_value(inner, rest, action);
                    }
                }
            }
            Ok(())
        }
        (Value::Sequence(items), PathElement::Index(index)) => {
            let len = items.len();
            let Some(item) = items.get_mut(*index) else {
                return match action.creates() {
                    true => Err(out_of_range(len)),
                    false => Ok(()),
                };
            };
            match action {
                Action::Remove if rest.is_empty() => drop(items.remove(*index)),
                Action::Rename(_) if rest.is_empty() => {
                    return Err("an item of a list has no name".to_owned());
                }
                action => return apply_to_value(item, rest, action),
            }
            Ok(())
        }
        (_, _) if !action.creates() => Ok(()),
        (_, PathElement::Key(key)) => Err(format!("expected a mapping to have the key `{key}`")),
        (_, PathElement::Index(index)) => Err(format!("expected a list to have the item {index}")),
    }
}

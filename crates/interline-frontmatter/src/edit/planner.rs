//! Plans an edit: makes the goal of a header from its nodes and the changes asked for.

use super::action::{Action, apply_to_value, out_of_range};
use super::diff_list::diff_items;
use super::goal::{EntryGoal, Goal, ItemGoal, MappingGoal, SequenceGoal};
use super::refusal::Refusal;
use crate::yaml::{Kind, Quotes, Tree};
use crate::{Map, NewValue, PathElement, Value};

/// Makes goals from the nodes of a tree.
#[derive(Clone, Copy)]
pub(super) struct Planner<'t, 'a> {
    pub(super) tree: &'t Tree<'a>,
}

impl Planner<'_, '_> {
    /// Returns the goal that keeps every entry of the root.
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

    /// Applies `action` at the end of `path`. Recursion is as deep as the path is long.
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
                // The value is missing.
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
                // The value is new in this edit already: it has no source text, and is changed as a value.
                let over = new.over;
                // A value that is changed inside is a collection, which has no quotes.
                new.quotes = Quotes::Plain;
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

    /// Returns the goal of a collection that is to be changed inside; `None` for a missing value.
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
                    Goal::new(Value::List(Vec::new()).into(), Some(id))
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
                Value::List(items) => {
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
                // An entry that only this edit added has no bytes to remove.
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

    /// Sets a goal to `value`, and keeps the nodes that are equal to the old ones. Recursion is bounded by the limit of depth.
    pub(super) fn set(self, goal: &mut Goal, value: NewValue) {
        let Some(id) = goal.over() else {
            *goal = Goal::new(value, None);
            return;
        };
        if self.tree.nodes.is_empty() {
            // The root of a block without keys.
            if let Value::Map(mapping) = value.value {
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
                (Kind::Mapping { .. }, Value::Map(mapping)) => self.diff_mapping(id, mapping),
                (Kind::Sequence { .. }, Value::List(items)) => self.diff_sequence(id, items),
                (_, other) => {
                    let quotes = value.quotes;
                    let value = other;
                    Goal::new(NewValue { value, quotes }, Some(id))
                }
            }
        };
    }

    fn diff_mapping(self, id: usize, mut wanted: Map) -> Goal {
        let mut entries = Vec::with_capacity(wanted.len());
        // The values of old keys are moved out of `wanted`; the other keys are new, in their order.
        let mut taken = 0;
        for (index, (key, value)) in self.tree.entries(id).enumerate() {
            let mut goal = Goal::Keep(value);
            let wanted = wanted.get_mut(&self.tree.node(key).text);
            let is_removed = wanted.is_none();
            if let Some(wanted) = wanted {
                taken += 1;
                // Recursion compares what is below, so that an equal part of a changed mapping keeps every byte.
                self.set(&mut goal, std::mem::take(wanted).into());
            }
            entries.push(EntryGoal {
                old: Some((index, key)),
                name: None,
                is_removed,
                goal,
            });
        }
        // Only with new keys is the set of old names needed.
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

fn shorten(text: &str) -> String {
    if text.chars().count() > 40 {
        let start: String = text.chars().take(39).collect();
        return format!("{start}…");
    }
    text.to_owned()
}

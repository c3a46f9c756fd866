//! Plans an edit: makes the goal of a header from its nodes and the changes asked for.

use std::collections::HashSet;

use super::action::{Action, apply_to_value, insert, insert_value, out_of_range};
use super::diff_list::diff_items;
use super::goal::{ChildGoal, CollectionGoal, Goal};
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
            return Goal::collection(0, false, Vec::new());
        }
        self.collection(0)
    }

    fn collection(self, id: usize) -> Goal {
        let is_list = matches!(self.tree.nodes[id].kind, Kind::Sequence { .. });
        let children = self.tree.pairs(id).enumerate();
        let children = children.map(|(index, (key, value))| ChildGoal::kept(index, key, value));
        Goal::collection(id, is_list, children.collect())
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
            *goal = match self.open(*id, Some(first), &action)? {
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
        match goal {
            Goal::Keep(_) => Ok(()),
            Goal::New(new) => {
                // The value is new in this edit already: it has no source text, and is changed as a value.
                let over = new.over;
                // A value that is changed inside is a collection, which has no quotes.
                new.quotes = Quotes::Plain;
                apply_to_value(&mut new.value, path, action)
                    .map_err(|reason| self.refusal(reason, over))
            }
            Goal::Collection(collection) => self.apply_inside(collection, first, rest, action),
        }
    }

    /// Returns the goal of a collection that is to be changed inside, of a list without `element`; `None` for a missing value.
    fn open(
        self,
        id: usize,
        element: Option<&PathElement>,
        action: &Action,
    ) -> Result<Option<Goal>, Refusal> {
        let node = &self.tree.nodes[id];
        match node.kind {
            Kind::Mapping { .. } if element.is_none() => {
                Err(self.refusal("it is a mapping, expected a list", Some(id)))
            }
            Kind::Mapping { .. } | Kind::Sequence { .. } => Ok(Some(self.collection(id))),
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
                    Some(PathElement::Key(key)) => format!("a mapping to have the key `{key}`"),
                    Some(PathElement::Index(index)) => format!("a list to have the item {index}"),
                    None => "a list".to_owned(),
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
        if let (Goal::Keep(id), Action::Push(_) | Action::Insert(..)) = (&*goal, &action) {
            let id = *id;
            let list = self.open(id, None, &action)?;
            *goal = list.unwrap_or_else(|| Goal::new(Value::List(Vec::new()).into(), Some(id)));
        }
        let over = goal.over();
        let (index, value) = match action {
            Action::Set(value) => {
                self.set(goal, value);
                return Ok(());
            }
            Action::Remove | Action::Rename(_) => {
                let reason = "the path is empty, expected a key or an index";
                return Err(self.refusal(reason, over));
            }
            Action::Push(value) => (None, value),
            Action::Insert(index, value) => (Some(index), value),
        };
        let inserted = match goal {
            Goal::Collection(list) if list.is_list => {
                insert(&mut list.children, index, ChildGoal::added(None, value))
            }
            Goal::New(new) => insert_value(&mut new.value, index, value),
            Goal::Collection(_) | Goal::Keep(_) => {
                Err("it is a mapping, expected a list".to_owned())
            }
        };
        inserted.map_err(|reason| self.refusal(reason, over))
    }

    /// Applies `action` to a child of a collection, or at the end of the path `rest` from it.
    fn apply_inside(
        self,
        collection: &mut CollectionGoal,
        element: &PathElement,
        rest: &[PathElement],
        action: Action,
    ) -> Result<(), Refusal> {
        let (id, len) = (collection.id, collection.children.len());
        let position = |children: &[ChildGoal], name: &str| {
            let mut children = children.iter();
            children.position(|child| child.name(self.tree) == name)
        };
        let found = match element {
            PathElement::Key(key) if !collection.is_list => position(&collection.children, key),
            PathElement::Index(index) if collection.is_list => {
                Some(*index).filter(|index| *index < len)
            }
            PathElement::Index(index) => {
                let reason = format!("it is a mapping, which has no item {index}: use a key");
                return Err(self.refusal(reason, Some(id)));
            }
            PathElement::Key(key) => {
                let reason = format!("it is a list, which has no key `{key}`: use an index");
                return Err(self.refusal(reason, Some(id)));
            }
        };
        let Some(at) = found else {
            if !action.creates() {
                return Ok(());
            }
            let new = match element {
                PathElement::Key(key) => action.create(rest).map(|value| (key.clone(), value)),
                PathElement::Index(_) => Err(out_of_range(len)),
            };
            let (name, value) = new.map_err(|reason| self.refusal(reason, Some(id)))?;
            collection
                .children
                .push(ChildGoal::added(Some(name), value));
            return Ok(());
        };
        match action {
            Action::Remove if rest.is_empty() => drop(collection.children.remove(at)),
            Action::Rename(_) if rest.is_empty() && collection.is_list => {
                let over = collection.children[at].goal.over();
                return Err(self.refusal("an item of a list has no name", over));
            }
            Action::Rename(name) if rest.is_empty() => {
                match position(&collection.children, &name) {
                    Some(other) if other == at => {}
                    Some(other) => {
                        let reason = format!("key `{name}` is there already");
                        return Err(self.refusal(reason, collection.children[other].key));
                    }
                    None => collection.children[at].name = Some(name),
                }
            }
            action => {
                let goal = &mut collection.children[at].goal;
                self.apply(goal, rest, action)?;
                if let Some(id) = self.unchanged(goal) {
                    *goal = Goal::Keep(id);
                }
            }
        }
        Ok(())
    }

    /// Returns the node of a collection whose children are all kept.
    fn unchanged(self, goal: &Goal) -> Option<usize> {
        let CollectionGoal { id, children, .. } = goal.as_collection()?;
        let is_kept = children.iter().all(ChildGoal::is_kept)
            && children.len() == self.tree.pairs(*id).count();
        is_kept.then_some(*id)
    }

    /// Sets each key of `mapping` in a mapping, and removes each whose value is null. Linear in both.
    pub(super) fn merge(self, collection: &mut CollectionGoal, mapping: &Map) {
        collection.children.retain_mut(|entry| {
            let Some(value) = mapping.get(entry.name(self.tree)) else {
                return true;
            };
            if !value.is_null() {
                self.set(&mut entry.goal, value.clone().into());
            }
            !value.is_null()
        });
        let entries = collection.children.iter();
        let known: HashSet<&str> = entries.map(|entry| entry.name(self.tree)).collect();
        let new: Vec<ChildGoal> = mapping
            .iter()
            .filter(|(key, value)| !value.is_null() && !known.contains(key))
            .map(|(key, value)| ChildGoal::added(Some(key.to_owned()), value.clone().into()))
            .collect();
        collection.children.extend(new);
    }

    /// Sets a goal to `value`, and keeps the nodes that are equal to the old ones. Recursion is bounded by the limit of depth.
    pub(super) fn set(self, goal: &mut Goal, value: NewValue) {
        let Some(id) = goal.over() else {
            *goal = Goal::new(value, None);
            return;
        };
        let NewValue { value, quotes } = value;
        if self.tree.nodes.is_empty() {
            // The root of a block without keys.
            if let Value::Map(mapping) = value {
                let new = mapping.into_iter();
                let new = new.map(|(key, value)| ChildGoal::added(Some(key), value.into()));
                *goal = Goal::collection(id, false, new.collect());
            }
            return;
        }
        *goal = if self.tree.matches(id, &value) {
            Goal::Keep(id)
        } else {
            match (self.tree.nodes[id].kind, value) {
                (Kind::Mapping { .. }, Value::Map(mapping)) => self.diff_mapping(id, mapping),
                (Kind::Sequence { .. }, Value::List(items)) => self.diff_sequence(id, items),
                (_, value) => Goal::new(NewValue { value, quotes }, Some(id)),
            }
        };
    }

    fn diff_mapping(self, id: usize, mut wanted: Map) -> Goal {
        let mut entries = Vec::with_capacity(wanted.len());
        // The values of old keys are moved out of `wanted`; the other keys are new, in their order.
        for (index, (key, value)) in self.tree.entries(id).enumerate() {
            if let Some(wanted) = wanted.get_mut(&self.tree.node(key).text) {
                let mut entry = ChildGoal::kept(index, Some(key), value);
                // Recursion compares what is below, so that an equal part of a changed mapping keeps every byte.
                self.set(&mut entry.goal, std::mem::take(wanted).into());
                entries.push(entry);
            }
        }
        // Only with new keys is the set of old names needed.
        if entries.len() < wanted.len() {
            let known: HashSet<&str> = self
                .tree
                .entries(id)
                .map(|(key, _)| self.tree.node(key).text.as_ref())
                .collect();
            let new = wanted.into_iter();
            let new = new.filter(|(key, _)| !known.contains(key.as_str()));
            entries.extend(new.map(|(key, value)| ChildGoal::added(Some(key), value.into())));
        }
        Goal::collection(id, false, entries)
    }

    fn diff_sequence(self, id: usize, wanted: Vec<Value>) -> Goal {
        let old: Vec<usize> = self.tree.children(id).collect();
        let plan = diff_items(self.tree, &old, &wanted);
        let items = plan.into_iter().zip(wanted).map(|(found, value)| {
            let Some((index, is_moved)) = found else {
                return ChildGoal::added(None, value.into());
            };
            let mut item = ChildGoal::kept(index, None, old[index]);
            item.is_moved = is_moved;
            if !is_moved {
                self.set(&mut item.goal, value.into());
            }
            item
        });
        Goal::collection(id, true, items.collect())
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() > 40 {
        let start: String = text.chars().take(39).collect();
        return format!("{start}…");
    }
    text.to_owned()
}

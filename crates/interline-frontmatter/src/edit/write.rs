//! Writes a goal as edits: what stays is not looked at, what changes is written in the style that is there.

use super::goal::{EntryGoal, Goal, ItemGoal, MappingGoal, SequenceGoal};
use super::layout::{Part, Slot, Writer};
use super::refusal::Refusal;
use crate::Value;
use crate::yaml::{Context, Kind, inline_key};

/// A child of a collection as it is to be, in its new order.
pub(super) enum Child<'g> {
    /// An old one in its place.
    Stays(Part, &'g Goal),
    /// An old item in another place.
    Moves(Part),
    Entry(&'g str, &'g Value, bool),
    Item(&'g Value, bool),
}

/// A collection that changes: its old parts, and what becomes of them.
pub(super) struct Change<'g> {
    pub(super) id: usize,
    pub(super) parts: Vec<Part>,
    pub(super) children: Vec<Child<'g>>,
    /// Which parts stay in their place.
    pub(super) stays: Vec<bool>,
    /// Which parts are written in another place.
    pub(super) moves: Vec<bool>,
    /// The one of these that is the last, from 1; 0 when none stays.
    pub(super) kept: usize,
}

impl<'g> Change<'g> {
    fn new(id: usize, parts: Vec<Part>, children: Vec<Child<'g>>) -> Self {
        let mut stays = vec![false; parts.len()];
        let mut moves = vec![false; parts.len()];
        for child in &children {
            match child {
                Child::Stays(part, _) => stays[part.index] = true,
                Child::Moves(part) => moves[part.index] = true,
                Child::Entry(..) | Child::Item(..) => {}
            }
        }
        let kept = stays
            .iter()
            .rposition(|stays| *stays)
            .map_or(0, |at| at + 1);
        Self {
            id,
            parts,
            children,
            stays,
            moves,
            kept,
        }
    }

    /// The parts that do not stay in their place.
    pub(super) fn removed(&self) -> impl Iterator<Item = Part> {
        let parts = self.parts.iter().zip(&self.stays);
        parts.filter(|(_, stays)| !**stays).map(|(part, _)| *part)
    }
}

impl Writer<'_, '_> {
    /// Recursion is bounded by the limit of depth.
    pub(super) fn goal(&mut self, goal: &Goal, slot: Slot) -> Result<(), Refusal> {
        match goal {
            Goal::Keep(_) => Ok(()),
            Goal::New(new) => {
                let Some(id) = new.over else {
                    return Ok(());
                };
                self.check_anchors(id)?;
                if slot.is_flow {
                    self.set_in_flow(slot, id, &new.value, new.is_plain);
                    return Ok(());
                }
                self.set_in_block(slot, id, &new.value, new.is_plain)
            }
            Goal::Mapping(mapping) => self.mapping(mapping, slot, goal),
            Goal::Sequence(sequence) => self.sequence(sequence, slot, goal),
        }
    }

    fn mapping(&mut self, mapping: &MappingGoal, slot: Slot, goal: &Goal) -> Result<(), Refusal> {
        let is_same = |entry: &EntryGoal| {
            entry.old.is_some() && entry.name.is_none() && !entry.is_removed && entry.goal.is_kept()
        };
        if mapping.entries.iter().all(is_same) {
            return Ok(());
        }
        if self.tree().nodes.is_empty() {
            return self.fill_block(mapping);
        }
        self.check_anchor(mapping.id)?;
        let parts = self.parts(mapping.id)?;
        for entry in &mapping.entries {
            let Some((index, key)) = entry.old else {
                continue;
            };
            if is_same(entry) {
                continue;
            }
            let below = |refusal: Refusal| refusal.below(self.tree().node(key).text.as_ref());
            if let Some(mark) = self.question_mark(mapping.id, &parts, parts[index]) {
                let reason = "it is written with `?`, expected `key: value`";
                return Err(below(Refusal::new(reason, mark)));
            }
            if entry.is_removed {
                self.check_anchors(key).map_err(below)?;
                self.check_anchors(parts[index].value).map_err(below)?;
            }
        }
        let children = mapping.entries.iter().filter(|entry| !entry.is_removed);
        let children = children.map(|entry| match (entry.old, &entry.goal) {
            (Some((index, _)), goal) => Child::Stays(parts[index], goal),
            (None, Goal::New(new)) => Child::Entry(
                entry.name.as_deref().unwrap_or_default(),
                &new.value,
                new.is_plain,
            ),
            // A new entry has a new value.
            (None, _) => Child::Entry("", &Value::Null, false),
        });
        let children = children.collect();
        let context = self.context(mapping.id, slot);
        for entry in mapping.entries.iter().filter(|entry| !entry.is_removed) {
            let (Some((_, key)), Some(name)) = (entry.old, entry.name.as_deref()) else {
                continue;
            };
            self.rename(key, name, context)
                .map_err(|refusal| refusal.below(self.tree().node(key).text.as_ref()))?;
        }
        self.collection(&Change::new(mapping.id, parts, children), slot, goal)
    }

    fn sequence(
        &mut self,
        sequence: &SequenceGoal,
        slot: Slot,
        goal: &Goal,
    ) -> Result<(), Refusal> {
        let is_same = |(at, item): (usize, &ItemGoal)| {
            item.old == Some(at) && !item.is_moved && item.goal.is_kept()
        };
        let parts = self.parts(sequence.id)?;
        if sequence.items.len() == parts.len() && sequence.items.iter().enumerate().all(is_same) {
            return Ok(());
        }
        self.check_anchor(sequence.id)?;
        let children = sequence
            .items
            .iter()
            .map(|item| match (item.old, &item.goal) {
                (Some(index), _) if item.is_moved => Child::Moves(parts[index]),
                (Some(index), goal) => Child::Stays(parts[index], goal),
                (None, Goal::New(new)) => Child::Item(&new.value, new.is_plain),
                (None, _) => Child::Item(&Value::Null, false),
            });
        let children = children.collect();
        let change = Change::new(sequence.id, parts, children);
        for part in change.removed() {
            let node = self.node(part.value);
            // An alias may not come before its anchor.
            if node.anchored || node.is_collection() || !change.moves[part.index] {
                self.check_anchors(part.value)
                    .map_err(|refusal| refusal.below(part.index))?;
            }
        }
        self.collection(&change, slot, goal)
    }

    /// Where the children of a collection are written.
    pub(super) fn context(&self, id: usize, slot: Slot) -> Context {
        match self.node(id).kind {
            Kind::Mapping { flow: true } | Kind::Sequence { flow: true } => Context::Flow,
            _ if slot.is_flow => Context::Flow,
            _ => Context::Block,
        }
    }

    fn collection(&mut self, change: &Change<'_>, slot: Slot, goal: &Goal) -> Result<(), Refusal> {
        let is_flow = self.context(change.id, slot) == Context::Flow;
        let has_brackets = matches!(
            self.node(change.id).kind,
            Kind::Mapping { flow: true } | Kind::Sequence { flow: true }
        );
        let is_root = change.id == 0;
        let is_reshaped =
            change.kept < change.parts.len() || change.children.len() > change.parts.len();
        if is_flow && !has_brackets && is_reshaped {
            // A pair in a list, `[a: b]`, has no brackets to hold more or less.
            self.set_in_flow(slot, change.id, &goal.value(self.tree()), false);
            return Ok(());
        }
        if !is_flow && change.kept == 0 && !is_root {
            return self.set_in_block(slot, change.id, &goal.value(self.tree()), false);
        }
        for child in &change.children {
            let Child::Stays(part, goal) = child else {
                continue;
            };
            if goal.is_kept() {
                continue;
            }
            let tree = self.tree();
            let below = |refusal: Refusal| match part.key {
                Some(key) => refusal.below(tree.node(key).text.as_ref()),
                None => refusal.below(part.index),
            };
            let slot = self.slot(*part, is_flow).map_err(below)?;
            self.goal(goal, slot).map_err(below)?;
        }
        if is_flow {
            self.reshape_flow(change)
        } else {
            self.reshape_block(change)
        }
    }

    fn rename(&mut self, key: usize, name: &str, context: Context) -> Result<(), Refusal> {
        self.check_anchors(key)?;
        let node = self.node(key);
        let Some(name) = inline_key(name, context, node.quotes()) else {
            let reason = "the new name is too long for a key on one line";
            return Err(Refusal::new(reason, node.span()));
        };
        self.replace(node.span(), name);
        Ok(())
    }
}

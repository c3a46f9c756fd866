//! Writes a goal as edits: nodes that stay are skipped, nodes that change are written in the style of the old ones.

use super::goal::{EntryGoal, Goal, ItemGoal, MappingGoal, SequenceGoal};
use super::old_child::{OldChild, Slot};
use super::refusal::Refusal;
use super::writer::Writer;
use crate::Value;
use crate::yaml::{Context, Kind, Quotes, inline_key};

/// A wanted child of a collection, in its new order.
pub(super) enum Child<'g> {
    /// An old one at its position.
    Stays(OldChild),
    /// An old item at another position.
    Moves(OldChild),
    Entry(&'g str, &'g Value, Quotes),
    Item(&'g Value, Quotes),
}

/// A collection that changes: its old and its wanted children.
pub(super) struct CollectionChange<'g> {
    pub(super) id: usize,
    pub(super) parts: Vec<OldChild>,
    pub(super) children: Vec<Child<'g>>,
    /// Which old children stay at their position.
    pub(super) stays: Vec<bool>,
    /// Which old children are written at another position.
    pub(super) moves: Vec<bool>,
    /// The number of the last old child that stays, from 1; 0 when none stays.
    pub(super) kept: usize,
}

impl<'g> CollectionChange<'g> {
    fn new(id: usize, parts: Vec<OldChild>, children: Vec<Child<'g>>) -> Self {
        let mut stays = vec![false; parts.len()];
        let mut moves = vec![false; parts.len()];
        for child in &children {
            match child {
                Child::Stays(part) => stays[part.index] = true,
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

    /// Iterates over the old children that do not stay at their position.
    pub(super) fn removed(&self) -> impl Iterator<Item = OldChild> {
        let parts = self.parts.iter().zip(&self.stays);
        parts.filter(|(_, stays)| !**stays).map(|(part, _)| *part)
    }
}

impl Writer<'_, '_> {
    /// Writes the edits of a goal. Recursion is bounded by the limit of depth.
    pub(super) fn goal(&mut self, goal: &Goal, slot: Slot) -> Result<(), Refusal> {
        match goal {
            Goal::Keep(_) => Ok(()),
            Goal::New(new) => {
                let Some(id) = new.over else {
                    return Ok(());
                };
                self.check_anchors(id)?;
                if slot.is_flow {
                    self.set_in_flow(slot, id, &new.value, new.quotes);
                    return Ok(());
                }
                self.set_in_block(slot, id, &new.value, new.quotes);
                Ok(())
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
        // An empty block has no node whose position and style could be copied.
        if self.tree().nodes.is_empty() {
            let (at, lines) = (self.block.yaml.len(), self.block_of(mapping));
            self.replace(at..at, lines);
            return Ok(());
        }
        // An alias elsewhere would change with the collection, which was not requested.
        self.check_anchor(mapping.id)?;
        let is_flow = self.context(mapping.id, slot) == Context::Flow;
        let is_reshaped = mapping
            .entries
            .iter()
            .any(|entry| entry.old.is_none() || entry.is_removed);
        if is_flow && is_reshaped && self.node(mapping.id).kind != (Kind::Mapping { flow: true }) {
            // A pair in a list, `[a: b]`, has no brackets to hold more or less.
            self.check_anchors(mapping.id)?;
            self.set_in_flow(slot, mapping.id, &goal.value(self.tree()), Quotes::Plain);
            return Ok(());
        }
        // One changed entry of a long mapping is found alone; only for several is the whole list of children made.
        let changed = mapping.entries.iter().filter(|entry| !is_same(entry));
        let found = self.find_parts(mapping.id, changed.count())?;
        for entry in &mapping.entries {
            let Some((index, key)) = entry.old.filter(|_| !is_same(entry)) else {
                continue;
            };
            let tree = self.tree();
            let below = |refusal: Refusal| refusal.below(tree.node(key).text.as_ref());
            let (part, previous_end) = self.part_of(mapping.id, &found, index)?;
            if let Some(mark) = self.question_mark(mapping.id, part, previous_end) {
                let reason = "it is written with `?`, expected `key: value`";
                return Err(below(Refusal::new(reason, mark)));
            }
            if entry.is_removed {
                self.check_anchors(key).map_err(below)?;
                self.check_anchors(part.value).map_err(below)?;
                continue;
            }
            if let Some(name) = entry.name.as_deref() {
                let context = self.context(mapping.id, slot);
                self.rename(key, name, context).map_err(below)?;
            }
            self.child(part, &entry.goal, is_flow)?;
        }
        if !is_reshaped {
            return Ok(());
        }
        let parts = self.parts(mapping.id)?;
        let children = mapping.entries.iter().filter(|entry| !entry.is_removed);
        let children = children.map(|entry| match (entry.old, &entry.goal) {
            (Some((index, _)), _) => Child::Stays(parts[index]),
            (None, Goal::New(new)) => Child::Entry(
                entry.name.as_deref().unwrap_or_default(),
                &new.value,
                new.quotes,
            ),
            // A new entry has a new value.
            (None, _) => Child::Entry("", &Value::Null, Quotes::Plain),
        });
        let children = children.collect();
        self.collection(
            &CollectionChange::new(mapping.id, parts, children),
            slot,
            goal,
        )
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
        let is_in_place = |(at, item): (usize, &ItemGoal)| item.old == Some(at) && !item.is_moved;
        let count = self.tree().children(sequence.id).count();
        let items = || sequence.items.iter().enumerate();
        if sequence.items.len() == count && items().all(is_same) {
            return Ok(());
        }
        self.check_anchor(sequence.id)?;
        let is_flow = self.context(sequence.id, slot) == Context::Flow;
        if sequence.items.len() == count && items().all(is_in_place) {
            let changed = || items().filter(|(_, item)| !item.goal.is_kept());
            let found = self.find_parts(sequence.id, changed().count())?;
            for (index, item) in changed() {
                let (part, _) = self.part_of(sequence.id, &found, index)?;
                self.child(part, &item.goal, is_flow)?;
            }
            return Ok(());
        }
        let parts = self.parts(sequence.id)?;
        for item in sequence.items.iter().filter(|item| !item.is_moved) {
            if let Some(index) = item.old {
                self.child(parts[index], &item.goal, is_flow)?;
            }
        }
        let children = sequence
            .items
            .iter()
            .map(|item| match (item.old, &item.goal) {
                (Some(index), _) if item.is_moved => Child::Moves(parts[index]),
                (Some(index), _) => Child::Stays(parts[index]),
                (None, Goal::New(new)) => Child::Item(&new.value, new.quotes),
                (None, _) => Child::Item(&Value::Null, Quotes::Plain),
            });
        let children = children.collect();
        let change = CollectionChange::new(sequence.id, parts, children);
        self.check_order(&change)?;
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

    /// Refuses an item that would move with an alias to a position before the anchor.
    fn check_order(&self, change: &CollectionChange<'_>) -> Result<(), Refusal> {
        let mut next = usize::MAX;
        for child in change.children.iter().rev() {
            match child {
                Child::Stays(part) => next = part.value,
                Child::Moves(part) => self
                    .check_alias_before(part.value, next)
                    .map_err(|refusal| refusal.below(part.index))?,
                Child::Entry(..) | Child::Item(..) => {}
            }
        }
        Ok(())
    }

    /// Returns the style in which the children of a collection are written.
    pub(super) fn context(&self, id: usize, slot: Slot) -> Context {
        if slot.is_flow || self.node(id).kind.is_flow() {
            Context::Flow
        } else {
            Context::Block
        }
    }

    fn collection(
        &mut self,
        change: &CollectionChange<'_>,
        slot: Slot,
        goal: &Goal,
    ) -> Result<(), Refusal> {
        let is_flow = self.context(change.id, slot) == Context::Flow;
        let is_root = change.id == 0;
        if !is_flow && change.kept == 0 && !is_root {
            self.set_in_block(slot, change.id, &goal.value(self.tree()), Quotes::Plain);
            return Ok(());
        }
        if is_flow {
            self.reshape_flow(change)
        } else {
            self.reshape_block(change)
        }
    }

    /// Finds all children of a collection when many of them change; few are searched for one by one, which is faster.
    fn find_parts(&self, id: usize, changed: usize) -> Result<Option<Vec<OldChild>>, Refusal> {
        const FEW: usize = 4;
        (changed > FEW).then(|| self.parts(id)).transpose()
    }

    /// Returns a child of a collection, and the end of the one before it.
    fn part_of(
        &self,
        id: usize,
        found: &Option<Vec<OldChild>>,
        index: usize,
    ) -> Result<(OldChild, usize), Refusal> {
        let Some(parts) = found else {
            return self.part(id, index);
        };
        let previous_end = index.checked_sub(1).and_then(|before| parts.get(before));
        let previous_end = previous_end.map_or(self.node(id).content as usize, |part| part.end);
        match parts.get(index) {
            Some(part) => Ok((*part, previous_end)),
            None => self.part(id, index),
        }
    }

    /// Writes the value of a child that stays at its position.
    fn child(&mut self, part: OldChild, goal: &Goal, is_flow: bool) -> Result<(), Refusal> {
        if goal.is_kept() {
            return Ok(());
        }
        let tree = self.tree();
        let below = |refusal: Refusal| match part.key {
            Some(key) => refusal.below(tree.node(key).text.as_ref()),
            None => refusal.below(part.index),
        };
        let slot = self.slot(part, is_flow).map_err(below)?;
        self.goal(goal, slot).map_err(below)
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

//! Writes a goal as edits: nodes that stay are skipped, nodes that change are written in the style of the old ones.

use super::goal::{ChildGoal, CollectionGoal, Goal, NewGoal};
use super::old_child::{OldChild, Slot};
use super::refusal::Refusal;
use super::writer::Writer;
use crate::yaml::{Context, Quotes, inline_key};

/// A wanted child of a collection, in its new order.
pub(super) enum Child<'g> {
    /// An old one at its position.
    Stays(OldChild),
    /// An old item at another position.
    Moves(OldChild),
    /// A new one, an entry with its key.
    New(Option<&'g str>, &'g NewGoal),
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
                Child::New(..) => {}
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
                } else {
                    self.set_in_block(slot, id, &new.value, new.quotes);
                }
                Ok(())
            }
            Goal::Collection(collection) => self.collection(collection, slot, goal),
        }
    }

    fn collection<'g>(
        &mut self,
        collection: &'g CollectionGoal,
        slot: Slot,
        goal: &Goal,
    ) -> Result<(), Refusal> {
        let (id, wanted) = (collection.id, &collection.children);
        // An empty block has no node whose position and style could be copied.
        if self.tree().nodes.is_empty() {
            if !wanted.is_empty() {
                let (at, lines) = (self.block.yaml.len(), self.block_of(collection));
                self.replace(at..at, lines);
            }
            return Ok(());
        }
        let is_reshaped =
            !wanted.iter().all(ChildGoal::stays) || wanted.len() != self.tree().pairs(id).count();
        if !is_reshaped && wanted.iter().all(ChildGoal::is_kept) {
            return Ok(());
        }
        // An alias elsewhere would change with the collection, which was not requested.
        self.check_anchor(id)?;
        let context = self.context(id, slot);
        let is_flow = context == Context::Flow;
        if is_flow && is_reshaped && !self.node(id).kind.is_flow() {
            // A pair in a list, `[a: b]`, has no brackets to hold more or less.
            self.check_anchors(id)?;
            self.set_in_flow(slot, id, &goal.value(self.tree()), Quotes::Plain);
            return Ok(());
        }
        self.check_order(collection)?;
        self.children(collection, context)?;
        if !is_reshaped {
            return Ok(());
        }
        let parts = self.steps(id).map(|step| self.old_child(&step));
        let parts = parts.collect::<Result<Vec<OldChild>, Refusal>>()?;
        let child = |child: &'g ChildGoal| match (child.old, &child.goal) {
            (Some(index), _) if child.is_moved => Some(Child::Moves(parts[index])),
            (Some(index), _) => Some(Child::Stays(parts[index])),
            (None, Goal::New(new)) => Some(Child::New(child.name.as_deref(), new)),
            // Not reachable: a new child has a new value.
            (None, _) => None,
        };
        let children = wanted.iter().filter_map(child).collect();
        let change = CollectionChange::new(id, parts, children);
        let is_root = id == 0;
        if is_flow {
            self.reshape_flow(&change)
        } else if change.kept == 0 && !is_root {
            self.set_in_block(slot, id, &goal.value(self.tree()), Quotes::Plain);
            Ok(())
        } else {
            self.reshape_block(&change)
        }
    }

    /// Writes what changes in the children that stay at their position, and refuses to remove or move one that is needed where it is.
    fn children(&mut self, collection: &CollectionGoal, context: Context) -> Result<(), Refusal> {
        let tree = self.tree();
        let staying = collection.children.iter().filter(|child| child.stays());
        let mut staying = staying.peekable();
        for step in self.steps(collection.id) {
            let child = staying.next_if(|child| child.old == Some(step.index));
            if child.is_some_and(ChildGoal::is_kept) {
                continue;
            }
            let part = self.old_child(&step)?;
            let below = |refusal: Refusal| match part.key {
                Some(key) => refusal.below(tree.node(key).text.as_ref()),
                None => refusal.below(part.index),
            };
            if let Some(mark) = self.question_mark(collection.id, part, step.previous_end) {
                let reason = "it is written with `?`, expected `key: value`";
                return Err(below(Refusal::new(reason, mark)));
            }
            let Some(child) = child else {
                if let Some(key) = part.key {
                    self.check_anchors(key).map_err(below)?;
                }
                // An alias may not come before its anchor, so that this is for items that move too.
                self.check_anchors(part.value).map_err(below)?;
                continue;
            };
            if let (Some(key), Some(name)) = (part.key, child.name.as_deref()) {
                self.rename(key, name, context).map_err(below)?;
            }
            if !child.goal.is_kept() {
                let slot = self.slot(part, context == Context::Flow).map_err(below)?;
                self.goal(&child.goal, slot).map_err(below)?;
            }
        }
        Ok(())
    }

    /// Refuses an item that would move with an alias to a position before the anchor.
    fn check_order(&self, collection: &CollectionGoal) -> Result<(), Refusal> {
        let mut next = usize::MAX;
        for child in collection.children.iter().rev() {
            match (child.old, child.goal.over()) {
                (Some(index), Some(id)) if child.is_moved => self
                    .check_alias_before(id, next)
                    .map_err(|refusal| refusal.below(index))?,
                (_, Some(id)) => next = id,
                (_, None) => {}
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

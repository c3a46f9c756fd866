//! Compares nodes that were read back with the goal.

use super::goal::{CollectionGoal, Goal};
use crate::yaml::{Kind, Tree};

pub(super) struct Trees<'t> {
    pub(super) old: &'t Tree<'t>,
    pub(super) new: &'t Tree<'t>,
}

impl Trees<'_> {
    /// Checks that the new node `id` is equal to the goal. Recursion is bounded by the limit of depth.
    pub(super) fn check(&self, goal: &Goal, id: usize) -> Result<(), String> {
        let is_right = match goal {
            Goal::Keep(old) => same(self.old, *old, self.new, id),
            Goal::New(new) => self.new.matches(id, &new.value),
            Goal::Collection(collection) => return self.check_collection(collection, id),
        };
        if is_right { Ok(()) } else { Err(String::new()) }
    }

    fn check_collection(&self, wanted: &CollectionGoal, id: usize) -> Result<(), String> {
        let is_list = wanted.is_list;
        // Of a list, only the entry of a mapping that it is in is reported.
        let fault = |what: String| Err(if is_list { String::new() } else { what });
        let node = &self.new.nodes[id];
        let is_kind = match node.kind {
            Kind::Sequence { .. } => is_list,
            Kind::Mapping { .. } => !is_list,
            _ => false,
        };
        let old = self.old.nodes.get(wanted.id);
        if !is_kind || node.tag.as_ref() != old.and_then(|old| old.tag.as_ref()) {
            return fault("it would be no mapping".to_owned());
        }
        let mut children = self.new.pairs(id);
        for child in &wanted.children {
            let name = child.name(self.old);
            let Some((key, value)) = children.next() else {
                return fault(format!("key `{name}` would be missing"));
            };
            if key.is_some_and(|key| self.new.node(key).text != name) {
                return fault(format!("key `{name}` would change"));
            }
            match self.check(&child.goal, value) {
                Err(what) if what.is_empty() => {
                    return fault(format!("the value of `{name}` would change"));
                }
                result => result?,
            }
        }
        match children.next() {
            None => Ok(()),
            Some((key, _)) => {
                let name = key.map_or("", |key| &self.new.node(key).text);
                fault(format!("key `{name}` would appear"))
            }
        }
    }
}

/// Returns whether two nodes are equal, tags included, aliases followed. The limit of depth bounds the recursion, that of expanded nodes
/// the time.
fn same(old: &Tree<'_>, a: usize, new: &Tree<'_>, b: usize) -> bool {
    let (a, b) = (old.target(a), new.target(b));
    let (x, y) = (&old.nodes[a], &new.nodes[b]);
    // A tag may give a scalar another type in a tool that knows it, so that equal text is not enough.
    if x.tag != y.tag {
        return false;
    }
    match (x.kind, y.kind) {
        (Kind::Scalar(a), Kind::Scalar(b)) => {
            // Scalars with the same style, tag and text are equal; others are resolved.
            x.text == y.text && (a == b || x.same_meaning(y))
        }
        (Kind::Sequence { .. }, Kind::Sequence { .. })
        | (Kind::Mapping { .. }, Kind::Mapping { .. }) => {
            let (mut xs, mut ys) = (old.children(a), new.children(b));
            loop {
                match (xs.next(), ys.next()) {
                    (None, None) => return true,
                    (Some(x), Some(y)) if same(old, x, new, y) => {}
                    _ => return false,
                }
            }
        }
        _ => false,
    }
}

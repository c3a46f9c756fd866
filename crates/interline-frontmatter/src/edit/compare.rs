//! Compares nodes that were read back with the goal.

use super::goal::Goal;
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
            Goal::Mapping(mapping) => {
                let node = &self.new.nodes[id];
                let tag = self
                    .old
                    .nodes
                    .get(mapping.id)
                    .and_then(|old| old.tag.as_ref());
                if !matches!(node.kind, Kind::Mapping { .. }) || node.tag.as_ref() != tag {
                    return Err("it would be no mapping".to_owned());
                }
                let mut entries = self.new.entries(id);
                for wanted in mapping.entries.iter().filter(|entry| !entry.is_removed) {
                    let name = wanted.name(self.old);
                    let Some((key, value)) = entries.next() else {
                        return Err(format!("key `{name}` would be missing"));
                    };
                    if self.new.node(key).text != name {
                        return Err(format!("key `{name}` would change"));
                    }
                    self.check(&wanted.goal, value).map_err(|what| match what {
                        what if what.is_empty() => format!("the value of `{name}` would change"),
                        what => what,
                    })?;
                }
                if let Some((key, _)) = entries.next() {
                    return Err(format!("key `{}` would appear", self.new.node(key).text));
                }
                true
            }
            Goal::Sequence(sequence) => {
                let node = &self.new.nodes[id];
                let tag = self
                    .old
                    .nodes
                    .get(sequence.id)
                    .and_then(|old| old.tag.as_ref());
                let is_list =
                    matches!(node.kind, Kind::Sequence { .. }) && node.tag.as_ref() == tag;
                let mut items = self.new.children(id);
                for wanted in &sequence.items {
                    let Some(item) = items.next().filter(|_| is_list) else {
                        return Err(String::new());
                    };
                    self.check(&wanted.goal, item)?;
                }
                is_list && items.next().is_none()
            }
        };
        if is_right { Ok(()) } else { Err(String::new()) }
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

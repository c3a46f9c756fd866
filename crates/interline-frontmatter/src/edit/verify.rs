use interline_text::Edits;

use super::goal::Goal;
use super::lines::lines_are_right;
use crate::yaml::{self, Kind, Tree};
use crate::{Document, ReadOptions, Split, split_with};

/// Compares what the edits make with the goal. Says what is wrong.
pub(super) fn verify(
    document: &Document<'_>,
    goal: &Goal,
    edits: &Edits,
    options: &ReadOptions,
) -> Result<(), String> {
    if lines_are_right(document, goal, edits, options).is_some() {
        debug_assert_eq!(verify_block(document, goal, edits, options), Ok(()));
        return Ok(());
    }
    verify_block(document, goal, edits, options)
}

/// Reads the block again after the edits and compares it, node by node, with the goal.
///
/// Only the part before the body is read, since all edits are in it.
fn verify_block(
    document: &Document<'_>,
    goal: &Goal,
    edits: &Edits,
    options: &ReadOptions,
) -> Result<(), String> {
    let Split::Block(old) = document.split() else {
        return Err("there is no block".to_owned());
    };
    let fault = |what: &str| format!("the block would not read back as asked: {what}");
    let header = &old.text()[..old.body_span().start];
    let mut changed = String::with_capacity(header.len() + 64);
    let mut done = 0;
    for edit in edits {
        changed.push_str(header.get(done..edit.range.start).unwrap_or_default());
        changed.push_str(&edit.insert);
        done = edit.range.end;
    }
    changed.push_str(header.get(done..).unwrap_or_default());

    let split = split_with(&changed, &options.split);
    let new = match &split {
        Split::Block(new) if new.body().is_empty() && new.closer() == old.closer() => new,
        _ => return Err(fault("it would end elsewhere")),
    };
    let block = yaml::read(&changed, new.yaml_span(), options)
        .map_err(|error| fault(&error.to_string()))?;
    let trees = Trees {
        old: &document.block().tree,
        new: &block.tree,
    };
    if block.tree.nodes.is_empty() {
        let Goal::Mapping(mapping) = goal else {
            return Err(fault("it would be empty"));
        };
        let mut left = mapping.entries.iter().filter(|entry| !entry.is_removed);
        return left.next().map_or(Ok(()), |entry| {
            let name = entry.name(trees.old);
            Err(fault(&format!("key `{name}` would be missing")))
        });
    }
    trees.check(goal, 0).map_err(|what| fault(&what))
}

pub(super) struct Trees<'t> {
    pub(super) old: &'t Tree<'t>,
    pub(super) new: &'t Tree<'t>,
}

impl Trees<'_> {
    /// Whether the new node `id` is as the goal says. Recursion is bounded by the limit of depth.
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

/// Whether two nodes have the same meaning, tags included, aliases followed. Recursion is bounded by the limit of depth,
/// work by that of expanded nodes.
fn same(old: &Tree<'_>, a: usize, new: &Tree<'_>, b: usize) -> bool {
    let (a, b) = (old.target(a), new.target(b));
    let (x, y) = (&old.nodes[a], &new.nodes[b]);
    if x.tag != y.tag {
        return false;
    }
    match (x.kind, y.kind) {
        (Kind::Scalar(a), Kind::Scalar(b)) => {
            // One style, tag and text have one meaning.
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

#[cfg(test)]
mod tests {
    use interline_text::TextEdit;

    use super::super::goal::{EntryGoal, MappingGoal};
    use super::*;
    use crate::Value;

    fn mapping(entries: Vec<EntryGoal>) -> Goal {
        Goal::Mapping(Box::new(MappingGoal { id: 0, entries }))
    }

    /// The second reading rejects edits that no plan would make.
    fn fault(text: &str, edits: Vec<TextEdit>, expected: &[(&str, &str)]) -> String {
        let options = ReadOptions::default();
        let document = Document::parse(text).unwrap();
        let edits = Edits::new(text, edits).unwrap();
        let entries = expected.iter().map(|(key, value)| {
            let value = Value::from(*value);
            EntryGoal::added(key, Goal::new(value.into(), None))
        });
        verify(&document, &mapping(entries.collect()), &edits, &options).unwrap_err()
    }

    #[test]
    fn wrong_edits_are_noticed() {
        let text = "---\na: x\n---\nbody";
        let cases = [
            // A fence within the header.
            ("x\n---", &[("a", "x")][..], "it would end elsewhere"),
            ("y", &[("a", "x")], "the value of `a` would change"),
            ("x", &[("b", "x")], "key `b` would change"),
            ("x", &[("a", "x"), ("b", "y")], "key `b` would be missing"),
            ("x\nb: y", &[("a", "x")], "key `b` would appear"),
        ];
        for (insert, expected, what) in cases {
            let found = fault(text, vec![TextEdit::replace(7..8, insert)], expected);
            assert_eq!(
                found,
                format!("the block would not read back as asked: {what}")
            );
        }
        let found = fault(text, vec![TextEdit::replace(7..8, "[")], &[("a", "x")]);
        assert!(found.contains("invalid YAML"), "{found}");
        let found = fault(text, vec![TextEdit::delete(4..9)], &[("a", "x")]);
        assert!(found.ends_with("key `a` would be missing"), "{found}");
    }

    #[test]
    fn old_values_are_compared_to_their_depth() {
        let text = "---\na: {b: [1, x]}\n---\n";
        let document = Document::parse(text).unwrap();
        let (_, value) = document.block().tree.root_entries().next().unwrap();
        for (insert, same) in [
            ("1", true),
            ("2", false),
            ("'1'", false),
            ("!t 1", false),
            ("1, 1", false),
            ("[]", false),
        ] {
            let edits = Edits::new(text, vec![TextEdit::replace(12..13, insert)]).unwrap();
            let goal = mapping(vec![EntryGoal::added("a", Goal::Keep(value))]);
            let result = verify(&document, &goal, &edits, &ReadOptions::default());
            assert_eq!(result.is_ok(), same, "{insert}: {result:?}");
        }
    }
}

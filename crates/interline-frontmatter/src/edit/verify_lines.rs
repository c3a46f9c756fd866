//! Verifies edits by reading again only the lines that they touch.
//!
//! In plain form, a line that starts an entry or item of a block collection has the same meaning wherever it is among its siblings. So
//! when the block is in plain form and the edits touch only whole children of one collection, those lines alone give the nodes that a
//! second reading of the whole block would give, and all other nodes stay. Debug builds, and so all tests, read the whole block as well
//! and require the same result.

use std::ops::Range;

use interline_text::Edits;

use super::compare::Trees;
use super::goal::{EntryGoal, Goal};
use crate::yaml::{Kind, Tree, YamlBlock, read_children};
use crate::{Document, ReadOptions};

/// The names of more new children than this would take quadratic time to compare.
const MAX_NEW: usize = 16;

/// A child of a collection in the goal.
struct Wanted<'g> {
    /// The number of the old child that it is.
    old: Option<usize>,
    /// The name of the key of an entry afterwards.
    name: Option<&'g str>,
    /// Whether it stays as it is, if it also stays at its position.
    is_kept: bool,
    goal: &'g Goal,
}

/// Returns `Some` when the lines alone show that the edits make the goal. Linear in the lines and in the number of children of the
/// collections around them.
pub(super) fn lines_are_right(
    document: &Document<'_>,
    root: &Goal,
    edits: &Edits,
    options: &ReadOptions,
) -> Option<()> {
    let block = document.block();
    // An anchor, a block scalar or a bracket of several lines gives a line another meaning depending on the lines around it.
    if !block.tree.is_plain {
        return None;
    }
    let (lines, text) = changed_lines(block, edits)?;
    // The limit is about the whole block, which is not read here; the long way reports it.
    if block.yaml.len() - lines.len() + text.len() > options.block_bytes {
        return None;
    }
    let (goal, id, bounds, level) = innermost(block, root)?;
    if lines.start < bounds.start || lines.end > bounds.end {
        return None;
    }

    let tree = &block.tree;
    let is_list = matches!(tree.nodes[id].kind, Kind::Sequence { .. });
    let (touched, count) = touched_children(tree, id, &lines)?;
    let wanted = wanted_children(goal, tree)?;
    let after = count - touched.end;
    let new_end = wanted.len().checked_sub(after)?;
    let new = wanted.get(touched.start..new_end)?;
    let stays = |child: &Wanted<'_>, at: usize| child.is_kept && child.old == Some(at);
    let mut first = wanted[..touched.start].iter().enumerate();
    let mut last = wanted[new_end..].iter().zip(touched.end..);
    if !first.all(|(at, child)| stays(child, at)) || !last.all(|(child, at)| stays(child, at)) {
        return None;
    }
    // Without a first child, the lines after it would no longer be this collection.
    if new.len() > MAX_NEW || (new.is_empty() && touched.start == 0) {
        return None;
    }

    let indent = column(block.yaml, tree.nodes[id].start as usize);
    let read = read_children(&text, is_list, indent, options.depth.checked_sub(level)?)?;
    let trees = Trees {
        old: tree,
        new: &read,
    };
    if read.nodes.is_empty() {
        return new.is_empty().then_some(());
    }
    let mut nodes = read.children(0);
    for child in new {
        if let Some(name) = child.name {
            if read.node(nodes.next()?).text != name {
                return None;
            }
            let is_own = |other: &&Wanted<'_>| other.name == Some(name);
            let is_known = child.old.is_some_and(|old| touched.contains(&old)) && child.is_kept;
            // The lines alone do not show a duplicate of a key elsewhere in the mapping.
            if !is_known && wanted.iter().filter(is_own).count() != 1 {
                return None;
            }
        }
        trees.check(child.goal, nodes.next()?).ok()?;
    }
    nodes.next().is_none().then_some(())
}

/// Returns which children of a collection are in the lines, and how many it has. `None` when one is in them only in part.
fn touched_children(
    tree: &Tree<'_>,
    id: usize,
    lines: &Range<usize>,
) -> Option<(Range<usize>, usize)> {
    let is_list = matches!(tree.nodes[id].kind, Kind::Sequence { .. });
    let (mut count, mut first, mut end) = (0, 0, 0);
    let mut children = tree.children(id);
    while let Some(child) = children.next() {
        let value = if is_list { child } else { children.next()? };
        let (child, value) = (&tree.nodes[child], &tree.nodes[value]);
        count += 1;
        if (child.start as usize) < lines.start {
            if value.end as usize > lines.start {
                return None;
            }
            (first, end) = (count, count);
        } else if (child.start as usize) < lines.end {
            if value.end as usize > lines.end {
                return None;
            }
            end = count;
        }
    }
    Some((first..end, count))
}

/// Returns the lines that the edits touch, in bytes of the YAML, and the text that replaces them.
fn changed_lines(block: &YamlBlock<'_>, edits: &Edits) -> Option<(Range<usize>, String)> {
    let yaml = block.yaml;
    let (mut lines, mut text) = (None::<Range<usize>>, String::new());
    let mut done = 0;
    for edit in edits {
        let start = edit.range.start.checked_sub(block.base)?;
        let end = edit.range.end.checked_sub(block.base)?;
        match &mut lines {
            Some(lines) => lines.end = end,
            None => {
                done = memchr::memrchr(b'\n', yaml.get(..start)?.as_bytes()).map_or(0, |at| at + 1);
                lines = Some(done..end);
            }
        }
        text.push_str(yaml.get(done..start)?);
        text.push_str(&edit.insert);
        done = end;
    }
    let mut lines = lines?;
    if !yaml.get(..lines.end)?.ends_with('\n') {
        lines.end += memchr::memchr(b'\n', yaml.get(lines.end..)?.as_bytes())? + 1;
        text.push_str(yaml.get(done..lines.end)?);
    }
    (text.is_empty() || text.ends_with('\n')).then_some((lines, text))
}

/// Returns the innermost block collection that contains all changes, its node, the bytes of its lines, and its depth.
fn innermost<'g>(
    block: &YamlBlock<'_>,
    root: &'g Goal,
) -> Option<(&'g Goal, usize, Range<usize>, usize)> {
    let tree = &block.tree;
    let (mut goal, mut id, mut level) = (root, 0, 0);
    let mut bounds = 0..block.yaml.len();
    tree.nodes.first()?;
    loop {
        let Goal::Mapping(mapping) = goal else {
            return Some((goal, id, bounds, level));
        };
        let mut changed = mapping.entries.iter().filter(|entry| !entry.goal.is_kept());
        let (entry, others) = (changed.next(), changed.next());
        let is_same =
            |entry: &EntryGoal| entry.old.is_some() && entry.name.is_none() && !entry.is_removed;
        let inner = entry.filter(|_| others.is_none() && mapping.entries.iter().all(is_same));
        let inner = inner.and_then(|entry| Some((&entry.goal, entry.old?.1)));
        let Some((inner_goal, key)) = inner else {
            return Some((goal, id, bounds, level));
        };
        let inner_id = match inner_goal {
            Goal::Mapping(mapping) => mapping.id,
            Goal::Sequence(sequence) => sequence.id,
            Goal::Keep(_) | Goal::New(_) => return Some((goal, id, bounds, level)),
        };
        if tree.nodes[inner_id].kind.is_flow() {
            return Some((goal, id, bounds, level));
        }
        let key_end = tree.nodes[key].end as usize;
        let line = memchr::memchr(b'\n', block.yaml.get(key_end..)?.as_bytes())? + 1;
        let next = tree.nodes.get(tree.nodes[inner_id].next as usize);
        let end = next.map_or(bounds.end, |next| {
            let next = next.start as usize;
            next - column(block.yaml, next)
        });
        bounds = key_end + line..end.min(bounds.end);
        (goal, id, level) = (inner_goal, inner_id, level + 1);
    }
}

/// Returns the children of a collection afterwards.
fn wanted_children<'g>(goal: &'g Goal, tree: &'g Tree<'_>) -> Option<Vec<Wanted<'g>>> {
    Some(match goal {
        Goal::Keep(_) | Goal::New(_) => return None,
        Goal::Mapping(mapping) => {
            let entries = mapping.entries.iter().filter(|entry| !entry.is_removed);
            let wanted = entries.map(|entry| Wanted {
                old: entry.old.map(|(index, _)| index),
                name: Some(entry.name(tree)),
                is_kept: entry.name.is_none() && entry.goal.is_kept(),
                goal: &entry.goal,
            });
            wanted.collect()
        }
        Goal::Sequence(sequence) => {
            let wanted = sequence.items.iter().map(|item| Wanted {
                old: item.old,
                name: None,
                is_kept: !item.is_moved && item.goal.is_kept(),
                goal: &item.goal,
            });
            wanted.collect()
        }
    })
}

/// Returns the number of bytes before `at` on its line.
fn column(yaml: &str, at: usize) -> usize {
    let before = &yaml.as_bytes()[..at];
    at - memchr::memrchr(b'\n', before).map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests;

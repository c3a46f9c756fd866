//! Verifies edits by reading again only the lines that they touch.
//!
//! In plain form, a line that starts an entry or item of a block collection has the same meaning wherever it is among its siblings. So
//! when the block is in plain form and the edits touch only whole children of one collection, those lines alone give the nodes that a
//! second reading of the whole block would give, and all other nodes stay. Debug builds, and so all tests, read the whole block as well
//! and require the same result.

use std::ops::Range;

use interline_text::Edits;

use super::compare::Trees;
use super::goal::{ChildGoal, CollectionGoal, Goal};
use crate::yaml::{Tree, YamlBlock, read_children};
use crate::{Document, ReadOptions};

/// The names of more new children than this would take quadratic time to compare.
const MAX_NEW: usize = 16;

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
    let (collection, bounds, level) = innermost(block, root)?;
    if lines.start < bounds.start || lines.end > bounds.end {
        return None;
    }

    let tree = &block.tree;
    let (id, is_list, wanted) = (collection.id, collection.is_list, &collection.children);
    let (touched, count) = touched_children(tree, id, &lines)?;
    let after = count - touched.end;
    let new_end = wanted.len().checked_sub(after)?;
    let new = wanted.get(touched.start..new_end)?;
    let stays = |child: &ChildGoal, at: usize| child.is_kept() && child.old == Some(at);
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
    let mut nodes = read.pairs(0);
    for child in new {
        let (key, value) = nodes.next()?;
        if let Some(key) = key {
            let name = child.name(tree);
            if read.node(key).text != name {
                return None;
            }
            let is_own = |other: &&ChildGoal| other.name(tree) == name;
            let is_known = child.old.is_some_and(|old| touched.contains(&old)) && child.is_kept();
            // The lines alone do not show a duplicate of a key elsewhere in the mapping.
            if !is_known && wanted.iter().filter(is_own).count() != 1 {
                return None;
            }
        }
        trees.check(&child.goal, value).ok()?;
    }
    nodes.next().is_none().then_some(())
}

/// Returns which children of a collection are in the lines, and how many it has. `None` when one is in them only in part.
fn touched_children(
    tree: &Tree<'_>,
    id: usize,
    lines: &Range<usize>,
) -> Option<(Range<usize>, usize)> {
    let (mut count, mut first, mut end) = (0, 0, 0);
    for (key, value) in tree.pairs(id) {
        let (child, value) = (&tree.nodes[key.unwrap_or(value)], &tree.nodes[value]);
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

/// Returns the innermost block collection that contains all changes, the bytes of its lines, and its depth.
fn innermost<'g>(
    block: &YamlBlock<'_>,
    root: &'g Goal,
) -> Option<(&'g CollectionGoal, Range<usize>, usize)> {
    let tree = &block.tree;
    tree.nodes.first()?;
    let mut collection = root.as_collection()?;
    let (mut bounds, mut level) = (0..block.yaml.len(), 0);
    while let Some((key, inner)) = only_change(tree, collection) {
        let key_end = tree.nodes[key].end as usize;
        let line = memchr::memchr(b'\n', block.yaml.get(key_end..)?.as_bytes())? + 1;
        let next = tree.nodes.get(tree.nodes[inner.id].next as usize);
        let end = next.map_or(bounds.end, |next| {
            let next = next.start as usize;
            next - column(block.yaml, next)
        });
        bounds = key_end + line..end.min(bounds.end);
        (collection, level) = (inner, level + 1);
    }
    Some((collection, bounds, level))
}

/// Returns the key and the value of the only entry of a mapping that changes, when that is inside a block collection.
fn only_change<'g>(
    tree: &Tree<'_>,
    mapping: &'g CollectionGoal,
) -> Option<(usize, &'g CollectionGoal)> {
    let entries = &mapping.children;
    let mut changed = entries.iter().filter(|entry| !entry.goal.is_kept());
    let entry = changed.next().filter(|_| changed.next().is_none())?;
    let inner = entry.goal.as_collection()?;
    let stays = |entry: &ChildGoal| entry.old.is_some() && entry.name.is_none();
    let is_only = entries.iter().all(stays) && entries.len() == tree.pairs(mapping.id).count();
    let is_block = !tree.nodes[inner.id].kind.is_flow();
    Some((entry.key?, inner)).filter(|_| is_only && is_block)
}

/// Returns the number of bytes before `at` on its line.
fn column(yaml: &str, at: usize) -> usize {
    let before = &yaml.as_bytes()[..at];
    at - memchr::memrchr(b'\n', before).map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests;

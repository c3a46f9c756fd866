//! Verifies edits by reading again only the lines that they touch.
//!
//! In plain form a line that begins an entry or item of a block collection is read in the same way wherever it is among its
//! siblings. So where the block was read in plain form, and the edits touch whole children of one collection only, those lines read
//! alone give the nodes that a second reading of the whole block would give, and all other nodes stay. In debug builds, and so in
//! every test, the whole block is read again all the same, and must agree.

use std::ops::Range;

use interline_text::Edits;

use super::goal::{EntryGoal, Goal};
use super::verify::Trees;
use crate::yaml::{Block, Kind, Tree, read_children};
use crate::{Document, ReadOptions};

/// Of more new children, looking for one name twice would take long.
const MAX_NEW: usize = 16;

/// A child of a collection as the goal has it.
struct Wanted<'g> {
    /// The number of the old child that it is.
    old: Option<usize>,
    /// The name that the key of an entry has in the end.
    name: Option<&'g str>,
    /// Whether it stays as it is, if it also stays in its place.
    is_kept: bool,
    goal: &'g Goal,
}

/// Whether the edits make what the goal says. `None` where the lines alone do not show it. Linear in the lines and in the number of
/// children of the collections on the way to them.
pub(super) fn lines_are_right(
    document: &Document<'_>,
    root: &Goal,
    edits: &Edits,
    options: &ReadOptions,
) -> Option<()> {
    let block = document.block();
    if !block.tree.is_plain {
        return None;
    }
    let (lines, text) = changed_lines(block, edits)?;
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
            if !is_known && wanted.iter().filter(is_own).count() != 1 {
                return None;
            }
        }
        trees.check(child.goal, nodes.next()?).ok()?;
    }
    nodes.next().is_none().then_some(())
}

/// Which children of a collection are in the lines, and how many it has. `None` where one is in them only in part.
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

/// The lines that the edits touch, in bytes of the YAML, and the text that takes their place.
fn changed_lines(block: &Block<'_>, edits: &Edits) -> Option<(Range<usize>, String)> {
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

/// The innermost block collection in which all changes are, its node, the bytes in which its lines are, and how many collections it is in.
fn innermost<'g>(
    block: &Block<'_>,
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
        if matches!(
            tree.nodes[inner_id].kind,
            Kind::Sequence { flow: true } | Kind::Mapping { flow: true }
        ) {
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

/// The children that a collection has in the end.
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

/// The bytes of the line before `at`.
fn column(yaml: &str, at: usize) -> usize {
    let before = &yaml.as_bytes()[..at];
    at - memchr::memrchr(b'\n', before).map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::super::editor::Editor;
    use super::*;
    use crate::{Error, Value};

    /// Whether the lines alone show that the edits of `change` are right.
    fn decides(
        yaml: &str,
        change: impl for<'e, 'd, 'a> FnOnce(
            &'e mut Editor<'d, 'a>,
        ) -> Result<&'e mut Editor<'d, 'a>, Error>,
    ) -> bool {
        let text = format!("---\n{yaml}---\nbody\n");
        let document = Document::parse(&text).unwrap();
        let mut editor = document.edit();
        change(&mut editor).unwrap();
        let edits = editor.finish().unwrap();
        lines_are_right(&document, editor.goal(), &edits, document.options()).is_some()
    }

    const PLAIN: &str = "a: 1 # c\nl:\n  - x # 1\n  # between\n  - y\n\nf: [1, 2]\nm:\n  k: v\n  n:\n    o: p\nz:\n";

    #[test]
    fn lines_decide_about_plain_blocks() {
        assert!(decides(PLAIN, |e| e.set("a", "text: more")));
        assert!(decides(PLAIN, |e| e.set("new", "x")));
        assert!(decides(PLAIN, |e| e.remove("m")));
        assert!(decides(PLAIN, |e| e.rename("a", "b")));
        assert!(decides(PLAIN, |e| e.push(["l"], "z")));
        assert!(decides(PLAIN, |e| e.insert(["l"], 0, "z")));
        assert!(decides(PLAIN, |e| e.remove_path(("l", 1))));
        assert!(decides(PLAIN, |e| e.set_path(("l", 1), "z")));
        assert!(decides(PLAIN, |e| e.push(["f"], 3)));
        assert!(decides(PLAIN, |e| e.set_path(["m", "n", "o"], "q")));
        assert!(decides(PLAIN, |e| e.set_path(["m", "n", "new"], "q")));
        assert!(decides(PLAIN, |e| e.set("a", 2)?.push(["l"], "z")));
    }

    #[test]
    fn lines_do_not_decide_about_others() {
        // The lines end within the list.
        assert!(!decides(PLAIN, |e| e.set("a", 2)?.remove_path(("l", 0))));
        // The new lines belong to the key before them.
        assert!(!decides(PLAIN, |e| e.set("z", vec!["x"])));
        // The whole list is removed, and its key stays.
        assert!(!decides("l:\n  - x\nz: 1\n", |e| e.remove_path(("l", 0))));
        // A block scalar, an anchor, and a list of mappings are not in plain form.
        assert!(!decides("a: 1\nb: |\n  x\n", |e| e.set("a", 2)));
        assert!(!decides("a: 1\nb: &x y\nc: *x\n", |e| e.set("a", 2)));
        assert!(!decides("a: 1\nl:\n  - k: v\n", |e| e.set("a", 2)));
        assert!(!decides("a: 1\n", |e| e.set("a", "two\nlines")));
        let mapping: crate::Map = [("k", Value::from("v"))].into_iter().collect();
        assert!(!decides("l:\n  - x\n", |e| e.push(["l"], mapping)));
    }

    #[test]
    fn wrong_edits_are_not_right() {
        let text = "---\na: 1\nl:\n  - x\n  - y\nb: 2\n---\n";
        let document = Document::parse(text).unwrap();
        let mut editor = document.edit();
        editor.set_path(("l", 1), "z").unwrap();
        for (start, end, insert, is_right) in [
            (22, 23, "z", true),
            (22, 23, "w", false),
            (22, 23, "z\n  - y", false),
            (22, 23, "z\n - y", false),
            (22, 23, "z\nb: 3", false),
            (16, 17, "z", false),
            (14, 23, "- x\n  - z", true),
            (14, 23, "- z\n  - y", false),
            (14, 23, "- z", false),
            (18, 24, "  - z\n\n# c\n", true),
            (18, 24, "   - z\n", false),
            (18, 27, "  - z\nb: ", false),
            (9, 23, "l:\n  - x\n  - z", false),
            (22, 23, "\u{1}z", false),
        ] {
            let edit = interline_text::TextEdit::replace(start..end, insert);
            let edits = Edits::new(text, vec![edit]).unwrap();
            let found = lines_are_right(&document, editor.goal(), &edits, document.options());
            assert_eq!(found.is_some(), is_right, "{start}..{end} {insert:?}");
        }
    }
}

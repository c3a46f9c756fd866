//! Which items of a list are still there.

use std::collections::HashMap;

use crate::Value;
use crate::yaml::{Context, Kind, QuoteStyle, Tree, flow_value};

/// How many mappings are compared with a new one to find the one that it was, so that the work is linear.
const LOOK_AHEAD: usize = 16;

/// For each wanted item the number of the old one that it is, and whether that one has to move; nothing for a new item.
///
/// Equal items at the start and at the end of both lists stay. In between, equal items are the same item; those that keep their order stay and
/// the others move. Between items that stay, as many old as wanted ones are the same items with another value, and so are mappings
/// and lists that begin alike. `n log n` in the items and linear in their text.
pub(super) fn diff_items(
    tree: &Tree<'_>,
    old: &[usize],
    wanted: &[Value],
) -> Vec<Option<(usize, bool)>> {
    let mut found: Vec<Option<(usize, bool)>> = vec![None; wanted.len()];
    let both = old.len().min(wanted.len());
    let same = |old: usize, wanted: &Value| tree.matches(old, wanted);
    let head = (0..both)
        .take_while(|at| same(old[*at], &wanted[*at]))
        .count();
    let tail = (1..=both - head)
        .take_while(|back| same(old[old.len() - back], &wanted[wanted.len() - back]))
        .count();
    let old_end = old.len() - tail;
    let wanted_end = wanted.len() - tail;
    for (at, found) in found.iter_mut().take(head).enumerate() {
        *found = Some((at, false));
    }
    for back in 1..=tail {
        found[wanted.len() - back] = Some((old.len() - back, false));
    }
    if old_end > head && wanted_end > head {
        let is_taken = find_equal(
            tree,
            old,
            wanted,
            head..old_end,
            head..wanted_end,
            &mut found,
        );
        pair_gaps(tree, old, wanted, &is_taken, head..wanted_end, &mut found);
    }
    found
}

/// Finds equal items in the middle. Gives which old ones were found.
fn find_equal(
    tree: &Tree<'_>,
    old: &[usize],
    wanted: &[Value],
    olds: std::ops::Range<usize>,
    wanteds: std::ops::Range<usize>,
    found: &mut [Option<(usize, bool)>],
) -> Vec<bool> {
    let mut is_taken = vec![true; old.len()];
    let mut by_text: HashMap<String, Vec<usize>> = HashMap::new();
    for at in olds.rev() {
        is_taken[at] = false;
        by_text
            .entry(text_of(&tree.value(old[at])))
            .or_default()
            .push(at);
    }
    let mut matched: Vec<(usize, usize)> = Vec::new();
    for at in wanteds {
        let candidates = by_text.get_mut(&text_of(&wanted[at]));
        // Numbers that are written in other ways are other items.
        let Some(index) = candidates.and_then(Vec::pop) else {
            continue;
        };
        if tree.matches(old[index], &wanted[at]) {
            is_taken[index] = true;
            matched.push((at, index));
        }
    }
    let stays = longest_increasing(&matched);
    for (number, (at, index)) in matched.iter().enumerate() {
        found[*at] = Some((*index, !stays[number]));
    }
    is_taken
}

fn text_of(value: &Value) -> String {
    flow_value(value, Context::Flow, QuoteStyle::Plain).into_owned()
}

/// Which pairs are of a longest run in which the old numbers increase.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<bool> {
    // The pair that ends the best run of each length, and the pair before each.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (number, (_, index)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *index);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(number);
        } else {
            ends[length] = number;
        }
    }
    let mut stays = vec![false; pairs.len()];
    let mut next = ends.last().copied();
    while let Some(number) = next {
        stays[number] = true;
        next = before[number];
    }
    stays
}

/// Pairs items that were not found with wanted ones between the same neighbours.
fn pair_gaps(
    tree: &Tree<'_>,
    old: &[usize],
    wanted: &[Value],
    is_taken: &[bool],
    wanteds: std::ops::Range<usize>,
    found: &mut [Option<(usize, bool)>],
) {
    let mut free_old = wanteds.start;
    let mut at = wanteds.start;
    while at < wanteds.end {
        // A gap in the wanted items ends at one that stays.
        let end = (at..wanteds.end)
            .find(|at| matches!(found[*at], Some((_, false))))
            .unwrap_or(wanteds.end);
        let old_end = match found.get(end) {
            Some(Some((index, _))) => *index,
            _ => old.len(),
        };
        let olds: Vec<usize> = (free_old..old_end).filter(|at| !is_taken[*at]).collect();
        let news: Vec<usize> = (at..end).filter(|at| found[*at].is_none()).collect();
        if olds.len() == news.len() {
            for (old_at, new_at) in olds.iter().zip(&news) {
                found[*new_at] = Some((*old_at, false));
            }
        } else {
            let mut rest = olds.as_slice();
            for new_at in news {
                // In their order, each old one at most once.
                let mut ahead = rest.iter().take(LOOK_AHEAD);
                let alike = ahead.position(|at| begins_alike(tree, old[*at], &wanted[new_at]));
                if let Some(at) = alike {
                    found[new_at] = Some((rest[at], false));
                    rest = &rest[at + 1..];
                }
            }
        }
        free_old = old_end + 1;
        at = end + 1;
    }
}

/// Whether two mappings begin with the same key and value, as `name: x` of a list of named things, or two lists with the same item.
fn begins_alike(tree: &Tree<'_>, old: usize, wanted: &Value) -> bool {
    let id = tree.target(old);
    match (tree.nodes[id].kind, wanted) {
        (Kind::Mapping { .. }, Value::Map(mapping)) => {
            let (Some((key, value)), Some((name, wanted))) =
                (tree.entries(id).next(), mapping.iter().next())
            else {
                return false;
            };
            tree.node(key).text == name && tree.matches(value, wanted)
        }
        (Kind::Sequence { .. }, Value::List(items)) => {
            let (Some(item), Some(wanted)) = (tree.children(id).next(), items.first()) else {
                return false;
            };
            tree.matches(item, wanted)
        }
        _ => false,
    }
}

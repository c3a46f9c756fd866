use interline_text::Edits;

use super::compare::Trees;
use super::goal::Goal;
use super::verify_lines::lines_are_right;
use crate::yaml;
use crate::{Document, ReadOptions, Split, split_with};

/// Checks that the edits make the goal. The error says what differs.
pub(super) fn verify(
    document: &Document<'_>,
    goal: &Goal,
    edits: &Edits,
    options: &ReadOptions,
) -> Result<(), String> {
    if lines_are_right(document, goal, edits, options).is_some() {
        // The short way is only an optimisation: in all tests the long way has to agree with it.
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
        // A value that contains `---` could end the block early and turn the rest of the header into body.
        Split::Block(new) if new.body().is_empty() && new.closer() == old.closer() => new,
        _ => return Err(fault("it would end elsewhere")),
    };
    let block =
        yaml::read(&changed, new.yaml_span(), options).map_err(|error| fault(&error.message()))?;
    let trees = Trees {
        old: &document.block().tree,
        new: &block.tree,
    };
    if block.tree.nodes.is_empty() {
        let Some(mapping) = goal.as_collection() else {
            return Err(fault("it would be empty"));
        };
        return mapping.children.first().map_or(Ok(()), |entry| {
            let name = entry.name(trees.old);
            Err(fault(&format!("key `{name}` would be missing")))
        });
    }
    trees.check(goal, 0).map_err(|what| fault(&what))
}

#[cfg(test)]
mod tests;

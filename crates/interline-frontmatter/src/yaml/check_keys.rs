use std::collections::HashMap;

use super::problem::{Problem, ProblemKind};
use super::scalar::Resolved;
use super::tree::{Kind, Node, Tree};

/// Up to this number of keys a linear search is faster than a hash table.
const FEW: usize = 24;

/// Checks that the root is a mapping and that the keys of every mapping are scalars and differ, which the parser does not.
///
/// A missing root becomes an empty mapping. Linear in the nodes.
pub(super) fn check(nodes: Vec<Node<'_>>) -> Result<Tree<'_>, Problem> {
    let mut tree = Tree {
        nodes,
        is_plain: false,
    };
    let Some(root) = tree.nodes.first() else {
        return Ok(tree);
    };
    // Comments only, or nothing at all, is a header without keys.
    if root.is_missing() && root.tag.is_none() {
        tree.nodes.clear();
        return Ok(tree);
    }
    if !matches!(root.kind, Kind::Mapping { .. }) {
        return Err(Problem {
            kind: ProblemKind::NotAMapping(describe(root)),
            span: root.span(),
        });
    }
    check_mappings(&tree)?;
    Ok(tree)
}

/// Checks that the keys of every mapping are scalars and differ.
pub(super) fn check_mappings(tree: &Tree<'_>) -> Result<(), Problem> {
    for (id, node) in tree.nodes.iter().enumerate() {
        if matches!(node.kind, Kind::Mapping { .. }) {
            check_keys(tree, id)?;
        }
    }
    Ok(())
}

fn check_keys(tree: &Tree<'_>, id: usize) -> Result<(), Problem> {
    // On the stack: most mappings have few keys, and a hash table for each would dominate the time.
    let mut few: [&str; FEW] = [""; FEW];
    let mut many: HashMap<&str, usize> = HashMap::new();
    for (count, (key, _)) in tree.entries(id).enumerate() {
        let node = tree.node(key);
        let span = tree.nodes[key].span();
        if node.is_collection() {
            return Err(Problem {
                kind: ProblemKind::Data(format!(
                    "expected a scalar as key, found {}",
                    describe(node)
                )),
                span,
            });
        }
        let text = node.text.as_ref();
        let repeated = if count < FEW {
            few[..count].contains(&text)
        } else {
            if count == FEW {
                many.extend(few.iter().map(|text| (*text, 0)));
            }
            many.insert(text, key).is_some()
        };
        if repeated {
            let first = tree
                .entries(id)
                .map(|(key, _)| key)
                .find(|key| tree.node(*key).text == text)
                .unwrap_or(key);
            return Err(Problem {
                kind: ProblemKind::Duplicate {
                    key: text.to_owned(),
                    first: tree.nodes[first].span(),
                },
                span,
            });
        }
        if let Some(slot) = few.get_mut(count) {
            *slot = text;
        }
    }
    Ok(())
}

/// Names the type of a node, for messages.
pub(super) fn describe(node: &Node<'_>) -> &'static str {
    match node.resolved() {
        Some(Resolved::Null) => "null",
        Some(Resolved::Bool(_)) => "a flag",
        Some(Resolved::Number(_)) => "a number",
        Some(Resolved::String) => "a string",
        None if matches!(node.kind, Kind::Sequence { .. }) => "a sequence",
        None => "a mapping",
    }
}

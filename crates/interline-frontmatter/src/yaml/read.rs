//! Reads a block: by the reader of plain blocks where it can, otherwise by the YAML parser.

use std::ops::Range;

use super::block::YamlBlock;
use super::problem::{Problem, ProblemKind};
use super::tree::Tree;
use super::{check_keys, parser, plain};
use crate::{Error, Limit, ReadOptions};

/// Reads the YAML at `span` of `text`. The span is on `char` boundaries.
pub(crate) fn read<'a>(
    text: &'a str,
    span: Range<usize>,
    options: &ReadOptions,
) -> Result<YamlBlock<'a>, Error> {
    let base = span.start;
    let yaml = text.get(span).unwrap_or_default();
    let tree = read_yaml(yaml, options).map_err(|problem| problem.into_error(text, base))?;
    Ok(YamlBlock {
        text,
        yaml,
        base,
        tree,
    })
}

/// Returns the offset of the first control character other than tab, LF and CR.
fn find_control(bytes: &[u8]) -> Option<usize> {
    let is_control = |b: u8| b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r');
    // Without an early exit inside a chunk, the compiler vectorises the loop: it takes a tenth of the time.
    let has_control = |chunk: &[u8]| chunk.iter().fold(false, |found, b| found | is_control(*b));
    let chunk = bytes.chunks(64).position(has_control)?;
    let rest = bytes.get(chunk * 64..)?;
    Some(chunk * 64 + rest.iter().position(|b| is_control(*b))?)
}

fn read_yaml<'a>(yaml: &'a str, options: &ReadOptions) -> Result<Tree<'a>, Problem> {
    if yaml.len() > options.block_bytes {
        return Err(Problem {
            kind: ProblemKind::Limit(Limit::BlockBytes, options.block_bytes),
            span: 0..0,
        });
    }
    if let Some(at) = find_control(yaml.as_bytes()) {
        let message = format!(
            "control character U+{:04X}, expected an escape in double quotes",
            yaml.as_bytes()[at]
        );
        return Err(Problem::syntax(message, at..at + 1));
    }
    // The fast reader gives up early on what it does not know, so that trying it first costs little.
    let (nodes, is_plain) = match plain::read(yaml, options) {
        Some(tree) => (tree.nodes, tree.is_plain),
        None => (parser::read(yaml, options)?, false),
    };
    let tree = check_keys::check(nodes)?;
    Ok(Tree { is_plain, ..tree })
}

/// Reads lines that are all children of one block collection, each after `indent` spaces. The collection is node 0; lines without
/// content have no nodes. `None` when they are not in plain form.
pub(crate) fn read_children(
    lines: &str,
    is_list: bool,
    indent: usize,
    depth: usize,
) -> Option<Tree<'_>> {
    if find_control(lines.as_bytes()).is_some() {
        return None;
    }
    let tree = Tree {
        nodes: plain::read_children(lines, is_list, indent, depth)?,
        is_plain: true,
    };
    check_keys::check_mappings(&tree).ok()?;
    Some(tree)
}

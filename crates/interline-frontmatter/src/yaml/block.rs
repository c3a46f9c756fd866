use std::ops::Range;

use super::tree::Tree;
use super::{backend, check, plain};
use crate::error::Place;
use crate::{Error, Limit, ReadOptions};

/// The YAML of one block, read, and where it stands in its text.
#[derive(Debug)]
pub(crate) struct Block<'a> {
    /// The whole text, for places.
    pub(crate) text: &'a str,
    pub(crate) yaml: &'a str,
    /// The byte of the text at which the YAML begins.
    pub(crate) base: usize,
    pub(crate) tree: Tree<'a>,
}

impl Block<'_> {
    /// The bytes of the whole text for those of the YAML.
    pub(crate) fn span(&self, span: Range<usize>) -> Range<usize> {
        self.base + span.start..self.base + span.end
    }

    /// Whether the root has `key`.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.tree.root_entry(key).is_some()
    }

    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        Place::new(self.text, self.span(span))
    }
}

/// What is wrong with a block, at bytes of its YAML.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) kind: ProblemKind,
    pub(super) span: Range<usize>,
}

#[derive(Debug)]
pub(super) enum ProblemKind {
    Syntax(String),
    Limit(Limit, usize),
    Duplicate { key: String, first: Range<usize> },
    NotAMapping(&'static str),
    Data(String),
}

impl Problem {
    pub(super) fn syntax(message: String, span: Range<usize>) -> Self {
        Self {
            kind: ProblemKind::Syntax(message),
            span,
        }
    }

    /// Whether it is a fault of syntax with exactly this message.
    pub(super) fn is_syntax(&self, expected: &str) -> bool {
        matches!(&self.kind, ProblemKind::Syntax(message) if message == expected)
    }

    fn into_error(self, text: &str, base: usize) -> Error {
        let place = |span: Range<usize>| Place::new(text, base + span.start..base + span.end);
        let at = place(self.span);
        match self.kind {
            ProblemKind::Syntax(message) => Error::Syntax { message, at },
            ProblemKind::Limit(limit, max) => Error::LimitExceeded { limit, max, at },
            ProblemKind::Duplicate { key, first } => Error::DuplicateKey {
                key,
                at,
                first: place(first),
            },
            ProblemKind::NotAMapping(found) => Error::NotAMapping { found, at },
            ProblemKind::Data(message) => Error::Data { message, at },
        }
    }
}

/// Reads the YAML at `span` of `text`. The span lies on `char` boundaries.
pub(crate) fn read<'a>(
    text: &'a str,
    span: Range<usize>,
    options: &ReadOptions,
) -> Result<Block<'a>, Error> {
    let base = span.start;
    let yaml = text.get(span).unwrap_or_default();
    let tree = read_yaml(yaml, options).map_err(|problem| problem.into_error(text, base))?;
    Ok(Block {
        text,
        yaml,
        base,
        tree,
    })
}

/// The first control character other than tab, LF and CR.
fn find_control(bytes: &[u8]) -> Option<usize> {
    let is_control = |b: u8| b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r');
    // Without a way out in the middle of a chunk, the compiler looks at many bytes at once: a tenth of the time of a read.
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
    let parse = |entries| backend::parse_entries(entries, options).ok();
    let (nodes, is_plain) = match plain::read(yaml, options, &parse) {
        Some(read) => read,
        None => (backend::read(yaml, options)?, false),
    };
    let tree = check::check(nodes)?;
    Ok(Tree { is_plain, ..tree })
}

/// Reads lines that are all children of one block collection, each after `indent` spaces, as they are read among others. The collection
/// is node 0, and there is no node when the lines hold nothing. `None` where they are not in plain form.
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
    check::check_mappings(&tree).ok()?;
    Some(tree)
}

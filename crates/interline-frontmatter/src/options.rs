use std::fmt;

use serde::{Deserialize, Serialize};

use crate::SplitOptions;

/// What a block that nothing closes means to a reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unterminated {
    /// [`Error::Unterminated`](crate::Error::Unterminated).
    #[default]
    Error,
    /// The text has no frontmatter; all of it is body.
    Body,
}

/// What is bounded before a block is read, so that no block of a few kilobytes costs seconds or gigabytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Limit {
    /// Bytes between the fences.
    BlockBytes,
    /// Collections inside each other, in flow and in block style.
    Depth,
    /// Aliases (`*name`) in the block.
    Aliases,
    /// Nodes that all aliases together stand for.
    ExpandedNodes,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BlockBytes => "bytes of frontmatter",
            Self::Depth => "levels of nesting",
            Self::Aliases => "aliases",
            Self::ExpandedNodes => "nodes that aliases stand for",
        })
    }
}

/// How a document is read, before it is edited too.
///
/// With the defaults the worst block that is accepted takes less than 50 ms and 20 MiB.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    pub(crate) split: SplitOptions,
    pub(crate) unterminated: Unterminated,
    pub(crate) block_bytes: usize,
    pub(crate) depth: usize,
    pub(crate) aliases: usize,
    pub(crate) expanded_nodes: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            split: SplitOptions::default(),
            unterminated: Unterminated::Error,
            block_bytes: 64 * 1024,
            depth: 128,
            aliases: 100,
            expanded_nodes: 10_000,
        }
    }
}

impl ReadOptions {
    /// The defaults of [`parse`](crate::parse).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Where a block ends. Default: that of [`split`](crate::split).
    #[must_use]
    pub fn split(mut self, options: SplitOptions) -> Self {
        self.split = options;
        self
    }

    /// What a block that nothing closes means. Default: [`Unterminated::Error`].
    #[must_use]
    pub fn unterminated(mut self, meaning: Unterminated) -> Self {
        self.unterminated = meaning;
        self
    }

    /// The bytes that may stand between the fences. Default: 64 KiB; never more than 1 GiB.
    #[must_use]
    pub fn block_bytes(mut self, max: usize) -> Self {
        self.block_bytes = max.min(1 << 30);
        self
    }

    /// How deep collections may stand inside each other. Default: 128, which is also the most, since
    /// typed reading descends by recursion.
    #[must_use]
    pub fn depth(mut self, max: usize) -> Self {
        self.depth = max.min(128);
        self
    }

    /// The aliases that a block may have. Default: 100.
    #[must_use]
    pub fn aliases(mut self, max: usize) -> Self {
        self.aliases = max;
        self
    }

    /// The nodes that all aliases together may stand for; a scalar counts once more for each KiB of its text.
    /// Default: 10,000.
    #[must_use]
    pub fn expanded_nodes(mut self, max: usize) -> Self {
        self.expanded_nodes = max;
        self
    }
}

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::SplitOptions;

/// The meaning of a block without a closer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unterminated {
    /// [`Error::Unterminated`](crate::Error::Unterminated).
    #[default]
    Error,
    /// The text has no frontmatter: the whole text is body.
    Body,
}

/// A limit that is checked before a value is built, so that no block of a few kilobytes costs seconds or gigabytes.
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
    /// Nodes that all aliases together expand to.
    ExpandedNodes,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BlockBytes => "bytes of frontmatter",
            Self::Depth => "levels of nesting",
            Self::Aliases => "aliases",
            Self::ExpandedNodes => "nodes of expanded aliases",
        })
    }
}

/// Options of reading, which editing uses too.
///
/// The default limits bound the time and memory of every block that is accepted.
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
    /// Returns the options of [`parse`](crate::parse).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets which lines end a block. Default: that of [`split`](crate::split).
    #[must_use]
    pub fn split(mut self, options: SplitOptions) -> Self {
        self.split = options;
        self
    }

    /// Sets the meaning of a block without a closer. Default: [`Unterminated::Error`].
    #[must_use]
    pub fn unterminated(mut self, meaning: Unterminated) -> Self {
        self.unterminated = meaning;
        self
    }

    /// Sets how many bytes the YAML between the fences may have. Default: 64 KiB; never more than 1 GiB.
    #[must_use]
    pub fn block_bytes(mut self, max: usize) -> Self {
        self.block_bytes = max.min(1 << 30);
        self
    }

    /// Sets how deeply collections may be nested. Default: 128, which is also the maximum, since typed reading is recursive.
    #[must_use]
    pub fn depth(mut self, max: usize) -> Self {
        self.depth = max.min(128);
        self
    }

    /// Sets how many aliases a block may have. Default: 100.
    #[must_use]
    pub fn aliases(mut self, max: usize) -> Self {
        self.aliases = max;
        self
    }

    /// Sets how many nodes all aliases together may expand to; a scalar counts once more for each KiB of its text.
    /// Default: 10,000.
    #[must_use]
    pub fn expanded_nodes(mut self, max: usize) -> Self {
        self.expanded_nodes = max;
        self
    }
}

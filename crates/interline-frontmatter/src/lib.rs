//! Split, read, write and edit in place the YAML frontmatter of Markdown documents.

mod split;

pub use split::{Block, Closer, Split, SplitOptions, split, split_with};

//! Text to structure: expressions, patterns, and the frontmatter of templates.

pub(crate) mod expression;
mod glob;
mod metadata;
mod pattern;

pub(crate) use metadata::{Metadata, commented};
pub(crate) use pattern::Patterns;

//! Inputs that several benches share.

pub mod frontmatter_inputs;
pub mod mustache_inputs;
pub mod patch_inputs;

//! Inputs that several benches share.

pub mod agent_inputs;
pub mod content_inputs;
pub mod fragment_inputs;
pub mod frontmatter_inputs;
pub mod handwritten;
pub mod mustache_inputs;
pub mod patch_inputs;

//! The properties that the tests of the crates check too, from the same files.

#[path = "../../crates/interline-patch-template/tests/it/blocks.rs"]
pub(crate) mod blocks;
#[path = "../../crates/interline-frontmatter/tests/it/laws.rs"]
pub(crate) mod frontmatter;
#[path = "../../crates/interline-mustache-context/tests/it/laws.rs"]
pub(crate) mod mustache;
#[path = "../../crates/interline-patch-template/tests/it/laws.rs"]
pub(crate) mod patch_template;
#[path = "../../crates/interline-text/tests/it/laws.rs"]
pub(crate) mod text;

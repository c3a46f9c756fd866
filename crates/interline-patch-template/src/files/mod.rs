//! Documents and configurations on disk.

mod apply_to_file;
#[cfg(feature = "config")]
mod discover;
#[cfg(any(feature = "config", feature = "frontmatter"))]
mod read_file;

pub use apply_to_file::{apply_to_file, apply_to_file_with};
#[cfg(feature = "config")]
pub use discover::Discovered;
#[cfg(any(feature = "config", feature = "frontmatter"))]
pub(crate) use read_file::read_text;

//! Documents and configurations in files.

mod apply_to_file;
#[cfg(feature = "config")]
mod discover;
#[cfg(feature = "frontmatter")]
mod template_info;
#[cfg(test)]
mod tests;

pub use apply_to_file::{apply_to_file, apply_to_file_with};
#[cfg(feature = "frontmatter")]
pub use template_info::template_info;

//! Split, read, write and edit in place the YAML frontmatter of Markdown documents.

#[cfg(feature = "yaml")]
pub mod agent;
#[cfg(feature = "yaml")]
mod document;
#[cfg(feature = "yaml")]
mod edit;
#[cfg(feature = "yaml")]
mod error;
#[cfg(feature = "yaml")]
mod mapping;
#[cfg(feature = "yaml")]
mod number;
#[cfg(feature = "yaml")]
mod options;
mod split;
#[cfg(feature = "yaml")]
mod value;
#[cfg(feature = "yaml")]
mod yaml;

#[cfg(feature = "yaml")]
pub use document::{Document, parse, parse_with, to_document};
#[cfg(feature = "yaml")]
pub use edit::{merge, merge_with, remove, remove_with, rename, rename_with, set, set_with};
#[cfg(feature = "yaml")]
pub use error::{Error, Place};
#[cfg(feature = "yaml")]
pub use mapping::Mapping;
#[cfg(feature = "yaml")]
pub use number::Number;
#[cfg(feature = "yaml")]
pub use options::{Limit, ReadOptions, Unterminated};
pub use split::{Block, Closer, Split, SplitOptions, split, split_with};
#[cfg(feature = "yaml")]
pub use value::Value;

//! Finds headers in a text, without reading them.

mod format;
mod split;

pub use format::FrontmatterFormat;
#[cfg(feature = "yaml")]
pub(crate) use format::UnreadHeader;
#[cfg(feature = "yaml")]
pub(crate) use format::unread_header;
#[cfg(feature = "toml")]
pub(crate) use split::split_at;
pub use split::{Block, Closer, Split, SplitOptions, split, split_with};

//! The tools that an agent may use.

mod policy;
mod read;
mod split;

pub use policy::{ToolPolicy, Tools};
pub use split::{ToolSeparator, UnclosedTool, split_tools};

pub(crate) use policy::{denies, is_all, policy};
pub(crate) use read::read;
pub(crate) use split::{has_comma, has_space, item_name, quoted_list, value_names};

//! YAML: the only module that uses the parser. All others use its [`Tree`].

mod block;
mod check_keys;
mod closing_bracket;
mod deserialize;
mod offsets;
mod parser;
mod parser_message;
mod plain;
mod problem;
mod quote;
mod read;
mod scalar;
mod tree;
mod write;
mod yaml_1_1;

pub(crate) use block::YamlBlock;
#[cfg(feature = "toml")]
pub(crate) use offsets::narrow;
pub(crate) use offsets::{WHITESPACE, closing_quote, properties_end, skip_space};
pub use quote::double_quoted;
pub(crate) use quote::{Context, Quotes, is_plain_scalar};
pub(crate) use read::{read, read_children};
pub(crate) use scalar::plain_value;
pub(crate) use tree::{Kind, Node, Style, Tree};
pub(crate) use write::{
    block_lines, entry_lines, flow_entry, flow_value, inline_key, is_inline, item_like, literal,
    mapping_lines, needs_question_mark, value_over,
};

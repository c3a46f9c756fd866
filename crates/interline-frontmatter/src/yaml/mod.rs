//! YAML: the only module that knows the parser. Everything else works on its [`Tree`].

mod backend;
mod block;
mod brackets;
mod check;
mod de;
mod emit;
mod explain;
mod form;
mod plain;
mod quote;
mod scalar;
mod source;
mod tree;

pub(crate) use block::{Block, read, read_children};
pub(crate) use emit::{
    block_lines, flow_entry, flow_value, inline_key, is_inline, item_like, literal, mapping_lines,
    plain_over, value_over,
};
pub(crate) use quote::{Context, Style as QuoteStyle, is_plain_scalar};
pub(crate) use scalar::plain_value;
#[cfg(feature = "toml")]
pub(crate) use source::narrow;
pub(crate) use source::{properties_end, skip_blank};
pub(crate) use tree::{Kind, Node, Style, Tree};

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
mod ser;
mod ser_key;
mod source;
mod tree;

pub(crate) use block::{Block, read};
pub(crate) use emit::{block_lines, flow_entry, inline_key, is_inline, mapping_lines, value_over};
pub(crate) use quote::Context;
pub(crate) use scalar::number as resolve_number;
pub(crate) use ser::to_value;
pub(crate) use source::{properties_end, skip_blank};
pub(crate) use tree::{Kind, Node, Style, Tree};

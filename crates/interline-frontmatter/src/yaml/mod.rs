//! YAML: the only module that knows the parser. Everything else works on its [`Tree`].

mod backend;
mod block;
mod check;
mod de;
mod emit;
mod explain;
mod plain;
mod quote;
mod scalar;
mod ser;
mod ser_key;
mod source;
mod tree;

pub(crate) use block::{Block, read};
pub(crate) use emit::{block_lines, flow_entry, flow_value, inline_key, is_inline, mapping_lines};
pub(crate) use quote::{Context, Style as QuoteStyle};
pub(crate) use ser::to_value;
pub(crate) use source::{properties_end, skip_blank};
pub(crate) use tree::{Kind, Node, Style, Tree};

/// Cases of a property test: `debug`, or as many as `INTERLINE_PROPTEST_CASES` says.
#[cfg(test)]
fn test_cases(debug: u32) -> u32 {
    std::env::var("INTERLINE_PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(debug)
}

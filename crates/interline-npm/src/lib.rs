//! The npm package `interline`: WebAssembly bindings over the crate `interline`.
//!
//! The JavaScript in `js/` is the interface; it calls the functions of `bindings` and turns their replies into objects. Everything that
//! is structured crosses the border as one JSON string, since building objects field by field is slower. Offsets are converted to UTF-16
//! code units here, because only here are both the text and its bytes at hand.
//!
//! The functions of the modules take and return strings, so that they are compiled, checked and tested on every target. Only
//! `bindings`, which exports them, needs `wasm32`.

#![cfg_attr(not(target_arch = "wasm32"), forbid(unsafe_code))]

mod agents;
mod arguments;
#[cfg(target_arch = "wasm32")]
#[allow(unreachable_pub, missing_docs)]
// Exported to JavaScript, where js/index.d.ts documents them.
mod bindings;
mod failure;
mod frontmatter;
mod options;
mod patches;
mod prompts;
mod spans;
mod templates;
mod values;

pub use agents::{check_agent, convert_agent, parse_agent, repair_agent};
pub use failure::Failure;
pub use frontmatter::{
    edit_frontmatter, parse_frontmatter, parse_matter, split_frontmatter, write_frontmatter,
};
pub use patches::{Live, Parser, apply, components, parse_response, set_component};
pub use prompts::{expand_prompt, list_prompts, parse_prompt};
pub use templates::{Callbacks, Compiled, template_nodes};

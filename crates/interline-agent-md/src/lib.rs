//! Agent definition files: YAML frontmatter and a system prompt, in the dialect of every tool.

mod agent;
mod dialect;
pub mod edit;
mod error;
mod fence;
mod hash;
mod header;
mod key;
mod kind;
mod load;
mod options;
mod parse;
mod quote;
mod recover;
mod tools;
mod values;
mod write;

pub use agent::{AgentDef, AgentMeta, AgentProfile};
pub use dialect::{
    ConvertOptions, Dialect, FileKind, Files, ParseDialectError, layers_for, to_dialect,
    to_dialect_with, validate,
};
pub use error::Error;
pub use hash::compute_body_hash;
pub use kind::{AgentKind, ParseAgentKindError};
pub use load::{
    Found, LoadReport, LoadedAgent, Problem, Shadowed, SkipReason, Skipped, load_dir,
    load_dir_with, load_file, load_file_with, load_layers,
};
pub use options::{Naming, Options, Parallelism, Recovery};
pub use parse::{Parsed, parse, parse_with};
pub use tools::{ToolPolicy, ToolSeparator, Tools, UnclosedTool, split_tools};

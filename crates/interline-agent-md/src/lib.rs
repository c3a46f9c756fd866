//! Agent definition files: YAML frontmatter and a system prompt, in the dialect of every tool.
//!
//! ```
//! use interline_agent_md::{AgentKind, Dialect, Tools, edit, parse, to_dialect};
//!
//! let text = "\
//! ---
//! name: impl-lead
//! description: Use when: a step of the plan is ready
//! model: sonnet
//! tools: Read, Edit, Bash(git add:*, git commit:*)
//! permissionMode: acceptEdits
//! ---
//! You are the implementation lead.
//! ";
//!
//! // The description is not YAML. It is read as a string, and reported.
//! let parsed = parse(text, "impl-lead.md", AgentKind::Subprocess)?;
//! let profile = parsed.agent.profile.as_ref().unwrap();
//! assert_eq!(profile.description.as_deref(), Some("Use when: a step of the plan is ready"));
//! assert!(parsed.diagnostics[0].message.contains("write `description: \"Use when: a step"));
//! assert_eq!(profile.system_prompt, "You are the implementation lead.\n");
//! let names = ["Read", "Edit", "Bash(git add:*, git commit:*)"].map(String::from);
//! assert_eq!(profile.tool_policy().tools, Tools::Only(names.to_vec()));
//!
//! // The same agent for another tool, with the parts that this tool cannot express.
//! let converted = to_dialect(&parsed.agent, Dialect::Gemini);
//! assert!(converted.text.contains("tools:\n  - read_file\n"));
//! assert!(converted.diagnostics.iter().any(|found| found.message.contains("rejects files with a field `permissionMode`")));
//!
//! // The file repaired in place: every other byte stays.
//! let repaired = edit::repair(text)?.apply(text)?;
//! assert!(repaired.contains("\ndescription: \"Use when: a step of the plan is ready\"\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! * [`parse`] parses a text, [`load_file`] loads a file, [`load_dir`] a directory. Each has a variant in `_with` that takes [`Options`];
//!   [`load_layers`] loads several directories with precedence. A [`LoadReport`] has the agents, and the problems of the files that cannot
//!   be read.
//! * An [`AgentDef`] is an agent: the content of its file is its [`AgentProfile`], the rest comes from the caller.
//!   [`AgentProfile::tool_policy`] returns the tools that it may use; [`split_tools`] splits a string of names.
//! * [`AgentDef::to_markdown`] writes a file, [`edit`] changes one in place.
//! * A [`Dialect`] is the format that a tool reads, with rules for each [kind of file](FileKind): [`validate_as`] checks an agent,
//!   [`to_dialect`] writes one, [`layers_for`] and [`Options::for_dialect`] know the directories and names of its files.
//! * A [`Command`] is a slash command: [`Command::expand`] fills in its arguments by the rules of its tool.
//! * A [`Diagnostic`] reports what was repaired, rejected or left out; its code is one of [`diagnostics`].
//! * An [`Error`] has the line and column in the whole file, and renders an excerpt.
//!
//! # Guarantees
//!
//! * A header that is YAML is read by the rules of YAML; recovery never changes it. One that is not is repaired scalar by scalar: each
//!   fault is reported once, with the fix, and lists and mappings stay as they are. [`edit::repair`] writes exactly the header that was
//!   read.
//! * A restriction is never read as its absence: a value of `tools` that cannot be read for certain is an error; absent, empty and all are
//!   distinguished, also in the serialised format.
//! * `parse(agent.to_markdown()?)` returns the agent again. The body is kept byte for byte, and its [hash](compute_body_hash) depends on
//!   nothing else.
//! * A part that a dialect cannot express is reported with its value. When an agent can do more or less after a conversion, that is a
//!   warning.
//! * A file of a directory that cannot be read affects no other file. The report does not depend on the order in which the directory lists
//!   its entries.
//! * No call panics or hangs: time is linear in the text, sizes, depth, aliases and repairs are bounded. Parsing, repairing, editing and
//!   converting use at most 300 bytes for each byte of a header, and 4 for each of a body; loading a directory or layers at most 5,000
//!   beside that for each file.
//!
//! # Not in scope
//!
//! Running agents and commands, with the shell commands in a command; translating names of models between programs; agents in TOML or
//! JSON; watching directories.
//!
//! # Features
//!
//! * **`log`** (off by default): diagnostics go to the crate `log` too.
//! * **`toml`** (off by default): commands of the Gemini CLI, which are files in TOML.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod agent;
mod agent_kind;
mod body_hash;
mod command;
mod convert;
pub mod diagnostics;
mod dialect;
pub mod edit;
mod error;
mod file_kind;
mod files;
mod layers;
mod options;
mod parse;
mod rules;
mod tools;
mod validate;
mod values;
mod write;

pub use agent::{AgentDef, AgentMeta, AgentProfile};
pub use agent_kind::{AgentKind, ParseAgentKindError};
pub use body_hash::compute_body_hash;
pub use command::{Command, CommandExpansion, ParsedCommand, Placeholder, PlaceholderKind};
pub use convert::{ConvertOptions, Converted, ToolNames, to_dialect, to_dialect_with};
pub use dialect::{Dialect, ParseDialectError};
pub use error::Error;
pub use file_kind::FileKind;
pub use files::{LoadReport, load_dir, load_dir_with, load_file, load_file_with, load_layers};
pub use layers::layers_for;
pub use options::{Files, Naming, Options};
pub use parse::{Parsed, parse, parse_with};
pub use tools::{ToolPolicy, ToolSeparator, Tools, UnclosedTool, split_tools};
pub use validate::{validate, validate_as};

pub use interline_files::{
    Containment, FileDiagnostic, Hidden, Layer, LayerKind, Loaded, Lookup, McpArgument, McpPrompt,
    Problem, ProjectLayers, Recovery, Recursion, Shadowed, SkipReason, Skipped,
};
pub use interline_frontmatter::{Map, Number, Value};
pub use interline_text::{Diagnostic, Edits, Location, Severity};

/// The pages of the documentation about formats.
pub mod _format {
    #![doc = include_str!("../docs/format.md")]

    #[doc = include_str!("../docs/commands.md")]
    pub mod commands {}
}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

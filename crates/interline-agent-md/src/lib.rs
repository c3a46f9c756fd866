//! Agent definition files: YAML frontmatter and a system prompt, in the dialect of every tool.
//!
//! ```
//! use interline_agent_md::{AgentKind, Dialect, Options, Tools, edit, parse_with, to_dialect};
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
//! // The description is not YAML. It is read as the text it plainly is, and reported.
//! let parsed = parse_with(text, "impl-lead.md", AgentKind::Subprocess, &Options::new())?;
//! let profile = parsed.agent.profile.as_ref().unwrap();
//! assert_eq!(profile.description.as_deref(), Some("Use when: a step of the plan is ready"));
//! assert!(parsed.diagnostics[0].message.contains("write `description: \"Use when: a step"));
//! assert_eq!(profile.system_prompt, "You are the implementation lead.\n");
//! let names = ["Read", "Edit", "Bash(git add:*, git commit:*)"].map(String::from);
//! assert_eq!(profile.tool_policy().tools, Tools::Only(names.to_vec()));
//!
//! // The same agent for another tool, with what that tool cannot express.
//! let (file, diagnostics) = to_dialect(&parsed.agent, Dialect::Gemini);
//! assert!(file.contains("tools:\n  - read_file\n"));
//! assert!(diagnostics.iter().any(|found| found.message.contains("refuses files with a field `permissionMode`")));
//!
//! // The file repaired in place: every other byte stays.
//! let repaired = edit::repair(text)?.apply(text)?;
//! assert!(repaired.contains("\ndescription: \"Use when: a step of the plan is ready\"\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! * [`parse`] reads a text, [`load_file`] a file, [`load_dir`] a directory. Each has a variant in `_with` that takes [`Options`] and
//!   returns [`Diagnostic`]s beside the agents; [`load_layers`] reads several directories, of which one takes precedence over the other.
//!   A [`LoadReport`] has the agents, and the problems of the files that cannot be read.
//! * An [`AgentDef`] is an agent: what its file says is its [`AgentProfile`], the rest comes from the caller.
//!   [`AgentProfile::tool_policy`] returns what it may use; [`split_tools`] splits a text of names.
//! * [`AgentDef::to_markdown`] writes a file, [`edit`] changes one in place.
//! * A [`Dialect`] is the format that a tool reads, with a table for each [kind of file](FileKind): [`validate_as`] checks an agent by it,
//!   [`to_dialect`] writes an agent in it, [`layers_for`] and [`Options::for_dialect`] know where its files are.
//! * A [`Command`] is a slash command: [`Command::expand`] fills in its arguments by the rules of its tool.
//! * A [`Diagnostic`] says what was repaired, refused or left out; its code is one of [`diagnostics`].
//! * An [`Error`] says what is wrong, with line and column of the whole file, and shows it.
//!
//! # Guarantees
//!
//! * A header that is YAML is read as YAML says; recovery never touches it. One that is not is repaired scalar by scalar: each fault
//!   is reported once, with the form to write instead, and lists and mappings stay what they are. [`edit::repair`] writes exactly the
//!   header that was read.
//! * A restriction is never read as its absence: a value of `tools` that says nothing for certain is an error; absent, empty and
//!   all are kept apart, also on the wire.
//! * `parse(agent.to_markdown()?)` gives the agent again. The body is kept byte for byte, and its
//!   [hash](compute_body_hash) depends on nothing else.
//! * What a dialect cannot express is reported with its value. When an agent can do more or less after a conversion, that is a warning.
//! * One broken file of a directory costs only itself. The report does not depend on the order in which the directory gives its entries.
//! * Nothing panics or hangs: work is linear in the text, sizes, depth, aliases and repairs are bounded. Reading, repairing,
//!   editing and converting hold at most 300 bytes for each byte of a header, and 4 for each of a body;
//!   loading a directory or layers at most 5,000 beside that for each file.
//!
//! # Not in scope
//!
//! Running agents and commands, with the shell commands that a command holds; translating names of models between
//! programs; agents in TOML or JSON; watching directories.
//!
//! # Features
//!
//! * **`rayon`** (off by default): [`Parallelism::AllCores`] reads the files of a directory on all cores.
//! * **`toml`** (off by default): commands of the Gemini CLI, which are files in TOML.

mod agent;
mod command;
pub mod diagnostics;
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
mod places;
mod tools;
mod values;
mod write;

pub use agent::{AgentDef, AgentMeta, AgentProfile};
pub use command::{
    Command, Expansion, McpArgument, McpPrompt, ParsedCommand, Placeholder, PlaceholderKind,
};
pub use dialect::{
    ConvertOptions, Dialect, FileKind, Files, ParseDialectError, ToolNames, dialect_tables,
    layers_for, to_dialect, to_dialect_with, validate, validate_as,
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

pub use interline_files::{
    Containment, DiscoveryLayer, Hidden, LayerKind, ProjectLayers, Recursion,
};
pub use interline_frontmatter::{Map, Number, Value};
pub use interline_text::{Diagnostic, Edits, Severity};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

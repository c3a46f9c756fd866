//! Read, write and edit the Markdown documents that people and agents share.
//!
//! ```
//! # #[cfg(all(feature = "frontmatter", feature = "patch-template"))] {
//! use interline::frontmatter;
//! use interline::patch_template::{ApplyOptions, BoundaryPolicy, apply_patches, parse_patches};
//!
//! let document = "\
//! ---
//! model: small  # for now
//! ---
//! <!-- agent:status -->
//! - build: unknown
//! <!-- /agent:status -->
//! ";
//!
//! // The answer of an agent is inserted into the component that it names.
//! let response = parse_patches("<!-- patch:status -->\n- build: green\n<!-- /patch:status -->\n");
//! let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
//! let applied = apply_patches(document, &response, &options);
//! assert!(applied.diagnostics.is_empty());
//!
//! // One key of the frontmatter changes; comments and all other bytes stay.
//! let edits = frontmatter::set(applied.text(), "model", "large")?;
//! assert_eq!(edits.apply(applied.text())?, "\
//! ---
//! model: large  # for now
//! ---
//! <!-- agent:status -->
//! - build: green
//! <!-- /agent:status -->
//! ");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! Each module is a crate of its own, which can be used alone:
//!
//! * [`frontmatter`] splits, reads, writes and edits YAML frontmatter.
//! * [`patch_template`] applies the patch blocks of an agent's response to the components of a document.
//! * [`fragments`] finds prompt fragments in precedence layers, lists and expands them.
//! * [`agent_md`] reads, checks, writes and converts agent definition files.
//! * [`mustache_context`] renders mustache templates from values and contexts in layers.
//! * [`content`] finds the files of a docroot, renders those that are templates, and gives Markdown or MIME.
//! * [`files`] finds and reads files, and replaces them without losing what others wrote.
//! * [`text`] is what the others have in common: edits, positions, diagnostics.
//!
//! Nothing is defined here; the promises are those of the crates.
//!
//! # Not in scope
//!
//! Talking to agents, and a program to run: this is a library. It takes text or paths, returns values and prints nothing.
//!
//! # Features
//!
//! * **`frontmatter`**, **`patch-template`**, **`fragments`**, **`agent-md`**, **`mustache-context`**, **`content`**, **`files`** (on by default): the
//!   module of that name. Whoever needs fewer parts of a crate than it has by default depends on that crate itself.
//! * **`log`** (off by default): the crates log the diagnostics that they return.
//! * **`diff`** (off by default): `text::Edits::between`, the edits that turn one text into another.
//! * **`toml`** (off by default): with `frontmatter`, TOML headers; with `agent-md`, commands of the Gemini CLI, which are files in TOML.
//!
//! ```
//! # #[cfg(all(feature = "frontmatter", feature = "toml"))] {
//! use interline::frontmatter::{Map, parse_toml};
//!
//! let parsed = parse_toml::<Map>("+++\ntitle = \"On time\"\n+++\nText.\n")?;
//! assert_eq!(parsed.value.get("title"), Some(&"On time".into()));
//! assert_eq!(parsed.body, "Text.\n");
//! # }
//! # #[cfg(all(feature = "agent-md", feature = "toml"))] {
//! use interline::agent_md::{Command, Dialect};
//!
//! let text = "prompt = \"Review {{args}}\"\n";
//! let command = Command::parse(text, ".gemini/commands/review.toml", Dialect::Gemini)?.command;
//! assert_eq!(command.expand("the parser")?.text, "Review the parser");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "agent-md")]
pub use interline_agent_md as agent_md;
#[cfg(feature = "content")]
pub use interline_content as content;
#[cfg(feature = "files")]
pub use interline_files as files;
#[cfg(feature = "fragments")]
pub use interline_fragments as fragments;
#[cfg(feature = "frontmatter")]
pub use interline_frontmatter as frontmatter;
#[cfg(feature = "mustache-context")]
pub use interline_mustache_context as mustache_context;
#[cfg(feature = "patch-template")]
pub use interline_patch_template as patch_template;
pub use interline_text as text;

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "frontmatter", feature = "patch-template"))]
#[doc = include_str!("../README.md")]
struct Readme;

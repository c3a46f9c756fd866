//! Split, read, write and edit in place the YAML frontmatter of Markdown documents.
//!
//! # Examples
//!
//! ```
//! # #[cfg(feature = "yaml")] {
//! use interline_frontmatter::{Document, parse, set, split, to_document};
//!
//! let text = "---\ntitle: On time  # for now\nversion: 1.10\n---\n\nText.\n";
//!
//! // Split: no YAML, no allocation.
//! assert_eq!(split(text).block().unwrap().body(), "\nText.\n");
//!
//! // Read into a type, or key by key.
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Post {
//!     title: String,
//!     version: String,
//! }
//! let parsed = parse::<Post>(text)?;
//! assert_eq!(parsed.value.version, "1.10");
//! let document = Document::parse(text)?;
//! assert_eq!(document.keys().collect::<Vec<_>>(), ["title", "version"]);
//!
//! // Edit one key; every other byte stays.
//! let edits = set(text, "title", "Too late")?;
//! assert_eq!(
//!     edits.apply(text).unwrap(),
//!     "---\ntitle: Too late  # for now\nversion: 1.10\n---\n\nText.\n"
//! );
//!
//! // Write anew.
//! assert_eq!(
//!     to_document(&parsed.value, parsed.body)?,
//!     "---\ntitle: On time\nversion: '1.10'\n---\n\nText.\n"
//! );
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! * [`split`] finds the block and the body: a [`Split`], which contains a [`Block`] if the text has one.
//! * [`parse`] reads a block into a type of yours. [`Document`] gives single keys and their spans; each is a [`Node`]. Without a type
//!   of yours, a block is a [`Map`] of [`Value`]s.
//! * [`set`], [`remove`], [`rename`] and [`merge`] return the [`Edits`] that change a key; nothing is applied
//!   yet. [`set_path`], [`remove_path`], [`rename_path`], [`push`] and [`insert`] do so at any depth, and [`Document::edit`] collects
//!   several changes.
//! * [`to_document`] writes a document.
//! * [`agent`] is the schema of agent documents on top of these: sessions, formats, links.
//! * [`FrontmatterFormat`] distinguishes YAML, TOML and JSON headers.
//! * [`Error`] is located in the whole text and renders an excerpt; [`diagnostics`] documents what is reported besides.
//! * [`_format`] is the format in full.
//!
//! A function `x_with` is `x` with options: [`SplitOptions`], [`ReadOptions`].
//!
//! # Guarantees
//!
//! * No text makes a function panic, hang, or use memory out of proportion. The time is linear in the block and independent of the
//!   body; size, depth and aliases are [limited](ReadOptions) before anything is built.
//! * An edit changes the bytes of its node and nothing else: comments, order, quotes, blank lines, line endings, byte order mark and
//!   body stay. A list or mapping that is set keeps the lines of all equal nodes. Each edit is read back and compared before it is
//!   returned; where the change cannot be made alone, it is [refused](Error::EditRefused) with the reason.
//! * A duplicate key is an error, whatever type it is read into.
//! * Output is read back equal, by this crate and by readers of YAML 1.1 and 1.2.
//! * Numbers keep their source text: `3.10` is written as `3.10`.
//! * A text with a header that is not read (TOML, JSON, or YAML after a blank line) never gets a second one.
//! * Everything that reads returns its diagnostics. They are logged only with the feature `log`.
//!
//! # Not in scope
//!
//! * Editing frontmatter in TOML or JSON (a block in braces is YAML, which is read and edited).
//! * Files: every function takes text and returns values.
//! * Merge keys (`<<`) are ordinary keys. Tags other than those of the core schema are ignored when reading, and
//!   [reported](diagnostics::TAG_LEFT_OUT).
//!
//! # Features
//!
//! * **`yaml`** (default): everything but the splitter. Without it the only dependency is `memchr`.
//! * **`session-id`** (default): `agent::ensure_session`, which makes random ids. Without it the crate builds for
//!   `wasm32-unknown-unknown`.
//! * **`js`**: `session-id` on `wasm32-unknown-unknown`, with randomness from JavaScript.
//! * **`log`**: logs the diagnostics that reading returns. Errors are not logged.
//! * **`toml`**: `parse_toml`, which reads TOML headers.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc = include_str!("../docs/format.md")]
pub mod _format {}

#[cfg(feature = "yaml")]
pub mod agent;
#[cfg(feature = "yaml")]
pub mod diagnostics;
#[cfg(feature = "yaml")]
mod document;
#[cfg(feature = "yaml")]
mod edit;
#[cfg(feature = "yaml")]
mod error;
#[cfg(feature = "yaml")]
mod ignored_tags;
#[cfg(feature = "yaml")]
mod new_value;
#[cfg(feature = "yaml")]
mod node;
#[cfg(feature = "yaml")]
mod options;
#[cfg(feature = "yaml")]
mod parse;
#[cfg(feature = "yaml")]
#[doc(hidden)]
pub mod repair;
mod scan;
#[cfg(feature = "toml")]
mod toml;
#[cfg(feature = "yaml")]
mod write;
#[cfg(feature = "yaml")]
mod yaml;

#[cfg(feature = "yaml")]
pub use document::Document;
#[cfg(feature = "yaml")]
pub use edit::{
    Editor, insert, merge, merge_with, push, remove, remove_path, remove_with, rename, rename_path,
    rename_with, set, set_path, set_with,
};
#[cfg(feature = "yaml")]
pub use error::Error;
#[cfg(feature = "yaml")]
pub use interline_text::{Diagnostic, Edits, Location, Report, Severity};
#[cfg(feature = "yaml")]
pub use interline_value::{Map, Number, PathElement, Value, ValuePath};
#[cfg(feature = "yaml")]
pub use new_value::{NewValue, Plain};
#[cfg(feature = "yaml")]
pub use node::Node;
#[cfg(feature = "yaml")]
pub use options::{Limit, ReadOptions, Unterminated};
#[cfg(feature = "yaml")]
pub use parse::{Parsed, parse, parse_with};
pub use scan::FrontmatterFormat;
pub use scan::{Block, Closer, Split, SplitOptions, split, split_with};
#[cfg(feature = "toml")]
pub use toml::parse_toml;
#[cfg(feature = "yaml")]
pub use write::to_document;

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "yaml"))]
#[doc = include_str!("../README.md")]
struct Readme;

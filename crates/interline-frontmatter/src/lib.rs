//! Split, read, write and edit in place the YAML frontmatter of Markdown documents.
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
//! let (post, body): (Post, &str) = parse(text)?;
//! assert_eq!(post.version, "1.10");
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
//!     to_document(&post, body)?,
//!     "---\ntitle: On time\nversion: '1.10'\n---\n\nText.\n"
//! );
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! * [`split`] says where the block and the body are: a [`Split`], with a [`Block`] in it where there is one.
//! * [`parse`] reads a block into a type of yours; [`Document`] keeps it for questions about single keys and places: each is a
//!   [`Node`]. Without a type of yours a block is a [`Map`] of [`Value`]s.
//! * [`set`], [`remove`], [`rename`] and [`merge`] change keys in place and return
//!   [`Edits`](interline_text::Edits): what to replace, nothing applied yet. [`set_path`], [`remove_path`], [`rename_path`], [`push`]
//!   and [`insert`] do so at any depth, and [`Document::edit`] collects several changes.
//! * [`FrontmatterFormat`] distinguishes YAML, TOML and JSON headers; [`diagnostics`] lists what is reported.
//! * [`to_document`] writes a document.
//! * [`agent`] is the schema of agent documents on top of these: sessions, formats, links.
//! * [`Error`] says what is wrong, at a place of the whole text, and renders an excerpt.
//!
//! What takes options has a variant in `_with`: [`SplitOptions`], [`ReadOptions`].
//!
//! # Guarantees
//!
//! * No text makes a function panic, hang, or take memory out of proportion. Work is linear in the block and independent of the
//!   body; the [limits](ReadOptions) are kept before anything is built: with the defaults, no block takes more than 50 ms and 20 MiB.
//!   Reading holds at most 200 bytes for each byte of a block, an edit at most 270, or 1000 for each byte of a mapping
//!   that is merged; splitting holds none.
//! * An edit touches the bytes of its node and nothing else: comments, order, quotes, blank lines, line endings, byte order mark and
//!   body stay. A list or mapping that is set keeps the lines of all that is equal. Each edit is read back and compared before it is returned, so there is no wrong result: where the change cannot be
//!   made alone, it is [refused](Error::EditRefused) with the reason.
//! * A key that stands twice is an error, whatever it is read into.
//! * What is written is read back equal, by this crate and by readers of YAML 1.1 and 1.2.
//! * Numbers keep their source text: `3.10` is written as `3.10`.
//! * A text with a header that is not read (TOML, JSON, or YAML after a blank line) never gets a second one.
//!
//! # Not in scope
//!
//! * Editing frontmatter in TOML or JSON (a block in braces is YAML, and read and edited).
//! * Files: everything takes text and returns values.
//! * Merge keys (`<<`) are keys like others, tags other than those of the core schema are passed over when reading;
//!   [`Document::ignored_tags`] tells them.
//!
//! # Features
//!
//! * **`yaml`** (default): everything but the splitter. Without it the crate needs nothing but `memchr`.
//! * **`session-id`** (default): `agent::ensure_session`, which makes random ids. Without it the crate builds for
//!   `wasm32-unknown-unknown`.
//! * **`js`**: `session-id` on `wasm32-unknown-unknown`, with randomness from JavaScript.
//! * **`toml`**: `parse_toml`, which reads TOML headers.

#![cfg_attr(docsrs, feature(doc_cfg))]

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
mod format;
#[cfg(feature = "yaml")]
mod new_value;
#[cfg(feature = "yaml")]
mod node;
#[cfg(feature = "yaml")]
mod options;
#[cfg(feature = "yaml")]
#[doc(hidden)]
pub mod repair;
mod split;
#[cfg(feature = "yaml")]
mod tags;
#[cfg(feature = "toml")]
mod toml;
#[cfg(feature = "yaml")]
mod yaml;

#[cfg(feature = "yaml")]
pub use document::{Document, parse, parse_with, to_document};
#[cfg(feature = "yaml")]
pub use edit::{
    Editor, insert, merge, merge_with, push, remove, remove_path, remove_with, rename, rename_path,
    rename_with, set, set_path, set_with,
};
#[cfg(feature = "yaml")]
pub use error::{Error, Place};
pub use format::FrontmatterFormat;
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
pub use split::{Block, Closer, Split, SplitOptions, split, split_with};
#[cfg(feature = "toml")]
pub use toml::parse_toml;

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "yaml"))]
#[doc = include_str!("../README.md")]
struct Readme;

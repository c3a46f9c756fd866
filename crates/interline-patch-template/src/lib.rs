//! Applies the patch blocks of an agent's response to the components of a Markdown document.
//!
//! # Examples
//!
//! ```
//! use interline_patch_template::{ApplyOptions, Document, Status, apply_patches, parse_patches};
//!
//! let document = "\
//! # Plan
//! <!-- agent:status -->
//! - build: unknown
//! <!-- /agent:status -->
//! <!-- agent:exchange -->
//! Please fix the build.
//! <!-- /agent:exchange -->
//! ";
//! let response = parse_patches("\
//! Thanks, done.
//!
//! <!-- patch:status -->
//! - build: green
//! <!-- /patch:status -->
//! ");
//! assert_eq!(response.patches[0].content, "- build: green\n");
//! assert_eq!(response.unmatched(), "Thanks, done.");
//!
//! let applied = apply_patches(document, &response, &ApplyOptions::new());
//! assert!(applied.outcomes.iter().all(|outcome| outcome.status == Status::Applied));
//! assert!(applied.diagnostics.is_empty());
//! assert_eq!(applied.edits.apply(document)?, applied.text());
//!
//! let new = Document::parse(applied.text());
//! assert_eq!(new.content(&new.components()[0]), "- build: green\n");
//! let exchange = new.content(&new.components()[1]);
//! assert!(exchange.starts_with("Please fix the build.\n\nThanks, done.\n<!-- agent:boundary:"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! * [`parse_patches`] parses the response of an agent: a [`Response`] of [`PatchBlock`]s and the [`Gap`]s of text between them.
//! * [`Document`] is a parsed document: [`Component`]s, which take patches, and [`Boundary`] markers, before which the next
//!   answer is inserted.
//! * [`apply_patches`] applies a response to a document. [`Applied`] has the change as
//!   [`Edits`](https://docs.rs/interline-text/latest/interline_text/struct.Edits.html) and as text, an [`Outcome`] for each part
//!   of the response, and the diagnostics of both. [`set_component`] sets one component, and [`reposition_boundary_to_end`] moves
//!   the boundary.
//! * [`ApplyOptions`] holds the policies: [`Unmatched`], [`InvalidContent`], [`BoundaryPolicy`], [`BoundaryId`], and the
//!   [`Mode`]s of components, which [`ComponentsConfig`] reads from `components.toml`. Parsing has [`ResponseOptions`] and
//!   [`DocumentOptions`].
//! * [`ResponseParser`] parses a response as it arrives and gives [`Event`]s; [`ByteParser`] takes bytes, which may be cut inside
//!   a character. [`events`] does so for an iterator of chunks, `event_stream` for a `Stream`. [`fold`] makes a [`Response`] of
//!   the events. [`LiveApply`] turns a response into edits as it arrives.
//! * `apply_to_file` applies a response to a file, `template_info` lists the components of one for the plugins of editors.
//! * [`diagnostics`] documents the code of every diagnostic.
//!
//! The format is described in [`_format`].
//!
//! # Guarantees
//!
//! * Parsing and applying never fail, panic or hang, whatever the text is. They take time linear in their input.
//! * A [`ResponseParser`] gives the same events however the response is cut into chunks, takes time linear in it, and holds at
//!   most 1.25 MiB, however long patches, paragraphs and lines are.
//! * Parsing holds at most 40 bytes for each byte of a response and 60 for each byte of a document; applying at most 100 for each
//!   byte of both.
//! * A marker in code is text, as CommonMark 0.31.2 defines code. Every other marker counts.
//! * Nothing of a response is lost unless an option says so: it is in a component, or its [`Outcome`] says that it was
//!   [superseded](Status::Superseded) or [rejected](Status::Rejected).
//! * Outside the edits no byte changes: hard breaks, blank lines, line endings, a byte order mark.
//! * The new text is read again before it is returned: it has exactly the planned components with the planned content, and no
//!   diagnostic that the document did not have. Content for which this fails is repaired or rejected, and reported.
//! * Applying is pure: the same document, response and options give the same bytes, unless a random id is asked for.
//! * A file is replaced as a whole or left as it was. Calls in any number of processes lose no update of each other (Unix), and
//!   the text of a program without a lock is not overwritten unseen (Linux and Apple systems, but for the gaps that the
//!   documentation of `apply_to_file` refers to).
//!
//! # Not in scope
//!
//! Merging a document with concurrent changes; running an agent; extensions of Markdown, such as tables and maths, in deciding
//! what is code.
//!
//! # Features
//!
//! All but `futures` and `log` are on by default. Without them the crate takes text only, and needs no YAML, no TOML and no file
//! system.
//!
//! * **`config`**: `ComponentsConfig::from_toml` and, with `fs`, `ComponentsConfig::discover`.
//! * **`frontmatter`**: `template_info_of` and, with `fs`, `template_info`, which read the mode of a document from its
//!   frontmatter. Without it frontmatter is skipped.
//! * **`fs`**: `apply_to_file`.
//! * **`futures`**: `event_stream`, an adaptor over a `Stream` of chunks. It needs the trait of `futures-core` and no executor.
//! * **`log`**: diagnostics are also logged, at warning level with the target `interline`.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod apply;
mod config;
pub mod diagnostics;
mod error;
#[cfg(feature = "fs")]
mod files;
mod live;
mod options;
mod read;
mod scan;
mod steps;
mod stream;
#[cfg(feature = "frontmatter")]
mod template_info;
#[cfg(test)]
mod tests;

pub use apply::{
    Applied, ApplyOptions, BoundaryId, BoundaryPolicy, InvalidContent, NearNames, Outcome, Part,
    Prefix, Replay, Status, Unmatched, apply_patches, boundary_slug, reposition_boundary_to_end,
    reposition_boundary_to_end_with_summary, set_component,
};
pub use config::{ComponentConfig, ComponentsConfig, LoadedConfig, Mode, ParseModeError};
pub use error::Error;
#[cfg(all(feature = "frontmatter", feature = "fs"))]
pub use files::template_info;
#[cfg(feature = "fs")]
pub use files::{apply_to_file, apply_to_file_with};
#[cfg(feature = "fs")]
pub use interline_files::{Error as FileError, HardLinks, UpdateOptions};
pub use live::{LiveApply, Offsets};
pub use options::{
    DocumentOptions, FenceRecovery, Fenced, ResponseOptions, Unterminated, WholeFence,
};
pub use read::{
    Boundary, Component, Document, Gap, PatchBlock, Response, parse_patches, parse_patches_with,
};
pub use scan::{
    Attribute, Attributes, LOOKAHEAD_LIMIT, Markers, code_spans, is_code, is_component_name,
    is_marker,
};
pub use stream::{
    ByteEvents, ByteParser, Event, EventIter, Events, InvalidUtf8, ResponseParser, events, fold,
    fold_with,
};
#[cfg(feature = "futures")]
pub use stream::{EventStream, event_stream};
#[cfg(feature = "frontmatter")]
pub use template_info::{ComponentInfo, TemplateInfo, is_template_mode, template_info_of};

#[doc = include_str!("../docs/format.md")]
pub mod _format {}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

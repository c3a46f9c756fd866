//! Finds files in layers of directories, loads them, and replaces them so that concurrent writers lose nothing.
//!
//! You probably want one of the crates that use it, such as `interline-fragments` or `interline-patch-template`.
//!
//! ```
//! use interline_files::{Resolution, ScanOptions, resolve, scan, standard_layers};
//!
//! let home = tempfile::tempdir()?;
//! let workspace = tempfile::tempdir()?;
//! std::fs::create_dir_all(home.path().join("quill/notes"))?;
//! std::fs::create_dir_all(workspace.path().join(".quill/notes"))?;
//! std::fs::write(home.path().join("quill/notes/today.md"), "mine")?;
//! std::fs::write(workspace.path().join(".quill/notes/today.md"), "ours")?;
//!
//! let layers = standard_layers(home.path(), workspace.path(), "quill").map(|layer| layer.within("notes"));
//! let options = ScanOptions::new();
//! let mut notes = Vec::new();
//! for entry in scan(&layers, &options) {
//!     let entry = entry?;
//!     if entry.is_file() {
//!         notes.push((entry.open(1 << 20)?.read_text()?, layers[entry.layer()].precedence));
//!     }
//! }
//!
//! // All are called `today`, so that one of them is used.
//! let resolutions = resolve(notes.iter().map(|(_, precedence)| ("today", *precedence)));
//! assert_eq!((notes[0].0.as_str(), resolutions[0]), ("ours", Resolution::Used));
//! assert_eq!((notes[1].0.as_str(), resolutions[1]), ("mine", Resolution::Shadowed { by: 0 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! * A [`Layer`] is a directory to search and its precedence; [`standard_layers`] makes those of most tools.
//! * [`scan`] searches layers and returns one [`Entry`] or [`Error`] at a time; [`ScanOptions`] bound it.
//! * A [`SourceFile`] is opened and read, as a whole or only its start.
//! * [`resolve`] chooses among several candidates of one name.
//! * A [`LoadReport`] is the result of loading files from layers: what the other crates return for a directory.
//! * [`update`](update()) reads, changes and replaces a file as one step; [`replace`] does so with a text that is expected.
//!
//! # Guarantees
//!
//! * The result depends neither on the order in which directories list their entries nor on the order of layers of different
//!   precedence.
//! * A file that is reached twice is returned once, unless [`Duplicates::Each`] is set.
//! * An error about one path concerns that path alone and is reported with it.
//! * No call hangs or panics: symlink loops are found, pipes and devices are not opened, and depth, entries and sizes are bounded by
//!   [`ScanOptions`].
//! * Calls of [`update`](update()) in any number of processes and threads lose no update of each other (Unix). The text of a program that
//!   takes no lock is not overwritten unseen (Linux and Apple systems, but for the gaps that its documentation names). After a crash
//!   or a kill a file has the old text or the new one.
//! * Linear in the entries, sorting their names aside. Memory: at most 200 bytes and a path for each entry.
//!
//! # Not in scope
//!
//! Patterns and ignore files, watching for changes, a sandbox (see [`Containment`]).
//!
//! # Features
//!
//! * **`update`** (on by default): [`update`](update()) and [`replace`]. Without it the crate only finds and reads.
//! * **`log`** (off by default): the diagnostics of `update` go to the crate `log` too.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "update")]
pub mod diagnostics;
mod entry_kind;
mod error;
mod layer;
mod load;
mod mcp;
mod options;
mod resolve;
mod scan;
mod source_file;
#[cfg(feature = "update")]
mod update;

pub use entry_kind::EntryKind;
pub use error::Error;
pub use layer::{Layer, LayerKind, standard_layers};
pub use load::{
    Candidate, FileDiagnostic, LoadReport, Loaded, Lookup, Named, Outcome, Problem, Selection,
    Shadowed, SkipReason, Skipped, read_candidates, search,
};
pub use mcp::{McpArgument, McpPrompt};
pub use options::{
    Containment, Duplicates, Hidden, ProjectLayers, Recovery, Recursion, ScanOptions,
};
pub use resolve::{Resolution, resolve};
pub use scan::{Entry, Scan, misspelled, scan};
pub use source_file::{Prefix, SourceFile};
#[cfg(feature = "update")]
pub use update::{HardLinks, UpdateOptions, Updated, replace, update};

/// The format page of the documentation.
#[doc = include_str!("../docs/format.md")]
pub mod _format {}

/// Runs the examples of the README as tests.
#[cfg(all(doctest, feature = "update"))]
#[doc = include_str!("../README.md")]
struct Readme;

//! Finds files in layers of directories, reads them, and replaces them so that concurrent writers lose nothing: what the interline
//! crates share about files.
//!
//! You probably want one of the crates that use it, such as `interline-fragments` or `interline-patch-template`.
//!
//! ```
//! use interline_files::{ScanOptions, Standing, resolve, scan, standard_layers};
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
//! // All are called `today`, so one wins.
//! let standings = resolve(notes.iter().map(|(_, precedence)| ("today", *precedence)));
//! assert_eq!((notes[0].0.as_str(), standings[0]), ("ours", Standing::Winner));
//! assert_eq!((notes[1].0.as_str(), standings[1]), ("mine", Standing::Shadowed { by: 0 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! * A [`DiscoveryLayer`] is a directory to search and its precedence; [`standard_layers`] are those of most tools.
//! * [`scan`] walks through layers and gives an [`Entry`] or an [`Error`] at a time, as [`ScanOptions`] say.
//! * A [`SourceFile`] is opened and read, as a whole or as much of its beginning as is needed.
//! * [`resolve`] settles which of several things of one name wins.
//! * [`update`](update()) reads, changes and replaces a file as one step; [`replace`] does so with a text that is expected.
//!
//! # Guarantees
//!
//! * The result depends neither on the order in which directories give their entries nor on the order of layers of
//!   different precedence.
//! * A file that is reached twice is given once, unless [`Duplicates::Each`] is asked for.
//! * What is wrong with one path costs that path alone, and is told with it.
//! * Nothing hangs or panics: links that lead in circles are found, pipes and devices are not opened for reading, depth, entries and
//!   sizes are bounded by [`ScanOptions`].
//! * Calls of [`update`](update()) in any number of processes and threads lose no update of each other (Unix). The text of a program that
//!   takes no lock is not overwritten unseen (Linux and Apple systems, but for the gaps that its documentation names). After a crash
//!   or a kill a file holds the old text or the new one.
//! * Linear in the entries, sorting their names aside. Memory: the names in the directories that the walk stands in, and the
//!   paths that it has seen: at most 200 bytes and a path for each entry.
//!
//! # Not in scope
//!
//! Patterns and ignore files, watching for changes, a sandbox: [`Containment`] says what it keeps from whom.
//!
//! # Features
//!
//! * **`update`** (on by default): [`update`](update()) and [`replace`]. Without it the crate only finds and reads.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "update")]
pub mod diagnostics;
mod error;
mod layer;
mod options;
mod resolve;
mod scan;
mod source_file;
#[cfg(feature = "update")]
mod update;

pub use error::{Error, Found};
pub use layer::{DiscoveryLayer, LayerKind, standard_layers};
pub use options::{Containment, Duplicates, Hidden, ProjectLayers, Recursion, ScanOptions};
pub use resolve::{Standing, resolve};
pub use scan::{Entry, EntryKind, Scan, misspelled, scan};
pub use source_file::{Prefix, SourceFile};
#[cfg(feature = "update")]
pub use update::{HardLinks, UpdateOptions, Updated, replace, update};

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "update"))]
#[doc = include_str!("../README.md")]
struct Readme;

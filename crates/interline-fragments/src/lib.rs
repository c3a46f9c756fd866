//! Prompt fragments in precedence layers: discovery, registry and one-pass expansion.
//!
//! A fragment is a directory with a file `FRAGMENT.md`:
//!
//! ```markdown
//! ---
//! name: translate
//! description: Translate text between languages.
//! arguments: text, from=en, to=fr
//! ---
//!
//! Translate {{text}} from {{from}} to {{to}}.
//! ```
//!
//! ```
//! use interline_fragments::{FragmentRegistry, discover, standard_layers};
//!
//! let home = tempfile::tempdir()?;
//! let workspace = tempfile::tempdir()?;
//! # let directory = home.path().join("quill/fragments/translate");
//! # std::fs::create_dir_all(&directory)?;
//! # std::fs::write(directory.join("FRAGMENT.md"), "---\nname: translate\n\
//! #     description: Translate text between languages.\narguments: text, from=en, to=fr\n---\n\n\
//! #     Translate {{text}} from {{from}} to {{to}}.\n")?;
//!
//! // A file that cannot be read is among the problems, and the other fragments are loaded.
//! let layers = standard_layers(home.path(), workspace.path(), "quill").map(|layer| layer.within("fragments"));
//! let found = discover(&layers);
//! assert!(found.problems.is_empty());
//!
//! let registry = FragmentRegistry::from_resources(found.into_values());
//! assert_eq!(
//!     registry.format_for_prompt(),
//!     "- translate: Translate text between languages. [text, from, to]"
//! );
//!
//! // A value is inserted as it is, and is never expanded again.
//! let expansion = registry.expand("translate", &[("text", "`{{to}}`"), ("from", "de")])?;
//! assert_eq!(expansion.text, "Translate `{{to}}` from de to fr.\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! * [`discover`] finds the fragments of [`FragmentSource`]s and returns a [`LoadReport`] with the problems beside them.
//!   [`discover_with`] takes [`DiscoveryOptions`].
//! * A [`FragmentSource`] is a directory, a [`Layer`], or [built-in](FragmentSource::builtin) fragments. [`standard_layers`] makes the
//!   layers of most tools.
//! * A [`FragmentResource`] is a fragment: its [`FragmentManifest`] with [`FragmentArgument`]s, and its path. Its text is read on request.
//! * A [`FragmentRegistry`] looks fragments up by name, lists them for models, programs and the Model Context Protocol
//!   ([`McpPrompt`]), and expands them.
//! * [`expand`](expand()) expands any text. [`Values`] are a map, pairs or a function.
//! * An [`Error`] has path, line and column, and renders an excerpt. [`diagnostics`] lists the codes of the diagnostics about files that
//!   can be used.
//!
//! # Guarantees
//!
//! * Expansion is one pass: a value contains no placeholder, whatever it is and whatever is beside it. All text that is not a
//!   placeholder of a declared argument stays byte for byte, backslashes directly before `{{` aside. Linear in the body and the result.
//! * A file that cannot be read is a problem with its path, and no other fragment is affected. Listing, look-up and expansion agree on
//!   the fragment that is used.
//! * The result of a search depends neither on the order in which directories list their entries, nor on the order of layers of
//!   different precedence, nor on the number of threads.
//! * A directory that is reached twice is one fragment. Of each file only the start is read, up to the end of the header and at most
//!   [`header_bytes`](DiscoveryOptions::header_bytes).
//! * Expansion uses at most 2 bytes for each byte of the body and its values, parsing a header at most 80 for each byte of it, a
//!   search at most 1,300 for each fragment and 2,000 for each layer.
//! * No call hangs or panics, whatever is in the files: symlink loops are found, pipes are not opened, sizes are bounded by
//!   [`DiscoveryOptions`].
//!
//! # Not in scope
//!
//! * Conditions, loops, filters and partials: `interline-mustache-context` has them.
//! * Running commands, reading files that a body names, and quoting for a shell: a value is inserted as it is.
//! * Watching for changes. Headers are those of the search; texts are read on each request.
//! * A sandbox: see [`Containment`].
//!
//! # Features
//!
//! * **`log`** (off by default): diagnostics go to the crate `log` too.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod argument;
pub mod diagnostics;
mod error;
mod expand;
mod files;
mod listing;
mod manifest;
mod options;
mod parse;
mod registry;
mod resource;
mod source;
mod values;

pub use argument::FragmentArgument;
pub use error::Error;
pub use expand::{FragmentExpansion, expand};
pub use files::{LoadReport, discover, discover_with};
pub use interline_files::{
    Containment, FileDiagnostic, Hidden, Layer, LayerKind, Loaded, McpArgument, McpPrompt, Problem,
    ProjectLayers, Recovery, Shadowed, standard_layers,
};
pub use interline_text::{Diagnostic, Location, Severity};
pub use manifest::{FragmentManifest, ParsedManifest};
pub use options::DiscoveryOptions;
pub use registry::FragmentRegistry;
pub use resource::FragmentResource;
pub use source::FragmentSource;
pub use values::Values;

/// The format page of the documentation.
#[doc = include_str!("../docs/format.md")]
pub mod _format {}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

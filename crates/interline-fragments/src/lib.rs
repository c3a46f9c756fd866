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
//! use interline_fragments::{FragmentRegistry, discover_fragments, standard_layers};
//!
//! let home = tempfile::tempdir()?;
//! let workspace = tempfile::tempdir()?;
//! # let directory = home.path().join("quill/fragments/translate");
//! # std::fs::create_dir_all(&directory)?;
//! # std::fs::write(directory.join("FRAGMENT.md"), "---\nname: translate\n\
//! #     description: Translate text between languages.\narguments: text, from=en, to=fr\n---\n\n\
//! #     Translate {{text}} from {{from}} to {{to}}.\n")?;
//!
//! // A broken file is among the problems, and the other fragments are found.
//! let layers = standard_layers(home.path(), workspace.path(), "quill").map(|layer| layer.within("fragments"));
//! let found = discover_fragments(&layers);
//! assert!(found.problems.is_empty());
//!
//! let registry = FragmentRegistry::from_resources(found.resources);
//! assert_eq!(
//!     registry.format_for_prompt(),
//!     "- translate: Translate text between languages. [text, from, to]"
//! );
//!
//! // A value is inserted as it is, and is never expanded again.
//! let text = registry.expand("translate", &[("text", "`{{to}}`"), ("from", "de")])?;
//! assert_eq!(text, "Translate `{{to}}` from de to fr.\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! * [`discover_fragments`] finds the fragments of [`Layer`]s and what is wrong beside them: a [`Discovery`].
//!   [`discover_with`] takes [`DiscoveryOptions`].
//! * A [`Layer`] is a directory, a [`DiscoveryLayer`], or [built-in](Layer::builtin) fragments. [`standard_layers`] are the layers
//!   of most tools.
//! * A [`FragmentResource`] is a fragment that was found: its [`FragmentManifest`] with [`FragmentArgument`]s, and where it is. Its
//!   text is read when it is asked for.
//! * A [`FragmentRegistry`] looks fragments up by name, lists them for models, programs and the Model Context Protocol
//!   ([`McpPrompt`]), and expands them.
//! * [`expand_fragment_body`] and [`expand_with`] expand any text. [`Values`] are a map, pairs or a function.
//! * [`Error`] says what is wrong, with path, line and column, and renders an excerpt. [`diagnostics`] lists the codes of what is
//!   reported about files that can be used.
//!
//! # Guarantees
//!
//! * Expansion is one pass: nothing in a value is ever a placeholder, whatever it is and whatever is beside it.
//!   What is no placeholder of a declared argument stays byte for byte, backslashes directly before `{{` aside. Linear in the body and
//!   the result.
//! * A broken file is a problem with its path, and costs no other fragment. Listing, look-up and expansion agree on which fragment is used.
//! * The result of a search depends neither on the order in which directories give their entries, nor on the order of
//!   layers of different precedence, nor on the number of threads.
//! * A directory that is reached twice is one fragment. Of each file only the beginning is read: what is needed
//!   to see the end of the header, at most [`header_bytes`](DiscoveryOptions::header_bytes).
//! * Expansion holds at most 2 bytes for each byte of the body and its values, reading a header at most 80 for each byte of
//!   it, a search at most 1,300 for each fragment and 2,000 for each layer.
//! * Nothing hangs or panics, whatever is in the files: symlink loops are found, pipes are not waited for, sizes are
//!   bounded by [`DiscoveryOptions`].
//!
//! # Not in scope
//!
//! * Conditions, loops, filters and partials: that is `interline-mustache-context`.
//! * Running commands, reading files that a body names, and quoting for a shell: a value is inserted as it is.
//! * Watching for changes. What the header says is as old as the search; texts are read anew each time.
//! * A sandbox: [`Containment`] says what it keeps from whom.

mod argument;
pub mod diagnostics;
mod error;
mod expand;
mod files;
mod listing;
mod manifest;
mod options;
mod parallel;
mod parse;
mod registry;
mod resource;
mod source;
mod values;

pub use argument::FragmentArgument;
pub use error::{Error, Location};
pub use expand::{Expansion, expand_fragment_body, expand_with};
pub use files::{Discovery, FileDiagnostic, Shadowed, discover_fragments, discover_with};
pub use interline_files::{
    Containment, DiscoveryLayer, Hidden, LayerKind, ProjectLayers, standard_layers,
};
pub use listing::{McpArgument, McpPrompt};
pub use manifest::FragmentManifest;
pub use options::DiscoveryOptions;
pub use registry::FragmentRegistry;
pub use resource::FragmentResource;
pub use source::Layer;
pub use values::Values;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

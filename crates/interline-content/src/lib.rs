//! Files of a docroot, rendered for an agent: found by categories and collections, with a context in layers.
//!
//! * A [`Project`] has categories and collections: each [`Category`] is files of a directory, each [`Collection`] several categories.
//! * A [`ContentLibrary`] finds, reads, renders and formats what an expression asks for. It returns [`Content`]: each file
//!   is a [`FileInfo`], and all together are plain Markdown or a MIME entity.
//! * A [`ContextBuilder`] stacks the [`Layer`]s of a context, from the system's to the caller's, with a [`Clock`] that is read once.
//!
//! Nothing outside the docroot is read, and no absolute path is in any output, context or error. It is not a sandbox: a
//! program that may write to the docroot can exchange a directory between the check and reading.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod agent;
mod category;
mod clock;
mod collection;
mod content;
mod context_builder;
mod error;
mod extensions;
mod file_info;
mod files;
mod layer;
mod library;
mod multipart;
mod options;
mod parse;
mod project;
mod render;
mod timestamp;

pub use agent::Agent;
pub use category::Category;
pub use clock::Clock;
pub use collection::Collection;
pub use content::Content;
pub use context_builder::ContextBuilder;
pub use error::{Error, ExpressionProblem, FileProblem, ProjectProblem};
pub use file_info::{FileContent, FileInfo};
pub use layer::Layer;
pub use library::ContentLibrary;
pub use options::ContentOptions;
pub use project::Project;

#[doc = include_str!("../docs/format.md")]
pub mod _format {}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

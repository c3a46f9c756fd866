//! Files of a docroot, rendered for an agent: found by categories and collections, with a context in layers.
//!
//! * A [`Project`] says what there is: each [`Category`] is files of a directory, each [`Collection`] several categories.
//! * A [`ContentLibrary`] finds, reads, renders and formats what an expression asks for. What it gives is [`Content`]: each file
//!   is a [`FileInfo`], and all together are plain Markdown or a MIME entity.
//! * A [`ContextBuilder`] stacks the [`Layer`]s of a context, from the system's to the caller's, with a [`Clock`] that is read once.
//!
//! Nothing outside the docroot is read, and no absolute path is in any output, context or error. It is no sandbox: whoever may
//! write to the docroot can exchange a directory between check and reading.

mod agent;
mod answer;
mod category;
mod clock;
mod collection;
mod error;
mod expression;
mod file_info;
mod iso;
mod layers;
mod library;
mod metadata;
mod multipart;
mod options;
mod partials;
mod pattern;
mod project;
mod search;
mod serve;

pub use agent::Agent;
pub use answer::Content;
pub use category::Category;
pub use clock::Clock;
pub use collection::Collection;
pub use error::{ContentError, ExpressionProblem, FileProblem, ProjectProblem};
pub use file_info::{FileContent, FileInfo};
pub use layers::{ContextBuilder, Layer};
pub use library::ContentLibrary;
pub use options::ContentOptions;
pub use project::Project;

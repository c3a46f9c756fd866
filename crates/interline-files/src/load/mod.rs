//! Loading the files of layers: searching, reading, parsing, and choosing among those of one name.

mod candidate;
mod diagnostic;
mod loaded;
mod outcome;
mod problem;
mod report;
mod skipped;
mod threads;

pub use candidate::{Candidate, Selection, read_candidates, search};
pub use diagnostic::FileDiagnostic;
pub use loaded::{Loaded, Named, Shadowed};
pub use outcome::Outcome;
pub use problem::Problem;
pub use report::{LoadReport, Lookup};
pub use skipped::{SkipReason, Skipped};

//! Loading the files of layers: searching, reading, parsing, and choosing among those of one name.

mod candidate;
mod diagnostic;
mod outcome;
mod report;
mod threads;

pub use candidate::{Candidate, Selection, read_candidates, search};
pub use diagnostic::FileDiagnostic;
pub use outcome::Outcome;
pub use report::{LoadReport, Loaded, Lookup, Named, Problem, Shadowed, SkipReason, Skipped};

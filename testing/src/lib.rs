//! What the tests of the interline crates measure with. It is not published.
//!
//! * A [`Sheet`] runs each entry point of a crate on each of its hostile [`Input`]s at four sizes, and fails when what it
//!   allocates grows faster than the input, or when it holds more than it promises.
//! * [`cases`] reads files of examples and runs them.
//! * [`texts`] are inputs that are hostile to whatever reads text.
//! * On Unix `as_ordinary_user` runs a test as somebody whom the system refuses what mode bits refuse.
//! * [`litter`] is what other programs leave beside a file.
//! * [`proptest_cases`] is how often a property is tried.
//! * [`race`] has another thread write while a test reads.
//! * [`logged`] is what a call logs.
//!
//! A program that uses this crate has its allocator replaced by one that counts, for each thread by itself. A sheet turns the
//! log on, so that what is logged counts too; no other test of the same program can look at it.

pub mod cases;
mod inputs;
mod lines;
mod litter;
mod properties;
mod race;
mod sheet;
mod sink;
#[cfg(unix)]
mod user;

pub use inputs::{Input, growing_runs, input, numbered, repeated, texts, usual};
pub use lines::logged;
pub use litter::{litter, lock_link, write_litter};
pub use properties::proptest_cases;
pub use race::race;
pub use sheet::{Meter, Sheet, counted};
#[cfg(unix)]
pub use user::{
    DENIED, REFUSED, as_ordinary_user, as_ordinary_user_after, below, set_mode, set_modes,
};

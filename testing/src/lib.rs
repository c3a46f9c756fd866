//! Shared test support of the interline crates. It is not published.
//!
//! * A [`Sheet`] runs each entry point of a crate on hostile [`Input`]s of four sizes. It fails when
//!   allocations grow faster than the input, or when more memory is held than promised.
//! * [`cases`] reads files of test cases and runs them.
//! * [`texts`] are hostile inputs for any reader of text.
//! * On Unix, `as_ordinary_user` runs a test as a user for whom mode bits are enforced.
//! * [`litter`] lists stray files that other programs leave beside a file.
//! * [`proptest_cases`] is the configuration of property tests.
//! * [`race`] runs a writer in another thread while a test reads.
//! * [`logged`] captures what a call logs.
//!
//! In a program that uses this crate, a global allocator counts the allocations of each thread. A
//! sheet turns logging on, so that the memory of log records counts too; no other test of the same
//! program can capture logs.

pub mod cases;
mod growth;
mod inputs;
mod log_capture;
mod null_logger;
mod proptest_config;
mod race;
mod stray_files;
#[cfg(unix)]
mod unprivileged;

pub use growth::{Meter, Sheet, counted};
pub use inputs::{Input, growing_runs, input, numbered, repeated, texts, usual};
pub use log_capture::logged;
pub use proptest_config::proptest_cases;
pub use race::race;
pub use stray_files::{litter, lock_link, write_litter};
#[cfg(unix)]
pub use unprivileged::{DENIED, as_ordinary_user, as_ordinary_user_after, set_mode, set_modes};

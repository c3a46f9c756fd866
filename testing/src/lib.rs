//! Shared test support of the interline crates. It is not published.
//!
//! * A [`GrowthTable`] runs each entry point of a crate on hostile [`Input`]s of four sizes. It fails when
//!   allocations grow faster than the input, or when more memory is held than promised.
//! * [`cases`] reads files of test cases and runs them.
//! * [`hostile_texts`] are hostile inputs for any reader of text.
//! * On Unix, `as_unprivileged_user` runs a test as a user for whom mode bits are enforced.
//! * [`stray_files()`] lists stray files that other programs leave beside a file.
//! * [`proptest_cases`] is the configuration of property tests.
//! * [`race`] runs a writer in another thread while a test reads.
//! * [`captured_logs`] captures what a call logs.
//!
//! In a program that uses this crate, a global allocator counts the allocations of each thread. A
//! table turns logging on, so that the memory of log records counts too; no other test of the same
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

pub use growth::{GrowthTable, Meter, counted};
pub use inputs::{Input, growing_runs, hostile_texts, input, numbered, repeated, typical};
pub use log_capture::captured_logs;
pub use proptest_config::proptest_cases;
pub use race::race;
pub use stray_files::{lock_link, stray_files, write_stray_files};
#[cfg(unix)]
pub use unprivileged::{
    DENIED, REFUSED, as_unprivileged_user, as_unprivileged_user_after, below, set_mode, set_modes,
};

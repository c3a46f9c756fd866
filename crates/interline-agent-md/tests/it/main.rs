//! Tests of the guarantees of the crate, through its public interface.
#![allow(clippy::expect_used, clippy::print_stderr, clippy::unwrap_used)]

use interline_testing::proptest_cases;

mod api;
mod cases;
mod commands;
mod corpus;
mod diagnostics;
mod directories;
mod edits;
mod faults;
mod hostile;
#[cfg(feature = "log")]
mod logging;
mod properties;
#[cfg(unix)]
mod refused;

//! Tests of the guarantees of the crate, through its public interface.
#![allow(clippy::expect_used, clippy::unwrap_used)]

use interline_testing::proptest_cases;

mod api;
mod builtin;
mod discovery;
mod errors;
mod expansion;
mod faults;
mod header;
mod links;
mod listing;
#[cfg(feature = "log")]
mod logging;
mod properties;
#[cfg(unix)]
mod refused;
mod registry;
mod tree;

//! Tests of the guarantees of the crate, through its public interface.
#![allow(clippy::expect_used, clippy::unwrap_used)]

use interline_testing::proptest_cases;

mod api;
mod cases;
mod checking;
mod context;
mod errors;
mod faults;
mod files;
mod generate;
mod growth;
mod kinds;
mod laws;
mod nodes;
mod oracle;
mod properties;
#[cfg(unix)]
mod refused;
mod spec;
mod values;

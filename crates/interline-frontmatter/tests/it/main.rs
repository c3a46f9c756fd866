//! Tests of the promises of the crate against its public interface.
#![allow(clippy::expect_used, clippy::unwrap_used)]

use interline_testing::proptest_cases;

mod agent;
mod api;
mod brackets;
mod corpus;
mod edit;
mod edit_properties;
mod errors;
mod hostile;
mod laws;
mod located;
mod locations;
#[cfg(feature = "log")]
mod logging;
mod node_properties;
mod nodes;
mod number;
mod opaque;
mod quoting;
mod reading;
mod serializing;
mod split;
mod suite;
#[cfg(feature = "toml")]
mod toml;
mod typed;
mod write_properties;

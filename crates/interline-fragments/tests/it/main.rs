//! What the crate promises, checked from outside.
#![allow(clippy::expect_used, clippy::unwrap_used)]

mod api;
mod discovery;
mod errors;
mod expansion;
mod faults;
mod header;
mod links;
mod listing;
mod logging;
mod properties;
#[cfg(unix)]
mod refused;
mod registry;
mod tree;

/// Cases of a property test: `debug` of them, or as many as `INTERLINE_PROPTEST_CASES` says.
fn proptest_cases(debug: u32) -> proptest::prelude::ProptestConfig {
    let cases = std::env::var("INTERLINE_PROPTEST_CASES");
    let cases = cases.ok().and_then(|cases| cases.parse().ok());
    proptest::prelude::ProptestConfig::with_cases(cases.unwrap_or(debug))
}

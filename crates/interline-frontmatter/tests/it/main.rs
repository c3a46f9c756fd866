//! What the crate promises, checked from outside.
#![allow(clippy::expect_used, clippy::unwrap_used)]

mod agent;
mod api;
mod corpus;
mod edit;
mod edit_properties;
mod errors;
mod hostile;
mod laws;
mod logging;
mod number;
mod places;
mod quoting;
mod reading;
mod serializing;
mod split;
mod typed;
mod write_properties;

/// Cases of a property test: `debug` of them, or as many as `INTERLINE_PROPTEST_CASES` says.
fn proptest_cases(debug: u32) -> proptest::prelude::ProptestConfig {
    let cases = std::env::var("INTERLINE_PROPTEST_CASES");
    let cases = cases.ok().and_then(|cases| cases.parse().ok());
    proptest::prelude::ProptestConfig::with_cases(cases.unwrap_or(debug))
}

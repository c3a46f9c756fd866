//! What the crate promises, checked from outside.
#![allow(clippy::expect_used, clippy::unwrap_used)]

mod api;
mod case_file;
mod cases;
mod checking;
#[cfg(feature = "content")]
mod content;
mod context;
mod errors;
mod faults;
mod files;
mod generate;
mod growth;
mod kinds;
mod oracle;
mod properties;
#[cfg(unix)]
mod refused;
mod serializing;
mod spec;
mod values;

/// Cases of a property test: `debug` of them, or as many as `INTERLINE_PROPTEST_CASES` says.
fn proptest_cases(debug: u32) -> proptest::prelude::ProptestConfig {
    let cases = std::env::var("INTERLINE_PROPTEST_CASES");
    let cases = cases.ok().and_then(|cases| cases.parse().ok());
    proptest::prelude::ProptestConfig::with_cases(cases.unwrap_or(debug))
}

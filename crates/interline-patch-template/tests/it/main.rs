//! Tests through the public interface.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use proptest::prelude::ProptestConfig;

/// Cases of a property test: `debug` of them, or as many as `INTERLINE_PROPTEST_CASES` says.
pub(crate) fn cases(debug: u32) -> ProptestConfig {
    let cases = std::env::var("INTERLINE_PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    ProptestConfig::with_cases(cases.unwrap_or(debug))
}

mod api;
mod cases;
mod commonmark;
#[cfg(all(feature = "config", feature = "fs"))]
mod config;
#[cfg(all(feature = "fs", unix))]
mod faults;
#[cfg(feature = "fs")]
mod file;
#[cfg(all(feature = "fs", unix))]
mod kill;
mod live;
#[cfg(all(feature = "config", feature = "frontmatter", feature = "fs"))]
mod logging;
mod properties;
#[cfg(all(feature = "fs", unix))]
mod refused;
mod repairs;
mod replicas;
mod stream;
mod stream_adaptors;
mod stream_bytes;
mod stream_cases;
mod stream_held;
#[cfg(all(feature = "config", feature = "frontmatter", feature = "fs"))]
mod template_info;

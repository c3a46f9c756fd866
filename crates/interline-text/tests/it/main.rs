//! Tests of the public interface.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod diagnostics;
mod edits;
mod laws;
mod lsp;
#[cfg(feature = "diff")]
mod minimise;
mod nearest;
mod positions;
mod reports;
mod support;
mod trim;

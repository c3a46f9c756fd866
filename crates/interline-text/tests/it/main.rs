//! What the crate promises to those who call it.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod api;
mod cases;
mod diagnostics;
mod edits;
mod laws;
mod lines;
mod lsp;
#[cfg(feature = "diff")]
mod minimise;
mod nearest;
mod reports;
mod support;
mod trim;

//! The promises of the crate to its callers.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod conversions;
mod deserializing;
mod maps;
mod numbers;
mod serializing;

//! Tests through the public interface.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod cases;
mod commonmark;
mod properties;
mod stream;

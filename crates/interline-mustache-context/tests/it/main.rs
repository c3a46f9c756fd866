//! What the crate promises, checked from outside.
#![allow(clippy::expect_used, clippy::unwrap_used)]

mod spec;

//! What the crate promises, checked from outside on real file trees.
#![allow(clippy::expect_used, clippy::unwrap_used)]

mod api;
mod errors;
mod faults;
mod files;
mod links;
mod properties;
#[cfg(unix)]
mod refused;
mod tree;
mod walking;

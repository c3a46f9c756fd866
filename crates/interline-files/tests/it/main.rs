//! Tests of the guarantees of the crate, through its public interface and on real directories.
#![allow(clippy::expect_used, clippy::unwrap_used)]

mod api;
#[cfg(all(feature = "update", unix))]
mod attributes;
#[cfg(all(feature = "update", unix))]
mod child;
mod errors;
mod faults;
mod files;
#[cfg(all(feature = "update", unix))]
mod hard_links;
#[cfg(all(feature = "update", unix))]
mod killed;
mod links;
mod load;
mod properties;
#[cfg(unix)]
mod refused;
mod tree;
#[cfg(feature = "update")]
mod update;
mod walking;
#[cfg(all(feature = "update", unix))]
mod writers;

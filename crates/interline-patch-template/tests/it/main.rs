//! Tests through the public interface.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod api;
mod cases;
mod commonmark;
#[cfg(all(feature = "config", feature = "fs"))]
mod config;
#[cfg(feature = "fs")]
mod file;
mod live;
#[cfg(all(feature = "config", feature = "frontmatter", feature = "fs"))]
mod logging;
mod properties;
mod replicas;
mod stream;
mod stream_adaptors;
mod stream_bytes;
mod stream_cases;
mod stream_held;
#[cfg(all(feature = "config", feature = "frontmatter", feature = "fs"))]
mod template_info;

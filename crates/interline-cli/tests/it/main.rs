//! Tests of the command, which is run as a process.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod agents;
mod apply;
mod check;
mod content;
mod header;
mod init;
#[cfg(unix)]
mod page;
mod prompts;
mod render;
mod robustness;
mod sandbox;
mod schema;
mod set;
mod show;
mod stream;
mod usage;

//! Tests of the command, which is run as a process.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod apply;
mod check;
mod header;
mod init;
mod sandbox;
mod set;
mod show;
mod stream;
mod usage;

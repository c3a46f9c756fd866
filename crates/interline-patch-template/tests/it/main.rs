//! Tests through the public interface.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use interline_testing::proptest_cases as cases;

mod api;
mod blocks;
mod cases;
mod commonmark;
#[cfg(all(feature = "config", feature = "fs"))]
mod config;
#[cfg(all(feature = "fs", unix))]
mod faults;
#[cfg(feature = "fs")]
mod file;
mod joints;
#[cfg(all(feature = "fs", unix))]
mod kill;
mod laws;
mod live;
#[cfg(all(
    feature = "config",
    feature = "frontmatter",
    feature = "fs",
    feature = "log"
))]
mod logging;
#[cfg(all(feature = "fs", unix))]
mod owner;
mod programs;
mod properties;
#[cfg(all(feature = "fs", unix))]
mod refused;
mod repairs;
mod replicas;
mod stream;
mod stream_adaptors;
mod stream_bytes;
mod stream_cases;
mod stream_held;
#[cfg(all(feature = "config", feature = "frontmatter", feature = "fs"))]
mod template_info;

/// The error about the file.
#[cfg(feature = "fs")]
fn file_error(error: &interline_patch_template::Error) -> &interline_patch_template::FileError {
    match error {
        interline_patch_template::Error::File(error) => error,
        other => panic!("{other:?}"),
    }
}

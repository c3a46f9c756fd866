//! Tests of the guarantees of the crate, through its public interface.
#![allow(clippy::expect_used, clippy::unwrap_used)]

use interline_testing::proptest_cases;

mod changing;
mod containment;
mod docroot;
mod expressions;
mod layers;
mod limits;
mod metadata;
mod multipart;
mod projects;
#[cfg(unix)]
mod refused;
mod rendering;
mod selection;

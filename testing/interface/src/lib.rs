//! The public interface of the crates, read from their sources.
//!
//! [`surface_of`] walks through what can be reached from a crate's root by `pub` items and re-exports, and lists it: items with
//! their signatures, fields, variants, methods, implemented traits and the features that they need. [`snapshot`] is the text of
//! that which `snapshots` keeps; a test compares the two, so that no public item changes unseen. [`refusals`] names crates whose
//! types are in public signatures and may not be.
//!
//! Macros are not expanded: a call of one is listed as it is written.

mod arrows;
mod codes;
mod items;
mod print;
mod resolve;
mod signature;
mod surface;
mod tree;

use std::path::{Path, PathBuf};

pub use arrows::{Arrows, MAX_CIRCLE};
pub use codes::{Codes, diagnostics_page, with_codes};
pub use surface::{Block, Surface, surface_of};

/// The crates that are published.
pub const CRATES: [&str; 10] = [
    "interline",
    "interline-agent-md",
    "interline-content",
    "interline-files",
    "interline-fragments",
    "interline-frontmatter",
    "interline-mustache-context",
    "interline-patch-template",
    "interline-text",
    "interline-value",
];

/// Whose types may be in public signatures, beside those of `std` and our own; `docs/design.md` has the reasons.
pub const ALLOWED: [&str; 3] = ["futures_core", "serde", "serde_json"];

/// The command that writes the snapshots anew.
pub const UPDATE: &str = "cargo run -p interline-api";

/// The root directory of the project.
#[must_use]
pub fn project() -> PathBuf {
    let member = Path::new(env!("CARGO_MANIFEST_DIR"));
    member.ancestors().nth(2).unwrap_or(member).to_path_buf()
}

/// Returns the path of the snapshot of a crate.
#[must_use]
pub fn snapshot_path(name: &str) -> PathBuf {
    project()
        .join("testing/interface/snapshots")
        .join(name)
        .with_extension("txt")
}

/// The page of all diagnostics, and its copy in the command, whose package has no other files.
#[must_use]
pub fn diagnostics_paths() -> [PathBuf; 2] {
    ["docs", "crates/interline-cli/src/check"]
        .map(|directory| project().join(directory).join("diagnostics.md"))
}

/// The text of a crate's snapshot, as its sources are now.
///
/// # Errors
///
/// A source that cannot be read or parsed.
pub fn snapshot(name: &str) -> Result<String, String> {
    let surface = surface_of(&project().join("crates").join(name))?;
    Ok(format!(
        "The public interface of {name}. Written by `{UPDATE}`.\nTypes of other crates: {}.\n\n{surface}",
        if surface.crates.is_empty() {
            "none".to_owned()
        } else {
            Vec::from_iter(surface.crates.iter().cloned()).join(", ")
        }
    ))
}

/// The crates whose types are in public signatures and may not be.
#[must_use]
pub fn refusals(surface: &Surface) -> Vec<&str> {
    let crates = surface.crates.iter().map(String::as_str);
    crates
        .filter(|name| !ALLOWED.contains(name) && !name.starts_with("interline_"))
        .collect()
}

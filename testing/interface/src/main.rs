//! Writes the snapshots of the public interface and the page of diagnostics.
//!
//! ```text
//! cargo run -p interline-api
//! ```
#![allow(clippy::print_stdout)]

use interline_api::{CRATES, diagnostics_page, diagnostics_paths, snapshot, snapshot_path};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let snapshots = CRATES.map(|name| (name, snapshot_path(name), snapshot(name)));
    let pages = diagnostics_paths().map(|path| ("diagnostics", path, diagnostics_page()));
    for (name, path, new) in snapshots.into_iter().chain(pages) {
        let new = new?;
        let is_new = std::fs::read_to_string(&path).ok().as_deref() != Some(new.as_str());
        if is_new {
            std::fs::write(&path, new)?;
        }
        println!("{name}: {}", if is_new { "written" } else { "as it was" });
    }
    Ok(())
}

//! Writes the snapshots of the public interface anew.
//!
//! ```text
//! cargo run -p interline-api
//! ```
#![allow(clippy::print_stdout)]

use interline_api::{CRATES, snapshot, snapshot_path};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for name in CRATES {
        let (path, new) = (snapshot_path(name), snapshot(name)?);
        let is_new = std::fs::read_to_string(&path).ok().as_deref() != Some(new.as_str());
        if is_new {
            std::fs::write(&path, new)?;
        }
        println!("{name}: {}", if is_new { "written" } else { "as it was" });
    }
    Ok(())
}

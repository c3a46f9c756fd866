//! The directories in which names are looked up.

use std::path::{Path, PathBuf};

use interline::agent_md::{Dialect, FileKind, Layer, LayerKind, layers_for};
use interline::files;

use crate::failure::Failure;

/// Returns the working directory.
pub(super) fn workspace() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|error| Failure::file(Path::new("."), error.to_string()))
}

/// Returns the directory of the user; none without one, as in some containers.
pub(super) fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| !home.as_os_str().is_empty())
}

/// Returns the layers of a tool for files of a kind, from the highest precedence to the lowest.
pub(super) fn of_tool(dialect: Dialect, kind: FileKind) -> Result<Vec<Layer>, Failure> {
    let workspace = workspace()?;
    let home = home();
    // Without a directory of the user, only the layers of the workspace are searched.
    let stand_in = workspace.join(".no-home");
    let layers = layers_for(
        dialect,
        kind,
        &workspace,
        home.as_deref().unwrap_or(&stand_in),
    );
    Ok(layers)
}

/// Returns a layer for each directory that was named; a later one takes precedence. One that does not exist is a failure.
pub(super) fn explicit(directories: &[PathBuf]) -> Result<Vec<Layer>, Failure> {
    let mut layers = Vec::new();
    for (directory, precedence) in directories.iter().zip(0..) {
        // A directory of a tool that does not exist is empty; one that was named was meant.
        if !directory.is_dir() {
            let found = std::fs::read_dir(directory).err();
            return Err(match found {
                Some(error) => files::Error::io(directory, error).into(),
                None => Failure::file(directory, "not a directory"),
            });
        }
        layers.push(Layer::new(LayerKind::Explicit, directory, precedence));
    }
    Ok(layers)
}

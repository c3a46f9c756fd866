//! Finds and loads `components.toml`.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::{fs, io, path};

use interline_files::{Error as FileError, SourceFile};

use crate::config::{ComponentsConfig, LoadedConfig};
use crate::diagnostics;

/// The directory that marks a project.
const DIRECTORY: &str = ".agent-doc";
/// The file in it.
const FILE: &str = "components.toml";

impl ComponentsConfig {
    /// Finds and reads the configuration of a document: the file `components.toml` in the directory `.agent-doc` of the nearest
    /// directory above the document that has one.
    ///
    /// The document itself need not exist. Directories are those that `path` names, symlinks included, except that `..` is
    /// resolved first. If no such directory or file exists, the result is empty. A file that cannot be read, is not UTF-8 or is
    /// not TOML is reported, and so are all settings that cannot be used, as by [`from_toml`](Self::from_toml). If nothing of it
    /// could be read, patches that would replace only by default are appended.
    ///
    /// One look-up for each directory above the document; linear in the file.
    #[must_use]
    pub fn discover(path: impl AsRef<Path>) -> LoadedConfig {
        let loaded = match directory(path.as_ref()) {
            Ok(None) => LoadedConfig::default(),
            Ok(Some(directory)) => load(directory.join(FILE)),
            Err((path, error)) => LoadedConfig::failed(
                path,
                diagnostics::UNREADABLE_CONFIG,
                String::new(),
                format!(
                    "cannot look for the configuration here: {}",
                    without_path(&error)
                ),
            ),
        };
        #[cfg(feature = "log")]
        loaded.log();
        loaded
    }
}

/// Returns the nearest directory of that name above `document`, or the path where the search failed.
fn directory(document: &Path) -> Result<Option<PathBuf>, (PathBuf, FileError)> {
    let failed_at = |path: &Path, error| (path.to_owned(), FileError::io(path, error));
    let failed = |error| failed_at(document, error);
    let mut document = path::absolute(document).map_err(failed)?;
    let goes_up = |path: &Path| path.components().any(|part| part == Component::ParentDir);
    if goes_up(&document) {
        // Removing a `..` from a path does not lead up, and the directory above depends on symlinks.
        let parent = document.parent().unwrap_or(&document);
        let parent = match fs::canonicalize(parent) {
            Ok(parent) => parent,
            Err(error) if is_not_there(&error) => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        document = parent.join(document.file_name().unwrap_or_default());
    }
    for ancestor in document.ancestors().skip(1) {
        let directory = ancestor.join(DIRECTORY);
        match fs::metadata(&directory) {
            Ok(found) if found.is_dir() => return Ok(Some(directory)),
            Ok(_) => {}
            Err(error) if is_not_there(&error) => {}
            Err(error) => return Err(failed_at(&directory, error)),
        }
    }
    Ok(None)
}

/// Returns the message of an error without the path, which the diagnostic has already.
fn without_path(error: &FileError) -> String {
    let message = error.to_string();
    let path = error.path().map(|path| format!("{}: ", path.display()));
    let without = path.and_then(|path| message.strip_prefix(&path).map(str::to_owned));
    without.unwrap_or(message)
}

fn is_not_there(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn load(path: PathBuf) -> LoadedConfig {
    // A symlink that leads nowhere exists, and is reported.
    if fs::symlink_metadata(&path).is_err_and(|error| is_not_there(&error)) {
        return LoadedConfig::default();
    }
    let failed = |text: String, why: &str| {
        let message = format!("nothing in the file is used: {why}");
        LoadedConfig::failed(path.clone(), diagnostics::UNREADABLE_CONFIG, text, message)
    };
    let bytes = SourceFile::open(&path, u64::MAX).and_then(SourceFile::read_bytes);
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => return failed(String::new(), &without_path(&error)),
    };
    match String::from_utf8(bytes) {
        Ok(text) => LoadedConfig {
            path: Some(path),
            ..ComponentsConfig::parse(text)
        },
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let mut bytes = error.into_bytes();
            bytes.truncate(valid);
            let before = String::from_utf8(bytes).unwrap_or_default();
            failed(before, "invalid UTF-8; save the file as UTF-8")
        }
    }
}

//! The new text, in a temporary file beside the one that it replaces.

use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use interline_text::Diagnostic;
use tempfile::{NamedTempFile, TempPath};

use crate::error::explained;

/// The prefix of the names of temporary files. A search for documents skips names that begin with a dot.
const PREFIX: &str = ".interline-";

/// Creates a temporary file with `content` in the directory of `file`. It is removed when it is dropped.
pub(crate) fn create(file: &Path, old: &Metadata, content: &[u8]) -> io::Result<NamedTempFile> {
    if old.permissions().readonly() {
        return Err(io::Error::new(
            ErrorKind::PermissionDenied,
            "it is read-only; make it writable",
        ));
    }
    let directory = file.parent().unwrap_or(file);
    let mut temporary = NamedTempFile::with_prefix_in(PREFIX, directory).map_err(|error| {
        explained(error, |_| {
            "no file may be created in its directory; let this user write there, since a file is replaced by a new one".to_owned()
        })
    })?;
    temporary.write_all(content)?;
    Ok(temporary)
}

/// Gives `new` the attributes, the owner and the mode bits of `old`, which is at `path`. Returns the losses.
#[cfg(unix)]
pub(crate) fn take_over(
    path: &Path,
    old: &File,
    metadata: &Metadata,
    new: &File,
) -> io::Result<Vec<Diagnostic>> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    let kept = super::owner::keep(path, metadata, new)?;
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    let (lost, limits) = super::attributes::copy(old, new, kept.keeps_group);
    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    let (lost, limits) = {
        let _ = old;
        (None, None::<u32>)
    };
    let mode = kept.mode & (!0o077 | limits.unwrap_or(0o077));
    // The mode is set last, since a change of owner removes bits, and an access control list sets them.
    new.set_permissions(Permissions::from_mode(mode))?;
    Ok(kept.diagnostic.into_iter().chain(lost).collect())
}

#[cfg(not(unix))]
pub(crate) fn take_over(
    _: &Path,
    _: &File,
    metadata: &Metadata,
    new: &File,
) -> io::Result<Vec<Diagnostic>> {
    new.set_permissions(metadata.permissions())?;
    Ok(Vec::new())
}

/// Keeps a temporary file beside `file`, under a name that no loader reads as a document. Returns the path.
pub(crate) fn keep(temporary: TempPath, file: &Path) -> PathBuf {
    let unique = temporary.file_name().unwrap_or_default();
    let unique = unique.to_string_lossy();
    let mut name: OsString = file.file_name().unwrap_or_default().to_owned();
    name.push(".kept-");
    name.push(unique.strip_prefix(PREFIX).unwrap_or(&unique));
    let kept = file.with_file_name(name);
    match temporary.persist_noclobber(&kept) {
        Ok(()) => kept,
        Err(failed) => {
            let kept = failed.path.to_path_buf();
            // The text must not be lost, so that the file stays under its temporary name.
            let _ = failed.path.keep();
            kept
        }
    }
}

/// Adds the fix to the error about a renaming that is refused.
pub(crate) fn not_renamed(error: io::Error) -> io::Error {
    explained(error, |error| {
        format!(
            "it may not be replaced: {error}; in a sticky directory only its owner may, so let this user own it"
        )
    })
}

//! The new text, in a file beside the one that it is going to replace.

use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use interline_text::Diagnostic;
use tempfile::{NamedTempFile, TempPath};

/// How the names of temporary files begin. Names with a dot are skipped by everything that looks for documents.
const PREFIX: &str = ".interline-";

/// Makes a temporary file with `content` in the directory of `file`. It is removed when it is dropped.
pub(crate) fn create(file: &Path, old: &Metadata, content: &[u8]) -> io::Result<NamedTempFile> {
    if old.permissions().readonly() {
        return Err(io::Error::new(
            ErrorKind::PermissionDenied,
            "it is read-only; make it writable",
        ));
    }
    let directory = file.parent().unwrap_or(file);
    let mut temporary = NamedTempFile::with_prefix_in(PREFIX, directory).map_err(not_created)?;
    temporary.write_all(content)?;
    Ok(temporary)
}

/// Gives `new` the attributes, the owner and the mode bits of `old`, which is at `path`; gives what could not be kept.
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
    let copied = super::attributes::copy(old, new, kept.keeps_group);
    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    let copied = {
        let _ = old;
        NothingCopied::default()
    };
    let mode = kept.mode & (!0o077 | copied.limits.unwrap_or(0o077));
    // Last: a change of owner removes bits, and an access control list sets them.
    new.set_permissions(Permissions::from_mode(mode))?;
    Ok(kept
        .diagnostic
        .into_iter()
        .chain(copied.diagnostic)
        .collect())
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

/// Systems without extended attributes.
#[cfg(all(
    unix,
    not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))
))]
#[derive(Default)]
struct NothingCopied {
    diagnostic: Option<Diagnostic>,
    limits: Option<u32>,
}

/// Keeps a temporary file as a file beside `file`, under a name that no loader takes for a document; gives the name.
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
            let place = failed.path.to_path_buf();
            // Where nothing else can be done it stays where it is.
            let _ = failed.path.keep();
            place
        }
    }
}

/// Says what to do where no temporary file may be made.
fn not_created(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::PermissionDenied => io::Error::new(
            ErrorKind::PermissionDenied,
            "no file may be made in its directory; let this user write there, since a file is replaced by a new one",
        ),
        _ => error,
    }
}

/// Says what to do where another file may not get the name.
pub(crate) fn not_renamed(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::PermissionDenied => io::Error::new(
            ErrorKind::PermissionDenied,
            format!(
                "it may not be replaced: {error}; in a sticky directory only its owner may, so let this user own it"
            ),
        ),
        _ => error,
    }
}

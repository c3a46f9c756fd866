//! Applying to a file.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use interline_text::{Diagnostic, log_all};
use tempfile::NamedTempFile;

use crate::apply::{Applied, ApplyOptions, apply_patches};
use crate::error::Error;
#[cfg(unix)]
use crate::owner;
use crate::read_file::{NotRead, read_bytes, read_text};
use crate::response::Response;

/// Applies a response to the document in a file, as [`apply_patches`] does to a text.
///
/// The file is replaced as a whole: the new text is written to a temporary file beside it, which takes its name once
/// everything is on disk. Whoever reads the file sees the old text or the new one. When nothing changes, nothing is
/// written. When the call fails, the file is as it was, and no temporary file is left behind. A process that is killed
/// meanwhile may leave one: `.interline-` and six characters, which can be removed, and which is in nobody's way before.
///
/// Before the replacement the file is read again, and where it is no longer byte for byte what was read first, it is left
/// to whoever wrote it. What goes unnoticed is a writer that comes between that and the renaming, in an instant, and one
/// that has the file open all the while and writes later: it writes into the file as it was, which has no name any more.
///
/// The mode bits stay, and so do owner and group on Unix; access lists and extended attributes do not. A symbolic link
/// stays a link, and the file that it leads to is replaced. Other hard links to the file keep the old text. A file that is
/// marked read-only is not replaced.
///
/// Only the super-user gives files away. Where another user's file may be written, it belongs to this user afterwards; its group stays
/// where this user is in it, and where not, its rights become those of others. That is told (`owner-not-kept`). Where it may not be
/// written it is left alone, though a renaming might succeed.
///
/// The configuration is that of the options; [`ComponentsConfig::discover`](crate::ComponentsConfig) finds the one that
/// belongs to the document.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("plan.md");
/// use interline_patch_template::{ApplyOptions, apply_to_file, parse_patches};
///
/// std::fs::write(&path, "<!-- agent:status -->\nred\n<!-- /agent:status -->\n")?;
/// let response = parse_patches("<!-- patch:status -->\ngreen\n<!-- /patch:status -->\n");
/// let applied = apply_to_file(&path, &response, &ApplyOptions::new())?;
/// assert_eq!(std::fs::read_to_string(&path)?, applied.text());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Read`](Error::Read), [`NotAFile`](Error::NotAFile) and [`NotUtf8`](Error::NotUtf8) when there is no text to begin
/// with, [`Changed`](Error::Changed) when the file was changed or removed meanwhile, [`Write`](Error::Write) when it
/// cannot be replaced, for instance because no file can be made in its folder or because it belongs to somebody else. Each carries `path` as given.
pub fn apply_to_file(
    path: impl AsRef<Path>,
    response: &Response<'_>,
    options: &ApplyOptions,
) -> Result<Applied, Error> {
    apply_with_pause(path.as_ref(), response, options, || ())
}

/// [`apply_to_file`], with `pause` called between reading and replacing.
fn apply_with_pause(
    path: &Path,
    response: &Response<'_>,
    options: &ApplyOptions,
    pause: impl FnOnce(),
) -> Result<Applied, Error> {
    let not_read = |why: NotRead| why.of(path);
    let file = fs::canonicalize(path).map_err(|error| not_read(error.into()))?;
    let text = read_text(&file).map_err(not_read)?;
    let mut applied = apply_patches(&text, response, options);
    pause();
    if !applied.edits.is_empty() {
        let told = replace(path, &file, text.as_bytes(), applied.text().as_bytes())?;
        log_all(told.as_slice(), Some(&path.display().to_string()), &text);
        // It is about the file as a whole, which begins where the text does.
        applied.diagnostics.splice(0..0, told);
    }
    Ok(applied)
}

/// Replaces `file`, to which `path` leads and which holds `old`, by `new`. Gives what is to be told of its owner.
fn replace(path: &Path, file: &Path, old: &[u8], new: &[u8]) -> Result<Option<Diagnostic>, Error> {
    let path_of = || path.to_owned();
    let changed = || Error::Changed { path: path_of() };
    let not_written = |error| Error::Write {
        path: path_of(),
        error,
    };
    let metadata = fs::metadata(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => changed(),
        _ => not_written(error),
    })?;
    let (temporary, told) = write_beside(file, &metadata, new).map_err(not_written)?;
    // As late as can be: what comes between this and the renaming is lost.
    if !is_still(path, file, old)? {
        return Err(changed());
    }
    temporary
        .persist(file)
        .map_err(|failed| not_written(no_renaming(failed.error)))?;
    Ok(told)
}

/// A new file in the folder of `file`, on disk, with the permissions of `old`, and what is to be told of its owner. It is removed unless
/// it is given a name.
fn write_beside(
    file: &Path,
    old: &fs::Metadata,
    content: &[u8],
) -> io::Result<(NamedTempFile, Option<Diagnostic>)> {
    if old.permissions().readonly() {
        return Err(io::Error::new(
            ErrorKind::PermissionDenied,
            "it is read-only; make it writable",
        ));
    }
    let folder = file.parent().unwrap_or(file);
    let mut temporary = NamedTempFile::with_prefix_in(".interline-", folder).map_err(no_file)?;
    temporary.write_all(content)?;
    #[cfg(unix)]
    let told = owner::keep(file, old, temporary.as_file())?;
    #[cfg(not(unix))]
    let told = {
        temporary.as_file().set_permissions(old.permissions())?;
        None
    };
    temporary.as_file().sync_all()?;
    Ok((temporary, told))
}

/// Says what to do where no temporary file may be made.
fn no_file(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::PermissionDenied => io::Error::new(
            ErrorKind::PermissionDenied,
            "no file may be made in its folder; let this user write there, since a file is replaced by a new one",
        ),
        _ => error,
    }
}

/// Says what to do where another file may not get the name.
fn no_renaming(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::PermissionDenied => io::Error::new(
            ErrorKind::PermissionDenied,
            format!(
                "it may not be replaced: {error}; in a sticky folder only its owner may, so let this user own it"
            ),
        ),
        _ => error,
    }
}

/// Whether `path` still leads to `file`, and that holds what was read.
fn is_still(path: &Path, file: &Path, old: &[u8]) -> Result<bool, Error> {
    let leads_elsewhere = |error: &io::Error| error.kind() == ErrorKind::NotFound;
    match fs::canonicalize(path) {
        Ok(found) if found != file => return Ok(false),
        Ok(_) => {}
        Err(error) if leads_elsewhere(&error) => return Ok(false),
        Err(error) => return Err(NotRead::from(error).of(path)),
    }
    match read_bytes(file) {
        Ok(found) => Ok(found == old),
        Err(NotRead::NotAFile | NotRead::NotUtf8 { .. }) => Ok(false),
        Err(NotRead::Failed(error)) if leads_elsewhere(&error) => Ok(false),
        Err(why) => Err(why.of(path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::parse_patches;

    const DOCUMENT: &str = "<!-- agent:status -->\nold\n<!-- /agent:status -->\n";
    const RESPONSE: &str = "<!-- patch:status -->\nnew\n<!-- /patch:status -->\n";

    /// Applies to a file that `other_writer` gets hold of after it was read; gives the outcome, and what is in the
    /// folder then.
    fn meanwhile(
        other_writer: impl FnOnce(&Path),
    ) -> (Result<Applied, Error>, Vec<(String, String)>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.md");
        fs::write(&path, DOCUMENT).unwrap();
        let response = parse_patches(RESPONSE);
        let applied = apply_with_pause(&path, &response, &ApplyOptions::new(), || {
            other_writer(&path);
        });
        let mut found: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, fs::read_to_string(&path).unwrap_or_default())
            })
            .collect();
        found.sort();
        (applied, found)
    }

    fn is_left_to(other: &str) {
        let (applied, found) = meanwhile(|path| fs::write(path, other).unwrap());
        assert!(matches!(applied, Err(Error::Changed { .. })), "{applied:?}");
        assert_eq!(found, [("plan.md".to_owned(), other.to_owned())]);
    }

    #[test]
    fn a_file_that_got_another_length_is_left_alone() {
        is_left_to("mine\n");
    }

    #[test]
    fn a_file_that_got_other_bytes_of_the_same_length_is_left_alone() {
        is_left_to(&DOCUMENT.replace("old", "mix"));
    }

    #[test]
    fn a_file_that_is_no_longer_text_is_left_alone() {
        let (applied, found) = meanwhile(|path| fs::write(path, [0xff; 8]).unwrap());
        assert!(matches!(applied, Err(Error::Changed { .. })), "{applied:?}");
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn a_file_that_was_removed_does_not_come_back() {
        let (applied, found) = meanwhile(|path| fs::remove_file(path).unwrap());
        let error = applied.unwrap_err();
        assert!(error.to_string().ends_with(
            "plan.md` was changed or removed since it was read, and is left alone; read it again"
        ));
        assert_eq!(
            error.path().and_then(Path::file_name),
            Some("plan.md".as_ref())
        );
        assert_eq!(found, []);
    }

    #[test]
    fn a_folder_in_place_of_the_file_is_left_alone() {
        let (applied, found) = meanwhile(|path| {
            fs::remove_file(path).unwrap();
            fs::create_dir(path).unwrap();
        });
        assert!(matches!(applied, Err(Error::Changed { .. })), "{applied:?}");
        assert_eq!(found, [("plan.md".to_owned(), String::new())]);
    }

    #[test]
    fn a_file_that_became_read_only_is_left_alone() {
        let (applied, found) = meanwhile(|path| {
            let mut permissions = fs::metadata(path).unwrap().permissions();
            permissions.set_readonly(true);
            fs::set_permissions(path, permissions).unwrap();
        });
        let error = applied.unwrap_err().to_string();
        assert!(
            error.ends_with("plan.md`, which is left alone: it is read-only; make it writable"),
            "{error}"
        );
        assert_eq!(found, [("plan.md".to_owned(), DOCUMENT.to_owned())]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_elsewhere_by_now_is_not_followed() {
        let (applied, found) = meanwhile(|path| {
            let kept = path.with_file_name("kept.md");
            let other = path.with_file_name("other.md");
            fs::rename(path, kept).unwrap();
            fs::write(&other, DOCUMENT).unwrap();
            std::os::unix::fs::symlink(other, path).unwrap();
        });
        assert!(matches!(applied, Err(Error::Changed { .. })), "{applied:?}");
        assert!(
            found.iter().all(|(_, content)| content == DOCUMENT),
            "{found:?}"
        );
        assert_eq!(found.len(), 3);
    }

    /// Applies through a link that `other_writer` gets hold of.
    #[cfg(unix)]
    fn through_a_link(other_writer: impl FnOnce(&Path)) -> Error {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("plan.md"), folder.path().join("link.md"));
        fs::write(&file, DOCUMENT).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let response = parse_patches(RESPONSE);
        let applied = apply_with_pause(&link, &response, &ApplyOptions::new(), || {
            other_writer(&link);
        });
        assert_eq!(fs::read_to_string(&file).unwrap(), DOCUMENT);
        applied.unwrap_err()
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_led_to_is_left_alone_when_the_link_is_gone() {
        let error = through_a_link(|link| fs::remove_file(link).unwrap());
        assert!(matches!(error, Error::Changed { .. }), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_round_in_a_circle_by_now_is_told() {
        let error = through_a_link(|link| {
            fs::remove_file(link).unwrap();
            std::os::unix::fs::symlink(link, link).unwrap();
        });
        assert!(matches!(error, Error::Read { .. }), "{error}");
    }

    #[test]
    fn a_file_that_was_only_touched_is_replaced() {
        let (applied, found) = meanwhile(|path| fs::write(path, DOCUMENT).unwrap());
        let new = DOCUMENT.replace("old", "new");
        assert_eq!(applied.unwrap().text(), new);
        assert_eq!(found, [("plan.md".to_owned(), new)]);
    }
}

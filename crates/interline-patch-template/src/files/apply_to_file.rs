//! Applying to a file.

use std::path::Path;

use interline_files::{UpdateOptions, update};
use interline_text::log_all;

use crate::apply::{Applied, ApplyOptions, apply_patches};
use crate::error::Error;
use crate::read::Response;

/// Applies a response to the document in a file, as [`apply_patches`] does to a text.
///
/// Reading, applying and replacing are one step for all who call this function: it holds a lock on the file meanwhile. Calls in any
/// number of processes and threads lose no update of each other, and none of them has to be repeated. The text of a program that takes no
/// lock is looked out for, and the response is applied to it. The function `update` of `interline-files` describes how, and what cannot be seen.
///
/// The file is replaced as a whole: the new text is written to a temporary file beside it, which takes its name once everything is on
/// disk. Whoever reads the file sees the old text or the new one. When nothing changes, nothing is written. When the call fails, the
/// file is as it was, and no temporary file is left. A process that is killed meanwhile may leave one: `.interline-` and six
/// characters, which can be removed.
///
/// Mode bits, owner, group, extended attributes and access control lists stay. A symlink stays a symlink, and the file that it leads to is
/// replaced. A file with other hard links is left alone; [`apply_to_file_with`] has the options. A file that is marked read-only is
/// left alone.
///
/// Only the super-user gives files away. Where another user's file may be written, it belongs to this user afterwards; its group stays
/// where this user is in it, and where not, its rights become those of others. That is reported (`owner-not-kept`). Where it may not be
/// written it is left alone, though a renaming might succeed.
///
/// The configuration is that of the options; [`ComponentsConfig::discover`](crate::ComponentsConfig) finds the one that
/// belongs to the document.
///
/// # Examples
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("plan.md");
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
/// with, [`Locked`](Error::Locked) when another program keeps its lock for more than 10 s, [`Changed`](Error::Changed) when programs
/// without a lock changed the file again and again or removed it, [`HardLinked`](Error::HardLinked) when it has other names,
/// [`Write`](Error::Write) when it cannot be replaced, for instance because no file can be made in its directory or because it belongs to
/// another user. Each carries `path` as given.
pub fn apply_to_file(
    path: impl AsRef<Path>,
    response: &Response<'_>,
    options: &ApplyOptions,
) -> Result<Applied, Error> {
    apply_to_file_with(path, response, options, &UpdateOptions::new())
}

/// [`apply_to_file`] with options for the file: how long to wait for its lock, what happens to a file with several names, whether the
/// directory is synchronised.
///
/// # Examples
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # let (path, other) = (directory.path().join("CLAUDE.md"), directory.path().join("AGENTS.md"));
/// use interline_patch_template::{
///     ApplyOptions, HardLinks, UpdateOptions, apply_to_file_with, parse_patches,
/// };
///
/// std::fs::write(&path, "<!-- agent:status -->\nred\n<!-- /agent:status -->\n")?;
/// std::fs::hard_link(&path, &other)?;
/// let response = parse_patches("<!-- patch:status -->\ngreen\n<!-- /patch:status -->\n");
/// let files = UpdateOptions::new().hard_links(HardLinks::InPlace);
/// let applied = apply_to_file_with(&path, &response, &ApplyOptions::new(), &files)?;
/// assert_eq!(applied.diagnostics[0].code, "written-in-place");
/// assert_eq!(std::fs::read_to_string(&other)?, applied.text());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of [`apply_to_file`], and [`PartlyWritten`](Error::PartlyWritten) with
/// [`HardLinks::InPlace`](crate::HardLinks::InPlace).
pub fn apply_to_file_with(
    path: impl AsRef<Path>,
    response: &Response<'_>,
    options: &ApplyOptions,
    files: &UpdateOptions,
) -> Result<Applied, Error> {
    apply_with_pause(path.as_ref(), response, options, files, |_| ())
}

/// [`apply_to_file_with`], with `pause` called between reading and replacing, each time with the number of times before.
fn apply_with_pause(
    path: &Path,
    response: &Response<'_>,
    options: &ApplyOptions,
    files: &UpdateOptions,
    mut pause: impl FnMut(usize),
) -> Result<Applied, Error> {
    let (mut last, mut times) = (None, 0);
    let updated = update(path, files, |text| {
        let applied = apply_patches(text, response, options);
        pause(times);
        times += 1;
        let new = (!applied.edits.is_empty()).then(|| applied.text().to_owned());
        last = Some(applied);
        Ok(new)
    })
    .map_err(|error| Error::of_file(path, error))?;
    let mut applied = last.unwrap_or_else(|| apply_patches(&updated.text, response, options));
    // They are about the file as a whole, so that their positions are those of an empty text.
    log_all(&updated.diagnostics, Some(&path.display().to_string()), "");
    applied.diagnostics.splice(0..0, updated.diagnostics);
    Ok(applied)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::read::parse_patches;

    const DOCUMENT: &str = "<!-- agent:status -->\nold\n<!-- /agent:status -->\n";
    const RESPONSE: &str = "<!-- patch:status -->\nnew\n<!-- /patch:status -->\n";

    fn result_on(document: &str) -> String {
        let response = parse_patches(RESPONSE);
        let applied = apply_patches(document, &response, &ApplyOptions::new());
        applied.text().to_owned()
    }

    /// Applies to `path`; `other_writer` writes once, after the first reading.
    fn apply_beside(path: &Path, other_writer: impl FnOnce(&Path)) -> Result<Applied, Error> {
        let (options, files) = (ApplyOptions::new(), UpdateOptions::new());
        let mut other_writer = Some(other_writer);
        apply_with_pause(path, &parse_patches(RESPONSE), &options, &files, |times| {
            assert_eq!(times == 0, other_writer.is_some());
            if let Some(other_writer) = other_writer.take() {
                other_writer(path);
            }
        })
    }

    /// Applies to a file beside another writer; gives the outcome, and the names and contents in the directory then.
    fn meanwhile(
        other_writer: impl FnOnce(&Path),
    ) -> (Result<Applied, Error>, Vec<(String, String)>) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("plan.md");
        fs::write(&path, DOCUMENT).unwrap();
        let applied = apply_beside(&path, other_writer);
        let mut found: Vec<_> = fs::read_dir(directory.path())
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

    fn is_applied_to(other: &str) {
        let (applied, found) = meanwhile(|path| fs::write(path, other).unwrap());
        assert_eq!(applied.unwrap().text(), result_on(other));
        assert_eq!(found, [("plan.md".to_owned(), result_on(other))]);
    }

    #[test]
    fn applies_to_a_text_of_another_length() {
        is_applied_to("mine\n");
    }

    #[test]
    fn applies_to_other_bytes_of_the_same_length() {
        is_applied_to(&DOCUMENT.replace("old", "mix"));
    }

    #[test]
    fn applies_to_a_file_that_was_renamed_into_place() {
        let other = format!("{DOCUMENT}mine\n");
        let (applied, found) = meanwhile(|path| {
            let beside = path.with_file_name("beside");
            fs::write(&beside, &other).unwrap();
            fs::rename(beside, path).unwrap();
        });
        assert_eq!(applied.unwrap().text(), result_on(&other));
        assert_eq!(found, [("plan.md".to_owned(), result_on(&other))]);
    }

    #[test]
    fn rejects_a_file_that_is_no_longer_text() {
        let (applied, found) = meanwhile(|path| fs::write(path, [0xff; 8]).unwrap());
        assert!(matches!(applied, Err(Error::NotUtf8 { .. })), "{applied:?}");
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn does_not_bring_a_removed_file_back() {
        let (applied, found) = meanwhile(|path| fs::remove_file(path).unwrap());
        let error = applied.unwrap_err();
        assert!(matches!(error, Error::Changed { .. }), "{error:?}");
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
    fn leaves_a_directory_alone_that_took_the_place_of_the_file() {
        let (applied, found) = meanwhile(|path| {
            fs::remove_file(path).unwrap();
            fs::create_dir(path).unwrap();
        });
        assert!(
            matches!(applied, Err(Error::NotAFile { .. })),
            "{applied:?}"
        );
        assert_eq!(found, [("plan.md".to_owned(), String::new())]);
    }

    #[test]
    fn leaves_a_file_alone_that_became_read_only() {
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
    fn follows_a_symlink_that_leads_elsewhere_by_now() {
        let (applied, found) = meanwhile(|path| {
            let kept = path.with_file_name("kept.md");
            let other = path.with_file_name("other.md");
            fs::rename(path, kept).unwrap();
            fs::write(&other, format!("{DOCUMENT}other\n")).unwrap();
            std::os::unix::fs::symlink(other, path).unwrap();
        });
        let result = result_on(&format!("{DOCUMENT}other\n"));
        assert_eq!(applied.unwrap().text(), result);
        let expected = [
            ("kept.md", DOCUMENT),
            ("other.md", result.as_str()),
            ("plan.md", result.as_str()),
        ];
        let found: Vec<_> = found
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        assert_eq!(found, expected);
    }

    /// Applies through a symlink that `other_writer` changes.
    #[cfg(unix)]
    fn through_a_symlink(other_writer: impl FnOnce(&Path)) -> Error {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (
            directory.path().join("plan.md"),
            directory.path().join("link.md"),
        );
        fs::write(&file, DOCUMENT).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let applied = apply_beside(&link, other_writer);
        assert_eq!(fs::read_to_string(&file).unwrap(), DOCUMENT);
        applied.unwrap_err()
    }

    #[cfg(unix)]
    #[test]
    fn leaves_the_target_alone_when_the_symlink_is_gone() {
        let error = through_a_symlink(|link| fs::remove_file(link).unwrap());
        assert!(matches!(error, Error::Changed { .. }), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn reports_a_symlink_that_leads_in_a_circle_by_now() {
        let error = through_a_symlink(|link| {
            fs::remove_file(link).unwrap();
            std::os::unix::fs::symlink(link, link).unwrap();
        });
        assert!(matches!(error, Error::Read { .. }), "{error}");
        assert!(
            error
                .to_string()
                .ends_with("link.md`: it is a symlink that leads in a circle; remove it"),
            "{error}"
        );
    }

    #[test]
    fn replaces_a_file_that_was_written_with_the_same_text() {
        let (applied, found) = meanwhile(|path| {
            // With its old time, so that its content alone decides.
            let time = fs::metadata(path).unwrap().modified().unwrap();
            let mut file = fs::OpenOptions::new().write(true).open(path).unwrap();
            std::io::Write::write_all(&mut file, DOCUMENT.as_bytes()).unwrap();
            file.set_modified(time).unwrap();
        });
        assert_eq!(applied.unwrap().text(), result_on(DOCUMENT));
        assert_eq!(found, [("plan.md".to_owned(), result_on(DOCUMENT))]);
    }
}

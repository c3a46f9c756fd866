//! Applying to a file.

use std::path::Path;

use interline_files::{UpdateOptions, update};

use crate::apply::{Applied, ApplyOptions, apply_patches};
use crate::error::Error;
use crate::read::Response;

/// Applies a response to the document in a file, as [`apply_patches`] does to a text.
///
/// Reading, applying and replacing are one step for all callers of this function: it holds a lock on the file meanwhile. Calls in any
/// number of processes and threads lose no update of each other, and none of them has to be repeated. If a program without a lock writes
/// meanwhile, the response is applied to its text. The function `update` of `interline-files` describes how, and which writes cannot be seen.
///
/// The file is replaced as a whole: the new text is written to a temporary file beside it, which takes its name once everything is on
/// disk. A reader sees the old text or the new one. If nothing changes, nothing is written. If the call fails, the file is as it
/// was, and no temporary file remains. A process that is killed meanwhile may leave one: `.interline-` and six characters, which can
/// be removed.
///
/// Mode bits, owner, group, extended attributes and access control lists stay. A symlink stays a symlink, and its target is replaced. A
/// file with other hard links is an error; [`apply_to_file_with`] has options for it. A file that is marked read-only is an error.
///
/// Only the super-user can change owners. A file of another user that may be written belongs to this user afterwards; its group stays if
/// this user is in it, otherwise the rights of the group become those of others. That is reported (`owner-not-kept`). A file that may
/// not be written is an error, even if renaming would succeed.
///
/// The configuration is that of the options; [`ComponentsConfig::discover`](crate::ComponentsConfig) finds that of the document.
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
/// [`Error::File`] if the file cannot be read, is not UTF-8, is locked by another program for more than 10 s, was changed again and
/// again or removed by programs without a lock, has other hard links, or cannot be replaced, for instance because no file can be made
/// in its directory or because it belongs to another user. The file is then as it was.
pub fn apply_to_file(
    path: impl AsRef<Path>,
    response: &Response<'_>,
    options: &ApplyOptions,
) -> Result<Applied, Error> {
    apply_to_file_with(path, response, options, &UpdateOptions::new())
}

/// Applies a response to a file as [`apply_to_file`] does, with options for the file: how long to wait for its lock, the policy for
/// hard links, whether the directory is synchronised.
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
/// Those of [`apply_to_file`]. With [`HardLinks::InPlace`](crate::HardLinks::InPlace) the file may be partly written; the error
/// then names a file with the complete new text.
pub fn apply_to_file_with(
    path: impl AsRef<Path>,
    response: &Response<'_>,
    options: &ApplyOptions,
    files: &UpdateOptions,
) -> Result<Applied, Error> {
    apply_with_pause(path.as_ref(), response, options, files, |_| ())
}

/// Applies as [`apply_to_file_with`] does, and calls `pause` between reading and replacing with the number of calls before.
pub(super) fn apply_with_pause(
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
        Ok::<_, interline_files::Error>(new)
    })?;
    let mut applied = last.unwrap_or_else(|| apply_patches(&updated.text, response, options));
    // They are about the file as a whole, so that their positions are those of an empty text.
    #[cfg(feature = "log")]
    interline_text::log_all(&updated.diagnostics, Some(&path.display().to_string()), "");
    applied.diagnostics.splice(0..0, updated.diagnostics);
    Ok(applied)
}

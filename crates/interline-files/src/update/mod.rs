//! Reading, changing and replacing a file as one step.

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod attributes;
mod exchange;
mod file_id;
mod in_place;
mod lock;
mod locked_file;
mod options;
#[cfg(unix)]
mod owner;
mod read_complete;
mod support;
mod temporary;
#[cfg(all(
    test,
    any(target_os = "linux", target_os = "android", target_vendor = "apple")
))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
mod wait;

use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use interline_text::{Diagnostic, Severity};

use crate::diagnostics::{
    DIRECTORY_NOT_SYNCED, HARD_LINK_SPLIT, NOT_GUARDED, TEXT_KEPT, WRITTEN_IN_PLACE,
};
use crate::error::Error;
use crate::source_file::text_of;

use exchange::{Exchanged, exchange, exchange_back};
use locked_file::LockedFile;
pub use options::{HardLinks, UpdateOptions};
use support::{Moment, Support};
use wait::Wait;

/// The number of attempts of one call. An attempt fails when a program without a lock writes the file meanwhile.
const ATTEMPTS: usize = 32;

/// The time for which a file that existed may be missing. Editors that rename the old file away and the new one to its path leave no file
/// at the path for an instant.
const MISSING: Duration = Duration::from_millis(100);

/// The time for which the old file is watched after the exchange.
///
/// A program that opens the file to truncate it looks up the path first and truncates a moment later. Where the exchange comes between,
/// it truncates, and then writes, a file without a name. Without this pause such texts are lost when several processes write often.
const WATCHED: Duration = Duration::from_micros(150);

/// The result of [`update`] or [`replace`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Updated {
    /// The content of the file after the call.
    pub text: String,
    /// Whether the file was written.
    pub is_written: bool,
    /// Reports attributes that could not be kept and guarantees that the file system does not allow. The codes are in [`diagnostics`](crate::diagnostics); the spans are empty.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the file at `path` and replaces its text by the result of `compute`, in one step for all callers of this function.
///
/// Callers in any number of processes and threads never lose an update: the call holds an exclusive advisory lock on the file from
/// before it reads until after it has replaced it. The lock ends with the process that holds it. When `compute` returns `None`, or the
/// text of the file, nothing is written.
///
/// The new text is written to a temporary file in the same directory, which takes the name of the file once it is on disk. A reader
/// sees the old text or the new one, also after a crash. A process that is killed may leave a temporary file:
/// `.interline-` and six characters.
///
/// Programs without a lock are detected. On Linux and Apple systems the temporary file and the file are exchanged, and the old file is
/// compared with the text that was read. Where another program has written meanwhile, its text is exchanged back, and the call starts
/// again with it: `compute` is called again. Elsewhere, and on file systems that cannot exchange files, the comparison is made before
/// the renaming, and a text that is written in the instant between is lost. A file that is empty is read again until it has been so for
/// 100 ms, because editors truncate a file before they write it; one that was written in place within the last 5 ms is read again after
/// that time. A program that opened the file before the replacement, and truncates it later than that or not at all, writes to the old
/// file, which no longer has a name.
///
/// Mode bits, owner, group, extended attributes and access control lists are kept; losses are reported. Symlinks stay, and their target is
/// replaced. [`HardLinks`] decides about a file with several names. A file that is marked read-only, or that belongs to another user and
/// may not be written by this one, is not replaced. [`_format`](crate::_format) has a table of the guarantees of each platform.
///
/// A call of this function for the same file within `compute` returns [`Error::Locked`].
///
/// # Examples
///
/// ```
/// use interline_files::{Error, UpdateOptions, update};
///
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("log.md");
/// std::fs::write(&path, "- first\n")?;
///
/// let updated = update(&path, &UpdateOptions::new(), |old| {
///     Ok::<_, Error>(Some(format!("{old}- second\n")))
/// })?;
/// assert!(updated.is_written && updated.diagnostics.is_empty());
/// assert_eq!(std::fs::read_to_string(&path)?, "- first\n- second\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The error of `compute`. Those of [`SourceFile::open`](crate::SourceFile::open) and [`read_text`](crate::SourceFile::read_text) when
/// the file cannot be read. [`Error::Locked`] when another program does not release its lock, [`Error::Conflict`] when programs without a
/// lock wrote the file 32 times meanwhile or removed it, [`Error::HardLinked`], and [`Error::Write`] when the file cannot be replaced,
/// for instance because no file may be created in its directory. The file is unchanged then, and no temporary file is left. Only after
/// [`Error::PartlyWritten`], which only [`HardLinks::InPlace`] returns, the file is changed.
pub fn update<E: From<Error>>(
    path: impl AsRef<Path>,
    options: &UpdateOptions,
    mut compute: impl FnMut(&str) -> Result<Option<String>, E>,
) -> Result<Updated, E> {
    let path = path.as_ref();
    let updated = update_with(path, options, Support::FULL, &mut compute)?;
    #[cfg(feature = "log")]
    interline_text::log_all(&updated.diagnostics, Some(&path.to_string_lossy()), "");
    Ok(updated)
}

/// Replaces the text `expected` of the file at `path` by `new`, as [`update`] does.
///
/// # Examples
///
/// ```
/// use interline_files::{Error, UpdateOptions, replace};
///
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("a.md");
/// std::fs::write(&path, "old")?;
///
/// replace(&path, "old", "new", &UpdateOptions::new())?;
/// assert_eq!(std::fs::read_to_string(&path)?, "new");
/// let error = replace(&path, "old", "newer", &UpdateOptions::new()).unwrap_err();
/// assert!(matches!(error, Error::Conflict { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Error::Conflict`] when the file has another text, and those of [`update`].
pub fn replace(
    path: impl AsRef<Path>,
    expected: &str,
    new: &str,
    options: &UpdateOptions,
) -> Result<Updated, Error> {
    let path = path.as_ref();
    update(path, options, |found| {
        if found == expected {
            Ok(Some(new.to_owned()))
        } else {
            Err(Error::conflict(path))
        }
    })
}

/// The result of one attempt to replace a file.
enum Attempt {
    Written(Vec<Diagnostic>),
    /// Another program wrote meanwhile, and its text is at the path.
    Overtaken(Option<Diagnostic>),
}

fn update_with<E: From<Error>>(
    path: &Path,
    options: &UpdateOptions,
    support: Support<'_>,
    compute: &mut dyn FnMut(&str) -> Result<Option<String>, E>,
) -> Result<Updated, E> {
    let wait = Wait::new(options.wait);
    let mut reported = Vec::new();
    for attempt in 0..ATTEMPTS {
        let mut locked = open(path, options, &wait, support, attempt == 0)?;
        let (bytes, metadata) = read_complete::read_complete(&mut locked.source)?;
        let old = text_of(path, bytes)?;
        let new = compute(&old)?.filter(|new| *new != old);
        let Some(new) = new else {
            return Ok(Updated {
                text: old,
                is_written: false,
                diagnostics: reported,
            });
        };
        let step = Step {
            path,
            options,
            support,
            read: &metadata,
            old: old.as_bytes(),
            new: new.as_bytes(),
        };
        match step.write(&mut locked)? {
            Attempt::Written(found) => {
                reported.extend(found);
                return Ok(Updated {
                    text: new,
                    is_written: true,
                    diagnostics: reported,
                });
            }
            Attempt::Overtaken(found) => reported.extend(found),
        }
        drop(locked);
        // Without a pause a program that writes all the time would be at the same point of its loop each time.
        Wait::new(Duration::from_millis(1)).pause();
    }
    Err(Error::conflict(path).into())
}

/// Opens and locks the file. After the first attempt the file existed, and may be missing for an instant.
fn open(
    path: &Path,
    options: &UpdateOptions,
    wait: &Wait,
    support: Support<'_>,
    is_first: bool,
) -> Result<LockedFile, Error> {
    let missing = Wait::new(MISSING);
    loop {
        match LockedFile::open(path, options.max_bytes, wait, support.locks) {
            Err(error) if !is_first && is_missing(&error) => {
                if missing.is_over() {
                    return Err(Error::conflict(path));
                }
                missing.pause();
            }
            opened => return opened,
        }
    }
}

fn is_missing(error: &Error) -> bool {
    matches!(error, Error::DanglingLink { .. }) || error.io_kind() == Some(ErrorKind::NotFound)
}

/// One attempt to replace a file.
struct Step<'a> {
    /// The path as the caller gave it.
    path: &'a Path,
    options: &'a UpdateOptions,
    support: Support<'a>,
    /// The metadata at the time of the reading.
    read: &'a Metadata,
    old: &'a [u8],
    new: &'a [u8],
}

impl Step<'_> {
    fn write(&self, locked: &mut LockedFile) -> Result<Attempt, Error> {
        if !locked.is_at(self.path) {
            return Ok(Attempt::Overtaken(None));
        }
        let metadata = locked.source.file().metadata();
        let metadata = metadata.map_err(|error| Error::not_written(self.path, error))?;
        let links = file_id::links(&metadata);
        let mut reported = Vec::new();
        if links > 1 {
            match self.options.hard_links {
                HardLinks::Refuse => {
                    return Err(Error::HardLinked {
                        path: self.path.to_owned(),
                        links,
                    });
                }
                HardLinks::InPlace => return self.write_in_place(locked, &metadata, links),
                HardLinks::Split => reported.push(Diagnostic::new(
                    Severity::Warning,
                    HARD_LINK_SPLIT,
                    0..0,
                    format!(
                        "the file has {links} hard links, and only this one leads to the new text; link the others again, or use \
                         `HardLinks::InPlace`"
                    ),
                )),
            }
        }
        let not_written = |error| Error::not_written(self.path, error);
        let file = locked.source.canonical().to_owned();
        let temporary = temporary::create(&file, &metadata, self.new).map_err(not_written)?;
        let taken =
            temporary::take_over(&file, locked.source.file(), &metadata, temporary.as_file());
        reported.extend(taken.map_err(not_written)?);
        temporary.as_file().sync_all().map_err(not_written)?;
        // The new file is locked before it has the name, so that callers who open it wait until it is certain that it stays.
        let _next = (self.support.locks).then(|| lock::Lock::ask(temporary.as_file()));
        let directory = file.parent().unwrap_or(&file);
        let between = locked_file::lock_directory(directory);
        if !self.is_current(locked) {
            return Ok(Attempt::Overtaken(None));
        }
        (self.support.watch)(Moment::BeforeReplacing);
        let exchanged = if self.support.exchange {
            exchange(temporary.path(), &file)
                .map_err(|error| not_written(temporary::not_renamed(error)))?
        } else {
            Exchanged::Unsupported
        };
        let has_exchange = matches!(exchanged, Exchanged::Done);
        match exchanged {
            Exchanged::Missing => return Ok(Attempt::Overtaken(None)),
            Exchanged::Done => {
                (self.support.watch)(Moment::Exchanged);
                let is_as_read = self.is_as_read(locked, &metadata, temporary.path());
                let is_as_read = match is_as_read {
                    Ok(true) => {
                        std::thread::sleep(WATCHED);
                        self.is_as_read(locked, &metadata, temporary.path())
                    }
                    other => other,
                };
                if !is_as_read.as_ref().is_ok_and(|&is_as_read| is_as_read) {
                    let kept =
                        exchange_back(self.path, &file, temporary, self.new, self.support.watch)?;
                    // An error of reading, after everything was exchanged back.
                    is_as_read?;
                    return Ok(Attempt::Overtaken(kept.as_deref().map(text_kept)));
                }
                // The temporary name leads to the old file now, which is removed.
                drop(temporary);
            }
            Exchanged::Unsupported => {
                // As late as possible: a text that is written between this comparison and the renaming is lost.
                if !locked.is_at(self.path) || !locked.has_content(self.old)? {
                    return Ok(Attempt::Overtaken(None));
                }
                let renamed = temporary.persist(&file);
                renamed.map_err(|failed| not_written(temporary::not_renamed(failed.error)))?;
            }
        }
        drop(between);
        if self.options.sync_directory {
            reported.extend(sync_directory(directory));
        }
        reported.extend(not_guarded(locked.is_locked(), has_exchange));
        Ok(Attempt::Written(reported))
    }

    fn write_in_place(
        &self,
        locked: &mut LockedFile,
        metadata: &Metadata,
        links: u64,
    ) -> Result<Attempt, Error> {
        if !in_place::write(self.path, locked, metadata, self.old, self.new)? {
            return Ok(Attempt::Overtaken(None));
        }
        let message = format!(
            "the file has {links} hard links and was written in place: all of them lead to the new text"
        );
        let written = Diagnostic::new(Severity::Info, WRITTEN_IN_PLACE, 0..0, message);
        let guard = not_guarded(locked.is_locked(), true);
        Ok(Attempt::Written(
            std::iter::once(written).chain(guard).collect(),
        ))
    }

    /// Returns whether the path leads to the file that was read, and its metadata show no write since.
    fn is_current(&self, locked: &LockedFile) -> bool {
        let is_same = |now: Metadata| {
            now.len() == self.read.len() && now.modified().ok() == self.read.modified().ok()
        };
        locked.is_at(self.path) && locked.source.file().metadata().is_ok_and(is_same)
    }

    /// Returns whether the file at the temporary name after an exchange is the one that was read, with the rights that the new file took
    /// over.
    fn is_as_read(
        &self,
        locked: &mut LockedFile,
        metadata: &Metadata,
        temporary: &Path,
    ) -> Result<bool, Error> {
        let found = std::fs::symlink_metadata(temporary)
            .map_err(|error| Error::not_written(self.path, error))?;
        if file_id::FileId::of(&found) != locked.id {
            return Ok(false);
        }
        if !locked.has_content(self.old)? {
            return Ok(false);
        }
        // The metadata are read after the content, since a write during the reading changes the time.
        let found = locked.source.file().metadata();
        let found = found.map_err(|error| Error::not_written(self.path, error))?;
        // An empty file that is truncated once more has the same content, and its new text is about to be written.
        let is_touched = found.modified().ok() != metadata.modified().ok();
        Ok(!(is_touched && self.old.is_empty()) && file_id::same_rights(&found, metadata))
    }
}

fn text_kept(kept: &Path) -> Diagnostic {
    let message = format!(
        "another program wrote the file twice while it was replaced; its earlier text is in `{}`; compare the two, then remove that file",
        kept.display()
    );
    Diagnostic::new(Severity::Warning, TEXT_KEPT, 0..0, message)
}

/// Reports the operations that this platform usually has and the file system lacks.
fn not_guarded(is_locked: bool, has_exchange: bool) -> Option<Diagnostic> {
    const LOCKS: bool = cfg!(unix);
    const EXCHANGE: bool = cfg!(any(
        target_os = "linux",
        target_os = "android",
        target_vendor = "apple"
    ));

    let lacks = match (LOCKS && !is_locked, EXCHANGE && !has_exchange) {
        (false, false) => return None,
        (true, false) => "no locks",
        (false, true) => "no exchange of files",
        (true, true) => "no locks and no exchange of files",
    };
    let message = format!(
        "the file system has {lacks}, so that a text that another program writes in the instant before the replacement is lost; let one program at \
         a time write the file"
    );
    Some(Diagnostic::new(Severity::Info, NOT_GUARDED, 0..0, message))
}

/// Synchronises a directory; reports where that fails.
fn sync_directory(directory: &Path) -> Option<Diagnostic> {
    let synced = File::open(directory).and_then(|directory| directory.sync_all());
    let error = synced.err()?;
    let message = format!(
        "the directory could not be synchronised: {error}; check the file after a loss of power"
    );
    Some(Diagnostic::new(
        Severity::Warning,
        DIRECTORY_NOT_SYNCED,
        0..0,
        message,
    ))
}

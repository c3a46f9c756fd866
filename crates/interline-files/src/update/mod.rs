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
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use interline_text::{Diagnostic, Severity};

use crate::Error;
use crate::diagnostics::{
    DIRECTORY_NOT_SYNCED, HARD_LINK_SPLIT, NOT_GUARDED, TEXT_KEPT, WRITTEN_IN_PLACE,
};
use crate::source_file::text_of;

use exchange::{Exchanged, exchange, give_back};
use locked_file::LockedFile;
pub use options::{HardLinks, UpdateOptions};
use support::{Moment, Support};
use wait::Wait;

/// How often a call begins anew because a program without a lock wrote the file meanwhile.
const ATTEMPTS: usize = 32;

/// How long a file that was there may be missing. Editors that rename the old file away and the new one into its place leave no file at
/// the path for an instant.
const MISSING: Duration = Duration::from_millis(100);

/// How long the old text is watched after it has lost the path.
///
/// A program that opens the file to truncate it looks up the path first and truncates a moment later. Where the exchange comes between,
/// it truncates, and then writes, a file without a name. With three processes that update one file 1,000 times a second, 1 of 1,000 texts
/// of an editor was lost so without this pause, and none of 9,600 with it.
const WATCHED: Duration = Duration::from_micros(150);

/// What [`update`] or [`replace`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Updated {
    /// The content that the file has now.
    pub text: String,
    /// Whether it was written.
    pub is_written: bool,
    /// What could not be kept or guarded. The codes are in [`diagnostics`](crate::diagnostics); the spans are empty.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the file at `path`, and replaces it by what `compute` makes of its text: one step for all who call this function.
///
/// Callers in any number of processes and threads never lose an update: the call holds an exclusive advisory lock on the file from
/// before it reads until after it has replaced it. The lock ends with the process that holds it. When `compute` gives `None`, or the text
/// that the file has, nothing is written.
///
/// The new text is written to a temporary file in the same directory, which takes the name of the file once it is on disk. A reader
/// sees the old text or the new one, and so does whoever comes after a crash. A process that is killed may leave a temporary file:
/// `.interline-` and six characters.
///
/// Programs that take no lock are looked out for. On Linux and Apple systems the temporary file and the file are exchanged, and what
/// comes out is compared with what was read. Where another program has written meanwhile, its text gets its place back, and the call
/// begins anew with it: `compute` is called again. Elsewhere, and on file systems that cannot exchange files, the comparison is made
/// before the renaming, and what is written in the instant between is lost. A file that is empty is read again until it has been so for
/// 100 ms, because editors truncate a file before they write it; one that was written in place within the last 5 ms is read again after
/// that time. What a program writes through a file that it opened before the replacement, and truncated before that time or not at
/// all, goes to the old text, which no longer has a name.
///
/// Mode bits, owner, group, extended attributes and access control lists are kept; what cannot be kept is reported. Symlinks
/// stay, and the file that they lead to is replaced. [`HardLinks`] says what happens to a file with several names. A file that is marked
/// read-only, or that belongs to another user and may not be written by this one, is left alone. `docs/files.md` has a table of what
/// holds on which platform.
///
/// Calling this function for the same file within `compute` ends with [`Error::Locked`].
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
/// What `compute` returns. Those of [`SourceFile::open`](crate::SourceFile::open) and [`read_text`](crate::SourceFile::read_text) when there is no text to begin with.
/// [`Error::Locked`] when another program does not release its lock, [`Error::Conflict`] when programs without a lock wrote the file 32 times
/// meanwhile or removed it, [`Error::HardLinked`], and [`Error::Write`] when the file cannot be replaced, for instance because no file may
/// be made in its directory. The file is as it was then, and no temporary file is left. After [`Error::PartlyWritten`], which only
/// [`HardLinks::InPlace`] has, it is not.
pub fn update<E: From<Error>>(
    path: impl AsRef<Path>,
    options: &UpdateOptions,
    mut compute: impl FnMut(&str) -> Result<Option<String>, E>,
) -> Result<Updated, E> {
    update_with(path.as_ref(), options, Support::FULL, &mut compute)
}

/// Replaces the file at `path` by `new` if it holds `expected`, in the way of [`update`].
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
/// [`Error::Conflict`] when it holds something else, and those of [`update`].
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
            Err(conflict(path))
        }
    })
}

/// What came of one attempt to replace a file.
enum Attempt {
    Written(Vec<Diagnostic>),
    /// Another program wrote meanwhile. Its text is at the path.
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
        let mut held = open(path, options, &wait, support, attempt == 0)?;
        let (bytes, metadata) = read_complete::read_complete(&mut held.source)?;
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
        match step.write(&mut held)? {
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
        drop(held);
        // Without a pause a program that writes all the time would be met at the same point of its work each time.
        Wait::new(Duration::from_millis(1)).pause();
    }
    Err(conflict(path).into())
}

fn conflict(path: &Path) -> Error {
    Error::Conflict {
        path: path.to_owned(),
        kept: None,
    }
}

/// Opens and locks the file. Unless this is the first time, it was there and may be missing for an instant.
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
                    return Err(conflict(path));
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
    /// As it was given.
    path: &'a Path,
    options: &'a UpdateOptions,
    support: Support<'a>,
    /// The metadata at the reading.
    read: &'a Metadata,
    old: &'a [u8],
    new: &'a [u8],
}

impl Step<'_> {
    fn write(&self, held: &mut LockedFile) -> Result<Attempt, Error> {
        if !held.is_at(self.path) {
            return Ok(Attempt::Overtaken(None));
        }
        let metadata = held.source.file().metadata();
        let metadata = metadata.map_err(|error| self.not_written(error))?;
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
                HardLinks::InPlace => return self.write_in_place(held, &metadata, links),
                HardLinks::Split => reported.push(Diagnostic::new(
                    Severity::Warning,
                    HARD_LINK_SPLIT,
                    0..0,
                    format!(
                        "the file has {links} hard links, and only this one leads to the new text: link the others again, or use \
                         `HardLinks::InPlace`"
                    ),
                )),
            }
        }
        let not_written = |error| self.not_written(error);
        let file = held.source.canonical().to_owned();
        let temporary = temporary::create(&file, &metadata, self.new).map_err(not_written)?;
        let taken = temporary::take_over(&file, held.source.file(), &metadata, temporary.as_file());
        reported.extend(taken.map_err(not_written)?);
        temporary.as_file().sync_all().map_err(not_written)?;
        // Locked before it has the name, so that callers who find it wait until it is certain that it stays.
        let _next = (self.support.locks).then(|| lock::Lock::ask(temporary.as_file()));
        let directory = file.parent().unwrap_or(&file);
        let between = locked_file::lock_directory(directory);
        if !self.is_current(held) {
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
                let is_as_read = self.is_as_read(held, &metadata, temporary.path());
                let is_as_read = match is_as_read {
                    Ok(true) => {
                        std::thread::sleep(WATCHED);
                        self.is_as_read(held, &metadata, temporary.path())
                    }
                    other => other,
                };
                if !is_as_read.as_ref().is_ok_and(|&is_as_read| is_as_read) {
                    let kept =
                        give_back(self.path, &file, temporary, self.new, self.support.watch)?;
                    // An error of reading, with everything as it was.
                    is_as_read?;
                    return Ok(Attempt::Overtaken(kept.as_deref().map(text_kept)));
                }
                // Its name leads to the old text now.
                drop(temporary);
            }
            Exchanged::Unsupported => {
                // As late as can be: what comes between this and the renaming is lost.
                if !held.is_at(self.path) || !held.holds(self.old)? {
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
        reported.extend(not_guarded(held.is_locked(), has_exchange));
        Ok(Attempt::Written(reported))
    }

    fn write_in_place(
        &self,
        held: &mut LockedFile,
        metadata: &Metadata,
        links: u64,
    ) -> Result<Attempt, Error> {
        if !in_place::write(self.path, held, metadata, self.old, self.new)? {
            return Ok(Attempt::Overtaken(None));
        }
        let message = format!(
            "the file has {links} hard links and was written in place: all of them lead to the new text"
        );
        let written = Diagnostic::new(Severity::Info, WRITTEN_IN_PLACE, 0..0, message);
        let guard = not_guarded(held.is_locked(), true);
        Ok(Attempt::Written(
            std::iter::once(written).chain(guard).collect(),
        ))
    }

    /// Whether the path leads to the file that was read, which has not been written since, as far as its metadata tell.
    fn is_current(&self, held: &LockedFile) -> bool {
        let is_same = |now: Metadata| {
            now.len() == self.read.len() && now.modified().ok() == self.read.modified().ok()
        };
        held.is_at(self.path) && held.source.file().metadata().is_ok_and(is_same)
    }

    /// Whether what an exchange brought to the temporary name is what was read, with the rights that the new file has taken over.
    fn is_as_read(
        &self,
        held: &mut LockedFile,
        metadata: &Metadata,
        temporary: &Path,
    ) -> Result<bool, Error> {
        let found =
            std::fs::symlink_metadata(temporary).map_err(|error| self.not_written(error))?;
        if file_id::FileId::of(&found) != held.id {
            return Ok(false);
        }
        if !held.holds(self.old)? {
            return Ok(false);
        }
        // After the content: what is written while it is read changes the time.
        let found = held.source.file().metadata();
        let found = found.map_err(|error| self.not_written(error))?;
        // An empty file that is truncated once more has the same content, and will soon be written.
        let is_touched = found.modified().ok() != metadata.modified().ok();
        Ok(!(is_touched && self.old.is_empty()) && file_id::same_rights(&found, metadata))
    }

    fn not_written(&self, source: io::Error) -> Error {
        Error::Write {
            path: self.path.to_owned(),
            source: source.into(),
        }
    }
}

fn text_kept(kept: &Path) -> Diagnostic {
    let message = format!(
        "another program wrote the file twice while it was replaced; its earlier text is in `{}`: compare the two, then remove that file",
        kept.display()
    );
    Diagnostic::new(Severity::Warning, TEXT_KEPT, 0..0, message)
}

/// Reports what the file system lacks of what this platform usually has.
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
        "the file system has {lacks}: what another program writes in the instant before the replacement is lost; let one program at \
         a time write the file"
    );
    Some(Diagnostic::new(Severity::Info, NOT_GUARDED, 0..0, message))
}

/// Synchronises a directory; reports where that fails.
fn sync_directory(directory: &Path) -> Option<Diagnostic> {
    let synced = File::open(directory).and_then(|directory| directory.sync_all());
    let error = synced.err()?;
    let message = format!(
        "the directory could not be synchronised: {error}; after a loss of power the old text may be back"
    );
    Some(Diagnostic::new(
        Severity::Warning,
        DIRECTORY_NOT_SYNCED,
        0..0,
        message,
    ))
}

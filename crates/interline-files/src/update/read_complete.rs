//! Reading a file that another program may be writing.

use std::fs::Metadata;
use std::time::{Duration, Instant, SystemTime};

use super::file_id::ends_with_a_write;
use crate::error::Error;
use crate::source_file::SourceFile;

/// The time for which an empty file must have been unchanged. Editors truncate a file and write to it a moment later; a busy machine makes the
/// moment longer.
const EMPTY: Duration = Duration::from_millis(100);

/// The same for a file whose last change is a write: more may follow. Longer than a tick of the clock of most kernels.
const WRITTEN: Duration = Duration::from_millis(5);

/// The time to wait for a file that is written again and again. Then it is read in its present state, and a later write is detected before
/// the replacement.
const RESTLESS: Duration = Duration::from_millis(20);

/// The same for one that is truncated again and again. It is never read while it is empty.
const TRUNCATED: Duration = Duration::from_secs(2);

/// The pause between two checks.
const PAUSE: Duration = Duration::from_millis(1);

/// The state of a file, as far as its metadata show it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    len: u64,
    modified: Option<SystemTime>,
}

impl State {
    fn of(metadata: &Metadata) -> Self {
        Self {
            len: metadata.len(),
            modified: metadata.modified().ok(),
        }
    }
}

/// Reads a file once it is complete by the rules of the constants. Returns its metadata at that time too.
///
/// A file that was renamed to its path, as this crate does, is read at once. So is one that was written some time ago.
pub(crate) fn read_complete(source: &mut SourceFile) -> Result<(Vec<u8>, Metadata), Error> {
    let start = Instant::now();
    let mut since = (None, start);
    loop {
        let before = metadata(source)?;
        let bytes = source.read_again()?;
        // Metadata before and after the reading: a write in between may have been read in part.
        let after = metadata(source)?;
        let state = State::of(&after);
        let is_steady = State::of(&before) == state && bytes.len() as u64 == state.len;
        let (needed, limit) = if bytes.is_empty() {
            (EMPTY, TRUNCATED)
        } else if ends_with_a_write(&after) || !is_steady {
            (WRITTEN, RESTLESS)
        } else {
            (Duration::ZERO, RESTLESS)
        };
        if since.0 != Some(state) {
            since = (Some(state), Instant::now());
        }
        // The clock of the file system may be another one, so that the time of observation counts too.
        let age = state.modified.and_then(|time| time.elapsed().ok());
        let unchanged = age.unwrap_or_default().max(since.1.elapsed());
        if is_steady && unchanged >= needed {
            return Ok((bytes, after));
        }
        if start.elapsed() >= limit {
            if bytes.is_empty() {
                return Err(Error::conflict(source.path()));
            }
            return Ok((bytes, after));
        }
        std::thread::sleep(needed.saturating_sub(unchanged).min(PAUSE).max(PAUSE / 10));
    }
}

fn metadata(source: &SourceFile) -> Result<Metadata, Error> {
    let found = source.file().metadata();
    found.map_err(|error| Error::io(source.path(), error))
}

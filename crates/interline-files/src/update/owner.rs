//! The owner of a file that replaces another.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, fchown};
use std::path::Path;

use interline_text::{Diagnostic, Severity};

use crate::diagnostics::OWNER_NOT_KEPT;
use crate::error::explained;

/// The bits by which a program runs as the owner or group of its file.
const SET_ID: u32 = 0o6000;

/// User and group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Owner {
    uid: u32,
    gid: u32,
}

impl Owner {
    fn of(metadata: &Metadata) -> Self {
        Self {
            uid: metadata.uid(),
            gid: metadata.gid(),
        }
    }
}

/// The ownership that a new file keeps of the old one.
#[derive(Debug)]
pub(crate) struct Kept {
    /// The mode bits that the new file is to get.
    pub(crate) mode: u32,
    pub(crate) keeps_group: bool,
    /// Reports an owner or group that was not kept.
    pub(crate) diagnostic: Option<Diagnostic>,
}

/// Gives `new`, which replaces `file`, the owner and the group of `old`.
///
/// Only the super-user gives files away, and others give theirs to groups that they are in. Where that is refused, and this user may
/// write to `file` all the same, `new` belongs to this user, and no user gets a right that they did not have.
pub(crate) fn keep(file: &Path, old: &Metadata, new: &File) -> io::Result<Kept> {
    let may_write = || OpenOptions::new().write(true).open(file).map(drop);
    let give = |uid, gid| fchown(new, uid, gid);
    let found = Owner::of(&new.metadata()?);
    let before = Owner::of(old);
    let (owner, mode) = resolve(before, found, old.mode(), give, may_write)?;
    Ok(Kept {
        mode,
        keeps_group: owner.gid == before.gid,
        diagnostic: (owner != before).then(|| not_kept(before, owner)),
    })
}

/// Returns the owner that a file of `new` gets when it replaces one of `old`, and its mode bits.
fn resolve(
    old: Owner,
    new: Owner,
    mode: u32,
    give: impl Fn(Option<u32>, Option<u32>) -> io::Result<()>,
    may_write: impl FnOnce() -> io::Result<()>,
) -> io::Result<(Owner, u32)> {
    let uid = (old.uid != new.uid).then_some(old.uid);
    let gid = (old.gid != new.gid).then_some(old.gid);
    if uid.is_none() && gid.is_none() {
        return Ok((old, mode));
    }
    // Both at once first: the superuser keeps everything, and no state in between has a wrong owner.
    match give(uid, gid) {
        Ok(()) => return Ok((old, mode)),
        Err(error) if !is_refused(&error) => return Err(error),
        Err(_) => {}
    }
    may_write().map_err(|error| {
        explained(error, |_| {
            format!(
                "it belongs to user {}, and this user may not write it; let this user write the file or own it",
                old.uid
            )
        })
    })?;
    let keeps_group = match gid.map(|gid| give(None, Some(gid))) {
        None | Some(Ok(())) => true,
        Some(Err(error)) if is_refused(&error) => false,
        Some(Err(error)) => return Err(error),
    };
    // The program would otherwise run as the user who writes now.
    let mode = mode & !SET_ID;
    if keeps_group {
        let gid = old.gid;
        return Ok((Owner { gid, ..new }, mode));
    }
    // The new group does not get the rights of the old one, only those that all others have.
    let mode = mode & !0o070 | (mode & 0o007) << 3;
    Ok((new, mode))
}

/// Returns whether only the super-user may do so. `InvalidInput` comes from containers that do not know the owner, `Unsupported` from file
/// systems without owners.
fn is_refused(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::PermissionDenied | ErrorKind::InvalidInput | ErrorKind::Unsupported
    )
}

fn not_kept(old: Owner, new: Owner) -> Diagnostic {
    let message = format!(
        "the file belonged to user {} and group {}, and belongs to user {} and group {} now, since this user may write it and may not \
         give it back; change the owner if it matters",
        old.uid, old.gid, new.uid, new.gid
    );
    Diagnostic::new(Severity::Warning, OWNER_NOT_KEPT, 0..0, message)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

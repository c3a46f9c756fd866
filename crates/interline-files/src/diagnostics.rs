//! The codes of the diagnostics of this crate.
//!
//! A code identifies a kind of problem and does not change between versions. These diagnostics are about a file as a whole: their span is
//! empty and at the start of the text.

/// Owner or group of a file could not be given to the text that replaced it (warning).
///
/// Only the super-user changes the owner of a file. A file of another user that this user may write belongs to this user after the
/// replacement. Its group stays where this user is a member of it. Where it does not stay, the new group gets only the rights that all
/// others have.
///
/// # Example
///
/// A file `plan.md` of the super-user with mode `0666` is replaced by an ordinary user.
///
/// # Fix
///
/// Change the owner back (`chown`), or let its owner replace the file.
pub const OWNER_NOT_KEPT: &str = "owner-not-kept";

/// Extended attributes or the access control list of a file could not be given to the text that replaced it (warning).
///
/// The message names them. Where the access control list is lost, the group gets the rights that the list gave to the owning group, and
/// no user gets a right that they did not have.
///
/// # Example
///
/// The attribute `security.selinux`, where this user may not relabel files.
///
/// # Fix
///
/// Set them again with `setfattr` or `setfacl`.
pub const ATTRIBUTES_NOT_KEPT: &str = "attributes-not-kept";

/// The file system has no locks, or cannot exchange two files in one step (info).
///
/// The file is read again immediately before it is replaced. A text that another program writes in the instant between is lost.
///
/// # Example
///
/// A file in a directory that is shared with a virtual machine.
///
/// # Fix
///
/// Let one program at a time write the file, or move it to a local disk.
pub const NOT_GUARDED: &str = "not-guarded";

/// A file with several hard links was written in place, as [`HardLinks::InPlace`](crate::HardLinks::InPlace) asks (info).
///
/// Every name leads to the new text. A program that reads the file meanwhile may see a part of the new text.
///
/// # Example
///
/// `ln plan.md other.md`, then an update of `plan.md`.
///
/// # Fix
///
/// None is needed.
pub const WRITTEN_IN_PLACE: &str = "written-in-place";

/// A file with several hard links was replaced under one name, as [`HardLinks::Split`](crate::HardLinks::Split) asks (warning).
///
/// The other names keep the old text and no longer change with this one.
///
/// # Example
///
/// `ln plan.md other.md`, then an update of `plan.md`: `other.md` keeps the old text.
///
/// # Fix
///
/// Make the other links again, or use [`HardLinks::InPlace`](crate::HardLinks::InPlace).
pub const HARD_LINK_SPLIT: &str = "hard-link-split";

/// Two texts of other programs met at the path while the file was replaced; one is in the file, the other in a file beside it
/// (warning).
///
/// The message names that file: the name of the document, `.kept-` and six characters.
///
/// # Example
///
/// A program without a lock writes the file twice within the microseconds in which its first text is moved back.
///
/// # Fix
///
/// Compare the two texts, then remove the file beside the document.
pub const TEXT_KEPT: &str = "text-kept";

/// The directory of a file could not be synchronised, as [`UpdateOptions::sync_directory`](crate::UpdateOptions::sync_directory) asks
/// (warning).
///
/// The file is replaced, and its content is on disk. After a loss of power its name may lead to the old text.
///
/// # Example
///
/// A directory on a network file system that refuses `fsync`.
///
/// # Fix
///
/// Check the file after a loss of power, or move it to a local disk.
pub const DIRECTORY_NOT_SYNCED: &str = "directory-not-synced";

//! Every diagnostic code of this crate.
//!
//! These diagnostics are about a file as a whole: their span is empty and lies at the start of the text.

/// Owner or group of a file could not be given to the text that replaced it (warning).
///
/// Only the super-user gives files away. A file of another user that this user may write belongs to this user after the replacement.
/// Its group stays where this user is a member of it. Where it does not stay, the new group gets only what all others may.
///
/// *Example:* root's `plan.md` with mode `0666`, replaced by an ordinary user.
///
/// *Fix:* change the owner back (`chown`), or let its owner do the replacement.
pub const OWNER_NOT_KEPT: &str = "owner-not-kept";

/// Extended attributes or the access control list of a file could not be given to the text that replaced it (warning).
///
/// The message names them. Where the access control list is lost, the group gets what the list gave to the owning group, and nobody
/// gets a right that they did not have.
///
/// *Example:* `security.selinux`, where this user may not relabel files.
///
/// *Fix:* set them again with `setfattr` or `setfacl`.
pub const ATTRIBUTES_NOT_KEPT: &str = "attributes-not-kept";

/// The file system lacks locks, or cannot exchange two files in one step (info).
///
/// The file is read again immediately before it is replaced. What another program writes in the instant between is lost.
///
/// *Example:* a directory that is shared with a virtual machine.
///
/// *Fix:* let one program at a time write the file, or move it to a local disk.
pub const NOT_GUARDED: &str = "not-guarded";

/// A file with several hard links was written in place, as [`HardLinks::InPlace`](crate::HardLinks::InPlace) asks (info).
///
/// Every name leads to the new text. A program that reads the file meanwhile may see a part of the new text.
pub const WRITTEN_IN_PLACE: &str = "written-in-place";

/// A file with several hard links was replaced under one name, as [`HardLinks::Split`](crate::HardLinks::Split) asks (warning).
///
/// The other names keep the old text and no longer change with this one.
///
/// *Fix:* make the other links again, or use [`HardLinks::InPlace`](crate::HardLinks::InPlace).
pub const HARD_LINK_SPLIT: &str = "hard-link-split";

/// Two texts of other programs met at the path while the file was replaced; one is in the file, the other in a file beside it
/// (warning).
///
/// The message names that file: the name of the document, `.kept-` and six characters. This happens when a program without a lock
/// writes the file twice within microseconds.
///
/// *Fix:* compare the two, then remove the one beside.
pub const TEXT_KEPT: &str = "text-kept";

/// The directory of a file could not be synchronised, as [`UpdateOptions::sync_directory`](crate::UpdateOptions::sync_directory) asks
/// (warning).
///
/// The file is replaced, and its content is on disk. After a loss of power its name may lead to the old text.
pub const DIRECTORY_NOT_SYNCED: &str = "directory-not-synced";

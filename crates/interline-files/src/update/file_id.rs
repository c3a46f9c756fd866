//! The identity of a file, and the metadata that a replacement depends on.

use std::fs::Metadata;

/// Identifies a file; all files are equal where the platform has no identity of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileId {
    #[cfg(unix)]
    numbers: (u64, u64),
}

impl FileId {
    #[cfg(unix)]
    pub(crate) fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            numbers: (metadata.dev(), metadata.ino()),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(_: &Metadata) -> Self {
        Self {}
    }
}

/// Returns whether two files have the same rights, owner and number of names, which a replacement takes over.
#[cfg(unix)]
pub(crate) fn same_rights(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of = |metadata: &Metadata| {
        let (uid, gid) = (metadata.uid(), metadata.gid());
        // The number of names too: a hard link that was made meanwhile would be cut off by the replacement.
        (metadata.mode(), uid, gid, metadata.nlink())
    };
    of(a) == of(b)
}

#[cfg(not(unix))]
pub(crate) fn same_rights(a: &Metadata, b: &Metadata) -> bool {
    a.permissions() == b.permissions()
}

/// Returns the number of names of a file; 1 where the platform does not report it.
pub(crate) fn links(metadata: &Metadata) -> u64 {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::nlink(metadata)
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        1
    }
}

/// Returns whether a write was the last change of the file.
///
/// A write sets both of its times to the same instant. A renaming, such as the one by which a complete text replaces a file, sets only the
/// time of change. Always `false` where the platform has no such time.
pub(crate) fn ends_with_a_write(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // Equal to the nanosecond, which two separate system calls are not.
        (metadata.mtime(), metadata.mtime_nsec()) == (metadata.ctime(), metadata.ctime_nsec())
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        false
    }
}

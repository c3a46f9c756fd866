//! The operations of the file system that a replacement uses.

/// The operations of the file system that are used. Tests take something away, and write at moments that other programs hit by chance.
#[derive(Clone, Copy)]
pub(crate) struct Support<'a> {
    pub(crate) locks: bool,
    pub(crate) exchange: bool,
    pub(crate) watch: &'a dyn Fn(Moment),
}

impl Support<'_> {
    pub(crate) const FULL: Self = Self {
        locks: true,
        exchange: true,
        watch: &|_| (),
    };
}

/// Where a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// After the last look at the path, before the file is replaced.
    BeforeReplacing,
    /// The new text is at the path, and the old one is not yet compared.
    Exchanged,
    /// The text of another program came out and gets the path back.
    BeforeGivingBack,
}

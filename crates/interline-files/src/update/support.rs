//! The operations of the file system that a replacement uses.

/// The operations of the file system that a call may use. Tests remove some, and write at moments that other programs hit by chance.
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

/// A step of a call, after which tests let another program write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// After the last check of the path, before the file is replaced.
    BeforeReplacing,
    /// The new text is at the path, and the old one is not yet compared.
    Exchanged,
    /// The old file has a text of another program, and is about to be exchanged back.
    BeforeGivingBack,
}

/// Where a value is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Between brackets.
    pub(super) is_flow: bool,
    /// The byte after the colon or dash.
    pub(super) after: usize,
    /// The column of the key or dash, in characters from 0.
    pub(super) column: usize,
}

/// A child of a collection: an entry with its key, or an item with its dash.
#[derive(Clone, Copy, Debug)]
pub(super) struct OldChild {
    pub(super) index: usize,
    /// Where the key or the dash begins; in a flow sequence the item.
    pub(super) start: usize,
    /// Where key and value end.
    pub(super) end: usize,
    pub(super) key: Option<usize>,
    pub(super) value: usize,
}

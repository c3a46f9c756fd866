/// The position at which a value is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Between brackets.
    pub(super) is_flow: bool,
    /// The byte after the colon or dash.
    pub(super) after: usize,
    /// The column of the key or dash, in characters from 0.
    pub(super) column: usize,
}

/// The nodes of a child of a collection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) index: usize,
    pub(super) key: Option<usize>,
    pub(super) value: usize,
    /// Whether its collection is a list in block style.
    pub(super) has_dashes: bool,
    /// The end of the child before it; of the first, the start of its collection.
    pub(super) previous_end: usize,
}

/// A child of a collection: an entry with its key, or an item with its dash.
#[derive(Clone, Copy, Debug)]
pub(super) struct OldChild {
    pub(super) index: usize,
    /// The start of the key or the dash; in a flow sequence of the item.
    pub(super) start: usize,
    /// The end of key and value.
    pub(super) end: usize,
    pub(super) key: Option<usize>,
    pub(super) value: usize,
}

use serde::{Deserialize, Serialize};

/// The layers of a context, outermost first: a later one hides what an earlier one has under the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// `now` and `timestamp`.
    System,
    /// `@` and `agent`.
    Agent,
    /// `project`.
    Project,
    /// `collection`.
    Collection,
    /// `category`.
    Category,
    /// `file`.
    File,
    /// Variables of the caller.
    Extras,
}

impl Layer {
    /// All of them, outermost first.
    pub const ALL: [Self; 7] = [
        Self::System,
        Self::Agent,
        Self::Project,
        Self::Collection,
        Self::Category,
        Self::File,
        Self::Extras,
    ];
}

use serde::{Deserialize, Serialize};

use crate::config::Mode;

/// A part of a response: an index into its patches or gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// One of [`Response::patches`](crate::Response::patches).
    Patch(usize),
    /// One of [`Response::gaps`](crate::Response::gaps).
    Gap(usize),
}

/// The outcome of a part in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// It is in the new text.
    Applied,
    /// It was applied, and a later part replaced it.
    Superseded,
    /// Its content would not read back, or no section of another program has its name. Nothing of it is in the new text.
    Rejected,
    /// It is already the last or first part of its component, and is not added again ([`Replay::Skip`](crate::Replay::Skip)).
    AlreadyPresent,
    /// It is text outside patches, which the options discard.
    Discarded,
}

/// The outcome of one part of a response.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Outcome {
    /// The part.
    pub part: Part,
    /// Whether it was applied, and if not, why.
    pub status: Status,
    /// The component that it went to, if any.
    pub component: Option<String>,
    /// How it changed the component.
    pub mode: Option<Mode>,
    /// Whether it went there because it is outside patches, or because no component has its name.
    pub routed: bool,
    /// Whether its content was changed so that it reads back.
    pub repaired: bool,
}

use serde::{Deserialize, Serialize};

/// The policy for text outside patches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Unmatched {
    /// It is appended where patches for a missing component are: to `exchange`, else to `output`, else to a new `exchange`.
    #[default]
    Route,
    /// It is left out.
    // Not reported: the caller asked for it.
    Discard,
}

/// The policy for content that would not read back as the content of its component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum InvalidContent {
    /// It is changed as little as possible: fences are closed, markers and backticks escaped.
    #[default]
    Repair,
    /// It is not applied.
    Reject,
}

/// The policy for the prefix of lines in a block quote or list item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Prefix {
    /// Each line of new content begins with [`Component::prefix`](crate::Component::prefix), so that it stays inside the block
    /// quote or list item.
    #[default]
    Keep,
    /// Content is written as given.
    Verbatim,
}

/// The policy for a patch without a component of its name, if another name differs from it only in case or by one or two
/// characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NearNames {
    /// The patch is treated as one for a missing component, and the message suggests the name.
    #[default]
    Report,
    /// The patch is applied to that component if there is only one, which is reported.
    Accept,
}

/// The policy for a response that is applied again, as hosts do after a crash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Replay {
    /// It is added again.
    #[default]
    Apply,
    /// Text that the response appends to a component is skipped if the content, boundaries aside, already ends with it, at its end
    /// or before the last boundary; text that it prepends, if the content already begins with it.
    Skip,
}

/// The policy for boundaries, `<!-- agent:boundary:ID -->`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BoundaryPolicy {
    /// Every old boundary is removed, and a new one ends `exchange`.
    #[default]
    Refresh,
    /// An existing boundary stays byte for byte; no new one is written.
    Keep,
    /// Boundaries are ordinary text.
    Ignore,
}

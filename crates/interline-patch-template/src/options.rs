use serde::{Deserialize, Serialize};

use crate::scan::{Keyword, Markers};

/// The policy for a patch without a closer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Unterminated {
    /// Its text is text outside patches; the opener itself is dropped. Patches after it are found.
    #[default]
    AsText,
    /// It is a patch that ends at the next patch, or at the end of the response.
    Apply,
    /// It is dropped, up to the next patch or the end of the response.
    Drop,
}

/// The policy for a fence that never closes.
///
/// Models and people leave fences open. By CommonMark, everything after such a fence is code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FenceRecovery {
    /// A closer alone on its line ends its block, and reading continues after it as if the text began there.
    #[default]
    Recover,
    /// Everything in the fence is code, as in CommonMark.
    Strict,
}

/// The policy for a response that is inside one Markdown fence as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum WholeFence {
    /// The fence is removed if a marker is in it.
    #[default]
    Unwrap,
    /// It is code, and its markers are text.
    Keep,
}

/// The policy for patches in a fenced code block, such as one after `Sure, here is the patch:`.
///
/// By CommonMark they are code, and so text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fenced {
    /// They are text, and are reported (`patch-in-code`).
    #[default]
    Report,
    /// They are applied and the fence is removed, if the fenced code block is outside block quotes and list items and contains
    /// only patches and blank lines.
    Apply,
}

/// Options of [`parse_patches_with`](crate::parse_patches_with).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ResponseOptions {
    pub(crate) unterminated: Unterminated,
    pub(crate) fence_recovery: FenceRecovery,
    pub(crate) whole_fence: WholeFence,
    pub(crate) fenced: Fenced,
}

impl ResponseOptions {
    /// Makes the default options: unterminated patches are text, unclosed fences are recovered from, a fence around the whole
    /// response is removed.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the policy for a patch without a closer.
    #[must_use]
    pub fn unterminated(mut self, policy: Unterminated) -> Self {
        self.unterminated = policy;
        self
    }

    /// Sets the policy for a fence that never closes.
    #[must_use]
    pub fn fence_recovery(mut self, policy: FenceRecovery) -> Self {
        self.fence_recovery = policy;
        self
    }

    /// Sets the policy for a response that is inside one fence.
    #[must_use]
    pub fn whole_fence(mut self, policy: WholeFence) -> Self {
        self.whole_fence = policy;
        self
    }

    /// Sets the policy for patches in a fenced code block.
    #[must_use]
    pub fn fenced(mut self, policy: Fenced) -> Self {
        self.fenced = policy;
        self
    }
}

/// Options of [`Document::parse_with`](crate::Document::parse_with).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DocumentOptions {
    pub(crate) fence_recovery: FenceRecovery,
    pub(crate) markers: Option<Markers>,
}

impl DocumentOptions {
    /// Makes the default options: unclosed fences are recovered from.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the policy for a fence that never closes.
    #[must_use]
    pub fn fence_recovery(mut self, policy: FenceRecovery) -> Self {
        self.fence_recovery = policy;
        self
    }

    /// Reads the sections that another program marks, in place of components. Boundaries are ordinary text then.
    #[must_use]
    pub fn markers(mut self, markers: Markers) -> Self {
        self.markers = Some(markers);
        self
    }

    pub(crate) fn keyword(&self) -> Keyword {
        match &self.markers {
            Some(markers) => Keyword::Custom(markers.clone()),
            None => Keyword::Agent,
        }
    }
}

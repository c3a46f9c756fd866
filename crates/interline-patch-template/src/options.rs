use serde::{Deserialize, Serialize};

use crate::scan::{Keyword, Markers};

/// What becomes of a patch whose closer never comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Unterminated {
    /// Its text is unmatched text; the opener itself is dropped. Patches after it are found.
    #[default]
    AsText,
    /// It is a patch that ends at the next patch, or at the end of the response.
    Apply,
    /// It is left out, up to the next patch or the end of the response.
    Drop,
}

/// Whether a block may be closed from within a fence that never closes.
///
/// Models and people leave fences open. Read strictly, everything behind such a fence is code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FenceRecovery {
    /// A closer of the block alone on its line ends it, and reading goes on behind as if the text began there.
    #[default]
    Recover,
    /// As CommonMark has it.
    Strict,
}

/// What becomes of a response that as a whole stands in one Markdown fence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum WholeFence {
    /// The fence is taken off when there is a marker in it.
    #[default]
    Unwrap,
    /// It is code, and its markers are text.
    Keep,
}

/// What becomes of patches in a fenced code block, such as one after `Sure, here is the patch:`.
///
/// By CommonMark they are code, and so text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fenced {
    /// They are text, and are reported (`patch-in-code`).
    #[default]
    Report,
    /// Where a fenced code block outside block quotes and list items has nothing but patches and blank lines in it, they are
    /// applied and the fence is removed.
    Apply,
}

/// How [`parse_patches_with`](crate::parse_patches_with) reads a response.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ResponseOptions {
    pub(crate) unterminated: Unterminated,
    pub(crate) fence_recovery: FenceRecovery,
    pub(crate) whole_fence: WholeFence,
    pub(crate) fenced: Fenced,
}

impl ResponseOptions {
    /// The defaults: unterminated patches are text, unclosed fences are recovered from, a fence round the whole
    /// response is taken off.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What becomes of a patch whose closer never comes.
    #[must_use]
    pub fn unterminated(mut self, policy: Unterminated) -> Self {
        self.unterminated = policy;
        self
    }

    /// Whether a patch may be closed from within a fence that never closes.
    #[must_use]
    pub fn fence_recovery(mut self, policy: FenceRecovery) -> Self {
        self.fence_recovery = policy;
        self
    }

    /// What becomes of a response that stands in one fence.
    #[must_use]
    pub fn whole_fence(mut self, policy: WholeFence) -> Self {
        self.whole_fence = policy;
        self
    }

    /// What becomes of patches in a fenced code block.
    #[must_use]
    pub fn fenced(mut self, policy: Fenced) -> Self {
        self.fenced = policy;
        self
    }
}

/// How [`Document::parse_with`](crate::Document::parse_with) reads a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DocumentOptions {
    pub(crate) fence_recovery: FenceRecovery,
    pub(crate) markers: Option<Markers>,
}

impl DocumentOptions {
    /// The default: unclosed fences are recovered from.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a component may be closed from within a fence that never closes.
    #[must_use]
    pub fn fence_recovery(mut self, policy: FenceRecovery) -> Self {
        self.fence_recovery = policy;
        self
    }

    /// Reads the sections that another program marks, in place of components. There are no boundaries then.
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

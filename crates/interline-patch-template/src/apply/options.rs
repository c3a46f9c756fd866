use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::config::{ComponentsConfig, Mode};
use crate::options::DocumentOptions;
use crate::scan::Markers;

/// What becomes of the text outside patches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Unmatched {
    /// It goes where patches for a missing component go: to `exchange`, else `output`, else a new `exchange`.
    #[default]
    Route,
    /// It is left out.
    Discard,
}

/// What becomes of a patch whose content would not read back as the content of its component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Unsafe {
    /// It is changed as little as it takes: fences are closed, markers and backticks escaped.
    #[default]
    Repair,
    /// It is not applied.
    Reject,
}

/// Whether the lines of new content get what the lines of its component begin with, in a block quote or list item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Prefix {
    /// Each line begins with [`Component::prefix`](crate::Component::prefix), so that the content stays in the block quote or
    /// list item.
    #[default]
    Keep,
    /// Content is written as it is given.
    Verbatim,
}

/// What becomes of a patch whose name differs from that of one component in case, or by one or two characters, and is no
/// component's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NearNames {
    /// It goes where patches for a missing component go, and the name is reported.
    #[default]
    Report,
    /// It goes to that component, and that is reported.
    Accept,
}

/// What becomes of an answer that is applied again, as hosts do after a crash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Replay {
    /// It is added again.
    #[default]
    Apply,
    /// Text that the response appends to a component is skipped when the content, boundaries aside, ends with it already; what it
    /// prepends, when the content begins with it.
    Skip,
}

/// What becomes of the boundary, `<!-- agent:boundary:ID -->`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BoundaryPolicy {
    /// Every old boundary is removed, and a fresh one ends `exchange`.
    #[default]
    Refresh,
    /// A boundary that stands stays byte for byte; none is made.
    Keep,
    /// Boundaries are text like any other.
    Ignore,
}

/// Where the id of a fresh boundary comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BoundaryId {
    /// Eight hex digits that follow from document and response, so that the same call gives the same bytes.
    #[default]
    Derived,
    /// The first eight hex digits of a random UUID (version 4).
    Random,
    /// This id, whole: one word of at least one character that begins with a letter or digit. Where it is none,
    /// [`Derived`](Self::Derived) is taken, with a diagnostic.
    Given(String),
}

impl BoundaryId {
    /// Makes an id that was not there before: eight hex digits of a random UUID (version 4).
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_patch_template::BoundaryId;
    ///
    /// assert_eq!(BoundaryId::new().as_str().map(str::len), Some(8));
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::Given(Uuid::new_v4().simple().to_string()[..8].to_owned())
    }

    /// The id, where it is given.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Given(id) => Some(id),
            Self::Derived | Self::Random => None,
        }
    }
}

/// How [`apply_patches`](crate::apply_patches) goes about its work.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ApplyOptions {
    pub(crate) modes: BTreeMap<String, Mode>,
    pub(crate) config: ComponentsConfig,
    pub(crate) unmatched: Unmatched,
    pub(crate) unsafe_content: Unsafe,
    pub(crate) boundary: BoundaryPolicy,
    pub(crate) boundary_id: BoundaryId,
    pub(crate) summary: Option<String>,
    pub(crate) prefix: Prefix,
    pub(crate) near_names: NearNames,
    pub(crate) replay: Replay,
    pub(crate) markers: Option<Markers>,
}

impl ApplyOptions {
    /// The defaults: unmatched text is routed, content repaired, the boundary refreshed with a derived id.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The mode of one component for this call, over everything that document and configuration say.
    #[must_use]
    pub fn mode(mut self, component: impl Into<String>, mode: Mode) -> Self {
        self.modes.insert(component.into(), mode);
        self
    }

    /// What `components.toml` says.
    #[must_use]
    pub fn config(mut self, config: ComponentsConfig) -> Self {
        self.config = config;
        self
    }

    /// What becomes of the text outside patches.
    #[must_use]
    pub fn unmatched(mut self, policy: Unmatched) -> Self {
        self.unmatched = policy;
        self
    }

    /// What becomes of content that would not read back.
    #[must_use]
    pub fn unsafe_content(mut self, policy: Unsafe) -> Self {
        self.unsafe_content = policy;
        self
    }

    /// Whether new content stays in the block quote or list item of its component.
    #[must_use]
    pub fn prefix(mut self, policy: Prefix) -> Self {
        self.prefix = policy;
        self
    }

    /// Whether a patch whose name is nearly that of one component goes to it.
    #[must_use]
    pub fn near_names(mut self, policy: NearNames) -> Self {
        self.near_names = policy;
        self
    }

    /// What becomes of an answer that is applied again.
    #[must_use]
    pub fn replay(mut self, policy: Replay) -> Self {
        self.replay = policy;
        self
    }

    /// Applies to the sections that another program marks, in place of components. There are no boundaries then, and no
    /// `exchange` is made: a part without a section is [`Rejected`](crate::Status::Rejected).
    #[must_use]
    pub fn markers(mut self, markers: Markers) -> Self {
        self.markers = Some(markers);
        self
    }

    /// How the document is read.
    pub(crate) fn document_options(&self) -> DocumentOptions {
        match &self.markers {
            Some(markers) => DocumentOptions::new().markers(markers.clone()),
            None => DocumentOptions::new(),
        }
    }

    /// What becomes of the boundary.
    #[must_use]
    pub fn boundary(mut self, policy: BoundaryPolicy) -> Self {
        self.boundary = policy;
        self
    }

    /// Where the id of a fresh boundary comes from.
    #[must_use]
    pub fn boundary_id(mut self, id: BoundaryId) -> Self {
        self.boundary_id = id;
        self
    }

    /// A summary or file stem that is added to the id of a fresh boundary as a slug, unless the id is given whole.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = Some(summary.into());
        self
    }
}

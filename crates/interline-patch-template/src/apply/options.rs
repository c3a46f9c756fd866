use std::collections::BTreeMap;

use crate::config::{ComponentsConfig, Mode};
use crate::options::DocumentOptions;
use crate::scan::Markers;

use super::boundary_id::BoundaryId;
use super::policies::{BoundaryPolicy, InvalidContent, NearNames, Prefix, Replay, Unmatched};

/// Options of [`apply_patches`](crate::apply_patches).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ApplyOptions {
    pub(crate) modes: BTreeMap<String, Mode>,
    pub(crate) config: ComponentsConfig,
    pub(crate) unmatched: Unmatched,
    pub(crate) invalid_content: InvalidContent,
    pub(crate) boundary: BoundaryPolicy,
    pub(crate) boundary_id: BoundaryId,
    pub(crate) summary: Option<String>,
    pub(crate) prefix: Prefix,
    pub(crate) near_names: NearNames,
    pub(crate) replay: Replay,
    pub(crate) document: DocumentOptions,
}

impl ApplyOptions {
    /// Makes the default options: unmatched text is routed, invalid content repaired, the boundary refreshed with a derived id.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the mode of one component for this call. It takes precedence over document and configuration.
    #[must_use]
    pub fn mode(mut self, component: impl Into<String>, mode: Mode) -> Self {
        // The last call for a component counts, as with any option that is set twice.
        self.modes.insert(component.into(), mode);
        self
    }

    /// Sets the configuration of components, as read from `components.toml`.
    #[must_use]
    pub fn config(mut self, config: ComponentsConfig) -> Self {
        self.config = config;
        self
    }

    /// Sets the policy for text outside patches.
    #[must_use]
    pub fn unmatched(mut self, policy: Unmatched) -> Self {
        self.unmatched = policy;
        self
    }

    /// Sets the policy for content that would not read back.
    #[must_use]
    pub fn invalid_content(mut self, policy: InvalidContent) -> Self {
        self.invalid_content = policy;
        self
    }

    /// Sets the policy for the prefix of lines in a block quote or list item.
    #[must_use]
    pub fn prefix(mut self, policy: Prefix) -> Self {
        self.prefix = policy;
        self
    }

    /// Sets the policy for a patch with nearly the name of a component.
    #[must_use]
    pub fn near_names(mut self, policy: NearNames) -> Self {
        self.near_names = policy;
        self
    }

    /// Sets the policy for a response that is applied again.
    #[must_use]
    pub fn replay(mut self, policy: Replay) -> Self {
        self.replay = policy;
        self
    }

    /// Applies to the sections that another program marks, in place of components. Boundaries are ordinary text then, and no
    /// `exchange` is made: a part without a section is [`Rejected`](crate::Status::Rejected).
    #[must_use]
    pub fn markers(mut self, markers: Markers) -> Self {
        self.document = self.document.markers(markers);
        self
    }

    /// Sets the policy for boundaries.
    #[must_use]
    pub fn boundary(mut self, policy: BoundaryPolicy) -> Self {
        self.boundary = policy;
        self
    }

    /// Sets the source of the id of a new boundary.
    #[must_use]
    pub fn boundary_id(mut self, id: BoundaryId) -> Self {
        self.boundary_id = id;
        self
    }

    /// Sets a summary or file stem whose slug is added to the id of a new boundary, unless the id is given.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = Some(summary.into());
        self
    }
}

//! Options as JavaScript objects, and what they set.

use interline::patch_template::{
    ApplyOptions, BoundaryId, BoundaryPolicy, ComponentsConfig, FenceRecovery, Fenced,
    InvalidContent, Markers, Mode, NearNames, Prefix, Replay, ResponseOptions, Unmatched,
    Unterminated, WholeFence,
};

use crate::arguments::{Arguments, choice};
use crate::failure::Failure;

/// The options of applying a response.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    modes: Vec<(String, Mode)>,
    /// The text of a `components.toml`.
    pub(crate) config: Option<String>,
    unmatched: Option<Unmatched>,
    invalid_content: Option<InvalidContent>,
    boundary: Option<BoundaryPolicy>,
    boundary_id: Option<String>,
    summary: Option<String>,
    prefix: Option<Prefix>,
    near_names: Option<NearNames>,
    replay: Option<Replay>,
    markers: Option<[String; 2]>,
    unterminated: Option<Unterminated>,
    fence_recovery: Option<FenceRecovery>,
    whole_fence: Option<WholeFence>,
    fenced: Option<Fenced>,
}

impl Options {
    /// Parses the options; an empty string means none.
    pub(crate) fn parse(json: &str) -> Result<Self, Failure> {
        Arguments::parse(json, "options", |given| {
            let mut modes = Vec::new();
            for (component, mode) in given.map("modes")?.unwrap_or_default().iter() {
                let mode = choice(mode.as_str().unwrap_or_default());
                modes.push((
                    component.to_owned(),
                    mode.map_err(|error| given.invalid(&error))?,
                ));
            }
            Ok(Self {
                modes,
                config: given.string("config")?,
                unmatched: given.choice("unmatched")?,
                invalid_content: given.choice("invalidContent")?,
                boundary: given.choice("boundary")?,
                boundary_id: given.string("boundaryId")?,
                summary: given.string("summary")?,
                prefix: given.choice("prefix")?,
                near_names: given.choice("nearNames")?,
                replay: given.choice("replay")?,
                markers: given.markers()?,
                unterminated: given.choice("unterminated")?,
                fence_recovery: given.choice("fenceRecovery")?,
                whole_fence: given.choice("wholeFence")?,
                fenced: given.choice("fenced")?,
            })
        })
    }

    pub(crate) fn apply(&self, config: Option<&ComponentsConfig>) -> ApplyOptions {
        let mut options = ApplyOptions::new();
        for (component, mode) in &self.modes {
            options = options.mode(component, *mode);
        }
        if let Some(config) = config {
            options = options.config(config.clone());
        }
        if let Some(policy) = self.unmatched {
            options = options.unmatched(policy);
        }
        if let Some(policy) = self.invalid_content {
            options = options.invalid_content(policy);
        }
        if let Some(policy) = self.boundary {
            options = options.boundary(policy);
        }
        if let Some(id) = &self.boundary_id {
            options = options.boundary_id(match id.as_str() {
                "random" => BoundaryId::Random,
                id => BoundaryId::Given(id.to_owned()),
            });
        }
        if let Some(summary) = &self.summary {
            options = options.summary(summary);
        }
        if let Some(policy) = self.prefix {
            options = options.prefix(policy);
        }
        if let Some(policy) = self.near_names {
            options = options.near_names(policy);
        }
        if let Some(policy) = self.replay {
            options = options.replay(policy);
        }
        if let Some([opener, closer]) = &self.markers {
            options = options.markers(Markers::new(opener, closer));
        }
        options
    }

    pub(crate) fn response(&self) -> ResponseOptions {
        let mut options = ResponseOptions::new();
        if let Some(policy) = self.unterminated {
            options = options.unterminated(policy);
        }
        if let Some(policy) = self.fence_recovery {
            options = options.fence_recovery(policy);
        }
        if let Some(policy) = self.whole_fence {
            options = options.whole_fence(policy);
        }
        if let Some(policy) = self.fenced {
            options = options.fenced(policy);
        }
        options
    }
}

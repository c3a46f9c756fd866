//! The keyword of markers.

use super::custom::Markers;

/// The keyword of the markers that are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Keyword {
    /// `patch:` in responses.
    #[default]
    Patch,
    /// `agent:` in documents.
    Agent,
    /// The markers of another program, in documents.
    Custom(Markers),
}

impl Keyword {
    /// Returns the keyword before the colon.
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Agent | Self::Custom(_) => "agent",
        }
    }

    /// Returns the opener with a name.
    pub(crate) fn opener(&self, name: &str) -> String {
        match self {
            Self::Custom(markers) => markers.opener_of(name),
            _ => format!("<!-- {}:{name} -->", self.as_str()),
        }
    }

    /// Returns the closer with a name.
    pub(crate) fn closer(&self, name: &str) -> String {
        match self {
            Self::Custom(markers) => markers.closer_of(name),
            _ => format!("<!-- /{}:{name} -->", self.as_str()),
        }
    }

    /// Returns the name as messages write it.
    pub(crate) fn label(&self, name: &str) -> String {
        match self {
            Self::Custom(_) => name.to_owned(),
            _ => format!("{}:{name}", self.as_str()),
        }
    }

    /// Returns the closer with a name as messages write it.
    pub(crate) fn closer_label(&self, name: &str) -> String {
        match self {
            Self::Custom(_) => name.to_owned(),
            _ => format!("/{}:{name}", self.as_str()),
        }
    }

    /// Returns whether a closer has a name.
    pub(crate) fn has_names(&self) -> bool {
        match self {
            Self::Custom(markers) => markers.has_names(),
            _ => true,
        }
    }
}

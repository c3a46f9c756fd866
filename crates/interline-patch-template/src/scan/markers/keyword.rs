//! The comments that are markers.

use super::custom::Markers;

/// The kind of comment that is a marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
    /// `patch:` in responses.
    Patch,
    /// `agent:` in documents.
    Agent,
    /// Those of another program in documents.
    Custom(Markers),
}

impl Keyword {
    /// Returns the word before the colon.
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Agent | Self::Custom(_) => "agent",
        }
    }

    /// Returns the opener of a name.
    pub(crate) fn opener(&self, name: &str) -> String {
        match self {
            Self::Custom(markers) => markers.opener_of(name),
            _ => format!("<!-- {}:{name} -->", self.as_str()),
        }
    }

    /// Returns the closer of a name.
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

    /// Whether a closer says which name it closes.
    pub(crate) fn has_names(&self) -> bool {
        match self {
            Self::Custom(markers) => markers.has_names(),
            _ => true,
        }
    }
}

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The configuration of the components of a project, from the file `components.toml`.
///
/// ```toml
/// [status]
/// patch = "replace"
///
/// [log]
/// mode = "append"
/// max_entries = 50
/// ```
///
/// Unknown keys are not kept; modes are kept as they are written.
///
/// If the file cannot be parsed, its settings are unknown. Such a configuration is empty, but patches that would replace only by
/// default are appended: no text is lost because of a typo in the file. It is serialised as null.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ComponentsConfig {
    components: BTreeMap<String, ComponentConfig>,
    /// Whether a file exists but could not be read.
    is_unread: bool,
}

/// As a map from names; as null if it could not be read.
impl Serialize for ComponentsConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_unread {
            serializer.serialize_none()
        } else {
            self.components.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for ComponentsConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let components = Option::<BTreeMap<_, _>>::deserialize(deserializer)?;
        Ok(Self {
            is_unread: components.is_none(),
            components: components.unwrap_or_default(),
        })
    }
}

/// The configuration of one component.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ComponentConfig {
    /// The mode in `patch`, such as `append`. It takes precedence over `mode`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
    /// The mode in `mode`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// The number of entries that an editor shows. Applying never removes entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_entries: Option<u64>,
}

impl ComponentsConfig {
    /// Makes an empty configuration.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the configuration of a file that could not be read.
    #[cfg(feature = "config")]
    pub(crate) fn unread() -> Self {
        Self {
            is_unread: true,
            ..Self::default()
        }
    }

    pub(crate) fn is_unread(&self) -> bool {
        self.is_unread
    }

    /// Returns the configuration of the component with that name.
    #[must_use]
    pub fn get(&self, component: &str) -> Option<&ComponentConfig> {
        self.components.get(component)
    }

    /// Sets the configuration of the component with that name.
    #[must_use]
    pub fn with(mut self, component: impl Into<String>, config: ComponentConfig) -> Self {
        self.components.insert(component.into(), config);
        self
    }

    /// Returns whether no component is configured.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// Returns the components in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &ComponentConfig)> {
        self.components
            .iter()
            .map(|(name, config)| (name.as_str(), config))
    }
}

impl ComponentConfig {
    /// Makes an empty configuration.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the mode in `patch`.
    #[must_use]
    pub fn patch(mut self, mode: impl Into<String>) -> Self {
        self.patch = Some(mode.into());
        self
    }

    /// Sets the mode in `mode`.
    #[must_use]
    pub fn mode(mut self, mode: impl Into<String>) -> Self {
        self.mode = Some(mode.into());
        self
    }
}

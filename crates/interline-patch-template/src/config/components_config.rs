use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What `components.toml` says of the components of a project.
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
/// Keys that are not known here are kept out; words are kept as they are written.
///
/// Of a file that could not be read nobody knows what it says. Such a configuration says nothing of any component, but where only the
/// built-in `replace` would be left, patches append: no text is lost because of a typo in the file. It is serialised as null.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComponentsConfig {
    components: BTreeMap<String, ComponentConfig>,
    /// The file is there and could not be read.
    is_unread: bool,
}

/// As a map from names; as null when it could not be read.
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

/// What is said of one component.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ComponentConfig {
    /// The word of `patch`, such as `append`. Weighs more than `mode`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
    /// The word of `mode`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// How many entries an editor shows. Nothing is cut by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_entries: Option<u64>,
}

impl ComponentsConfig {
    /// A configuration that says nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What is there could not be read.
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

    /// What is said of the component of that name.
    #[must_use]
    pub fn get(&self, component: &str) -> Option<&ComponentConfig> {
        self.components.get(component)
    }

    /// The same with `config` for the component of that name.
    #[must_use]
    pub fn with(mut self, component: impl Into<String>, config: ComponentConfig) -> Self {
        self.components.insert(component.into(), config);
        self
    }

    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// The components in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &ComponentConfig)> {
        self.components
            .iter()
            .map(|(name, config)| (name.as_str(), config))
    }
}

impl ComponentConfig {
    /// Says nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with that word for `patch`.
    #[must_use]
    pub fn patch(mut self, word: impl Into<String>) -> Self {
        self.patch = Some(word.into());
        self
    }

    /// The same with that word for `mode`.
    #[must_use]
    pub fn mode(mut self, word: impl Into<String>) -> Self {
        self.mode = Some(word.into());
        self
    }
}

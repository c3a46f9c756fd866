use std::fmt;

use indexmap::IndexMap;
use indexmap::map::Entry;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::{Serialize, Serializer};

use crate::Value;

/// A mapping from strings to values that keeps the order in which keys were put in.
///
/// Two mappings are equal when they hold the same values under the same keys, in whatever order.
/// Look-ups take constant time, [`remove`](Self::remove) is linear since the order stays.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Mapping(IndexMap<String, Value>);

impl Mapping {
    /// An empty mapping.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A mapping without keys that holds `capacity` of them before it allocates again.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self(IndexMap::with_capacity(capacity))
    }

    /// Puts `value` under a key that must be new.
    pub(crate) fn insert_new<E: de::Error>(&mut self, key: String, value: Value) -> Result<(), E> {
        match self.0.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(value);
                Ok(())
            }
            Entry::Occupied(entry) => Err(E::custom(format_args!(
                "key `{}` is given twice",
                entry.key()
            ))),
        }
    }

    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value under `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// The value under `key`, to change it.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.0.get_mut(key)
    }

    /// Whether `key` is there.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// Puts `value` under `key` and gives back what stood there. A new key goes to the end, a known one keeps its place.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        self.0.insert(key.into(), value.into())
    }

    /// Takes `key` out; the others keep their order.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        self.0.shift_remove(key)
    }

    /// Keys and values in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Value)> + ExactSizeIterator {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// The keys in their order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.0.keys().map(String::as_str)
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.0.values()
    }
}

impl fmt::Debug for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for Mapping {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut mapping = Self::new();
        mapping.extend(entries);
        mapping
    }
}

impl<K: Into<String>, V: Into<Value>> Extend<(K, V)> for Mapping {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        let entries = entries.into_iter();
        self.0.reserve(entries.size_hint().0.min(1024));
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Into<String>, V: Into<Value>, const N: usize> From<[(K, V); N]> for Mapping {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl IntoIterator for Mapping {
    type Item = (String, Value);
    type IntoIter = std::vec::IntoIter<(String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().collect::<Vec<_>>().into_iter()
    }
}

impl Serialize for Mapping {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Mapping {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MappingVisitor)
    }
}

/// Reads a mapping; a key given twice is an error, as it is in YAML.
pub(crate) struct MappingVisitor;

impl<'de> Visitor<'de> for MappingVisitor {
    type Value = Mapping;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mapping")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Mapping, A::Error> {
        // The hint is the input's word, so it is not trusted beyond reason.
        let capacity = entries.size_hint().unwrap_or(0).min(1024);
        let mut mapping = Mapping::with_capacity(capacity);
        while let Some((key, value)) = entries.next_entry::<String, Value>()? {
            mapping.insert_new(key, value)?;
        }
        Ok(mapping)
    }
}

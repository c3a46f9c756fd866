use std::fmt;

use indexmap::IndexMap;

use crate::Value;

/// Up to so many keys, looking at one after another is faster than a hash.
const SMALL: usize = 12;

/// A map from strings to values that keeps the order in which keys were put in.
///
/// Two maps are equal when they hold the same values under the same keys, in whatever order. Look-ups take constant time,
/// [`remove`](Self::remove) is linear since the order stays.
#[derive(Clone, Default, PartialEq)]
pub struct Map(IndexMap<String, Value>);

impl Map {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
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
        if self.0.len() > SMALL {
            return self.0.get(key);
        }
        // Most keys differ in their length already, and a hash costs more than looking at some lengths.
        self.0
            .iter()
            .find_map(|(known, value)| (known == key).then_some(value))
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

    /// Keys in their order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.0.keys().map(String::as_str)
    }

    pub(crate) fn entry_at(&self, index: usize) -> Option<(&str, &Value)> {
        self.0
            .get_index(index)
            .map(|(key, value)| (key.as_str(), value))
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        Self(
            entries
                .map(|(key, value)| (key.into(), value.into()))
                .collect(),
        )
    }
}

impl<K: Into<String>, V: Into<Value>> Extend<(K, V)> for Map {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        let entries = entries.into_iter();
        self.0
            .extend(entries.map(|(key, value)| (key.into(), value.into())));
    }
}

impl<K: Into<String>, V: Into<Value>, const N: usize> From<[(K, V); N]> for Map {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl IntoIterator for Map {
    type Item = (String, Value);
    type IntoIter = std::vec::IntoIter<(String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().collect::<Vec<_>>().into_iter()
    }
}

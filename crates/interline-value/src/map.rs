use std::fmt;

use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::{Error, ErrorKind, Value};

/// Up to this many keys, comparing them one after another is faster than a hash.
const SMALL: usize = 12;

/// A map from strings to values that keeps the order in which keys were inserted.
///
/// Two maps are equal when they hold the same values under the same keys, in whatever order. Lookups take constant time,
/// [`remove`](Self::remove) is linear since the order stays.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Map(IndexMap<String, Value>);

impl Map {
    /// Makes an empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes an empty map that holds `capacity` keys before it allocates again.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self(IndexMap::with_capacity(capacity))
    }

    /// Makes a map of a struct or a map that serializes. Linear.
    ///
    /// # Errors
    ///
    /// Those of [`Value::from_serialize`], and [`ErrorKind::NotAMap`](crate::ErrorKind::NotAMap) when it serializes to something else.
    #[cfg(feature = "serde")]
    pub fn from_serialize<T: serde::Serialize + ?Sized>(value: &T) -> Result<Self, Error> {
        match Value::from_serialize(value)? {
            Value::Map(map) => Ok(map),
            _ => Err(ErrorKind::NotAMap.into()),
        }
    }

    /// Returns the number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the value of `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        if self.0.len() > SMALL {
            return self.0.get(key);
        }
        // Most keys differ in their length already, which is cheaper to see than a hash.
        self.0
            .iter()
            .find_map(|(known, value)| (known == key).then_some(value))
    }

    /// Returns the value of `key`, to change it.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.0.get_mut(key)
    }

    /// Returns the key and the value at `index`, from 0, in the order of the keys.
    #[must_use]
    pub fn get_index(&self, index: usize) -> Option<(&str, &Value)> {
        self.0
            .get_index(index)
            .map(|(key, value)| (key.as_str(), value))
    }

    /// Returns whether the map has `key`.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// Sets the value of `key` and returns the one it had. A new key is added at the end, a known one keeps its position.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        self.0.insert(key.into(), value.into())
    }

    /// Inserts a key that is new.
    #[doc(hidden)]
    pub fn insert_new(&mut self, key: String, value: Value) -> Result<(), Error> {
        match self.0.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(value);
                Ok(())
            }
            Entry::Occupied(entry) => Err(ErrorKind::DuplicateKey(entry.key().clone()).into()),
        }
    }

    /// Removes `key` and returns its value. The others keep their order.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        self.0.shift_remove(key)
    }

    /// Returns the keys and values in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Value)> + ExactSizeIterator {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Returns the keys in their order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.0.keys().map(String::as_str)
    }

    /// Returns the values in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.0.values()
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

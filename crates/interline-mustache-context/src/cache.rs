use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::compiled::Compiled;
use crate::partials::Stamp;

/// Statistics of the cache of an [`Environment`](crate::Environment).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheStats {
    /// Templates that were in the cache.
    pub hits: u64,
    /// Templates that had to be compiled.
    pub misses: u64,
    /// Templates that were removed for others.
    pub evictions: u64,
    /// Templates in the cache.
    pub len: usize,
    /// The most templates that the cache holds.
    pub capacity: usize,
}

/// The key of a template: its name, and its file where it has one.
type Key = (Box<str>, Option<PathBuf>);

#[derive(Debug)]
struct Entry<V> {
    stamp: Option<Stamp>,
    compiled: V,
    /// Whether it was used since it was last considered for eviction.
    is_used: bool,
}

#[derive(Debug)]
struct State<V> {
    entries: HashMap<Key, Entry<V>>,
    /// All keys. The first is the next to be considered for eviction.
    queue: VecDeque<Key>,
    stats: CacheStats,
}

/// A cache of compiled templates, or of other values that are made of files. At most `capacity` of them stay, and those that are used stay
/// longer (second chance). Every operation takes constant time on average.
#[derive(Debug)]
pub struct Cache<V> {
    capacity: usize,
    state: Mutex<State<V>>,
}

impl Cache<Arc<Compiled>> {
    /// Returns the template of this name and source.
    pub(crate) fn by_source(&self, name: &str, source: &str) -> Option<Arc<Compiled>> {
        self.find(&(name.into(), None), |entry| {
            &*entry.compiled.source == source
        })
    }
}

impl<V: Clone> Cache<V> {
    /// Makes an empty cache.
    pub fn new(capacity: usize) -> Self {
        let state = State {
            entries: HashMap::new(),
            queue: VecDeque::new(),
            stats: CacheStats::default(),
        };
        Self {
            capacity,
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, State<V>> {
        // No operation on the map panics halfway, so that a poisoned lock holds a complete one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the template of a file that has not changed since it was compiled.
    pub fn by_stamp(&self, name: &str, stamp: &Stamp) -> Option<V> {
        let key = (name.into(), Some(stamp.path.clone()));
        self.find(&key, |entry| entry.stamp.as_ref() == Some(stamp))
    }

    fn find(&self, key: &Key, is_same: impl Fn(&Entry<V>) -> bool) -> Option<V> {
        let mut state = self.state();
        let found = state
            .entries
            .get_mut(key)
            .filter(|entry| is_same(entry))
            .map(|entry| {
                entry.is_used = true;
                entry.compiled.clone()
            });
        match found {
            Some(_) => state.stats.hits += 1,
            None => state.stats.misses += 1,
        }
        found
    }

    /// Adds a template, and replaces the one of the same name and file.
    pub fn insert(&self, name: &str, stamp: Option<Stamp>, compiled: &V) {
        if self.capacity == 0 {
            return;
        }
        let key: Key = (name.into(), stamp.as_ref().map(|stamp| stamp.path.clone()));
        let entry = Entry {
            stamp,
            compiled: compiled.clone(),
            is_used: false,
        };
        let mut state = self.state();
        if let Some(known) = state.entries.get_mut(&key) {
            *known = entry;
            return;
        }
        while state.entries.len() >= self.capacity {
            let Some(oldest) = state.queue.pop_front() else {
                break;
            };
            match state.entries.get_mut(&oldest) {
                Some(entry) if entry.is_used => {
                    entry.is_used = false;
                    state.queue.push_back(oldest);
                }
                _ => {
                    state.entries.remove(&oldest);
                    state.stats.evictions += 1;
                }
            }
        }
        state.queue.push_back(key.clone());
        state.entries.insert(key, entry);
    }

    /// Returns the statistics.
    pub fn stats(&self) -> CacheStats {
        let state = self.state();
        CacheStats {
            len: state.entries.len(),
            capacity: self.capacity,
            ..state.stats
        }
    }
}

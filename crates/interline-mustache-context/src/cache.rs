use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::compiled::Compiled;
use crate::partials::Stamp;

/// What the cache of an [`Environment`](crate::Environment) has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheStats {
    /// Templates that were taken from it.
    pub hits: u64,
    /// Templates that had to be compiled.
    pub misses: u64,
    /// Templates that made room for others.
    pub evictions: u64,
    /// Templates in it.
    pub len: usize,
    /// Templates that it has room for.
    pub capacity: usize,
}

/// A template as it is known by: its name, and its file where it has one.
type Key = (Box<str>, Option<PathBuf>);

#[derive(Debug)]
struct Entry {
    stamp: Option<Stamp>,
    compiled: Arc<Compiled>,
    /// Taken since it was last considered for eviction.
    is_used: bool,
}

#[derive(Debug, Default)]
struct State {
    entries: HashMap<Key, Entry>,
    /// All keys; the first is the next to be considered for eviction.
    queue: VecDeque<Key>,
    stats: CacheStats,
}

/// Compiled templates, at most `capacity` of them. Those that are in use stay (second chance); every operation takes constant
/// time on average.
#[derive(Debug)]
pub(crate) struct Cache {
    capacity: usize,
    state: Mutex<State>,
}

impl Cache {
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves nothing half done in here.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The template whose file is as it was when it was compiled.
    pub(crate) fn by_stamp(&self, name: &str, stamp: &Stamp) -> Option<Arc<Compiled>> {
        let key = (name.into(), Some(stamp.path.clone()));
        self.find(&key, |entry| entry.stamp.as_ref() == Some(stamp))
    }

    /// The template of this name that has this source.
    pub(crate) fn by_source(&self, name: &str, source: &str) -> Option<Arc<Compiled>> {
        self.find(&(name.into(), None), |entry| {
            &*entry.compiled.source == source
        })
    }

    fn find(&self, key: &Key, is_same: impl Fn(&Entry) -> bool) -> Option<Arc<Compiled>> {
        let mut state = self.state();
        let found = state
            .entries
            .get_mut(key)
            .filter(|entry| is_same(entry))
            .map(|entry| {
                entry.is_used = true;
                Arc::clone(&entry.compiled)
            });
        match found {
            Some(_) => state.stats.hits += 1,
            None => state.stats.misses += 1,
        }
        found
    }

    pub(crate) fn insert(&self, name: &str, stamp: Option<Stamp>, compiled: &Arc<Compiled>) {
        if self.capacity == 0 {
            return;
        }
        let key: Key = (name.into(), stamp.as_ref().map(|stamp| stamp.path.clone()));
        let entry = Entry {
            stamp,
            compiled: Arc::clone(compiled),
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

    pub(crate) fn stats(&self) -> CacheStats {
        let state = self.state();
        CacheStats {
            len: state.entries.len(),
            capacity: self.capacity,
            ..state.stats
        }
    }
}

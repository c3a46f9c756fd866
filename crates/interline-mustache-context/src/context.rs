use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Error, Map, Value};

/// Names and values in nested scopes: the innermost scope that has a name takes precedence. Maps are not merged across scopes.
///
/// A child shares its parents and never copies or changes them. What is set in a parent after the child was made is not seen by
/// the child: it keeps the parent as it was.
///
/// A name that is [deleted softly](Self::soft_delete) is masked: no method of this type finds it, whatever outer scopes hold.
///
/// ```
/// use interline_mustache_context::{Environment, Map, Template, TemplateContext};
///
/// let project = TemplateContext::new(Map::from([("name", "interline"), ("tone", "dry")]))?;
/// let mut file = project.new_child(Map::from([("name", "notes.md")]))?;
/// file.soft_delete("tone");
///
/// let environment = Environment::new();
/// let template = Template::parse("{{name}}{{#tone}}, {{tone}}{{/tone}}")?;
/// assert_eq!(template.render_with(&file, &environment)?, "notes.md");
/// assert_eq!(template.render_with(&project, &environment)?, "interline, dry");
/// # Ok::<(), interline_mustache_context::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TemplateContext {
    scope: Arc<Scope>,
}

#[derive(Clone, Debug, Default)]
struct Scope {
    map: Map,
    masks: HashSet<String>,
    parent: Option<Arc<Scope>>,
}

/// A million scopes may be nested, so that they are dropped in a loop.
impl Drop for Scope {
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(scope) = next {
            next = Arc::into_inner(scope).and_then(|mut scope| scope.parent.take());
        }
    }
}

impl Scope {
    /// Returns this scope and those around it, the innermost first.
    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |scope| scope.parent.as_deref())
    }

    fn get(&self, key: &str) -> Option<&Value> {
        for scope in self.chain() {
            if let Some(value) = scope.map.get(key) {
                return Some(value);
            }
            if scope.masks.contains(key) {
                return None;
            }
        }
        None
    }
}

impl TemplateContext {
    /// Makes a context of one scope.
    ///
    /// # Errors
    ///
    /// [`Error::Value`] with the path to a value that cannot be represented: a float that is not finite, or more than 128
    /// lists and maps inside each other. Linear in the map.
    pub fn new(map: Map) -> Result<Self, Error> {
        map.check_finite()?;
        Ok(Self::of(map, None))
    }

    /// Makes a context of one scope from a value that serializes to a map.
    ///
    /// # Errors
    ///
    /// [`Error::Value`] as [`Value::from_serialize`], and for what is not a map.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, Error> {
        Self::new(Map::from_serialize(value)?)
    }

    fn of(map: Map, parent: Option<Arc<Scope>>) -> Self {
        let masks = HashSet::new();
        let scope = Arc::new(Scope { map, masks, parent });
        Self { scope }
    }

    /// Makes a scope inside this one. The cost does not depend on the outer scopes; linear in `map`, which is checked.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn new_child(&self, map: Map) -> Result<Self, Error> {
        map.check_finite()?;
        Ok(Self::of(map, Some(Arc::clone(&self.scope))))
    }

    /// Returns the value of a name. One look-up for each scope up to the one that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.scope.get(key)
    }

    /// Returns whether the name has a value, which may be null.
    #[must_use]
    pub fn contains(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Sets a name in the innermost scope. A mask of the name there is removed.
    ///
    /// Constant time on average, plus the check of the value; when a child or clone shares the innermost scope, that scope
    /// alone is copied first.
    ///
    /// # Errors
    ///
    /// [`Error::Value`] as [`new`](Self::new), with `key` first in the path. Nothing is changed then.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<Value>) -> Result<(), Error> {
        self.set_all(Map::from([(key, value)]))
    }

    /// Sets a name to whatever `value` serializes to.
    ///
    /// # Errors
    ///
    /// [`Error::Value`] as [`Value::from_serialize`], with `key` first in the path. Nothing is changed then.
    pub fn set_serialize<T: Serialize + ?Sized>(
        &mut self,
        key: impl Into<String>,
        value: &T,
    ) -> Result<(), Error> {
        let entry = Entry(key.into(), value);
        self.set_all(Map::from_serialize(&entry)?)
    }

    fn set_all(&mut self, map: Map) -> Result<(), Error> {
        map.check_finite()?;
        let scope = Arc::make_mut(&mut self.scope);
        for (key, value) in map {
            scope.masks.remove(&key);
            scope.map.insert(key, value);
        }
        Ok(())
    }

    /// Removes a name: its value in the innermost scope is removed, those of outer scopes are masked. An unknown name stays
    /// unknown. Linear in the innermost scope, whose order stays.
    pub fn soft_delete(&mut self, key: &str) {
        let is_outside = self.parent_has(key);
        if !is_outside && !self.scope.map.contains_key(key) {
            return;
        }
        let scope = Arc::make_mut(&mut self.scope);
        scope.map.remove(key);
        if is_outside {
            scope.masks.insert(key.to_owned());
        }
    }

    fn parent_has(&self, key: &str) -> bool {
        let parent = self.scope.parent.as_deref();
        parent.is_some_and(|parent| parent.get(key).is_some())
    }

    /// Removes the value or the mask of a name in the innermost scope, and returns the value. The values of outer scopes are found
    /// again. Linear in the innermost scope, whose order stays.
    pub fn hard_delete(&mut self, key: &str) -> Option<Value> {
        if !self.scope.map.contains_key(key) && !self.scope.masks.contains(key) {
            return None;
        }
        let scope = Arc::make_mut(&mut self.scope);
        scope.masks.remove(key);
        scope.map.remove(key)
    }

    /// Removes a name as [`hard_delete`](Self::hard_delete) does; it must have a value in the innermost scope.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchKey`] when it has none there, be it masked, in an outer scope or nowhere. Nothing is changed then.
    pub fn del(&mut self, key: &str) -> Result<Value, Error> {
        let is_here = self.scope.map.contains_key(key);
        let found = if is_here { self.hard_delete(key) } else { None };
        found.ok_or_else(|| Error::NoSuchKey {
            key: key.to_owned(),
        })
    }

    /// Returns names and values, each name once: those of the outermost scope first, in each scope in the order in which they were set.
    /// Linear in all scopes.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Value)> + ExactSizeIterator {
        let mut hidden: HashSet<&str> = HashSet::new();
        let mut seen = Vec::new();
        for scope in self.scope.chain() {
            // Inner scopes come first here, so that the list is reversed at the end.
            for (key, value) in scope.map.iter().rev() {
                if hidden.insert(key) {
                    seen.push((key, value));
                }
            }
            hidden.extend(scope.masks.iter().map(String::as_str));
        }
        seen.reverse();
        seen.into_iter()
    }

    /// Returns names in the order of [`iter`](Self::iter).
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.iter().map(|(key, _)| key)
    }

    /// Returns the number of names. Linear in all scopes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().len()
    }

    /// Returns whether the context has no names. Linear in all scopes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a copy of all names and values in one map, in the order of [`iter`](Self::iter). Linear in all that is seen.
    #[must_use]
    pub fn flatten(&self) -> Map {
        self.iter()
            .map(|(key, value)| (key, value.clone()))
            .collect()
    }

    /// Returns the context without the values of its innermost scope; names that are masked there stay masked. `None` when there is only
    /// one scope. Linear in the masks.
    #[must_use]
    pub fn parents(&self) -> Option<Self> {
        let parent = self.scope.parent.as_ref()?;
        if self.scope.masks.is_empty() {
            let scope = Arc::clone(parent);
            return Some(Self { scope });
        }
        let scope = Arc::new(Scope {
            map: Map::new(),
            masks: self.scope.masks.clone(),
            parent: Some(Arc::clone(parent)),
        });
        Some(Self { scope })
    }
}

/// A name and its value, which serialize as a map so that errors have the name in their path.
struct Entry<'e, T: ?Sized>(String, &'e T);

impl<T: Serialize + ?Sized> Serialize for Entry<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(&self.0, self.1)])
    }
}

/// Two contexts are equal when they have the same values for the same names, whatever their scopes.
impl PartialEq for TemplateContext {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self
                .iter()
                .all(|(key, value)| other.get(key) == Some(value))
    }
}

/// As the map that [`flatten`](TemplateContext::flatten) returns.
impl Serialize for TemplateContext {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A context of one scope.
impl<'de> Deserialize<'de> for TemplateContext {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(Map::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

use std::borrow::{Borrow, Cow};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

/// The values of arguments: a map, pairs, a function from a name to a value, or `()` for none.
///
/// [`value`](Self::value) is called once for each declared argument. Among pairs the first of a name counts, and a look-up is linear.
///
/// # Examples
///
/// ```
/// use std::borrow::Cow;
/// use std::collections::HashMap;
/// use interline_fragments::{FragmentArgument, expand};
///
/// let arguments = [FragmentArgument::required("who")];
/// let map = HashMap::from([("who", "you")]);
/// let ask = |name: &str| (name == "who").then(|| Cow::Owned("YOU".to_lowercase()));
///
/// for expansion in [
///     expand("Hi {{who}}", &arguments, &map)?,
///     expand("Hi {{who}}", &arguments, &[("who", "you")])?,
///     expand("Hi {{who}}", &arguments, ask)?,
/// ] {
///     assert_eq!(expansion.text, "Hi you");
/// }
/// # Ok::<(), interline_fragments::Error>(())
/// ```
pub trait Values<'v> {
    /// Returns the value for `name`.
    fn value(&self, name: &str) -> Option<Cow<'v, str>>;

    /// Returns the names that have values; none for a function, whose names are unknown.
    fn names(&self) -> Vec<&'v str> {
        Vec::new()
    }
}

impl<'v, F: Fn(&str) -> Option<Cow<'v, str>>> Values<'v> for F {
    fn value(&self, name: &str) -> Option<Cow<'v, str>> {
        self(name)
    }
}

/// No values: every argument has its default.
impl<'v> Values<'v> for () {
    fn value(&self, _name: &str) -> Option<Cow<'v, str>> {
        None
    }
}

impl<'v, K, V, S> Values<'v> for &'v HashMap<K, V, S>
where
    K: Borrow<str> + Hash + Eq,
    V: AsRef<str>,
    S: BuildHasher,
{
    fn value(&self, name: &str) -> Option<Cow<'v, str>> {
        self.get(name).map(|value| Cow::Borrowed(value.as_ref()))
    }

    fn names(&self) -> Vec<&'v str> {
        self.keys().map(Borrow::borrow).collect()
    }
}

impl<'v, K: Borrow<str> + Ord, V: AsRef<str>> Values<'v> for &'v BTreeMap<K, V> {
    fn value(&self, name: &str) -> Option<Cow<'v, str>> {
        self.get(name).map(|value| Cow::Borrowed(value.as_ref()))
    }

    fn names(&self) -> Vec<&'v str> {
        self.keys().map(Borrow::borrow).collect()
    }
}

impl<'v, K: AsRef<str>, V: AsRef<str>> Values<'v> for &'v [(K, V)] {
    fn value(&self, name: &str) -> Option<Cow<'v, str>> {
        let pair = self.iter().find(|(key, _)| key.as_ref() == name);
        pair.map(|(_, value)| Cow::Borrowed(value.as_ref()))
    }

    fn names(&self) -> Vec<&'v str> {
        self.iter().map(|(key, _)| key.as_ref()).collect()
    }
}

impl<'v, K: AsRef<str>, V: AsRef<str>, const N: usize> Values<'v> for &'v [(K, V); N] {
    fn value(&self, name: &str) -> Option<Cow<'v, str>> {
        self.as_slice().value(name)
    }

    fn names(&self) -> Vec<&'v str> {
        self.as_slice().names()
    }
}

impl<'v, K: AsRef<str>, V: AsRef<str>> Values<'v> for &'v Vec<(K, V)> {
    fn value(&self, name: &str) -> Option<Cow<'v, str>> {
        self.as_slice().value(name)
    }

    fn names(&self) -> Vec<&'v str> {
        self.as_slice().names()
    }
}

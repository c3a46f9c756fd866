use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// One attribute of a marker: `key=value`, `key="two words"`, `key='x'`, or a bare `key`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attribute<'t> {
    /// The part before `=`.
    #[serde(borrow)]
    pub key: Cow<'t, str>,
    /// The part after `=` without its quotes; `None` for a bare key.
    #[serde(borrow)]
    pub value: Option<Cow<'t, str>>,
}

/// The attributes of a marker, in the order in which they are written.
///
/// They borrow from the text that they were read from; [`into_owned`](Self::into_owned) copies it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Attributes<'t>(#[serde(borrow)] Vec<Attribute<'t>>);

impl<'t> Attributes<'t> {
    /// Returns the value of the first attribute with that key; `""` for a bare key. Keys are case-sensitive.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|attribute| attribute.key == key)
            .map(|attribute| attribute.value.as_deref().unwrap_or_default())
    }

    /// Parses the text between the name and `-->` in a marker, such as `mode=append title="two words"`.
    ///
    /// Returns `None` if it is not a list of attributes with spaces or tabs between them. Linear.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_patch_template::Attributes;
    ///
    /// let attributes = Attributes::parse("mode=append title=\"two words\"").unwrap();
    /// assert_eq!(attributes.get("title"), Some("two words"));
    /// assert_eq!(Attributes::parse("mode = append"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &'t str) -> Option<Self> {
        let mut attributes = Vec::new();
        let mut rest = text.trim_matches(SPACES);
        // The first attribute needs no space before it here.
        let mut found = first(rest);
        while let Some((attribute, after)) = found {
            attributes.push(attribute);
            rest = after;
            found = next(rest);
        }
        rest.is_empty().then_some(Self(attributes))
    }

    /// Adds an attribute after the others.
    pub(crate) fn push(&mut self, key: Cow<'t, str>, value: Option<Cow<'t, str>>) {
        self.0.push(Attribute { key, value });
    }

    /// Returns whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of attributes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the attributes in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Attribute<'t>> {
        self.0.iter()
    }

    /// Copies everything borrowed from the text.
    #[must_use]
    pub fn into_owned(self) -> Attributes<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Attributes(
            self.0
                .into_iter()
                .map(|a| Attribute {
                    key: owned(a.key),
                    value: a.value.map(owned),
                })
                .collect(),
        )
    }

    /// Reads the text after the name of a marker, for which [`are_attributes`] is true.
    pub(crate) fn read(text: &'t str) -> Self {
        let mut attributes = Vec::new();
        let mut rest = text.trim_end_matches(SPACES);
        while let Some((attribute, after)) = next(rest) {
            attributes.push(attribute);
            rest = after;
        }
        Self(attributes)
    }
}

impl<'a, 't> IntoIterator for &'a Attributes<'t> {
    type Item = &'a Attribute<'t>;
    type IntoIter = std::slice::Iter<'a, Attribute<'t>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

const SPACES: [char; 2] = [' ', '\t'];

/// Returns whether the text after the name of a marker is a list of attributes with a space or tab before each. Linear.
pub(crate) fn are_attributes(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, after)) = next(rest) {
        rest = after;
    }
    rest.trim_matches(SPACES).is_empty()
}

/// Returns the attribute after the spaces and tabs with which `text` begins, and the rest. The next attribute needs a space
/// before it.
fn next(text: &str) -> Option<(Attribute<'_>, &str)> {
    let start = text.trim_start_matches(SPACES);
    if start.len() == text.len() {
        return None;
    }
    first(start)
}

/// Returns the attribute with which `start` begins, and the rest.
fn first(start: &str) -> Option<(Attribute<'_>, &str)> {
    let is_key = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    let end = start.find(|c| !is_key(c)).unwrap_or(start.len());
    let (key, after) = start.split_at(end);
    if key.is_empty() {
        return None;
    }
    let bare = Attribute {
        key: Cow::Borrowed(key),
        value: None,
    };
    let Some(value) = after.strip_prefix('=') else {
        return Some((bare, after));
    };
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let (value, after) = match quote {
        // A quote that nothing closes makes the whole marker invalid: guessing its end could hide text.
        Some(quote) => value[1..].split_once(quote)?,
        // A quote ends a bare value and cannot start the next attribute, so that `a=b"c"` is no attribute at all.
        None => value.split_at(value.find([' ', '\t', '"', '\'']).unwrap_or(value.len())),
    };
    let attribute = Attribute {
        value: Some(Cow::Borrowed(value)),
        ..bare
    };
    Some((attribute, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<(String, Option<String>)>> {
        are_attributes(text).then(|| {
            let pair =
                |a: &Attribute<'_>| (a.key.to_string(), a.value.as_ref().map(ToString::to_string));
            Attributes::read(text).iter().map(pair).collect()
        })
    }

    #[test]
    fn reads_every_syntax_in_order() {
        let found = read(" a=1 b=\"two words\"\tc='x' d e=  ");
        let expected = [
            ("a", Some("1")),
            ("b", Some("two words")),
            ("c", Some("x")),
            ("d", None),
            ("e", Some("")),
        ];
        let expected = expected.map(|(k, v)| (k.to_owned(), v.map(str::to_owned)));
        assert_eq!(found.as_deref(), Some(expected.as_slice()));
    }

    #[test]
    fn counts_attributes() {
        for (text, len) in [("", 0), (" \t", 0), (" a", 1), (" a=1 b a=2", 3)] {
            let attributes = Attributes::read(text);
            assert_eq!(attributes.len(), len, "{text:?}");
            assert_eq!(attributes.is_empty(), len == 0, "{text:?}");
        }
    }

    #[test]
    fn rejects_unbalanced_quotes_and_unknown_characters() {
        for text in [
            " a=\"x",
            " a='x' \"",
            " a=\"x\"y",
            " (a)",
            " a(b)",
            " a='x'y=1",
            " a=x\"y",
            " =x",
            "a=1",
            " é=\u{1f600} <",
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}

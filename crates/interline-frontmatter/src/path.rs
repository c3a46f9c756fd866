use std::fmt;

/// One step of a [`NodePath`]: the key of a mapping, or the index of an item, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathElement {
    /// A key.
    Key(String),
    /// An index.
    Index(usize),
}

impl From<&str> for PathElement {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<&String> for PathElement {
    fn from(key: &String) -> Self {
        Self::Key(key.clone())
    }
}

impl From<String> for PathElement {
    fn from(key: String) -> Self {
        Self::Key(key)
    }
}

impl From<usize> for PathElement {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// For integers without a suffix. A negative index is outside of every list.
impl From<i32> for PathElement {
    fn from(index: i32) -> Self {
        Self::Index(usize::try_from(index).unwrap_or(usize::MAX))
    }
}

/// The way from the root of a header to a node in it: keys and indices.
///
/// Made of arrays and vectors of keys, or of tuples of keys and indices.
///
/// # Examples
///
/// ```
/// use interline_frontmatter::NodePath;
///
/// let path: NodePath = ["author", "name"].into();
/// assert_eq!(path.to_string(), "author.name");
/// let path: NodePath = ("jobs", 0, "run").into();
/// assert_eq!(path.to_string(), "jobs[0].run");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodePath(Vec<PathElement>);

impl NodePath {
    /// The steps, from the root on.
    #[must_use]
    pub fn elements(&self) -> &[PathElement] {
        &self.0
    }
}

impl<T: Into<PathElement>, const N: usize> From<[T; N]> for NodePath {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Into<PathElement>> From<Vec<T>> for NodePath {
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Clone + Into<PathElement>> From<&[T]> for NodePath {
    fn from(elements: &[T]) -> Self {
        elements.iter().cloned().collect()
    }
}

impl<T: Into<PathElement>> FromIterator<T> for NodePath {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self(elements.into_iter().map(Into::into).collect())
    }
}

macro_rules! from_tuples {
    ($($($name:ident)+,)+) => {$(
        impl<$($name: Into<PathElement>),+> From<($($name,)+)> for NodePath {
            #[allow(non_snake_case, reason = "the names are those of the types")]
            fn from(($($name,)+): ($($name,)+)) -> Self {
                Self(vec![$($name.into()),+])
            }
        }
    )+};
}

from_tuples! { A, A B, A B C, A B C D, A B C D E, A B C D E F, }

/// `author.name`, `jobs[0].run`; a key with other characters than letters, digits, `_` and `-` is in quotes.
impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |key: &str| {
            !key.is_empty()
                && key
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
        };
        for (number, element) in self.0.iter().enumerate() {
            match element {
                PathElement::Index(index) => write!(f, "[{index}]")?,
                PathElement::Key(key) => {
                    if number > 0 {
                        f.write_str(".")?;
                    }
                    // A key alone is shown as it is.
                    if self.0.len() == 1 || is_plain(key) {
                        f.write_str(key)?;
                    } else {
                        write!(f, "{key:?}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

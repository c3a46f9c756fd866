use std::fmt;

/// An element of a [`ValuePath`]: the key of a map, or the index of an item of a list, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathElement {
    /// A key of a map.
    Key(String),
    /// An index of a list, from 0.
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

/// For integer literals without a suffix. A negative index is outside of every list.
impl From<i32> for PathElement {
    fn from(index: i32) -> Self {
        Self::Index(usize::try_from(index).unwrap_or(usize::MAX))
    }
}

/// The path from a value to one inside it: keys and indices.
///
/// Arrays and vectors of keys, and tuples of keys and indices, convert into it.
///
/// # Examples
///
/// ```
/// use interline_value::ValuePath;
///
/// let path: ValuePath = ["author", "name"].into();
/// assert_eq!(path.to_string(), "author.name");
/// let path: ValuePath = ("jobs", 0, "run").into();
/// assert_eq!(path.to_string(), "jobs[0].run");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ValuePath(Vec<PathElement>);

impl ValuePath {
    /// Returns the elements, the outermost first.
    #[must_use]
    pub fn elements(&self) -> &[PathElement] {
        &self.0
    }

    pub(crate) fn push(&mut self, element: PathElement) {
        self.0.push(element);
    }

    pub(crate) fn reverse(&mut self) {
        self.0.reverse();
    }
}

impl<T: Into<PathElement>, const N: usize> From<[T; N]> for ValuePath {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Into<PathElement>> From<Vec<T>> for ValuePath {
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Clone + Into<PathElement>> From<&[T]> for ValuePath {
    fn from(elements: &[T]) -> Self {
        elements.iter().cloned().collect()
    }
}

impl<T: Into<PathElement>> FromIterator<T> for ValuePath {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self(elements.into_iter().map(Into::into).collect())
    }
}

macro_rules! from_tuples {
    ($($($name:ident)+,)+) => {$(
        impl<$($name: Into<PathElement>),+> From<($($name,)+)> for ValuePath {
            #[allow(non_snake_case, reason = "the names are those of the types")]
            fn from(($($name,)+): ($($name,)+)) -> Self {
                Self(vec![$($name.into()),+])
            }
        }
    )+};
}

from_tuples! { A, A B, A B C, A B C D, A B C D E, A B C D E F, }

/// As `author.name` and `jobs[0].run`. A key with other characters than letters, digits, spaces, `_` and `-` is in quotes, unless it is the
/// whole path.
impl fmt::Display for ValuePath {
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

use crate::yaml::{Quotes, is_plain_scalar};
use crate::{Error, Value};

/// A plain scalar to write, made by [`Plain::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain(String);

/// The value that an edit writes: a [`Value`], or a [`Plain`] scalar.
///
/// It is made from every type that a [`Value`] is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewValue {
    pub(crate) value: Value,
    /// The quotes of a string.
    pub(crate) quotes: Quotes,
}

impl<T: Into<Value>> From<T> for NewValue {
    fn from(value: T) -> Self {
        Self {
            value: value.into(),
            quotes: Quotes::Plain,
        }
    }
}

impl From<Plain> for NewValue {
    fn from(plain: Plain) -> Self {
        let value = crate::yaml::plain_value(&plain.0);
        let quotes = match value {
            Value::String(_) => Quotes::Bare,
            _ => Quotes::Plain,
        };
        Self { value, quotes }
    }
}

impl Plain {
    /// Makes a scalar that is written without quotes, so that readers of YAML 1.1 give it its type: a date, a time, a flag such as `yes`.
    ///
    /// A [`Value::String`] of the same text is written in quotes where readers differ. A quoted scalar that is replaced keeps its quotes.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_frontmatter::{Plain, set};
    ///
    /// let text = "---\ntitle: x\n---\n";
    /// let text = set(text, "updated", Plain::new("2026-11-28")?)?.apply(text)?;
    /// assert_eq!(text, "---\ntitle: x\nupdated: 2026-11-28\n---\n");
    ///
    /// let error = Plain::new("a: b").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "cannot be written as frontmatter: `a: b` is not one plain scalar; use a string, which is quoted"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Serialize`] when YAML would not read the text back as one plain scalar: one with `: ` or ` #`, with an indicator as the
    /// first character, with line endings, or empty.
    pub fn new(text: &str) -> Result<Self, Error> {
        if is_plain_scalar(text) {
            return Ok(Self(text.to_owned()));
        }
        Err(Error::Serialize {
            message: format!("`{text}` is not one plain scalar; use a string, which is quoted"),
        })
    }
}

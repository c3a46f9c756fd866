use std::fmt;

use crate::{PathElement, ValuePath};

/// The levels of nesting that a value may have where it is made of another type or [checked](crate::Value::check_finite).
pub const MAX_DEPTH: usize = 128;

/// An error about a value, with the path to it.
///
/// It displays as the path and the message: `project.tags[3]: NaN is not a finite number`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// From the inside out while it is on its way up.
    path: ValuePath,
    kind: ErrorKind,
}

/// The kind of an [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A key of a map is not a string, a whole number or a boolean. Holds a description of the key.
    Key(String),
    /// A key is given twice.
    DuplicateKey(String),
    /// A float is infinite or not a number, where [`Value::check_finite`](crate::Value::check_finite) is asked.
    NotFinite(String),
    /// An integer does not fit 64 bits.
    TooWide(String),
    /// Lists and maps are nested more than [`MAX_DEPTH`](crate::MAX_DEPTH) deep.
    TooDeep,
    /// The value is not a map, where one is needed.
    NotAMap,
    /// A text is not a number of the YAML 1.2 core schema.
    NotANumber(String),
    /// The message of a type that does not serialize.
    Other(String),
}

impl Error {
    /// Returns the path to the value, empty where the whole value is meant.
    #[must_use]
    pub fn path(&self) -> &ValuePath {
        &self.path
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Adds the element by which the value is reached from the one around it.
    pub(crate) fn inside(mut self, element: impl Into<PathElement>) -> Self {
        self.path.push(element.into());
        self
    }

    /// Turns the path around once all elements are known.
    pub(crate) fn complete(mut self) -> Self {
        self.path.reverse();
        self
    }
}

impl ErrorKind {
    /// Returns a stable identifier of the kind in kebab case: `invalid-key`, `duplicate-key`, `not-finite`, `too-wide`, `too-deep`,
    /// `not-a-mapping`, `not-a-number` or `not-serializable`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Key(_) => "invalid-key",
            Self::DuplicateKey(_) => "duplicate-key",
            Self::NotFinite(_) => "not-finite",
            Self::TooWide(_) => "too-wide",
            Self::TooDeep => "too-deep",
            Self::NotAMap => "not-a-mapping",
            Self::NotANumber(_) => "not-a-number",
            Self::Other(_) => "not-serializable",
        }
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self {
            path: ValuePath::default(),
            kind,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.elements().is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        self.kind.fmt(f)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => write!(
                f,
                "{key} cannot be a key: use a string, a whole number or a boolean"
            ),
            Self::DuplicateKey(key) => write!(f, "key `{key}` is given twice"),
            Self::NotFinite(float) => write!(f, "{float} is not a finite number"),
            Self::TooWide(int) => {
                write!(f, "{int} does not fit 64 bits: write it as a string")
            }
            Self::TooDeep => write!(f, "more than {MAX_DEPTH} levels of nesting"),
            Self::NotAMap => f.write_str("not a map: expected names and values"),
            Self::NotANumber(text) => write!(
                f,
                "invalid number `{text}`: expected one such as `1.10`, `-5` or `0x1F`"
            ),
            Self::Other(message) => f.write_str(message),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        ErrorKind::Other(message.to_string()).into()
    }
}

use std::fmt;

/// A step on the way to a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathPart {
    /// A key of a map.
    Key(String),
    /// An item of a list, from 0.
    Index(usize),
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueProblem {
    /// A key of a map is not a string.
    #[error("key {0} is not a string: expected string keys only")]
    Key(String),
    /// A float is not a number, or infinite.
    #[error("{0} cannot be represented: expected a finite number")]
    NotFinite(String),
    /// An integer is wider than 64 bits.
    #[error("{0} cannot be represented: expected an integer of 64 bits, or a string")]
    TooWide(String),
    /// Lists and maps are too deep in each other.
    #[error("lists and maps are too deep inside each other: expected at most {depth}", depth = super::MAX_DEPTH)]
    TooDeep,
    /// A scope was to be made of something else.
    #[error("not a map: expected names and values")]
    NotAMap,
    /// What the type itself reports.
    #[error("{0}")]
    Other(String),
}

/// A value that cannot be part of a context, with the path to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// From the inside out.
    path: Vec<PathPart>,
    problem: ValueProblem,
}

impl ValueError {
    /// The way to the value, outermost first. Empty when the whole value is meant.
    pub fn path(&self) -> impl ExactSizeIterator<Item = &PathPart> {
        self.path.iter().rev()
    }

    /// What is wrong with it.
    #[must_use]
    pub fn problem(&self) -> &ValueProblem {
        &self.problem
    }

    pub(crate) fn inside(mut self, part: PathPart) -> Self {
        self.path.push(part);
        self
    }
}

impl From<ValueProblem> for ValueError {
    fn from(problem: ValueProblem) -> Self {
        Self {
            path: Vec::new(),
            problem,
        }
    }
}

/// The path as templates and programs write it, then the problem: `project.tags[3].when: NaN cannot be …`.
impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, part) in self.path().enumerate() {
            match part {
                PathPart::Index(index) => write!(f, "[{index}]")?,
                PathPart::Key(key) if is_plain(key) => {
                    let dot = if number > 0 { "." } else { "" };
                    write!(f, "{dot}{key}")?;
                }
                PathPart::Key(key) => write!(f, "[{key:?}]")?,
            }
        }
        if !self.path.is_empty() {
            f.write_str(": ")?;
        }
        write!(f, "{}", self.problem)
    }
}

fn is_plain(key: &str) -> bool {
    !key.is_empty()
        && !key
            .chars()
            .any(|c| c.is_whitespace() || c.is_control() || ".[]\"".contains(c))
}

impl std::error::Error for ValueError {}

impl serde::ser::Error for ValueError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        ValueProblem::Other(message.to_string()).into()
    }
}

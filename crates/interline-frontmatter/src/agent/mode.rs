use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

use super::Frontmatter;

/// How an answer is inserted into a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// At the end of the text. Written `inline`; `append` is read as well.
    Append,
    /// Into the components of a template.
    Template,
}

/// How an answer is merged with a document that was changed meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WriteStrategy {
    /// By a three-way merge of lines.
    Merge,
    /// By a conflict-free replicated data type.
    Crdt,
}

/// The format and strategy of a document, with defaults and deprecated fields applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
pub struct ResolvedMode {
    /// How an answer is inserted.
    pub format: Format,
    /// How it is merged.
    pub write: WriteStrategy,
}

impl Frontmatter {
    /// Resolves the format and strategy: each from its field, else the format from the deprecated mode (`append`; `template` and `stream`
    /// mean the template; in any case). The defaults are `template` and `crdt`.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_frontmatter::agent::{Format, Frontmatter, WriteStrategy};
    ///
    /// let frontmatter = Frontmatter {
    ///     mode: Some("append".to_owned()),
    ///     ..Frontmatter::default()
    /// };
    /// let mode = frontmatter.resolve_mode();
    /// assert_eq!((mode.format, mode.write), (Format::Append, WriteStrategy::Crdt));
    /// ```
    #[must_use]
    pub fn resolve_mode(&self) -> ResolvedMode {
        let appends = self
            .mode
            .as_deref()
            .is_some_and(|mode| mode.trim().eq_ignore_ascii_case("append"));
        let by_mode = if appends {
            Format::Append
        } else {
            Format::Template
        };
        ResolvedMode {
            format: self.format.unwrap_or(by_mode),
            write: self.write.unwrap_or(WriteStrategy::Crdt),
        }
    }
}

/// An enum that is written as a keyword.
trait Keyword: Sized + Copy + 'static {
    /// The name of the field, for messages.
    const FIELD: &'static str;
    /// Keywords and their values; the first keyword of a value is the one that is written.
    const KEYWORDS: &'static [(&'static str, Self)];
}

impl Keyword for Format {
    const FIELD: &'static str = "format";
    const KEYWORDS: &'static [(&'static str, Self)] = &[
        ("inline", Self::Append),
        ("append", Self::Append),
        ("template", Self::Template),
    ];
}

impl Keyword for WriteStrategy {
    const FIELD: &'static str = "write strategy";
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("merge", Self::Merge), ("crdt", Self::Crdt)];
}

/// The error lists the known keywords.
fn from_keyword<K: Keyword>(keyword: &str) -> Result<K, String> {
    let found = K::KEYWORDS
        .iter()
        .find(|(known, _)| keyword.trim().eq_ignore_ascii_case(known));
    found.map(|(_, value)| *value).ok_or_else(|| {
        let known = K::KEYWORDS.iter().map(|(known, _)| format!("`{known}`"));
        let mut others: Vec<String> = known.collect();
        let last = others.pop().unwrap_or_default();
        let (field, others) = (K::FIELD, others.join(", "));
        format!("unknown {field} `{keyword}`: expected {others} or {last}")
    })
}

struct KeywordVisitor<K>(PhantomData<K>);

impl<K: Keyword> Visitor<'_> for KeywordVisitor<K> {
    type Value = K;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a keyword for the {}", K::FIELD)
    }

    fn visit_str<E: de::Error>(self, keyword: &str) -> Result<K, E> {
        from_keyword(keyword).map_err(E::custom)
    }
}

impl Format {
    /// Returns the keyword that is written: `inline` or `template`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Append => "inline",
            Self::Template => "template",
        }
    }
}

impl WriteStrategy {
    /// Returns the keyword that is written: `merge` or `crdt`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Merge => "merge",
            Self::Crdt => "crdt",
        }
    }
}

macro_rules! written_as_keyword {
    ($($of:ident),*) => {$(
        impl fmt::Display for $of {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        /// Parses a keyword in any case. [`Error::Data`](crate::Error::Data) lists the known ones.
        impl FromStr for $of {
            type Err = crate::Error;

            fn from_str(keyword: &str) -> Result<Self, crate::Error> {
                from_keyword(keyword).map_err(|message| crate::Error::data_in(keyword, message))
            }
        }

        impl Serialize for $of {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $of {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(KeywordVisitor(PhantomData))
            }
        }
    )*};
}

written_as_keyword!(Format, WriteStrategy);

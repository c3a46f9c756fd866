use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

use super::Frontmatter;

/// Where an answer goes in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// To the end of the text. Written `inline`; `append` is read as well.
    Append,
    /// Into the components of a template.
    Template,
}

/// How an answer is joined with a document that changed meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WriteStrategy {
    /// By a three-way merge of lines.
    Merge,
    /// By a conflict-free replicated data type.
    Crdt,
}

/// Format and strategy of a document, defaults and deprecated fields taken into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
pub struct ResolvedMode {
    /// Where an answer goes.
    pub format: Format,
    /// How it is joined.
    pub write: WriteStrategy,
}

impl Frontmatter {
    /// Format and strategy: what the fields say, else what the deprecated mode says (`append`; `template` and `stream`
    /// mean the template; any case), else template; the strategy is `crdt` unless a field says otherwise.
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

/// A set of words with a meaning.
trait Words: Sized + Copy + 'static {
    /// What they are about.
    const WHAT: &'static str;
    /// Words with their meaning; the first word of a meaning is the one that is written.
    const WORDS: &'static [(&'static str, Self)];
}

impl Words for Format {
    const WHAT: &'static str = "format";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("inline", Self::Append),
        ("append", Self::Append),
        ("template", Self::Template),
    ];
}

impl Words for WriteStrategy {
    const WHAT: &'static str = "write strategy";
    const WORDS: &'static [(&'static str, Self)] = &[("merge", Self::Merge), ("crdt", Self::Crdt)];
}

/// A word that has no meaning here; its message lists those that have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} `{word}`: expected {expected}")]
struct UnknownWord {
    what: &'static str,
    word: String,
    expected: String,
}

fn meaning<W: Words>(word: &str) -> Result<W, UnknownWord> {
    let found = W::WORDS
        .iter()
        .find(|(known, _)| word.trim().eq_ignore_ascii_case(known));
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<String> = W::WORDS
            .iter()
            .map(|(known, _)| format!("`{known}`"))
            .collect();
        let (last, others) = words
            .split_last()
            .map_or(("", &[][..]), |(l, o)| (l.as_str(), o));
        UnknownWord {
            what: W::WHAT,
            word: word.to_owned(),
            expected: format!("{} or {last}", others.join(", ")),
        }
    })
}

struct WordVisitor<W>(PhantomData<W>);

impl<W: Words> Visitor<'_> for WordVisitor<W> {
    type Value = W;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a word for the {}", W::WHAT)
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<W, E> {
        meaning(word).map_err(E::custom)
    }
}

impl Format {
    /// The word that is written: `inline` or `template`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Append => "inline",
            Self::Template => "template",
        }
    }
}

impl WriteStrategy {
    /// The word that is written: `merge` or `crdt`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Merge => "merge",
            Self::Crdt => "crdt",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for WriteStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// In any case; [`Error::Data`](crate::Error::Data) lists the good words.
impl FromStr for Format {
    type Err = crate::Error;

    fn from_str(word: &str) -> Result<Self, crate::Error> {
        meaning(word).map_err(|error| crate::Error::data_in(word, &error))
    }
}

/// In any case; [`Error::Data`](crate::Error::Data) lists the good words.
impl FromStr for WriteStrategy {
    type Err = crate::Error;

    fn from_str(word: &str) -> Result<Self, crate::Error> {
        meaning(word).map_err(|error| crate::Error::data_in(word, &error))
    }
}

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for WriteStrategy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(WordVisitor(PhantomData))
    }
}

impl<'de> Deserialize<'de> for WriteStrategy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(WordVisitor(PhantomData))
    }
}

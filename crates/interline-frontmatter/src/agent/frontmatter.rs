use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use super::field::Field;
use super::mode::{Format, WriteStrategy};
use crate::{Map, Value};

/// The frontmatter of an agent document. All fields are optional; null is `None`.
///
/// Fields may be added in later versions: make one with `..Frontmatter::default()`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontmatter {
    /// Which session answers in the document: `agent_doc_session`, formerly `session`.
    pub session: Option<String>,
    /// The conversation to continue: `resume`.
    pub resume: Option<String>,
    /// The agent that answers: `agent`.
    pub agent: Option<String>,
    /// The model that it uses: `model`.
    pub model: Option<String>,
    /// The branch that it works on: `branch`.
    pub branch: Option<String>,
    /// Deprecated: the terminal session, `tmux_session`.
    pub tmux_session: Option<String>,
    /// Deprecated: format and strategy in one value, `agent_doc_mode`, formerly `mode` and `response_mode`. See
    /// [`resolve_mode`](Self::resolve_mode).
    pub mode: Option<String>,
    /// How an answer is inserted: `agent_doc_format`.
    pub format: Option<Format>,
    /// How it is merged with concurrent changes: `agent_doc_write`.
    pub write: Option<WriteStrategy>,
    /// How an answer is shown while it is received: `agent_doc_stream`.
    pub stream: Option<StreamConfig>,
    /// Documents that belong to this one: `links`, formerly `related_docs`; a list or one string.
    pub links: Option<Vec<String>>,
    /// Further arguments for the agent: `claude_args`.
    pub claude_args: Option<String>,
    /// Every other key, in its order. A key with the name of a field above is not written.
    pub extra: Map,
}

/// How an answer is shown while it is received. All fields are optional; null is `None`.
///
/// Fields may be added in later versions: make one with `..StreamConfig::default()`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StreamConfig {
    /// Milliseconds between two updates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<u64>,
    /// Whether colours and other escape sequences of the terminal are removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strip_ansi: Option<bool>,
    /// The component that receives the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Whether the agent's reasoning is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking: Option<bool>,
    /// The component that receives the reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking_target: Option<String>,
    /// Every other key, in its order.
    #[serde(flatten)]
    pub extra: Map,
}

impl<'de> Deserialize<'de> for StreamConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Not derived: `flatten` reads values through a buffer, in which numbers lose their source text.
        struct StreamVisitor;

        impl<'de> Visitor<'de> for StreamVisitor {
            type Value = StreamConfig;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("struct StreamConfig")
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut entries: A,
            ) -> Result<StreamConfig, A::Error> {
                let mut result = StreamConfig::default();
                while let Some(key) = entries.next_key::<String>()? {
                    match key.as_str() {
                        "interval" => result.interval = entries.next_value()?,
                        "strip_ansi" => result.strip_ansi = entries.next_value()?,
                        "target" => result.target = entries.next_value()?,
                        "thinking" => result.thinking = entries.next_value()?,
                        "thinking_target" => result.thinking_target = entries.next_value()?,
                        _ => {
                            let value = entries.next_value()?;
                            result
                                .extra
                                .insert_new(key, value)
                                .map_err(de::Error::custom)?;
                        }
                    }
                }
                Ok(result)
            }
        }

        deserializer.deserialize_map(StreamVisitor)
    }
}

impl StreamConfig {
    fn to_mapping(&self) -> Map {
        let fields = [
            ("interval", self.interval.map(Value::from)),
            ("strip_ansi", self.strip_ansi.map(Value::from)),
            ("target", self.target.as_deref().map(Value::from)),
            ("thinking", self.thinking.map(Value::from)),
            (
                "thinking_target",
                self.thinking_target.as_deref().map(Value::from),
            ),
        ];
        let names = fields.each_ref().map(|(name, _)| *name);
        written(fields, &self.extra, |key| names.contains(&key))
    }
}

/// Returns the fields that are set, then the other keys. A key with the name of a field is not written.
fn written(
    fields: impl IntoIterator<Item = (&'static str, Option<Value>)>,
    extra: &Map,
    is_field: impl Fn(&str) -> bool,
) -> Map {
    let set = fields.into_iter();
    let mut mapping: Map = set.filter_map(|(key, value)| Some((key, value?))).collect();
    let others = extra.iter().filter(|(key, _)| !is_field(key));
    mapping.extend(others.map(|(key, value)| (key, value.clone())));
    mapping
}

impl Frontmatter {
    /// Returns the value of a field as it is written; `None` when it is not set.
    pub(super) fn value(&self, field: Field) -> Option<Value> {
        let text = |text: &Option<String>| text.as_deref().map(Value::from);
        match field {
            Field::Session => text(&self.session),
            Field::Resume => text(&self.resume),
            Field::Agent => text(&self.agent),
            Field::Model => text(&self.model),
            Field::Branch => text(&self.branch),
            Field::TmuxSession => text(&self.tmux_session),
            Field::Mode => text(&self.mode),
            Field::Format => self.format.map(|format| format.as_str().into()),
            Field::Write => self.write.map(|write| write.as_str().into()),
            Field::Stream => self.stream.as_ref().map(|s| s.to_mapping().into()),
            Field::Links => self.links.as_ref().map(|links| links.iter().collect()),
            Field::ClaudeArgs => text(&self.claude_args),
        }
    }

    /// Returns the keys and values in the order in which they are written.
    pub(super) fn to_mapping(&self) -> Map {
        let fields = Field::ALL.map(|field| (field.name(), self.value(field)));
        written(fields, &self.extra, |key| Field::of(key).is_some())
    }
}

impl Serialize for Frontmatter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_mapping().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Frontmatter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FrontmatterVisitor)
    }
}

/// The value of a field that has several names, and the rank of its name.
type Ranked<T> = Option<(usize, T)>;

/// Stores the value of a field: an earlier name takes precedence, and null does not count.
fn put<T>(known: &mut Ranked<T>, rank: usize, value: Option<T>) {
    let is_better = known.as_ref().is_none_or(|(known, _)| rank < *known);
    if let (Some(value), true) = (value, is_better) {
        *known = Some((rank, value));
    }
}

/// A key of the root: a field and the rank of its name, or another key.
enum Key {
    Known(Field, usize),
    Other(String),
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;

        impl Visitor<'_> for KeyVisitor {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_str<E: de::Error>(self, key: &str) -> Result<Key, E> {
                Ok(Field::of(key).map_or_else(
                    || Key::Other(key.to_owned()),
                    |(field, rank)| Key::Known(field, rank),
                ))
            }
        }

        deserializer.deserialize_identifier(KeyVisitor)
    }
}

struct FrontmatterVisitor;

impl<'de> Visitor<'de> for FrontmatterVisitor {
    type Value = Frontmatter;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mapping")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Frontmatter, A::Error> {
        let mut result = Frontmatter::default();
        let (mut session, mut mode) = (None, None);
        let mut links: Ranked<Links> = None;
        while let Some(key) = entries.next_key()? {
            let (field, rank) = match key {
                Key::Known(field, rank) => (field, rank),
                Key::Other(key) => {
                    let value = entries.next_value()?;
                    result
                        .extra
                        .insert_new(key, value)
                        .map_err(de::Error::custom)?;
                    continue;
                }
            };
            match field {
                Field::Session => put(&mut session, rank, entries.next_value()?),
                Field::Mode => put(&mut mode, rank, entries.next_value()?),
                Field::Links => put(&mut links, rank, entries.next_value()?),
                Field::Resume => result.resume = entries.next_value()?,
                Field::Agent => result.agent = entries.next_value()?,
                Field::Model => result.model = entries.next_value()?,
                Field::Branch => result.branch = entries.next_value()?,
                Field::TmuxSession => result.tmux_session = entries.next_value()?,
                Field::Format => result.format = entries.next_value()?,
                Field::Write => result.write = entries.next_value()?,
                Field::Stream => result.stream = entries.next_value()?,
                Field::ClaudeArgs => result.claude_args = entries.next_value()?,
            }
        }
        result.session = session.map(|(_, session)| session);
        result.mode = mode.map(|(_, mode)| mode);
        result.links = links.map(|(_, links)| links.0);
        Ok(result)
    }
}

/// A list of strings, or one string.
struct Links(Vec<String>);

impl<'de> Deserialize<'de> for Links {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LinksVisitor;

        impl<'de> Visitor<'de> for LinksVisitor {
            type Value = Links;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of strings or one string")
            }

            fn visit_str<E: de::Error>(self, link: &str) -> Result<Links, E> {
                Ok(Links(vec![link.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Links, A::Error> {
                let mut links = Vec::new();
                while let Some(link) = items.next_element()? {
                    links.push(link);
                }
                Ok(Links(links))
            }
        }

        // Our own deserializer gives a scalar as it is written where a list is wanted.
        deserializer.deserialize_seq(LinksVisitor)
    }
}

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use super::names::Field;
use super::words::{Format, WriteStrategy};
use crate::{Map, Value};

/// The frontmatter of an agent document. All fields are optional; null is `None`.
///
/// Fields may be added: build one with `..Frontmatter::default()`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontmatter {
    /// Which session answers in the document: `agent_doc_session`, formerly `session`.
    pub session: Option<String>,
    /// The conversation to go on with: `resume`.
    pub resume: Option<String>,
    /// The agent that answers: `agent`.
    pub agent: Option<String>,
    /// The model that it uses: `model`.
    pub model: Option<String>,
    /// The branch that it works on: `branch`.
    pub branch: Option<String>,
    /// Deprecated: the terminal session, `tmux_session`.
    pub tmux_session: Option<String>,
    /// Deprecated: format and strategy in one word, `agent_doc_mode`, formerly `mode` and `response_mode`. See
    /// [`resolve_mode`](Self::resolve_mode).
    pub mode: Option<String>,
    /// Where an answer goes: `agent_doc_format`.
    pub format: Option<Format>,
    /// How it is joined: `agent_doc_write`.
    pub write: Option<WriteStrategy>,
    /// How an answer is shown while it comes in: `agent_doc_stream`.
    pub stream: Option<StreamConfig>,
    /// Documents that belong to this one: `links`, formerly `related_docs`; a list or one string.
    pub links: Option<Vec<String>>,
    /// Further arguments for the agent: `claude_args`.
    pub claude_args: Option<String>,
    /// Every other key, in its order. A key that is the name of a field above is not written from here.
    pub extra: Map,
}

/// How an answer is shown while it comes in. All fields are optional; null is `None`.
///
/// Fields may be added: build one with `..StreamConfig::default()`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StreamConfig {
    /// Milliseconds between two updates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<u64>,
    /// Whether colours and other escape sequences of the terminal are taken out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strip_ansi: Option<bool>,
    /// The component that the answer goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Whether the agent's reasoning is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking: Option<bool>,
    /// The component that the reasoning goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking_target: Option<String>,
    /// Every other key, in its order.
    #[serde(flatten)]
    pub extra: Map,
}

impl<'de> Deserialize<'de> for StreamConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // By hand, since `flatten` reads values by way of a buffer, in which numbers have no source text.
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
        let mut mapping = Map::new();
        let fields: [(&str, Option<Value>); 5] = [
            ("interval", self.interval.map(Value::from)),
            ("strip_ansi", self.strip_ansi.map(Value::from)),
            ("target", self.target.as_deref().map(Value::from)),
            ("thinking", self.thinking.map(Value::from)),
            (
                "thinking_target",
                self.thinking_target.as_deref().map(Value::from),
            ),
        ];
        for (key, value) in &fields {
            if let Some(value) = value {
                mapping.insert(*key, value.clone());
            }
        }
        let is_field = |key: &str| fields.iter().any(|(known, _)| *known == key);
        let others = self.extra.iter().filter(|(key, _)| !is_field(key));
        mapping.extend(others.map(|(key, value)| (key, value.clone())));
        mapping
    }
}

impl Frontmatter {
    /// The value of a field as it is written; `None` when it is not set.
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

    /// Keys and values in the order in which they are written.
    pub(super) fn to_mapping(&self) -> Map {
        let mut mapping = Map::new();
        for field in Field::ALL {
            if let Some(value) = self.value(field) {
                mapping.insert(field.name(), value);
            }
        }
        let others = self
            .extra
            .iter()
            .filter(|(key, _)| Field::of(key).is_none());
        mapping.extend(others.map(|(key, value)| (key, value.clone())));
        mapping
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

/// The value of a field, of which one with an earlier name goes before one with a later name. Null is none.
struct Slot<T>(Option<(usize, T)>);

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Slot<T> {
    fn put(&mut self, rank: usize, value: Option<T>) {
        let is_better = self.0.as_ref().is_none_or(|(known, _)| rank < *known);
        if let (Some(value), true) = (value, is_better) {
            self.0 = Some((rank, value));
        }
    }

    fn take(self) -> Option<T> {
        self.0.map(|(_, value)| value)
    }
}

/// A key of the root.
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
        let (mut session, mut mode) = (Slot::default(), Slot::default());
        let mut links: Slot<Links> = Slot::default();
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
                Field::Session => session.put(rank, entries.next_value()?),
                Field::Mode => mode.put(rank, entries.next_value()?),
                Field::Links => links.put(rank, entries.next_value()?),
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
        result.session = session.take();
        result.mode = mode.take();
        result.links = links.take().map(|links| links.0);
        Ok(result)
    }
}

/// A list of strings, or one.
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

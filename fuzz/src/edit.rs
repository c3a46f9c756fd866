//! Input: document, key, other key, value, choices. An edit of a frontmatter makes exactly the change that was asked for,
//! or is refused.

use interline_frontmatter::{Document, Error, Mapping, Value, merge, remove, rename, set};
use interline_text::Edits;

use crate::assert_span;
use crate::input::Input;
use crate::pieces::YAML;

#[derive(Clone, Debug)]
enum Op {
    Set(String, Value),
    Remove(String),
    Rename(String, String),
    Merge(Mapping),
}

impl Op {
    fn edits(&self, text: &str) -> Result<Edits, Error> {
        match self {
            Self::Set(key, value) => set(text, key, value.clone()),
            Self::Remove(key) => remove(text, key),
            Self::Rename(key, new) => rename(text, key, new),
            Self::Merge(mapping) => merge(text, mapping),
        }
    }

    /// What the mapping must be afterwards, as pairs in their order.
    fn expected(&self, before: &Mapping) -> Vec<(String, Value)> {
        let mut pairs: Vec<(String, Value)> = before.clone().into_iter().collect();
        let put = |pairs: &mut Vec<(String, Value)>, key: &str, value: &Value| match pairs
            .iter_mut()
            .find(|(known, _)| known == key)
        {
            Some(pair) => pair.1 = value.clone(),
            None => pairs.push((key.to_owned(), value.clone())),
        };
        match self {
            Self::Set(key, value) => put(&mut pairs, key, value),
            Self::Remove(key) => pairs.retain(|(known, _)| known != key),
            Self::Rename(key, new) => {
                if let Some(pair) = pairs.iter_mut().find(|(known, _)| known == key) {
                    pair.0.clone_from(new);
                }
            }
            Self::Merge(mapping) => {
                for (key, value) in mapping.iter() {
                    match value.is_null() {
                        true => pairs.retain(|(known, _)| known != key),
                        false => put(&mut pairs, key, value),
                    }
                }
            }
        }
        pairs
    }
}

/// Whether a value of another reader is ours.
fn same(theirs: &serde_yaml::Value, ours: &Value) -> bool {
    use serde_yaml::Value as Theirs;
    match (theirs, ours) {
        (Theirs::Null, Value::Null) => true,
        (Theirs::Bool(a), Value::Bool(b)) => a == b,
        (Theirs::String(a), Value::String(b)) => a == b,
        (Theirs::Number(a), Value::Number(b)) => match (a.as_u64(), a.as_i64()) {
            (Some(a), _) => b.as_u64() == Some(a) && !b.is_float(),
            (None, Some(a)) => b.as_i64() == Some(a) && !b.is_float(),
            (None, None) => a
                .as_f64()
                .is_some_and(|a| interline_frontmatter::Number::from(a) == *b),
        },
        (Theirs::Sequence(a), Value::Sequence(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Theirs::Mapping(a), Value::Mapping(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b.iter())
                    .all(|((a, x), (b, y))| a.as_str() == Some(b) && same(x, y))
        }
        _ => false,
    }
}

fn other_reading(document: &Document<'_>) -> Option<Result<serde_yaml::Value, String>> {
    let yaml = document.split().block()?.yaml();
    Some(serde_yaml::from_str(yaml).map_err(|error| format!("{error}: {yaml:?}")))
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, YAML);
    let (text, key, new, value) = (input.text(), input.text(), input.text(), input.text());
    let mut choices = input.choices();
    let how = choices.byte();
    // A text, or what a block makes of it.
    let header = format!("---\n{value}\n---\n");
    let mapping = match choices.flag() {
        true => Document::parse(&header)
            .map(|document| document.mapping())
            .unwrap_or_default(),
        false => Mapping::from([(key.as_str(), value.as_str())]),
    };
    let op = match how % 4 {
        0 => Op::Set(
            key,
            mapping
                .values()
                .next()
                .cloned()
                .unwrap_or(Value::String(value)),
        ),
        1 => Op::Remove(key),
        2 => Op::Rename(key, new),
        _ => Op::Merge(mapping),
    };

    let edits = op.edits(&text);
    let Ok(document) = Document::parse(&text) else {
        assert!(edits.is_err(), "a text that cannot be read was edited");
        return;
    };
    let edits = match edits {
        Ok(edits) => edits,
        Err(error @ Error::EditRefused { .. }) => {
            assert_span(&error.span(), &text);
            assert!(!error.report(&text).to_string().is_empty());
            return;
        }
        Err(error) => panic!("{error}: {op:?}"),
    };
    let before = document.mapping();
    let expected = op.expected(&before);
    let changed = edits.apply(&text).unwrap();
    let after = Document::parse(&changed).unwrap_or_else(|error| panic!("{error} in {changed:?}"));
    let pairs: Vec<(String, Value)> = after.mapping().into_iter().collect();
    assert_eq!(pairs, expected, "{changed:?}");
    // A byte order mark comes first, before a new block too.
    let body = document.body();
    let is_new = document.split().block().is_none() && after.split().block().is_some();
    let body = body
        .strip_prefix('\u{feff}')
        .filter(|_| is_new)
        .unwrap_or(body);
    assert_eq!(after.body(), body);
    assert_eq!(
        changed.starts_with('\u{feff}'),
        text.starts_with('\u{feff}')
    );

    // Another reader sees the same, where it reads both.
    if let (Some(Ok(old)), Some(new)) = (other_reading(&document), other_reading(&after)) {
        if same(&old, &Value::Mapping(before)) && !expected.is_empty() {
            let expected: Mapping = expected.into_iter().collect();
            let new = new.unwrap();
            assert!(same(&new, &Value::Mapping(expected)), "libyaml: {new:?}");
        }
    }
    // Asked again, nothing is left to do.
    if !matches!(op, Op::Rename(..)) {
        assert!(op.edits(&changed).unwrap().is_empty());
    }
}

//! Changes at the end of a path, and their application to a value that has no source text.

use crate::{Map, NewValue, PathElement, Value};

/// A change at the end of a path.
#[derive(Debug)]
pub(super) enum Action {
    Set(NewValue),
    Remove,
    Rename(String),
    Push(NewValue),
    Insert(usize, NewValue),
}

impl Action {
    /// Returns whether it creates missing collections along the path.
    pub(super) fn creates(&self) -> bool {
        !matches!(self, Self::Remove | Self::Rename(_))
    }

    /// Returns the value of a missing node, `rest` being the path from it.
    pub(super) fn create(self, rest: &[PathElement]) -> Result<NewValue, String> {
        let (inner, is_item) = match self {
            Self::Set(value) => (value, false),
            Self::Push(value) | Self::Insert(0, value) => (value, true),
            Self::Insert(index, _) => return Err(format!("there is no list with {index} items")),
            // Never asked for: these do not create what is missing.
            Self::Remove | Self::Rename(_) => (Value::Null.into(), false),
        };
        if rest.is_empty() && !is_item {
            return Ok(inner);
        }
        let mut value = inner.value;
        if is_item {
            value = Value::List(vec![value]);
        }
        for element in rest.iter().rev() {
            value = match element {
                PathElement::Key(key) => Map::from([(key.as_str(), value)]).into(),
                PathElement::Index(index) => {
                    return Err(format!("there is no list to have an item {index}"));
                }
            };
        }
        Ok(value.into())
    }
}

/// Applies `action` to a value that has no source text.
pub(super) fn apply_to_value(
    value: &mut Value,
    path: &[PathElement],
    action: Action,
) -> Result<(), String> {
    let Some((first, rest)) = path.split_first() else {
        let (index, new) = match action {
            Action::Set(new) => {
                *value = new.value;
                return Ok(());
            }
            Action::Remove | Action::Rename(_) => return Ok(()),
            Action::Push(new) => (None, new),
            Action::Insert(index, new) => (Some(index), new),
        };
        if value.is_null() {
            *value = Value::List(Vec::new());
        }
        return insert_value(value, index, new);
    };
    if value.is_null() {
        if action.creates() {
            *value = action.create(path)?.value;
        }
        return Ok(());
    }
    match (value, first) {
        (Value::Map(mapping), PathElement::Key(key)) => {
            if !mapping.contains_key(key) {
                if action.creates() {
                    mapping.insert(key.as_str(), action.create(rest)?.value);
                }
                return Ok(());
            }
            match action {
                Action::Remove if rest.is_empty() => drop(mapping.remove(key)),
                Action::Rename(name) if rest.is_empty() => {
                    // Two entries of one name would be an invalid header.
                    if name != *key && mapping.contains_key(&name) {
                        return Err(format!("key `{name}` is there already"));
                    }
                    // A map has no rename: it is rebuilt, so that the entry keeps its position.
                    let entries = std::mem::take(mapping).into_iter();
                    let renamed = entries.map(|(known, value)| {
                        let is_it = known == *key;
                        (if is_it { name.clone() } else { known }, value)
                    });
                    *mapping = renamed.collect();
                }
                action => {
                    if let Some(inner) = mapping.get_mut(key) {
                        return apply_to_value(inner, rest, action);
                    }
                }
            }
            Ok(())
        }
        (Value::List(items), PathElement::Index(index)) => {
            let len = items.len();
            let Some(item) = items.get_mut(*index) else {
                return match action.creates() {
                    true => Err(out_of_range(len)),
                    false => Ok(()),
                };
            };
            match action {
                Action::Remove if rest.is_empty() => drop(items.remove(*index)),
                Action::Rename(_) if rest.is_empty() => {
                    return Err("an item of a list has no name".to_owned());
                }
                action => return apply_to_value(item, rest, action),
            }
            Ok(())
        }
        // Removing or renaming below a scalar has nothing to do, as with a missing key.
        (_, _) if !action.creates() => Ok(()),
        (_, PathElement::Key(key)) => Err(format!("expected a mapping to have the key `{key}`")),
        (_, PathElement::Index(index)) => Err(format!("expected a list to have the item {index}")),
    }
}

/// Inserts an item into a list that has no source text; at its end without `index`.
pub(super) fn insert_value(
    list: &mut Value,
    index: Option<usize>,
    new: NewValue,
) -> Result<(), String> {
    match list {
        Value::List(items) => insert(items, index, new.value),
        _ => Err("it is no list".to_owned()),
    }
}

/// Inserts an item into a list; at its end without `index`.
pub(super) fn insert<T>(items: &mut Vec<T>, index: Option<usize>, item: T) -> Result<(), String> {
    let at = index.unwrap_or(items.len());
    if at > items.len() {
        return Err(out_of_range(items.len()));
    }
    items.insert(at, item);
    Ok(())
}

pub(super) fn out_of_range(len: usize) -> String {
    match len {
        1 => "the list has 1 item, and the first index is 0".to_owned(),
        len => format!("the list has {len} items, and the first index is 0"),
    }
}

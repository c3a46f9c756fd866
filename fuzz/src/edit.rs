//! Input: document, key, other key, value, choices. An edit of a frontmatter makes exactly the change that was asked for,
//! or is refused.

use interline_frontmatter::{Document, Map, ValuePath, PathElement, Value};

use crate::input::Input;
use crate::laws::frontmatter::{EditOp, check_edit};
use crate::pieces::YAML;

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, YAML);
    let (text, key, new, value_text) = (input.text(), input.text(), input.text(), input.text());
    let mut choices = input.choices();
    let how = choices.byte();
    // A text, or what a block makes of it.
    let header = format!("---\n{value_text}\n---\n");
    let mapping = match choices.flag() {
        true => Document::parse(&header)
            .map(|document| document.mapping())
            .unwrap_or_default(),
        false => Map::from([(key.as_str(), value_text.as_str())]),
    };
    let first = || {
        let value = mapping.values().next().cloned();
        value.unwrap_or_else(|| Value::String(value_text.clone()))
    };
    // A path of the two keys, with an index between them or after them.
    let path = |how: u8| -> ValuePath {
        let index = PathElement::from(usize::from(how >> 5) % 3);
        let steps = [
            key.as_str().into(),
            index.clone(),
            new.as_str().into(),
            index,
        ];
        match (how >> 3) % 4 {
            0 => steps.into_iter().take(2).collect(),
            1 => steps.into_iter().take(3).collect(),
            2 => [key.as_str(), new.as_str()].into(),
            _ => steps.into_iter().collect(),
        }
    };
    let op = match how % 9 {
        0 => EditOp::Set(key, first()),
        1 => EditOp::Remove(key),
        2 => EditOp::Rename(key, new),
        3 => EditOp::SetPath(path(how), first()),
        4 => EditOp::RemovePath(path(how)),
        5 => EditOp::RenamePath(path(how), new.clone()),
        6 => EditOp::Push(path(how), first()),
        7 => EditOp::Insert(path(how), usize::from(how >> 6), first()),
        _ => EditOp::Merge(mapping),
    };
    check_edit(&text, &op);
}

//! Input: document, key, other key, value, choices. An edit of a frontmatter makes exactly the change that was asked for,
//! or is refused.

use interline_frontmatter::{Document, Mapping, Value};

use crate::input::Input;
use crate::laws::frontmatter::{EditOp, check_edit};
use crate::pieces::YAML;

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
        0 => EditOp::Set(
            key,
            mapping
                .values()
                .next()
                .cloned()
                .unwrap_or(Value::String(value)),
        ),
        1 => EditOp::Remove(key),
        2 => EditOp::Rename(key, new),
        _ => EditOp::Merge(mapping),
    };
    check_edit(&text, &op);
}

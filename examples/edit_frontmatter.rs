//! Keys of a frontmatter are set, renamed, removed and merged; every other byte stays.
//!
//! ```text
//! cargo run --example edit_frontmatter
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use interline::frontmatter::{self, Document, Map, Plain, Value};
use interline_examples::unified_diff;

fn main() -> Result<(), Box<dyn Error>> {
    let original = include_str!("data/post.md");

    // Each call gives edits of the text; nothing happens before they are applied.
    let edits = frontmatter::set(original, "title", "On time, every time")?;
    let mut text = edits.apply(original)?;
    text = frontmatter::rename(&text, "tags", "topics")?.apply(&text)?;
    text = frontmatter::remove(&text, "draft")?.apply(&text)?;

    // Several keys at once, all or nothing; null takes a key out.
    let changes = Map::from([
        ("version", Value::from("1.20")),
        ("subtitle", Value::Null),
        ("reviewed", Value::from("no")),
    ]);
    text = frontmatter::merge(&text, &changes)?.apply(&text)?;

    print!("{}", unified_diff("data/post.md", original, &text));
    assert_eq!(text, include_str!("data/post.expected.md"));

    // Nodes at any depth; the comments of their neighbours stay.
    let nested = "---\nauthor:\n  name: Ada # for now\ntags:\n  - rust # the language\n---\n";
    let document = Document::parse(nested)?;
    let mut editor = document.edit();
    editor
        .set_path(["author", "name"], "Grace")?
        .push(["tags"], "yaml")?
        .set("updated", Plain::new("2026-11-28")?)?;
    assert_eq!(
        editor.finish()?.apply(nested)?,
        "---\nauthor:\n  name: Grace # for now\ntags:\n  - rust # the language\n  - yaml\nupdated: 2026-11-28\n---\n"
    );

    // What was there already is no edit.
    assert!(frontmatter::set(&text, "reviewed", "no")?.is_empty());

    // `editor` would lose what it stands for, so this is refused, and says why.
    let refused = frontmatter::remove(&text, "author")
        .err()
        .ok_or("the edit is not refused")?;
    println!("\n{}", refused.report(&text).name("data/post.md"));
    assert_eq!((refused.line(), refused.column()), (7, 9));
    Ok(())
}

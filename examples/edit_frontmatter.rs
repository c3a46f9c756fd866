//! Sets, renames, removes and merges keys of a frontmatter; every other byte stays.
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

    // Each call returns edits; `apply` returns the new text.
    let edits = frontmatter::set(original, "title", "On time, every time")?;
    let mut text = edits.apply(original)?;
    text = frontmatter::rename(&text, "tags", "topics")?.apply(&text)?;
    text = frontmatter::remove(&text, "draft")?.apply(&text)?;

    // Several keys at once, all or nothing; null removes a key.
    let changes = Map::from([
        ("version", Value::from("1.20")),
        ("subtitle", Value::Null),
        ("reviewed", Value::from("no")),
    ]);
    text = frontmatter::merge(&text, &changes)?.apply(&text)?;

    print!("{}", unified_diff("data/post.md", original, &text));
    assert_eq!(text, include_str!("data/post.expected.md"));

    // Edits nodes at any depth; the comments of other nodes stay.
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

    // Setting the present value gives no edits.
    assert!(frontmatter::set(&text, "reviewed", "no")?.is_empty());

    // `editor` is an alias of `author`, so that this is an error.
    let refused = frontmatter::remove(&text, "author")
        .err()
        .ok_or("the edit is not refused")?
        .with_path("data/post.md");
    let report = refused.report(&text).ok_or("no location")?;
    println!("\n{report}");
    assert!(refused.to_string().starts_with("data/post.md:7:9: "));
    Ok(())
}

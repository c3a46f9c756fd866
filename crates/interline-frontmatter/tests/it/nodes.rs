//! Edits at any depth.

use crate::located::location;
use interline_frontmatter::{
    Document, Error, PathElement, Plain, ReadOptions, Value, ValuePath, insert, push, remove_path,
    rename_path, set, set_path,
};
use interline_testing::cases;
use interline_text::Edits;

/// A path as a list of JSON.
fn path(json: &str) -> ValuePath {
    let elements: Vec<serde_json::Value> = serde_json::from_str(json).unwrap();
    let element = |element: serde_json::Value| match element.as_u64() {
        Some(index) => PathElement::Index(usize::try_from(index).unwrap()),
        None => element.as_str().unwrap().into(),
    };
    elements.into_iter().map(element).collect()
}

fn value(yaml: &str) -> Value {
    let text = format!("---\nv: {yaml}\n---\n");
    Document::parse(&text).unwrap().get("v").unwrap()
}

fn call(text: &str, name: &str, arguments: &str) -> Result<Edits, Error> {
    let end = arguments.find(']').unwrap() + 1;
    let (path, rest) = (path(&arguments[..end]), arguments[end..].trim_start());
    match name {
        "set" => set_path(text, path, value(rest)),
        "remove" => remove_path(text, path),
        "rename" => rename_path(text, path, rest),
        "push" => push(text, path, value(rest)),
        _ => {
            let (index, rest) = rest.split_once(' ').unwrap();
            insert(text, path, index.parse().unwrap(), value(rest))
        }
    }
}

#[test]
fn cases() {
    let calls = ["set", "remove", "rename", "push", "insert"];
    let known: Vec<&str> = calls.into_iter().chain(["block", "gives"]).collect();
    cases::run("nodes.md", &known, |case| {
        let name = calls.into_iter().find(|name| case.get(name).is_some());
        let name = name.expect("a case has a call");
        for ending in ["\n", "\r\n"] {
            let frame = |block: &str| format!("---\n{block}---\nbody\n").replace('\n', ending);
            let text = frame(case.required("block"));
            let found = match call(&text, name, case.required(name)) {
                Ok(edits) => edits.apply(&text).unwrap(),
                Err(error) => {
                    assert!(text.get(location(&error).span.clone()).is_some());
                    format!("refused: {error}")
                }
            };
            let expected = case.required("gives");
            if expected.starts_with("refused: ") {
                assert_eq!(found, expected);
            } else {
                assert_eq!(found, frame(expected));
            }
        }
    });
}

#[test]
fn changes_are_made_one_after_another() {
    let text = "---\nl:\n  - a # 1\n  - b # 2\nm: {x: 1}\n---\n";
    let document = Document::parse(text).unwrap();
    let mut editor = document.edit();
    editor
        .insert(["l"], 0, "new")
        .unwrap()
        .remove_path(("l", 2))
        .unwrap()
        .push(["l"], vec!["deep"])
        .unwrap()
        .push(("l", 2), "er")
        .unwrap()
        .rename_path(["m", "x"], "w")
        .unwrap()
        .set_path(["m", "w"], 2)
        .unwrap()
        .rename("m", "o")
        .unwrap()
        .remove_path(["o", "gone"])
        .unwrap();
    let changed = editor.finish().unwrap().apply(text).unwrap();
    assert_eq!(
        changed,
        "---\nl:\n  - new\n  - a # 1\n  - - deep\n    - er\no: {w: 2}\n---\n"
    );

    // Restoring a value is no edit.
    let mut editor = document.edit();
    editor.set_path(("l", 0), "x").unwrap();
    editor.set_path(("l", 0), "a").unwrap();
    assert!(editor.finish().unwrap().is_empty());

    // A document without a header gets one.
    let document = Document::parse("body\n").unwrap();
    let mut editor = document.edit();
    editor.set("a", 1).unwrap().push(["l"], "x").unwrap();
    let changed = editor.finish().unwrap().apply("body\n").unwrap();
    assert_eq!(changed, "---\na: 1\nl:\n  - x\n---\nbody\n");
}

#[test]
fn plain_scalars_are_written_where_they_can_be() {
    let plain = |text: &str| Plain::new(text).unwrap();
    for (block, expected) in [
        ("a: 1\n", "a: 1\nk: 2026-11-28\n"),
        ("{a: 1}\n", "{a: 1, k: 2026-11-28}\n"),
        ("k: x # c\n", "k: 2026-11-28 # c\n"),
        ("k: '2024-01-02'\n", "k: '2026-11-28'\n"),
        ("k:\n  - x\n", "k: 2026-11-28\n"),
        ("", "k: 2026-11-28\n"),
    ] {
        let text = format!("---\n{block}---\n");
        let edits = set(&text, "k", plain("2026-11-28")).unwrap();
        assert_eq!(edits.apply(&text).unwrap(), format!("---\n{expected}---\n"));
    }
    let text = "---\nl: [a]\nm:\n  - 2024-01-02\n---\n";
    let text = push(text, ["l"], plain("12:30"))
        .unwrap()
        .apply(text)
        .unwrap();
    let text = push(&text, ["m"], plain("2026-11-28"))
        .unwrap()
        .apply(&text)
        .unwrap();
    assert_eq!(
        text,
        "---\nl: [a, 12:30]\nm:\n  - 2024-01-02\n  - 2026-11-28\n---\n"
    );
    let text = set("body", "k", plain("yes"))
        .unwrap()
        .apply("body")
        .unwrap();
    assert_eq!(text, "---\nk: yes\n---\nbody");
    // Numbers and flags keep their types.
    let text = set("---\na: 1\n---\n", "k", plain("1.10")).unwrap();
    assert_eq!(text.as_slice()[0].insert, "k: 1.10\n");
    for text in [
        "", " a", "a: b", "a #b", "- a", "[a", "a\nb", "'a'", "*a", "a:",
    ] {
        assert!(Plain::new(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_key_with_dots_may_be_meant_as_a_path() {
    let text = "---\nauthor:\n  name: A\n---\n";
    let error = set(text, "author.name", "B").unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"2:1: edit of key `author.name` refused: there is no such key: write the path ["author", "name"] for a key inside another, or the path ["author.name"] for a key with a dot"#
    );
    assert_eq!(&text[location(&error).span.clone()], "author");
    assert!(set("body", "author.name", "B").is_err());
    let changed = set_path(text, ["author.name"], "B").unwrap();
    assert_eq!(changed.as_slice()[0].insert, "author.name: B\n");
    // One that is there is set, and so are keys that are no path.
    let text = "---\na.b: 1\n---\n";
    assert_eq!(set(text, "a.b", 2).unwrap().len(), 1);
    for key in ["1.10", "...", "v1.2", "a b.c"] {
        assert_eq!(set(text, key, 2).unwrap().len(), 1, "{key}");
    }
}

#[test]
fn options_are_those_of_the_document() {
    let text = "---\nl: [a]\n...\nl: [b]\n---\n";
    let dots = interline_frontmatter::SplitOptions::new()
        .closer(interline_frontmatter::Closer::DashesOrDots);
    let options = ReadOptions::new().split(dots);
    let document = Document::parse_with(text, &options).unwrap();
    let edits = document.edit().push(["l"], "c").unwrap().finish().unwrap();
    assert_eq!(
        edits.apply(text).unwrap(),
        text.replacen("[a]", "[a, c]", 1)
    );
}

#[test]
fn paths_are_shown_as_they_are_written() {
    let shown = |path: ValuePath| path.to_string();
    assert_eq!(shown(["a"].into()), "a");
    assert_eq!(shown(vec!["a", "b c", "d.e"].into()), "a.b c.\"d.e\"");
    assert_eq!(shown(("a", 0, 1, "b").into()), "a[0][1].b");
    assert_eq!(shown((1_usize,).into()), "[1]");
    assert_eq!(
        shown(["x".to_owned(), "y".to_owned()].as_slice().into()),
        "x.y"
    );
    let path: ValuePath = ["a", "b"].into();
    assert_eq!(path.elements(), ["a".into(), "b".into()]);
}

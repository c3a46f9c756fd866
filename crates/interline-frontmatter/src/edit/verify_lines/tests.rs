use super::*;
use crate::edit::editor::Editor;
use crate::{Error, Value};

/// Returns whether the lines alone show that the edits of `change` are right.
fn decides(
    yaml: &str,
    change: impl for<'e, 'd, 'a> FnOnce(&'e mut Editor<'d, 'a>) -> Result<&'e mut Editor<'d, 'a>, Error>,
) -> bool {
    let text = format!("---\n{yaml}---\nbody\n");
    let document = Document::parse(&text).unwrap();
    let mut editor = document.edit();
    change(&mut editor).unwrap();
    let edits = editor.finish().unwrap();
    lines_are_right(&document, editor.goal(), &edits, document.options()).is_some()
}

const PLAIN: &str =
    "a: 1 # c\nl:\n  - x # 1\n  # between\n  - y\n\nf: [1, 2]\nm:\n  k: v\n  n:\n    o: p\nz:\n";

#[test]
fn verifies_plain_blocks_by_lines() {
    assert!(decides(PLAIN, |e| e.set("a", "text: more")));
    assert!(decides(PLAIN, |e| e.set("new", "x")));
    assert!(decides(PLAIN, |e| e.remove("m")));
    assert!(decides(PLAIN, |e| e.rename("a", "b")));
    assert!(decides(PLAIN, |e| e.push(["l"], "z")));
    assert!(decides(PLAIN, |e| e.insert(["l"], 0, "z")));
    assert!(decides(PLAIN, |e| e.remove_path(("l", 1))));
    assert!(decides(PLAIN, |e| e.set_path(("l", 1), "z")));
    assert!(decides(PLAIN, |e| e.push(["f"], 3)));
    assert!(decides(PLAIN, |e| e.set_path(["m", "n", "o"], "q")));
    assert!(decides(PLAIN, |e| e.set_path(["m", "n", "new"], "q")));
    assert!(decides(PLAIN, |e| e.set("a", 2)?.push(["l"], "z")));
}

#[test]
fn does_not_verify_other_blocks_by_lines() {
    // The lines end within the list.
    assert!(!decides(PLAIN, |e| e.set("a", 2)?.remove_path(("l", 0))));
    // The new lines belong to the key before them.
    assert!(!decides(PLAIN, |e| e.set("z", vec!["x"])));
    // The whole list is removed, and its key stays.
    assert!(!decides("l:\n  - x\nz: 1\n", |e| e.remove_path(("l", 0))));
    // A block scalar, an anchor, and a list of mappings are not in plain form.
    assert!(!decides("a: 1\nb: |\n  x\n", |e| e.set("a", 2)));
    assert!(!decides("a: 1\nb: &x y\nc: *x\n", |e| e.set("a", 2)));
    assert!(!decides("a: 1\nl:\n  - k: v\n", |e| e.set("a", 2)));
    assert!(!decides("a: 1\n", |e| e.set("a", "two\nlines")));
    let mapping: crate::Map = [("k", Value::from("v"))].into_iter().collect();
    assert!(!decides("l:\n  - x\n", |e| e.push(["l"], mapping)));
}

#[test]
fn rejects_wrong_edits() {
    let text = "---\na: 1\nl:\n  - x\n  - y\nb: 2\n---\n";
    let document = Document::parse(text).unwrap();
    let mut editor = document.edit();
    editor.set_path(("l", 1), "z").unwrap();
    for (start, end, insert, is_right) in [
        (22, 23, "z", true),
        (22, 23, "w", false),
        (22, 23, "z\n  - y", false),
        (22, 23, "z\n - y", false),
        (22, 23, "z\nb: 3", false),
        (16, 17, "z", false),
        (14, 23, "- x\n  - z", true),
        (14, 23, "- z\n  - y", false),
        (14, 23, "- z", false),
        (18, 24, "  - z\n\n# c\n", true),
        (18, 24, "   - z\n", false),
        (18, 27, "  - z\nb: ", false),
        (9, 23, "l:\n  - x\n  - z", false),
        (22, 23, "\u{1}z", false),
    ] {
        let edit = interline_text::TextEdit::replace(start..end, insert);
        let edits = Edits::new(text, vec![edit]).unwrap();
        let found = lines_are_right(&document, editor.goal(), &edits, document.options());
        assert_eq!(found.is_some(), is_right, "{start}..{end} {insert:?}");
    }
}

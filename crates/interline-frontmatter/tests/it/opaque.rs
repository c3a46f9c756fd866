//! Values of a program that have no form in YAML are errors, wherever they are written.

use interline_frontmatter::{Document, Error, Map, Value, agent, push, set, set_path, to_document};
use interline_value::Opaque;

fn opaque() -> Value {
    Opaque::new("a handle of the program").into()
}

#[test]
fn edits_with_opaque_values_are_refused() {
    for text in [
        "",
        "---\n---\n",
        "---\na: 1\n---\n",
        "---\na: null\n---\n",
        "---\na:\n- x\n---\n",
        "---\n{a: 1}\n---\n",
        "---\na: &x [1]\nb: *x\n---\n",
    ] {
        for value in [
            opaque(),
            [opaque()].into(),
            Map::from([("inner", opaque())]).into(),
        ] {
            for key in ["a", "new"] {
                assert!(set(text, key, value.clone()).is_err(), "{text:?}");
                assert!(set_path(text, [key], value.clone()).is_err(), "{text:?}");
            }
            let document = Document::parse(text).unwrap();
            let mut editor = document.edit();
            if editor.set("new", value).is_ok() {
                assert!(editor.finish().is_err(), "{text:?}");
            }
        }
    }
    assert!(push("---\na:\n- x\n---\n", ["a"], opaque()).is_err());
}

#[test]
fn documents_with_opaque_values_are_errors() {
    let header = Map::from([("list", Value::List(vec![opaque()]))]);
    let error = to_document(&header, "").unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot be written as frontmatter: list[0]: \"a handle of the program\" cannot be serialized"
    );
    let mut frontmatter = agent::Frontmatter::default();
    frontmatter
        .extra
        .insert("list", Value::List(vec![opaque()]));
    let error = agent::to_document(&frontmatter, "").unwrap_err();
    assert!(matches!(error, Error::Serialize { .. }));
    assert_eq!(
        error.to_string(),
        "cannot be written as frontmatter: the value of `list` has no form in YAML"
    );
}

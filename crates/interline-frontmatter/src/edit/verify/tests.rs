use interline_text::TextEdit;

use super::*;
use crate::Value;
use crate::edit::goal::ChildGoal;

/// The second reading rejects edits that no plan makes.
fn fault(text: &str, edits: Vec<TextEdit>, expected: &[(&str, &str)]) -> String {
    let options = ReadOptions::default();
    let document = Document::parse(text).unwrap();
    let edits = Edits::new(text, edits).unwrap();
    let entries = expected.iter().map(|(key, value)| {
        let value = Value::from(*value);
        ChildGoal::added(Some((*key).to_owned()), value.into())
    });
    let goal = Goal::collection(0, false, entries.collect());
    verify(&document, &goal, &edits, &options).unwrap_err()
}

#[test]
fn rejects_wrong_edits() {
    let text = "---\na: x\n---\nbody";
    let cases = [
        // A fence within the header.
        ("x\n---", &[("a", "x")][..], "it would end elsewhere"),
        ("y", &[("a", "x")], "the value of `a` would change"),
        ("x", &[("b", "x")], "key `b` would change"),
        ("x", &[("a", "x"), ("b", "y")], "key `b` would be missing"),
        ("x\nb: y", &[("a", "x")], "key `b` would appear"),
    ];
    for (insert, expected, what) in cases {
        let found = fault(text, vec![TextEdit::replace(7..8, insert)], expected);
        assert_eq!(
            found,
            format!("the block would not read back as asked: {what}")
        );
    }
    let found = fault(text, vec![TextEdit::replace(7..8, "[")], &[("a", "x")]);
    assert!(found.contains("invalid YAML"), "{found}");
    let found = fault(text, vec![TextEdit::delete(4..9)], &[("a", "x")]);
    assert!(found.ends_with("key `a` would be missing"), "{found}");
}

#[test]
fn compares_old_values_at_any_depth() {
    let text = "---\na: {b: [1, x]}\n---\n";
    let document = Document::parse(text).unwrap();
    let (key, value) = document.block().tree.root_entries().next().unwrap();
    for (insert, same) in [
        ("1", true),
        ("2", false),
        ("'1'", false),
        ("!t 1", false),
        ("1, 1", false),
        ("[]", false),
    ] {
        let edits = Edits::new(text, vec![TextEdit::replace(12..13, insert)]).unwrap();
        let entry = ChildGoal::kept(0, Some(key), value);
        let goal = Goal::collection(0, false, vec![entry]);
        let result = verify(&document, &goal, &edits, &ReadOptions::default());
        assert_eq!(result.is_ok(), same, "{insert}: {result:?}");
    }
}

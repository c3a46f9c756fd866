//! Minimised edits give the same text and keep equal text.

use interline_text::{Edits, TextEdit};
use proptest::prelude::*;

use crate::laws::size;
use crate::support::{cases, edited, nothing_equal_at_edges, text, unescape};

#[test]
fn cases_of_the_file() {
    for case in cases(include_str!("cases/minimise.md")) {
        let old = unescape(case.block("old"));
        let new = unescape(case.block("new"));
        let edits = Edits::between(&old, &new);
        assert_eq!(edits.apply(&old).unwrap(), new, "{}", case.title);
        let mut marked = old.clone();
        for edit in edits.descending() {
            let change = format!("[{}|{}]", &old[edit.range.clone()], edit.insert);
            marked.replace_range(edit.range.clone(), &change);
        }
        assert_eq!(marked, unescape(case.block("edits")), "{}", case.title);
    }
}

proptest! {
    #![proptest_config(interline_testing::proptest_cases(256))]

    #[test]
    fn minimised_edits_give_the_same_text((text, edits) in edited()) {
        let least = edits.minimise(&text).unwrap();
        prop_assert_eq!(least.apply(&text).unwrap(), edits.apply(&text).unwrap());
        prop_assert!(size(&least) <= size(&edits.trim(&text).unwrap()));
        prop_assert_eq!(&least, &Edits::new(&text, least.as_slice().to_vec()).unwrap());
        prop_assert!(nothing_equal_at_edges(&text, &least));
    }

    #[test]
    fn between_gives_the_new_text(old in text(), new in text()) {
        let edits = Edits::between(&old, &new);
        prop_assert_eq!(edits.apply(&old).unwrap(), new.as_str());
        prop_assert_eq!(edits.is_empty(), old == new);
        prop_assert!(size(&edits) <= old.len() + new.len());
    }

    /// Inserting or removing whole lines leaves all other lines alone.
    #[test]
    fn inserted_and_removed_lines_change_nothing_else(
        lines in proptest::collection::vec(("[a-z ]{0,6}", any::<bool>()), 0..30),
    ) {
        let all: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
        let some: String = lines.iter().filter(|(_, stays)| *stays).map(|(line, _)| format!("{line}\n")).collect();
        let grown = Edits::between(&some, &all);
        prop_assert!(grown.iter().all(|edit| edit.range.is_empty()), "{:?}", grown);
        let shrunk = Edits::between(&all, &some);
        prop_assert!(shrunk.iter().all(|edit| edit.insert.is_empty()), "{:?}", shrunk);
    }
}

/// Edits above the bound of a level are only trimmed at that level.
#[test]
fn edits_above_the_bounds_are_only_trimmed() {
    let words = |n: usize, last: &str| format!("start {} {last}", "x ".repeat(n));
    let few = Edits::between(
        &words(2_000, "a b c"),
        &format!("new {}", words(2_000, "a b d")),
    );
    assert_eq!(few.len(), 2);
    let many = Edits::between(
        &words(6_000, "a b c"),
        &format!("new {}", words(6_000, "a b d")),
    );
    assert_eq!(many.len(), 1);

    let lines = |n: usize, first: &str| format!("{first}\n{}last {first}\n", "x\n".repeat(n));
    assert_eq!(
        Edits::between(&lines(40_000, "a"), &lines(40_000, "b")).len(),
        2
    );
    let (old, new) = (lines(60_000, "a"), lines(60_000, "b"));
    let edits = Edits::between(&old, &new);
    assert_eq!(edits.len(), 1);
    assert_eq!(edits.apply(&old).unwrap(), new);
}

#[test]
fn each_edit_is_minimised() {
    let text = "one two three\nfour five six\n";
    let edits = Edits::new(
        text,
        vec![
            TextEdit::replace(0..13, "one 2 three"),
            TextEdit::replace(14..27, "four five six"),
            TextEdit::insert(28, "seven\n"),
        ],
    )
    .unwrap();
    let expected = [
        TextEdit::replace(4..7, "2"),
        TextEdit::insert(28, "seven\n"),
    ];
    assert_eq!(edits.minimise(text).unwrap().as_slice(), expected);
}

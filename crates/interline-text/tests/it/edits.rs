//! Edits: all ways to apply them give the same text.

use interline_text::{Bias, EditError, Edits, TextEdit};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::laws::naive_apply;
use crate::support::{edited, text, without_overlap};

proptest! {
    #![proptest_config(interline_testing::proptest_cases(256))]

    #[test]
    fn apply_is_the_same_as_naive((text, edits) in edited()) {
        let new = edits.apply(&text).unwrap();
        prop_assert_eq!(&new, &naive_apply(&text, edits.as_slice()));
        prop_assert_eq!(edits.result_len(), new.len());
        prop_assert_eq!(edits.source_len(), text.len());
        prop_assert!(!edits.is_empty() || new == text);
    }

    #[test]
    fn invert_restores_the_text((text, edits) in edited()) {
        let new = edits.apply(&text).unwrap();
        let back = edits.invert(&text).unwrap();
        prop_assert_eq!(back.apply(&new).unwrap(), text.as_str());
        prop_assert_eq!(&back, &Edits::new(&new, back.as_slice().to_vec()).unwrap());
        prop_assert_eq!(back.invert(&new).unwrap().apply(&text).unwrap(), new);
    }

    #[test]
    fn descending_and_sequential_edits_give_the_new_text((text, edits) in edited()) {
        let new = edits.apply(&text).unwrap();
        let mut descending = text.clone();
        for edit in edits.descending() {
            descending.replace_range(edit.range.clone(), &edit.insert);
        }
        prop_assert_eq!(&descending, &new);
        let mut sequential = text;
        for edit in edits.sequential() {
            sequential.replace_range(edit.range, &edit.insert);
        }
        prop_assert_eq!(&sequential, &new);
    }

    #[test]
    fn then_applies_both_lists((text, first) in edited(), wanted in proptest::collection::vec(
        (any::<Index>(), any::<Index>(), text()), 0..5,
    )) {
        let between = first.apply(&text).unwrap();
        let next = without_overlap(&between, wanted);
        let both = first.then(&next).unwrap();
        let expected = next.apply(&between).unwrap();
        prop_assert_eq!(both.apply(&text).unwrap(), expected.as_str());
        prop_assert_eq!(both.result_len(), expected.len());
        prop_assert_eq!(&both, &Edits::new(&text, both.as_slice().to_vec()).unwrap());
    }

    #[test]
    fn mapped_offsets_keep_their_order_and_neighbours((text, edits) in edited()) {
        let new = edits.apply(&text).unwrap();
        for bias in [Bias::Before, Bias::After] {
            let mapped: Vec<usize> = (0..=text.len() + 1).map(|at| edits.map_offset(at, bias)).collect();
            prop_assert!(mapped.is_sorted());
            prop_assert!(mapped.iter().all(|&at| at <= new.len()));
        }
        for (at, _) in text.char_indices() {
            let (before, after) = (edits.map_offset(at, Bias::Before), edits.map_offset(at, Bias::After));
            prop_assert!(before <= after);
            prop_assert!(new.is_char_boundary(before) && new.is_char_boundary(after));
            // The character after a caret, when it stays, is still after it; likewise the one
            // before it.
            if !edits.iter().any(|edit| edit.range.contains(&at)) {
                prop_assert_eq!(text[at..].chars().next(), new[after..].chars().next());
            }
            let previous = text[..at].chars().next_back();
            if let Some(c) = previous {
                if !edits.iter().any(|edit| edit.range.contains(&(at - c.len_utf8()))) {
                    prop_assert_eq!(previous, new[..before].chars().next_back());
                }
            }
        }
    }

    #[test]
    fn mapped_ranges_keep_their_characters((text, edits) in edited(), a in any::<Index>(), b in any::<Index>()) {
        let (a, b) = (a.index(text.len() + 1), b.index(text.len() + 1));
        let (start, end) = (a.min(b), a.max(b));
        let mapped = edits.map_range(start..end);
        prop_assert!(mapped.start <= mapped.end && mapped.end <= edits.result_len());
        for at in start..end {
            if !edits.iter().any(|edit| edit.range.contains(&at)) {
                prop_assert!(mapped.contains(&edits.map_offset(at, Bias::After)));
            }
        }
    }

    #[test]
    fn edits_round_trip_through_json((_, edits) in edited()) {
        let json = serde_json::to_string(&edits).unwrap();
        prop_assert_eq!(serde_json::from_str::<Edits>(&json).unwrap(), edits);
    }

    /// Edits for another text give an error or a text, never a panic.
    #[test]
    fn edits_for_another_text_never_panic((_, edits) in edited(), other in text(), next in edited()) {
        let _ = (edits.apply(&other), edits.invert(&other), edits.to_lsp(&other), edits.to_utf16(&other));
        let _ = edits.then(&next.1);
    }

    /// Numbers that invalid data may hold.
    #[test]
    fn deserialized_edits_are_checked(len in numbers(), list in proptest::collection::vec((numbers(), numbers()), 0..4)) {
        let list: Vec<String> = list.iter().map(|(start, end)| {
            format!(r#"{{"range":{{"start":{start},"end":{end}}},"insert":"xx"}}"#)
        }).collect();
        let json = format!(r#"{{"source_len":{len},"edits":[{}]}}"#, list.join(","));
        if let Ok(edits) = serde_json::from_str::<Edits>(&json) {
            let slice = edits.as_slice();
            prop_assert!(slice.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start));
            prop_assert!(slice.iter().all(|e| e.range.start <= e.range.end && e.range.end <= len));
            let _ = (edits.result_len(), edits.sequential().count(), edits.apply("é"), edits.invert("é"));
            let _ = (edits.map_offset(len, Bias::After), edits.map_range(0..len), edits.then(&edits));
        }
    }
}

fn numbers() -> impl Strategy<Value = usize> {
    prop_oneof![0usize..6, (usize::MAX - 3)..=usize::MAX]
}

#[test]
fn insertions_at_one_offset_keep_their_order() {
    let list = vec![
        TextEdit::replace(1..2, "B"),
        TextEdit::insert(1, "1"),
        TextEdit::insert(1, "2"),
    ];
    let edits = Edits::new("abc", list).unwrap();
    assert_eq!(edits.apply("abc").unwrap(), "a12Bc");
    assert_eq!(edits.map_offset(1, Bias::Before), 1);
    assert_eq!(edits.map_offset(1, Bias::After), 3);
}

#[test]
fn lists_over_one_text_can_be_chained() {
    let first = Edits::new("abc", vec![TextEdit::insert(3, "d")]).unwrap();
    let second = Edits::new("abc", vec![TextEdit::delete(0..1)]).unwrap();
    let both = Edits::new("abc", first.into_iter().chain(second).collect()).unwrap();
    assert_eq!(both.apply("abc").unwrap(), "bcd");
}

#[test]
fn edits_that_change_nothing_are_dropped() {
    let edits = Edits::new("abc", vec![TextEdit::insert(1, "")]).unwrap();
    assert_eq!(edits, Edits::none(3));
    assert!(edits.is_empty());
}

#[test]
fn error_messages() {
    let new = |text, edits| Edits::new(text, edits).unwrap_err();
    let none = Edits::none(3);
    let deleted = Edits::new("éa", vec![TextEdit::delete(0..2)]).unwrap();
    let composed = Edits::new("", vec![TextEdit::insert(0, "é")]).unwrap();
    let cut = Edits::new("ab", vec![TextEdit::insert(1, "x")]).unwrap();
    let json = |json: &str| serde_json::from_str::<Edits>(json).unwrap_err().to_string();
    let cases: [(EditError, &str); 7] = [
        (
            new("abc", vec![TextEdit::delete(2..5)]),
            "edit of bytes 2..5 does not fit a document of 3 bytes",
        ),
        (
            new("abc", vec![TextEdit::insert(9, "")]),
            "edit of bytes 9..9 does not fit a document of 3 bytes",
        ),
        (
            new("é", vec![TextEdit::insert(1, "x")]),
            "edit at byte 1 is inside a character",
        ),
        (
            new(
                "abc",
                vec![TextEdit::insert(1, "x"), TextEdit::delete(0..2)],
            ),
            "edits of bytes 0..2 and 1..1 overlap",
        ),
        (
            none.apply("abcd").unwrap_err(),
            "the edits are for a document of 3 bytes, but this one has 4; compute them again",
        ),
        (
            deleted.apply("aé").unwrap_err(),
            "edit at byte 2 is inside a character",
        ),
        (
            composed.then(&cut).unwrap_err(),
            "edit at byte 1 is inside a character",
        ),
    ];
    for (error, expected) in cases {
        assert_eq!(error.to_string(), expected);
    }
    let overlap = r#"{"source_len":3,"edits":[{"range":{"start":0,"end":2},"insert":""},{"range":{"start":1,"end":3},"insert":""}]}"#;
    assert_eq!(json(overlap), "edits of bytes 0..2 and 1..3 overlap");
}

#[test]
fn composed_edits_join_where_they_touch_and_cancel_out() {
    let text = "abcd";
    let first = Edits::new(
        text,
        vec![TextEdit::replace(0..1, "A"), TextEdit::replace(1..2, "B")],
    )
    .unwrap();
    let both = first.then(&Edits::none(4)).unwrap();
    assert_eq!(both.as_slice(), [TextEdit::replace(0..2, "AB")]);
    let next = Edits::new("ABcd", vec![TextEdit::delete(2..3)]).unwrap();
    let both = first.then(&next).unwrap();
    assert_eq!(both.as_slice(), [TextEdit::replace(0..3, "AB")]);

    let first = Edits::new(text, vec![TextEdit::insert(2, "xy")]).unwrap();
    let next = Edits::new("abxycd", vec![TextEdit::delete(2..4)]).unwrap();
    assert_eq!(first.then(&next).unwrap(), Edits::none(4));
}

#[test]
fn errors_can_be_boxed() {
    fn boxed(error: EditError) -> Box<dyn std::error::Error + Send + Sync> {
        error.into()
    }
    let error = boxed(EditError::NotCharBoundary { offset: 3 });
    assert_eq!(error.to_string(), "edit at byte 3 is inside a character");
}

//! Trimmed edits give the same text and have nothing equal at their edges.

use interline_text::{Edits, TextEdit};
use proptest::prelude::*;

use crate::laws::size;
use crate::support::{edited, nothing_equal_at_edges};

proptest! {
    #![proptest_config(interline_testing::proptest_cases(256))]

    #[test]
    fn trimmed_edits_give_the_same_text((text, edits) in edited()) {
        let trimmed = edits.trim(&text).unwrap();
        prop_assert_eq!(trimmed.apply(&text).unwrap(), edits.apply(&text).unwrap());
        prop_assert!(size(&trimmed) <= size(&edits));
        prop_assert!(trimmed.len() <= edits.len());
        prop_assert_eq!(&trimmed, &Edits::new(&text, trimmed.as_slice().to_vec()).unwrap());
        prop_assert!(nothing_equal_at_edges(&text, &trimmed));
        prop_assert_eq!(trimmed.trim(&text).unwrap(), trimmed);
    }
}

#[test]
fn trimming_never_splits_characters() {
    // The first and the last byte of these two characters are the same.
    let edits = Edits::new("aéb", vec![TextEdit::replace(0..4, "aèb")]).unwrap();
    assert_eq!(
        edits.trim("aéb").unwrap().as_slice(),
        [TextEdit::replace(1..3, "è")]
    );
    let edits = Edits::new("é", vec![TextEdit::replace(0..2, "ũ")]).unwrap();
    assert_eq!(
        edits.trim("é").unwrap().as_slice(),
        [TextEdit::replace(0..2, "ũ")]
    );
}

#[test]
fn repeated_text_is_not_counted_twice() {
    let edits = Edits::new("aaa", vec![TextEdit::replace(0..3, "aaaaa")]).unwrap();
    assert_eq!(
        edits.trim("aaa").unwrap().as_slice(),
        [TextEdit::insert(3, "aa")]
    );
    let edits = Edits::new("aaa", vec![TextEdit::replace(0..3, "a")]).unwrap();
    assert_eq!(
        edits.trim("aaa").unwrap().as_slice(),
        [TextEdit::delete(1..3)]
    );
}

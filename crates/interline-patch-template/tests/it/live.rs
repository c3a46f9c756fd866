//! Responses applied as they arrive.

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, LiveApply, Offsets, apply_patches, parse_patches,
};
use interline_text::TextEdit;
use proptest::prelude::*;

use crate::laws::make;
use crate::properties::{document, policy, response};

fn pieces(text: &str, len: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters
        .chunks(len)
        .map(|chunk| chunk.iter().collect())
        .collect()
}

proptest! {
    #![proptest_config(crate::cases(1_000))]

    #[test]
    fn the_end_is_the_result_of_one_call(
        source in document(), answer in response(), policy in policy(), len in 1usize..12, utf16 in any::<bool>())
    {
        let options = ApplyOptions::new().boundary(policy);
        let offsets = if utf16 { Offsets::Utf16 } else { Offsets::Bytes };
        let mut live = LiveApply::new(&source, &options).offsets(offsets);
        let mut text = source.clone();
        for piece in pieces(&answer, len) {
            for edit in live.push(&piece) {
                prop_assert!(edit.range.is_empty());
                make(&mut text, &edit, offsets);
            }
        }
        let (edits, applied) = live.finish();
        for edit in edits {
            make(&mut text, &edit, offsets);
        }
        let at_once = apply_patches(&source, &parse_patches(&answer), &options);
        prop_assert_eq!(&text, at_once.text());
        prop_assert_eq!(applied, at_once);
    }
}

#[test]
fn tokens_appear_as_they_arrive() {
    let document = "<!-- agent:exchange -->\nA😀\n<!-- agent:boundary:11111111 -->\nbelow\n<!-- /agent:exchange -->\n";
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
    let mut live = LiveApply::new(document, &options);
    let start = document.find("<!-- agent:boundary").unwrap();
    assert_eq!(live.push("Hel"), [TextEdit::insert(start, "\nHel")]);
    assert_eq!(live.push("lo\n"), [TextEdit::insert(start + 4, "lo")]);
    assert_eq!(live.push("\n<!-- patch:exch"), []);
    assert_eq!(
        live.push("ange -->\nmore <b>"),
        [TextEdit::insert(start + 6, "\n\nmore <b>")]
    );
    let (edits, applied) = live.finish();
    assert_eq!(edits.len(), 1, "{edits:?}");
    assert_eq!(
        applied.text(),
        "<!-- agent:exchange -->\nA😀\n\nHello\n\nmore <b>\n<!-- agent:boundary:11111111 -->\nbelow\n<!-- /agent:exchange -->\n"
    );
}

#[test]
fn replacing_patches_wait_and_later_ones_do_not() {
    let document = "<!-- agent:status -->\nold\n<!-- /agent:status -->\n<!-- agent:exchange -->\n<!-- /agent:exchange -->\n";
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
    let mut live = LiveApply::new(document, &options).offsets(Offsets::Utf16);
    assert_eq!(
        live.push("<!-- patch:status -->\nnew\n<!-- /patch:status -->\n"),
        []
    );
    let place = document.find("<!-- /agent:exchange").unwrap();
    assert_eq!(live.push("Done"), [TextEdit::insert(place, "Done")]);
    let (edits, _) = live.finish();
    assert_eq!(edits[0], TextEdit::replace(22..25, "new"));
    assert_eq!(edits[1..], [TextEdit::insert(place + 4, "\n")]);
}

#[test]
fn a_part_without_a_target_waits_for_the_end() {
    let document = "# Plan\n<!-- agent:log patch=append -->\n<!-- /agent:log -->\n";
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
    let mut live = LiveApply::new(document, &options);
    // A component that is there takes its patch as it arrives.
    let place = document.find("<!-- /agent").unwrap();
    assert_eq!(
        live.push("<!-- patch:log -->\none\n"),
        [TextEdit::insert(place, "one")]
    );
    assert_eq!(
        live.push("<!-- /patch:log -->\n"),
        [TextEdit::insert(place + 3, "\n")]
    );
    // There is no `exchange` for this, and what follows is not made before it.
    assert_eq!(live.push("Hello.\n"), []);
    assert_eq!(
        live.push("<!-- patch:log -->\ntwo\n<!-- /patch:log -->\n"),
        []
    );
    let (edits, applied) = live.finish();
    assert!(!edits.is_empty());
    assert_eq!(
        applied.text(),
        "# Plan\n<!-- agent:log patch=append -->\none\n\ntwo\n<!-- /agent:log -->\n\n<!-- agent:exchange -->\nHello.\n<!-- /agent:exchange -->\n"
    );
}

/// Returns the document as the response arrives in chunks of `len` characters; before the end of the response, and after it. And
/// what the edits of the end take away.
fn arrived(document: &str, answer: &str, offsets: Offsets, len: usize) -> [String; 3] {
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
    arrived_with(document, answer, &options, offsets, len)
}

fn arrived_with(
    document: &str,
    answer: &str,
    options: &ApplyOptions,
    offsets: Offsets,
    len: usize,
) -> [String; 3] {
    let mut live = LiveApply::new(document, options).offsets(offsets);
    let mut text = document.to_owned();
    for piece in pieces(answer, len) {
        for edit in live.push(&piece) {
            make(&mut text, &edit, offsets);
        }
    }
    let before = text.clone();
    let mut gone = String::new();
    for edit in live.finish().0 {
        gone += &make(&mut text, &edit, offsets);
    }
    let at_once = apply_patches(document, &parse_patches(answer), options);
    assert_eq!(text, at_once.text());
    [before, text, gone]
}

#[test]
fn never_deletes_text_that_has_arrived() {
    let document = "é <!-- agent:log patch=append -->\n🎉\n<!-- /agent:log -->\n<!-- agent:exchange -->\nHi\n<!-- /agent:exchange -->\n";
    let answer = "\n \n\nHello 😀.\n\n\nStill here.\n\n<!-- patch:log -->\n\n\none\n<!-- /patch:log -->\nMore.\n<!-- patch:log -->\ntwo\n<!-- /patch:log -->\n\nDone\n";
    for offsets in [Offsets::Bytes, Offsets::Utf16] {
        for len in [1, 7, 1_000] {
            let [before, after, gone] = arrived(document, answer, offsets, len);
            assert_eq!(gone, "");
            // All but the last line ending was there.
            assert_eq!(before.len() + 1, after.len(), "{before}");
        }
    }
}

#[test]
fn line_endings_arrive_as_the_document_has_them() {
    let document = "<!-- agent:exchange -->\r\nHi\r\n<!-- /agent:exchange -->\r\n";
    let answer = "Hello.\nYou\r\nand me.\n";
    let [before, after, gone] = arrived(document, answer, Offsets::Bytes, 3);
    assert!(
        before.contains("Hi\r\n\r\nHello.\r\nYou\r\nand me.<!--"),
        "{before}"
    );
    assert!(
        after.contains("Hi\r\n\r\nHello.\r\nYou\r\nand me.\r\n<!--"),
        "{after}"
    );
    assert_eq!(gone, "");
}

#[test]
fn ignored_boundaries_do_not_attract_text() {
    let document = "<!-- agent:exchange -->\nHi\n<!-- agent:boundary:11111111 -->\nbelow\n<!-- /agent:exchange -->\n";
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Ignore);
    let [before, _, gone] = arrived_with(document, "Hello", &options, Offsets::Bytes, 1);
    assert!(before.contains("below\n\nHello<!--"), "{before}");
    assert_eq!(gone, "");
}

#[test]
fn does_not_insert_text_that_would_be_removed() {
    let document = "<!-- agent:findings -->\n<!-- /agent:findings -->\n<!-- agent:report -->\n<!-- agent:exchange -->\nHi\n<!-- /agent:exchange -->\n<!-- /agent:report -->\n<!-- agent:log patch=append -->\n<!-- /agent:log -->\n";
    let answer = "<!-- patch:report -->\nnew\n<!-- /patch:report -->\nHello.\n<!-- patch:log -->\none\n<!-- /patch:log -->\n";
    let [before, after, _] = arrived(document, answer, Offsets::Bytes, 5);
    assert_eq!(before, document);
    assert!(after.contains("Hello."), "{after}");
}

#[test]
fn removes_text_that_arrived_in_a_replaced_component() {
    let document = "<!-- agent:report -->\nold\n<!-- agent:exchange -->\nHi\n<!-- /agent:exchange -->\nend\n<!-- /agent:report -->\nis <!-- agent:total -->1<!-- /agent:total -->\n";
    let answer = "Hello 😀.\n<!-- patch:report -->\nnew\n<!-- /patch:report -->\n<!-- patch:total -->2<!-- /patch:total -->\n";
    for offsets in [Offsets::Bytes, Offsets::Utf16] {
        let [before, after, _] = arrived(document, answer, offsets, 5);
        assert!(
            before.contains("Hi\n\nHello 😀.<!-- /agent:exchange"),
            "{before}"
        );
        assert_eq!(
            after,
            "<!-- agent:report -->\nnew\n<!-- /agent:report -->\nis <!-- agent:total -->2<!-- /agent:total -->\n"
        );
    }
}

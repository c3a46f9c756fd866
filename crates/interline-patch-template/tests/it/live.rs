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
fn tokens_show_as_they_come() {
    let document = "<!-- agent:exchange -->\nA😀\n<!-- agent:boundary:11111111 -->\nbelow\n<!-- /agent:exchange -->\n";
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
    let mut live = LiveApply::new(document, &options);
    let start = document.find("<!-- agent:boundary").unwrap();
    assert_eq!(live.push("Hel"), [TextEdit::insert(start, "Hel")]);
    assert_eq!(live.push("lo\n"), [TextEdit::insert(start + 3, "lo")]);
    assert_eq!(live.push("\n<!-- patch:exch"), []);
    assert_eq!(
        live.push("ange -->\nmore <b>"),
        [TextEdit::insert(start + 5, "\n\nmore <b>")]
    );
    let (edits, applied) = live.finish();
    assert_eq!(edits.len(), 1, "{edits:?}");
    assert_eq!(
        applied.text(),
        "<!-- agent:exchange -->\nA😀\nHello\n\nmore <b>\n<!-- agent:boundary:11111111 -->\nbelow\n<!-- /agent:exchange -->\n"
    );
}

#[test]
fn what_replaces_waits_and_what_follows_does_not() {
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
fn without_a_place_to_go_to_a_part_waits_for_the_end() {
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
        "# Plan\n<!-- agent:log patch=append -->\none\ntwo\n<!-- /agent:log -->\n\n<!-- agent:exchange -->\nHello.\n<!-- /agent:exchange -->\n"
    );
}

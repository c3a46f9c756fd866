//! Input: document, response, choices. A response that is applied as it arrives ends as one that is applied at once.

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, LiveApply, Offsets, Unmatched, Unsafe, apply_patches,
    parse_patches,
};

use crate::input::Input;
use crate::laws::patch_template::make;
use crate::pieces::MARKDOWN;

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, MARKDOWN);
    let (source, answer) = (input.text(), input.text());
    let mut choices = input.choices();
    let options = ApplyOptions::new()
        .boundary(choices.of(&[
            BoundaryPolicy::Refresh,
            BoundaryPolicy::Keep,
            BoundaryPolicy::Ignore,
        ]))
        .unmatched(choices.of(&[Unmatched::Route, Unmatched::Discard]))
        .unsafe_content(choices.of(&[Unsafe::Repair, Unsafe::Reject]));
    let offsets = choices.of(&[Offsets::Bytes, Offsets::Utf16]);
    let mut live = LiveApply::new(&source, &options).offsets(offsets);
    let mut text = source.clone();
    let mut shown = 0;
    for piece in choices.cut(&answer) {
        for edit in live.push(piece) {
            assert!(edit.range.is_empty() && !edit.insert.is_empty());
            shown += edit.insert.len();
            make(&mut text, &edit, offsets);
        }
    }
    // What is shown as it comes is the source with something put in.
    assert_eq!(text.len(), source.len() + shown);
    let (edits, applied) = live.finish();
    for edit in &edits {
        make(&mut text, edit, offsets);
    }
    let at_once = apply_patches(&source, &parse_patches(&answer), &options);
    assert_eq!(text, at_once.text());
    assert_eq!(applied, at_once);
}

//! Input: document, response, choices; or old content, new content, choices. Applying a response as it arrives gives the same document as
//! applying it in one call.

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Fenced, InvalidContent, LiveApply, Markers, Mode, NearNames,
    Offsets, Prefix, Replay, ResponseOptions, Unmatched, WholeFence, apply_patches,
    parse_patches_with,
};

use crate::input::Input;
use crate::laws::patch_template::make;
use crate::pieces::MARKDOWN;

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, MARKDOWN);
    let (mut source, mut answer) = (input.text(), input.text());
    let mut choices = input.choices();
    // Optionally wraps both strings in a component `log`, and the response in a fence.
    let shape = choices.byte();
    if shape & 1 == 1 {
        source = format!("<!-- agent:log -->\n{source}\n<!-- /agent:log -->\n");
        answer = format!("<!-- patch:log -->\n{answer}\n<!-- /patch:log -->\n");
    }
    match shape >> 1 & 3 {
        1 => answer = format!("```md\n{answer}```\n"),
        2 => answer = format!("Sure:\n````\n{answer}````\nDone.\n"),
        _ => {}
    }
    let options = ApplyOptions::new()
        .boundary(choices.of(&[
            BoundaryPolicy::Refresh,
            BoundaryPolicy::Keep,
            BoundaryPolicy::Ignore,
        ]))
        .unmatched(choices.of(&[Unmatched::Route, Unmatched::Discard]))
        .invalid_content(choices.of(&[InvalidContent::Repair, InvalidContent::Reject]));
    let offsets = choices.of(&[Offsets::Bytes, Offsets::Utf16]);
    let policies = choices.byte();
    let is_set = |bit: u8| policies >> bit & 1 == 1;
    let mut options = options
        .replay(if is_set(0) {
            Replay::Skip
        } else {
            Replay::Apply
        })
        .near_names(if is_set(1) {
            NearNames::Accept
        } else {
            NearNames::Report
        })
        .prefix(if is_set(2) {
            Prefix::Verbatim
        } else {
            Prefix::Keep
        });
    if is_set(3) {
        options = options.markers(Markers::new("START {name}", "END {name}"));
    }
    if shape & 1 == 1 || is_set(4) {
        options = options
            .mode("log", Mode::Append)
            .mode("status", Mode::Append);
    }
    let response_options = ResponseOptions::new()
        .fenced(if is_set(5) {
            Fenced::Apply
        } else {
            Fenced::Report
        })
        .whole_fence(if is_set(6) {
            WholeFence::Keep
        } else {
            WholeFence::Unwrap
        });
    let mut live = LiveApply::new(&source, &options)
        .offsets(offsets)
        .response_options(response_options.clone());
    let mut text = source.clone();
    let mut shown = 0;
    for piece in choices.cut(&answer) {
        for edit in live.push(piece) {
            assert!(edit.range.is_empty() && !edit.insert.is_empty());
            shown += edit.insert.len();
            make(&mut text, &edit, offsets);
        }
    }
    // Before the end, edits only insert.
    assert_eq!(text.len(), source.len() + shown);
    let (edits, applied) = live.finish();
    for edit in &edits {
        make(&mut text, edit, offsets);
    }
    let at_once = apply_patches(
        &source,
        &parse_patches_with(&answer, &response_options),
        &options,
    );
    assert_eq!(text, at_once.text());
    assert_eq!(applied, at_once);
}

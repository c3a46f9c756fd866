//! Input: document, response, choices. The result of applying reads back as planned, and nothing else has changed.

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Mode, Unmatched, Unsafe, apply_patches, parse_patches,
};

use crate::input::Input;
use crate::laws::patch_template::{
    check_again, check_applied, check_line_endings, check_one_by_one,
};
use crate::pieces::MARKDOWN;
use crate::{assert_span, assert_told};

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, MARKDOWN);
    let (source, answer) = (input.text(), input.text());
    let mut choices = input.choices();
    let policy = choices.of(&[
        BoundaryPolicy::Refresh,
        BoundaryPolicy::Keep,
        BoundaryPolicy::Ignore,
    ]);
    let unsafe_content = choices.of(&[Unsafe::Repair, Unsafe::Reject]);
    let options = ApplyOptions::new()
        .boundary(policy)
        .unsafe_content(unsafe_content)
        .unmatched(choices.of(&[Unmatched::Route, Unmatched::Discard]));
    let options = match choices.of(&[
        None,
        Some(Mode::Replace),
        Some(Mode::Append),
        Some(Mode::Prepend),
    ]) {
        Some(mode) => ["status", "log", "n", "exchange"]
            .into_iter()
            .fold(options, |all, name| all.mode(name, mode)),
        None => options,
    };
    let response = parse_patches(&answer);
    let applied = apply_patches(&source, &response, &options);
    check_applied(&source, &response, &applied, policy);
    assert_told(&applied.diagnostics, &source);
    for told in &applied.response_diagnostics {
        assert_span(&told.span, &answer);
    }
    assert!(
        unsafe_content == Unsafe::Repair
            || applied.outcomes.iter().all(|outcome| !outcome.repaired)
    );
    assert_eq!(apply_patches(&source, &response, &options), applied);

    if policy == BoundaryPolicy::Keep {
        check_again(&response, &applied, &options);
    }
    if policy == BoundaryPolicy::Ignore && response.patches.len() < 8 {
        check_one_by_one(&source, &response, &applied, &options);
    }
    check_line_endings(&source, &answer, &options);
}

//! Input: document, response, choices; or old content, new content, choices. The result of applying reads back as planned, no byte
//! outside of the changes differs, and old content keeps its blocks.

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Document, DocumentOptions, InvalidContent, Markers, Mode,
    NearNames, Prefix, Replay, Response, Status, Unmatched, apply_patches, parse_patches,
    set_component,
};

use crate::answers;
use crate::input::{Choices, Input};
use crate::joints;
use crate::laws::patch_template::{
    check_again, check_applied_with, check_line_endings, check_one_by_one,
};
use crate::pieces::MARKDOWN;
use crate::{assert_diagnostics, assert_span};

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, MARKDOWN);
    let (source, answer) = (input.text(), input.text());
    let mut choices = input.choices();
    match choices.byte() % 8 {
        0..=2 => apply(&source, &answer, &mut choices),
        3 => set(&source, &answer, &mut choices),
        4 => joints::check(&source, &answer, &mut choices),
        5 => joints::check_position(&answer, &mut choices),
        6 => joints::check_container(&source, &answer, &mut choices),
        _ => {
            let cut = choices.offset(&answer);
            let (first, second) = answer.split_at(cut);
            joints::check_routed(&source, &[first, second]);
        }
    }
}

const NAMES: [&str; 4] = ["status", "log", "n", "exchange"];

/// Applies a response to a document.
fn apply(source: &str, answer: &str, choices: &mut Choices<'_>) {
    let policy = choices.of(&[
        BoundaryPolicy::Refresh,
        BoundaryPolicy::Keep,
        BoundaryPolicy::Ignore,
    ]);
    let invalid_content = choices.of(&[InvalidContent::Repair, InvalidContent::Reject]);
    let mut options = ApplyOptions::new()
        .boundary(policy)
        .invalid_content(invalid_content)
        .unmatched(choices.of(&[Unmatched::Route, Unmatched::Discard]));
    let mode = choices.of(&[
        None,
        Some(Mode::Replace),
        Some(Mode::Append),
        Some(Mode::Prepend),
    ]);
    if let Some(mode) = mode {
        options = NAMES
            .into_iter()
            .fold(options, |all, name| all.mode(name, mode));
    }
    let replay = choices.of(&[Replay::Apply, Replay::Skip]);
    options = options
        .replay(replay)
        .near_names(choices.of(&[NearNames::Report, NearNames::Accept]));
    let mut document_options = DocumentOptions::new();
    let has_markers = choices.flag();
    if has_markers {
        let markers = Markers::new("START {name}", "END {name}");
        options = options.markers(markers.clone());
        document_options = document_options.markers(markers);
    }
    let policy = match has_markers {
        true => BoundaryPolicy::Ignore,
        false => policy,
    };
    let response = parse_patches(answer);
    let applied = apply_patches(source, &response, &options);
    check_applied_with(source, &response, &applied, policy, &document_options);
    assert_diagnostics(&applied.diagnostics, source);
    for diagnostic in &applied.response_diagnostics {
        assert_span(&diagnostic.span, answer);
    }
    assert!(
        invalid_content == InvalidContent::Repair
            || applied.outcomes.iter().all(|outcome| !outcome.repaired)
    );
    assert_eq!(apply_patches(source, &response, &options), applied);
    answers::check_made(source, &response, &options);

    if policy == BoundaryPolicy::Keep {
        check_again(&response, &applied, &options);
    }
    if replay == Replay::Skip {
        if policy != BoundaryPolicy::Refresh {
            check_replay(&response, &applied, &options, &document_options);
        }
    } else if policy == BoundaryPolicy::Ignore && response.patches.len() < 8 {
        check_one_by_one(source, &response, &applied, &options);
    }
    check_line_endings(source, answer, &options);

    // Verbatim content is inserted unchanged.
    let verbatim = apply_patches(source, &response, &options.prefix(Prefix::Verbatim));
    assert_eq!(&verbatim.edits.apply(source).unwrap(), verbatim.text());
}

/// Checks that a response changes nothing when it is applied again, if all of its content was used without repair.
fn check_replay(
    response: &Response<'_>,
    applied: &interline_patch_template::Applied,
    options: &ApplyOptions,
    document_options: &DocumentOptions,
) {
    let new = Document::parse_with(applied.text(), document_options);
    let is_plain = applied.outcomes.iter().all(|outcome| {
        let component = outcome
            .component
            .as_deref()
            .and_then(|name| new.component(name));
        outcome.status == Status::Applied
            && !outcome.repaired
            && component.is_some_and(|component| !component.inline)
    });
    let patches = response.patches.iter().map(|patch| &*patch.content);
    let mut texts = patches.chain(response.gaps.iter().map(|gap| &*gap.text));
    if is_plain && !texts.any(|text| text.trim().is_empty()) {
        let again = apply_patches(applied.text(), response, options);
        assert_eq!(again.text(), applied.text());
    }
}

/// Sets the content of one component.
fn set(source: &str, content: &str, choices: &mut Choices<'_>) {
    let mut options = ApplyOptions::new();
    let mut document_options = DocumentOptions::new();
    if choices.flag() {
        let markers = Markers::new("START {name}", "END {name}");
        options = options.markers(markers.clone());
        document_options = document_options.markers(markers);
    }
    let name = choices.of(&NAMES);
    let policy = match choices.flag() {
        true => InvalidContent::Reject,
        false => InvalidContent::Repair,
    };
    let options = options.invalid_content(policy);
    let applied = set_component(source, name, content, &options);
    let document = Document::parse_with(source, &document_options);
    let Some(component) = document.component(name) else {
        assert_eq!(applied.text(), source);
        assert!(applied.edits.is_empty() && applied.has_errors());
        return;
    };
    let patch = interline_patch_template::PatchBlock::new(name, content);
    let response = Response::new().patch(patch);
    let keep = BoundaryPolicy::Keep;
    check_applied_with(source, &response, &applied, keep, &document_options);
    for edit in &applied.edits {
        let range = &edit.range;
        assert!(component.opener.end <= range.start && range.end <= component.closer.start);
    }
    if applied.outcomes[0].status == Status::Applied {
        let again = set_component(applied.text(), name, content, &options);
        assert!(again.edits.is_empty(), "{:?}", again.edits);
    } else {
        assert_eq!(applied.text(), source);
        assert!(applied.has_errors());
    }
}

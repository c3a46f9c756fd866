//! Input: document, response, choices. The result of applying reads back as planned, and nothing else has changed.

use std::collections::HashMap;

use interline_patch_template::{
    Applied, ApplyOptions, BoundaryId, BoundaryPolicy, Document, Mode, Part, Response, Status,
    Unmatched, Unsafe, apply_patches, parse_patches,
};
use interline_text::Bias;

use crate::input::Input;
use crate::pieces::MARKDOWN;
use crate::{assert_span, assert_told};

/// What a component must hold of a part: in the line ending of the document, ending its line unless inline.
fn as_content(text: &str, document: &Document<'_>, inline: bool) -> String {
    let line_ending = document.line_ending();
    let mut text = text.replace("\r\n", "\n").replace('\n', line_ending);
    if inline {
        if let Some(line) = text.strip_suffix('\n') {
            text.truncate(line.strip_suffix('\r').unwrap_or(line).len());
        }
    } else if !text.is_empty() && !text.ends_with('\n') {
        text.push_str(line_ending);
    }
    text
}

fn part_text<'r>(response: &'r Response<'_>, part: Part) -> &'r str {
    match part {
        Part::Patch(index) => &response.patches[index].content,
        Part::Gap(index) => &response.gaps[index].text,
    }
}

/// Checks everything that is promised of the result, without a look at how it was made.
pub(crate) fn check(
    source: &str,
    response: &Response<'_>,
    applied: &Applied,
    policy: BoundaryPolicy,
) {
    let old = Document::parse(source);
    let new = Document::parse(applied.text());
    assert_eq!(&applied.edits.apply(source).unwrap(), applied.text());
    assert_eq!(applied.edits.is_empty(), source == applied.text());
    assert_eq!(
        applied.outcomes.len(),
        response.patches.len() + response.gaps.len()
    );
    assert_told(&applied.diagnostics, source);

    // Nothing is told that was not told before.
    let map = |offset: usize| applied.edits.map_offset(offset, Bias::After);
    for told in new.diagnostics() {
        let before = |old: &interline_text::Diagnostic| {
            old.code == told.code && map(old.span.start) == told.span.start
        };
        assert!(old.diagnostics().iter().any(before), "new: {told:?}");
    }

    // What goes is the content of a component that is replaced, or a boundary and its line.
    let is_replaced = |index: usize| {
        let name = &*old.components()[index].name;
        old.components().iter().position(|c| c.name == name) == Some(index)
            && applied.outcomes.iter().any(|outcome| {
                outcome.mode == Some(Mode::Replace)
                    && matches!(outcome.status, Status::Applied | Status::Superseded)
                    && outcome.component.as_deref() == Some(name)
            })
    };
    // Of two with one name the second may be meant, when the first went with what was around it.
    let may_be_replaced = |name: &str| {
        applied.outcomes.iter().any(|outcome| {
            outcome.mode == Some(Mode::Replace) && outcome.component.as_deref() == Some(name)
        })
    };
    let replaced: Vec<_> = old
        .components()
        .iter()
        .filter(|c| may_be_replaced(&c.name))
        .map(|c| c.content.clone())
        .collect();
    for edit in applied.edits.iter() {
        for (at, c) in source[edit.range.clone()].char_indices() {
            let at = edit.range.start + at;
            let goes = c.is_ascii_whitespace()
                || c == '>'
                || replaced.iter().any(|range| range.contains(&at))
                || policy != BoundaryPolicy::Ignore
                    && old.boundaries().iter().any(|b| b.span.contains(&at));
            assert!(goes, "{:?} is gone: {edit:?}", &source[edit.range.clone()]);
        }
    }

    let has_duplicates = old
        .diagnostics()
        .iter()
        .any(|told| told.code == "duplicate-component");
    if !has_duplicates {
        // The components are those that stood, without those inside replaced ones, and perhaps a new exchange.
        let mut gone = vec![false; old.components().len()];
        let mut names = Vec::new();
        for (index, component) in old.components().iter().enumerate() {
            gone[index] = component
                .parent
                .is_some_and(|parent| gone[parent] || is_replaced(parent));
            if !gone[index] {
                names.push(&*component.name);
            }
        }
        let mut found: Vec<_> = new
            .components()
            .iter()
            .map(|component| &*component.name)
            .collect();
        if !names.contains(&"exchange") {
            found.retain(|name| *name != "exchange");
        }
        assert_eq!(found, names);

        // A component that one part replaced, and nothing else went into, holds exactly that part.
        for outcome in &applied.outcomes {
            let Some(name) = outcome.component.as_deref() else {
                continue;
            };
            let others = applied
                .outcomes
                .iter()
                .filter(|o| o.component.as_deref() == Some(name) && o.status == Status::Applied);
            let is_alone = outcome.status == Status::Applied
                && outcome.mode == Some(Mode::Replace)
                && others.count() == 1;
            let component = new.component(name);
            let has_boundary = component.is_some_and(|c| {
                new.boundaries()
                    .iter()
                    .any(|b| c.content.contains(&b.span.start))
            });
            if is_alone && !outcome.repaired && !has_boundary {
                let inline = old
                    .component(name)
                    .is_some_and(|component| component.inline);
                let wanted = as_content(part_text(response, outcome.part), &old, inline);
                assert_eq!(new.content(component.unwrap()), wanted);
            }
        }
    }

    // What was applied and not repaired stands in its component, in order.
    let mut from: HashMap<&str, usize> = HashMap::new();
    for outcome in applied
        .outcomes
        .iter()
        .filter(|o| o.status == Status::Applied && !o.repaired)
    {
        let name = outcome.component.as_deref().unwrap();
        let content = new.content(new.component(name).unwrap());
        let wanted = as_content(part_text(response, outcome.part), &old, true);
        if outcome.mode == Some(Mode::Prepend) {
            assert!(content.contains(&wanted), "{wanted:?} not in {content:?}");
            continue;
        }
        let start = from.get(name).copied().unwrap_or(0);
        let at = content[start..].find(&wanted);
        assert!(at.is_some(), "{wanted:?} not in {:?}", &content[start..]);
        from.insert(name, start + at.unwrap());
    }

    // Where there is an exchange, exactly one boundary stands in the document, at its end.
    if policy == BoundaryPolicy::Refresh {
        let told = applied
            .diagnostics
            .iter()
            .any(|told| told.code == "boundary-kept");
        match (new.component("exchange"), &applied.boundary) {
            (Some(exchange), Some(id)) if !told => {
                assert_eq!(new.boundaries().len(), 1);
                assert_eq!(&*new.boundaries()[0].id, id);
                let behind = &applied.text()[new.boundaries()[0].span.end..exchange.content.end];
                assert!(behind.trim().is_empty());
            }
            (Some(_), _) => {}
            (None, _) => assert!(new.boundaries().is_empty() || !applied.diagnostics.is_empty()),
        }
    }
}

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
    check(&source, &response, &applied, policy);
    for told in &applied.response_diagnostics {
        assert_span(&told.span, &answer);
    }
    assert!(
        unsafe_content == Unsafe::Repair
            || applied.outcomes.iter().all(|outcome| !outcome.repaired)
    );
    assert_eq!(apply_patches(&source, &response, &options), applied);

    // Replacing again changes nothing.
    if policy == BoundaryPolicy::Keep
        && applied
            .outcomes
            .iter()
            .all(|o| o.mode == Some(Mode::Replace) && o.status == Status::Applied)
    {
        let again = apply_patches(applied.text(), &response, &options);
        assert!(again.edits.is_empty(), "{:?}", again.edits);
    }

    // At once is as one after another. Routed parts are set apart from each other, and a repair may be due only to a
    // neighbour.
    let is_plain = |applied: &Applied| {
        applied
            .outcomes
            .iter()
            .all(|o| !o.repaired && !o.routed && o.status != Status::Rejected)
    };
    if policy == BoundaryPolicy::Ignore && response.patches.len() < 8 && is_plain(&applied) {
        let mut text = Some(source.clone());
        for patch in &response.patches {
            let mut one = Response::default();
            one.patches.push(patch.clone());
            let next = text
                .as_ref()
                .map(|text| apply_patches(text, &one, &options));
            text = next.filter(is_plain).map(Applied::into_text);
        }
        assert!(
            text.is_none_or(|text| text == applied.text()),
            "one after another is something else"
        );
    }

    // Line endings change nothing else.
    let unix = source.replace("\r\n", "\n");
    if unix.contains('\n') && !unix.contains('\r') {
        let answer = answer.replace("\r\n", "\n");
        let response = parse_patches(&answer);
        let options = options.boundary_id(BoundaryId::Given("abcd".into()));
        let dos = apply_patches(&unix.replace('\n', "\r\n"), &response, &options).into_text();
        let unix = apply_patches(&unix, &response, &options).into_text();
        assert_eq!(unix.replace('\n', "\r\n"), dos);
    }
}

//! What holds for every document and every response.

use std::ops::Range;

use interline_patch_template::{
    Applied, ApplyOptions, BoundaryPolicy, Document, Mode, Part, PatchBlock, Response,
    ResponseOptions, Status, Unsafe, Unterminated, apply_patches, parse_patches,
    parse_patches_with,
};
use proptest::prelude::*;

/// Pieces of documents that make and break structure.
const DOCUMENT: &[&str] = &[
    "<!-- agent:exchange -->\n",
    "<!-- /agent:exchange -->\n",
    "<!-- agent:status -->\n",
    "<!-- /agent:status -->\n",
    "<!-- agent:log patch=append -->\n",
    "<!-- /agent:log -->\n",
    "<!-- agent:top mode=prepend -->\n",
    "<!-- /agent:top -->\n",
    "n <!-- agent:n -->1<!-- /agent:n --> items\n",
    "`t` <!-- agent:m -->",
    "<!-- /agent:m -->",
    "> <!-- agent:q -->\n",
    "> <!-- /agent:q -->\n",
    "- <!-- agent:l -->\n",
    "  <!-- /agent:l -->\n",
    "    <!-- /agent:l -->\n",
    "<!-- agent:boundary:11111111 -->\n",
    "a <!-- agent:boundary:22222222 --> b\n",
    "<!-- agent:boundary:33333333:x --> c\n",
    "    <!-- agent:boundary:44444444 -->\n",
    "text\n",
    "hi  \n",
    "\n",
    "\n\n",
    "```\n",
    "```rs\n",
    "~~~~\n",
    "`",
    "``",
    "a `b` c\n",
    "<div>\n",
    "<pre>\n",
    "</pre>\n",
    "<!-- note -->\n",
    "<!-- open\n",
    "<!-- agent:bad",
    "> quote\n",
    "- item\n",
    "    code\n",
    "\t",
    "é🎉",
    "\r\n",
    "x",
    " ",
    "<a title=\"",
    "\">",
    "[a]: /u\n",
    "---\n",
    "===\n",
    "1. ",
];

/// Pieces of responses.
const RESPONSE: &[&str] = &[
    "<!-- patch:exchange -->\n",
    "<!-- /patch:exchange -->\n",
    "<!-- patch:status -->\n",
    "<!-- /patch:status -->\n",
    "<!-- patch:log -->\n",
    "<!-- /patch:log -->\n",
    "<!-- patch:top -->",
    "<!-- /patch:top -->",
    "<!-- patch:n -->",
    "<!-- /patch:n -->\n",
    "<!-- patch:m -->\n",
    "<!-- /patch:m -->",
    "<!-- patch:q -->\n",
    "<!-- /patch:q -->\n",
    "<!-- patch:l -->\n",
    "<!-- /patch:l -->\n",
    "<!-- patch:none -->\n",
    "<!-- /patch:none -->\n",
    "use <!-- agent:status --> ",
    "<!-- /agent:exchange -->\n",
    "<!-- agent:boundary:55555555 -->\n",
    "<!-- agent:x",
    "text\n",
    "more ",
    "\n",
    "\n\n",
    "```\n",
    "```js\n",
    "~~~\n",
    "`",
    "``",
    "` a `",
    "\"",
    "5\" ",
    "<div>\n",
    "<pre>",
    "</pre>\n",
    "    code\n",
    "\t",
    "é🎉",
    "\r\n",
    "- a\n",
    "> b\n",
    "- ```\n",
    "<a b='",
    "'>",
    "\\",
    "  ",
];

/// Whole components and patches, so that most cases have something to apply.
const BLOCKS: &[&str] = &[
    "<!-- agent:exchange -->\nhi\n<!-- /agent:exchange -->\n",
    "<!-- agent:exchange -->\n<!-- agent:boundary:11111111 -->\n<!-- /agent:exchange -->\n",
    "<!-- agent:status -->\nold\n<!-- /agent:status -->\n",
    "n <!-- agent:n -->1<!-- /agent:n --> of `x`\n",
    "<!-- agent:log patch=append -->\n- a\n<!-- agent:status -->\ns\n<!-- /agent:status -->\n- b\n<!-- /agent:log -->\n",
    "<!-- agent:m --><!-- /agent:m -->",
];

const PATCHES: &[&str] = &[
    "<!-- patch:status -->\nnew\n<!-- /patch:status -->\n",
    "<!-- patch:log -->\n- c\n<!-- /patch:log -->\n",
    "<!-- patch:n -->2<!-- /patch:n -->",
    "<!-- patch:exchange -->\nreply\n<!-- /patch:exchange -->\n",
    "<!-- patch:m -->\na\n\n    b\n<!-- /patch:m -->\n",
    "<!-- patch:status -->\n```\nopen\n<!-- /patch:status -->\n",
];

fn text_of(
    pieces: &'static [&'static str],
    blocks: &'static [&'static str],
) -> impl Strategy<Value = String> {
    let piece = prop_oneof![3 => prop::sample::select(pieces), 2 => prop::sample::select(blocks)];
    let crlf = prop::bool::weighted(0.2);
    (prop::collection::vec(piece, 0..14), crlf).prop_map(|(pieces, crlf)| {
        let text = pieces.concat();
        if crlf {
            text.replace("\r\n", "\n").replace('\n', "\r\n")
        } else {
            text
        }
    })
}

pub(crate) fn document() -> impl Strategy<Value = String> {
    (
        prop::option::weighted(0.1, Just("---\nagent: x\n---\n")),
        text_of(DOCUMENT, BLOCKS),
    )
        .prop_map(|(header, text)| format!("{}{text}", header.unwrap_or_default()))
}

pub(crate) fn response() -> impl Strategy<Value = String> {
    text_of(RESPONSE, PATCHES)
}

pub(crate) fn policy() -> impl Strategy<Value = BoundaryPolicy> {
    prop::sample::select(
        &[
            BoundaryPolicy::Refresh,
            BoundaryPolicy::Keep,
            BoundaryPolicy::Ignore,
        ][..],
    )
}

/// What a component must hold of a part: in the line ending of the document, ending its line unless inline.
fn as_content(text: &str, document: &str, inline: bool) -> String {
    let line_ending = Document::parse(document).line_ending();
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
fn check(
    source: &str,
    response: &Response<'_>,
    applied: &Applied,
    policy: BoundaryPolicy,
) -> Result<(), TestCaseError> {
    let old = Document::parse(source);
    let new = Document::parse(applied.text());
    prop_assert_eq!(&applied.edits.apply(source).unwrap(), applied.text());
    prop_assert_eq!(applied.edits.is_empty(), source == applied.text());
    prop_assert_eq!(
        applied.outcomes.len(),
        response.patches.len() + response.gaps.len()
    );

    // Nothing is told that was not told before.
    let map = |offset: usize| {
        applied
            .edits
            .map_offset(offset, interline_text::Bias::After)
    };
    for told in new.diagnostics() {
        let before = old
            .diagnostics()
            .iter()
            .any(|old| old.code == told.code && map(old.span.start) == told.span.start);
        prop_assert!(before, "new: {:?}", told);
    }

    // The components are those that stood, without those inside replaced ones, and perhaps a new exchange.
    let replaced = |index: usize| {
        let first = old
            .components()
            .iter()
            .position(|c| c.name == old.components()[index].name)
            == Some(index);
        first
            && applied.outcomes.iter().any(|outcome| {
                outcome.mode == Some(Mode::Replace)
                    && matches!(outcome.status, Status::Applied | Status::Superseded)
                    && outcome.component.as_deref() == Some(&*old.components()[index].name)
            })
    };
    let has_duplicates = old
        .diagnostics()
        .iter()
        .any(|told| told.code == "duplicate-component");
    if !has_duplicates {
        let mut gone = vec![false; old.components().len()];
        let mut names = Vec::new();
        for (index, component) in old.components().iter().enumerate() {
            gone[index] = component
                .parent
                .is_some_and(|parent| gone[parent] || replaced(parent));
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
        prop_assert_eq!(found, names);

        // A component that one part replaced, and nothing else went into, holds exactly that part.
        for outcome in &applied.outcomes {
            let Some(name) = outcome.component.as_deref() else {
                continue;
            };
            let others = applied
                .outcomes
                .iter()
                .filter(|o| o.component.as_deref() == Some(name) && o.status == Status::Applied);
            if outcome.status != Status::Applied
                || outcome.repaired
                || outcome.mode != Some(Mode::Replace)
                || others.count() > 1
            {
                continue;
            }
            let component = new.component(name).unwrap();
            if new
                .boundaries()
                .iter()
                .any(|b| component.content.contains(&b.span.start))
            {
                continue;
            }
            let inline = old
                .component(name)
                .is_some_and(|component| component.inline);
            let wanted = as_content(part_text(response, outcome.part), source, inline);
            prop_assert_eq!(new.content(component), wanted);
        }
    }

    // What was applied and not repaired stands in its component, in order.
    let mut from: std::collections::HashMap<&str, usize> = Default::default();
    for outcome in applied
        .outcomes
        .iter()
        .filter(|o| o.status == Status::Applied && !o.repaired)
    {
        let name = outcome.component.as_deref().unwrap();
        let component = new.component(name).unwrap();
        let wanted = as_content(part_text(response, outcome.part), source, true);
        let content = new.content(component);
        if outcome.mode == Some(Mode::Prepend) {
            prop_assert!(
                content.contains(&wanted),
                "{:?} not in {:?}",
                wanted,
                content
            );
            continue;
        }
        let start = from.get(name).copied().unwrap_or(0);
        let at = content[start..].find(&wanted);
        prop_assert!(at.is_some(), "{:?} not in {:?}", wanted, &content[start..]);
        from.insert(outcome.component.as_deref().unwrap(), start + at.unwrap());
    }

    // Where there is an exchange, exactly one boundary stands in the document, at its end.
    if policy == BoundaryPolicy::Refresh {
        match new.component("exchange") {
            Some(exchange) => {
                let told = applied
                    .diagnostics
                    .iter()
                    .any(|told| told.code == "boundary-kept");
                if let (Some(id), false) = (&applied.boundary, told) {
                    prop_assert_eq!(new.boundaries().len(), 1);
                    prop_assert_eq!(&*new.boundaries()[0].id, id);
                    let behind =
                        &applied.text()[new.boundaries()[0].span.end..exchange.content.end];
                    prop_assert!(behind.trim().is_empty());
                }
            }
            None => prop_assert!(new.boundaries().is_empty() || !applied.diagnostics.is_empty()),
        }
    }
    Ok(())
}

fn is_sane(span: &Range<usize>, text: &str) -> bool {
    span.start <= span.end && text.get(span.clone()).is_some()
}

proptest! {
    #![proptest_config(crate::cases(2_000))]

    #[test]
    fn a_response_is_accounted_for(text in response(), unterminated in prop::sample::select(
        &[Unterminated::AsText, Unterminated::Apply, Unterminated::Drop][..]))
    {
        let response = parse_patches_with(&text, &ResponseOptions::new().unterminated(unterminated));
        let mut spans: Vec<_> = response.patches.iter().map(PatchBlock::span)
            .chain(response.gaps.iter().map(|gap| gap.span.clone())).collect();
        spans.sort_by_key(|span| (span.start, span.end));
        for pair in spans.windows(2) {
            prop_assert!(pair[0].end <= pair[1].start, "{:?}", pair);
        }
        for patch in &response.patches {
            prop_assert_eq!(&text[patch.content_span.clone()], &*patch.content);
        }
        for told in &response.diagnostics {
            prop_assert!(is_sane(&told.span, &text));
        }
        // Every visible character outside markers is in a patch or a gap; only what is dropped by policy is not.
        if unterminated == Unterminated::AsText && !response.diagnostics.iter().any(|d| d.code == "whole-fence") {
            let mut at = 0;
            spans.push(text.len()..text.len());
            for span in &spans {
                let between = &text[at..span.start];
                let dropped = response.diagnostics.iter().any(|told| told.code == "unclosed-patch");
                prop_assert!(dropped || between.trim().is_empty(), "{:?} is in nothing", between);
                at = span.end;
            }
        }
    }

    #[test]
    fn a_document_is_a_sound_tree(text in document()) {
        let document = Document::parse(&text);
        let components = document.components();
        for (index, component) in components.iter().enumerate() {
            prop_assert!(is_sane(&component.opener, &text) && is_sane(&component.content, &text) && is_sane(&component.closer, &text));
            prop_assert!(component.opener.end <= component.content.start && component.content.end <= component.closer.start);
            prop_assert_eq!(component.line, 1 + text[..component.opener.start].matches('\n').count());
            if let Some(parent) = component.parent {
                prop_assert!(parent < index);
                prop_assert!(components[parent].opener.end <= component.opener.start);
                prop_assert!(component.closer.end <= components[parent].closer.start);
            }
        }
        for boundary in document.boundaries() {
            prop_assert!(is_sane(&boundary.span, &text));
            if let Some(component) = boundary.component {
                prop_assert!(components[component].span().contains(&boundary.span.start));
            }
        }
        prop_assert_eq!(Document::parse_strict(&text).is_err(), !document.diagnostics().is_empty());
    }

    #[test]
    fn the_result_reads_back(source in document(), answer in response(), policy in policy(), reject in any::<bool>()) {
        let response = parse_patches(&answer);
        let unsafe_content = if reject { Unsafe::Reject } else { Unsafe::Repair };
        let options = ApplyOptions::new().boundary(policy).unsafe_content(unsafe_content);
        let applied = apply_patches(&source, &response, &options);
        check(&source, &response, &applied, policy)?;
        if reject {
            prop_assert!(applied.outcomes.iter().all(|outcome| !outcome.repaired));
        }
    }

    #[test]
    fn at_once_is_as_one_after_another(source in document(), answer in response()) {
        let response = parse_patches(&answer);
        let options = ApplyOptions::new().boundary(BoundaryPolicy::Ignore);
        let at_once = apply_patches(&source, &response, &options);
        // Routed parts are set apart from each other, and a repair may be due only to a neighbour.
        if at_once.outcomes.iter().any(|o| o.repaired || o.routed || o.status == Status::Rejected) {
            return Ok(());
        }
        let mut text = source.clone();
        for patch in &response.patches {
            let mut one = Response::default();
            one.patches.push(patch.clone());
            let applied = apply_patches(&text, &one, &options);
            if applied.outcomes.iter().any(|o| o.repaired || o.status == Status::Rejected) {
                return Ok(());
            }
            text = applied.into_text();
        }
        prop_assert_eq!(at_once.text(), text);
    }

    #[test]
    fn replacing_again_changes_nothing(source in document(), answer in response()) {
        let response = parse_patches(&answer);
        let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
        let once = apply_patches(&source, &response, &options);
        if once.outcomes.iter().any(|o| o.mode != Some(Mode::Replace) || o.status != Status::Applied) {
            return Ok(());
        }
        let again = apply_patches(once.text(), &response, &options);
        prop_assert!(again.edits.is_empty(), "{:?}", again.edits);
    }

    #[test]
    fn the_same_call_gives_the_same_bytes(source in document(), answer in response(), policy in policy()) {
        let options = ApplyOptions::new().boundary(policy);
        let apply = || apply_patches(&source, &parse_patches(&answer), &options);
        prop_assert_eq!(apply(), apply());
    }

    #[test]
    fn line_endings_change_nothing_else(source in document(), answer in response(), policy in policy()) {
        let unix = source.replace("\r\n", "\n");
        if unix.contains('\r') || !unix.contains('\n') {
            return Ok(());
        }
        let dos = unix.replace('\n', "\r\n");
        let answer = answer.replace("\r\n", "\n");
        let options = ApplyOptions::new().boundary(policy).boundary_id(interline_patch_template::BoundaryId::Given("abcd".into()));
        let apply = |text: &str| apply_patches(text, &parse_patches(&answer), &options).into_text();
        prop_assert_eq!(apply(&unix).replace('\n', "\r\n"), apply(&dos));
    }
}

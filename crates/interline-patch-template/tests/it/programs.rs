//! Patches that programs make, sections of other programs, and what hosts ask.

use interline_patch_template::{
    ApplyOptions, Attributes, BoundaryId, BoundaryPolicy, Document, DocumentOptions, Event,
    InvalidContent, Markers, Mode, PatchBlock, Replay, Response, ResponseOptions, Status,
    apply_patches, code_spans, fold, fold_with, is_code, is_component_name, is_marker,
    parse_patches, set_component,
};
use proptest::prelude::*;

#[test]
fn a_response_is_made_in_order() {
    let response = Response::new()
        .text("\n\nfirst\n")
        .patch(PatchBlock::new("log", "- b\n").attribute("by", "ci"))
        .text("  \n")
        .text("last")
        .patch(PatchBlock::new("log", "- c"));
    assert_eq!(response.unmatched(), "first\n\nlast");
    assert_eq!(response.patches[0].attributes.get("by"), Some("ci"));
    let document = "<!-- agent:log patch=append -->\n- a\n<!-- /agent:log -->\n<!-- agent:exchange -->\n<!-- /agent:exchange -->\n";
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
    let applied = apply_patches(document, &response, &options);
    assert_eq!(
        applied.text(),
        "<!-- agent:log patch=append -->\n- a\n- b\n- c\n<!-- /agent:log -->\n<!-- agent:exchange -->\nfirst\n\nlast\n<!-- /agent:exchange -->\n"
    );
    let parts: Vec<_> = applied
        .outcomes
        .iter()
        .map(|outcome| outcome.routed)
        .collect();
    assert_eq!(parts, [true, false, true, false]);
}

#[test]
fn patches_come_as_json() {
    let json = r#"{"patches": [{"name": "a", "content": "x \"y\"\n"}], "gaps": [{"text": "hi"}]}"#;
    let response: Response<'_> = serde_json::from_str(json).unwrap();
    assert_eq!(response.patches[0].content, "x \"y\"\n");
    assert_eq!(response.unmatched(), "hi");
    let again = serde_json::to_string(&response).unwrap();
    assert_eq!(
        serde_json::from_str::<Response<'_>>(&again).unwrap(),
        response
    );
    let patch: PatchBlock<'_> = serde_json::from_str(r#"{"name": "a", "content": ""}"#).unwrap();
    assert_eq!(patch, PatchBlock::new("a", ""));
}

#[test]
fn events_without_spans_are_folded_by_their_deltas() {
    let opened = || Event::Opened {
        name: "a".into(),
        attributes: Attributes::parse("k=v").unwrap(),
        span: 0..0,
    };
    let events = [
        Event::Text("before\n".into()),
        opened(),
        Event::Content("x".into()),
        Event::Content("y\n".into()),
        Event::Closed { span: 0..0 },
        Event::Text("after".into()),
    ];
    let response = fold("", events);
    assert_eq!(response.patches[0].content, "xy\n");
    assert_eq!(response.patches[0].attributes.get("k"), Some("v"));
    assert_eq!(response.unmatched(), "before\n\nafter");
    // A stream that breaks off loses nothing.
    let response = fold("", [opened(), Event::Content("x".into())]);
    assert_eq!(response.patches[0].content, "x");
    assert_eq!(fold("", [Event::Text("hi".into())]).unmatched(), "hi");
}

#[test]
fn fenced_patches_are_folded_as_they_are_read() {
    let text = "Sure:\n```\n<!-- patch:a -->\nx\n<!-- /patch:a -->\n```\n";
    let options = ResponseOptions::new().fenced(interline_patch_template::Fenced::Apply);
    let events = crate::laws::events([text]);
    let folded = fold_with(text, events, &options);
    assert_eq!(
        folded,
        interline_patch_template::parse_patches_with(text, &options)
    );
    assert_eq!(folded.patches.len(), 1);
}

#[test]
fn a_section_shows_any_marker() {
    let document = "a\n<!-- agent:toc patch=append -->\nold\n<!-- /agent:toc -->\nb\n";
    let content = "<!-- /patch:toc -->\n<!-- /agent:toc -->\nnew\n";
    let applied = set_component(document, "toc", content, &ApplyOptions::new());
    assert_eq!(
        applied.text(),
        "a\n<!-- agent:toc patch=append -->\n<!-- /patch:toc -->\n&lt;!-- /agent:toc --&gt;\nnew\n<!-- /agent:toc -->\nb\n"
    );
    assert_eq!(applied.response_diagnostics[0].code, "repaired");
    let again = set_component(applied.text(), "toc", content, &ApplyOptions::new());
    assert!(again.edits.is_empty());
}

#[test]
fn a_section_that_is_missing_is_an_error() {
    let document = "<!-- agent:toc -->\n<!-- /agent:toc -->\n";
    let applied = set_component(document, "tco", "x\n", &ApplyOptions::new());
    assert_eq!(applied.text(), document);
    assert_eq!(applied.outcomes[0].status, Status::Rejected);
    assert!(applied.has_errors());
    assert_eq!(
        applied.response_diagnostics[0].message,
        "the document has no `agent:tco`; write `<!-- agent:tco -->` and `<!-- /agent:tco -->` where it belongs; \
         did you mean `toc`?"
    );
}

#[test]
fn a_section_changes_nothing_else() {
    let document = "<!-- agent:exchange -->\nQ\n<!-- agent:boundary:11111111 -->\nR\n<!-- /agent:exchange -->\n<!-- agent:toc -->\r\nx\r\n<!-- /agent:toc -->\r\n";
    let applied = set_component(document, "toc", "y\n", &ApplyOptions::new());
    assert_eq!(applied.text(), document.replace("x\r\n", "y\n"));
    assert_eq!(applied.edits.len(), 1);

    let boundary = "<!-- agent:boundary:1 -->\n";
    let document = format!(
        "<!-- agent:exchange -->\n{boundary}{boundary}<!-- /agent:exchange -->\n<!-- agent:toc -->\nx\n<!-- /agent:toc -->\n"
    );
    let applied = set_component(&document, "toc", "y\n", &ApplyOptions::new());
    assert_eq!(applied.text(), document.replace("x\n", "y\n"));
    let options = ApplyOptions::new().invalid_content(InvalidContent::Reject);
    let applied = set_component(&document, "toc", "<!-- /agent:toc -->\n", &options);
    assert_eq!(applied.text(), document);
    assert!(applied.has_errors());
}

#[test]
fn sections_of_other_programs_are_read_and_set() {
    let cases = [
        (
            "BEGIN_TF_DOCS",
            "END_TF_DOCS",
            "BEGIN_TF_DOCS",
            "BEGIN_TF_DOCS",
            "END_TF_DOCS",
        ),
        (
            "START {name}",
            "END {name}",
            "doctoc",
            "START doctoc generated TOC please keep comment here",
            "END doctoc generated TOC please keep comment here",
        ),
        (
            "ALL-CONTRIBUTORS-LIST:START",
            "ALL-CONTRIBUTORS-LIST:END",
            "ALL-CONTRIBUTORS-LIST:START",
            "ALL-CONTRIBUTORS-LIST:START - Do not remove or modify this section",
            "ALL-CONTRIBUTORS-LIST:END",
        ),
        (
            "{name}:begin",
            "{name}:end",
            "usage",
            "usage:begin",
            "usage:end",
        ),
    ];
    for (opener, closer, name, begin, end) in cases {
        let markers = Markers::new(opener, closer);
        let options = ApplyOptions::new().markers(markers.clone());
        for old in [
            "",
            "old\n",
            "```\n<!-- /agent:x -->\n```\n",
            "```\nleft open\n",
        ] {
            let document = format!("# T\n<!-- {begin} -->\n{old}<!-- {end} -->\nrest\n");
            let read =
                Document::parse_with(&document, &DocumentOptions::new().markers(markers.clone()));
            assert_eq!(read.components()[0].name, name, "{document}");
            assert_eq!(read.content(&read.components()[0]), old);
            let content = format!("new\n<!-- {end} -->\n");
            let applied = set_component(&document, name, &content, &options);
            assert_eq!(
                applied.text(),
                format!("# T\n<!-- {begin} -->\nnew\n&lt;!-- {end} --&gt;\n<!-- {end} -->\nrest\n")
            );
        }
        let example = format!("`<!-- {begin} -->`\n\n```\n<!-- {begin} -->\n<!-- {end} -->\n```\n");
        let applied = set_component(&example, name, "x", &options);
        assert_eq!(applied.text(), example);
        assert!(applied.has_errors());
    }
}

#[test]
fn nothing_is_made_among_sections_of_other_programs() {
    let document = "<!-- START a -->\n1\n<!-- END a -->\n";
    let options = ApplyOptions::new().markers(Markers::new("START {name}", "END {name}"));
    let response = parse_patches(
        "hi\n<!-- patch:a -->\n2\n<!-- /patch:a -->\n<!-- patch:b -->\n3\n<!-- /patch:b -->\n",
    );
    let applied = apply_patches(document, &response, &options);
    assert_eq!(applied.text(), document.replace('1', "2"));
    let statuses: Vec<_> = applied
        .outcomes
        .iter()
        .map(|outcome| outcome.status)
        .collect();
    assert_eq!(
        statuses,
        [Status::Rejected, Status::Applied, Status::Rejected]
    );
    assert_eq!(
        applied.response_diagnostics[1].message,
        "`patch:b` is not applied: the document has no `b`; write `<!-- START b -->` and `<!-- END b -->` where it belongs"
    );
}

#[test]
fn recognises_markers() {
    for (comment, is_one) in [
        ("<!-- agent:a -->", true),
        ("<!--/patch:a-->", true),
        ("<!-- agent:boundary:1 -->", true),
        ("<!-- patch:a --> ", false),
        ("<!-- Patch:a -->", false),
        (" <!-- patch:a -->", false),
        ("<!-- note -->", false),
        ("", false),
    ] {
        assert_eq!(is_marker(comment), is_one, "{comment}");
    }
    assert!(is_component_name("สถานะ") && !is_component_name("boundary") && !is_component_name(""));
    assert_ne!(BoundaryId::new(), BoundaryId::new());
    assert_eq!(Attributes::parse(" a b=c "), Attributes::parse("a b=c"));
    assert_eq!(Attributes::parse("a b=\"c"), None);
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_first_line() {
    for (text, code) in [
        ("    <!-- patch:a -->\n", "<!-- patch:a -->\n"),
        (
            "```\n<!-- patch:a -->\n```\n",
            "```\n<!-- patch:a -->\n```\n",
        ),
        ("`<!-- patch:a -->`\n", "`<!-- patch:a -->`"),
    ] {
        let text = format!("\u{feff}{text}");
        let spans: Vec<&str> = code_spans(&text)
            .into_iter()
            .map(|span| &text[span])
            .collect();
        assert_eq!(spans, [code]);
    }
}

const PIECES: &[&str] = &[
    "text ", "`", "``", "\n", "\n\n", "    ", "```\n", "~~~\n", "- ", "> ", "# ", "é", "\t", "<b>",
    "x\n",
];

/// Content whose blocks, spans and markers are complete.
const VALID: &[&str] = &[
    "word\n",
    "two words\n",
    "- item\n",
    "1. item\n",
    "> quote\n",
    "# heading\n",
    "```\ncode\n```\n",
    "`code`\n",
    "**bold**\n",
    "| a | b |\n|---|---|\n",
    "    code\n",
    "\n",
    "  \n",
    "<b>x</b>\n",
    "<!-- note -->\n",
    "é🎉",
    "no end",
];

const DOCUMENTS: &[&str] = &[
    "<!-- agent:a -->\nold\n<!-- /agent:a -->\n",
    "x <!-- agent:a -->old<!-- /agent:a --> y\n",
    "x <!-- agent:a --><!-- /agent:a --> y\n",
    "<!-- agent:a -->\nold<!-- /agent:a -->\n",
    "- item\n\n  <!-- agent:a -->\n  old\n  <!-- /agent:a -->\n- next\n",
    "> <!-- agent:a -->\n> old\n> <!-- /agent:a -->\n> more\n",
    "- total: <!-- agent:a -->1<!-- /agent:a --> items\n",
    "<!-- agent:o -->\nbefore\n<!-- agent:a -->\nold\n<!-- /agent:a -->\nafter\n<!-- /agent:o -->\n",
    "1. > <!-- agent:a -->\n   > old\n   > <!-- /agent:a -->\n",
    "<!-- agent:a -->\r\nold\r\n<!-- /agent:a -->\r\n",
    "text\n<!-- agent:",
    "",
];

proptest! {
    #![proptest_config(crate::cases(2_000))]

    #[test]
    fn code_is_what_markers_see_as_code(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12),
        after in prop::collection::vec(prop::sample::select(PIECES), 0..6),
    ) {
        let (before, after) = (pieces.concat(), after.concat());
        let text = format!("{before}<!-- patch:a -->{after}");
        let response = parse_patches(&text);
        let is_live = response
            .diagnostics
            .iter()
            .any(|found| found.code == "unclosed-patch" && found.span.start == before.len());
        // A fence around a response, which is removed from it, is code in the text.
        if !response.diagnostics.iter().any(|found| found.code == "whole-fence") {
            prop_assert_eq!(is_code(&text, before.len()), !is_live, "{:?}", &text);
        }
        let spans = code_spans(&text);
        prop_assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start));
        prop_assert!(spans.iter().all(|span| !span.is_empty() && text.get(span.clone()).is_some()));
    }

    #[test]
    fn valid_content_is_never_rejected(
        document in prop::sample::select(DOCUMENTS),
        contents in prop::collection::vec(
            (prop::collection::vec(prop::sample::select(VALID), 0..6), any::<bool>()), 1..4
        ),
        mode in prop::sample::select(vec![Mode::Replace, Mode::Append, Mode::Prepend]),
        policy in prop::sample::select(vec![BoundaryPolicy::Refresh, BoundaryPolicy::Keep]),
    ) {
        let options = ApplyOptions::new().mode("a", mode).boundary(policy);
        let response = contents.iter().fold(Response::new(), |response, (pieces, is_patch)| {
            let content = pieces.concat();
            match is_patch {
                true => response.patch(PatchBlock::new("a", content)),
                false => response.text(content),
            }
        });
        let applied = apply_patches(document, &response, &options);
        for outcome in &applied.outcomes {
            prop_assert_ne!(outcome.status, Status::Rejected, "{:?} {:?}", response, applied);
        }
    }

    #[test]
    fn an_answer_is_added_once(
        document in prop::sample::select(DOCUMENTS),
        contents in prop::collection::vec(prop::collection::vec(prop::sample::select(VALID), 1..5), 1..3),
        mode in prop::sample::select(vec![Mode::Append, Mode::Prepend]),
    ) {
        let options = ApplyOptions::new()
            .mode("a", mode)
            .boundary(BoundaryPolicy::Keep)
            .replay(Replay::Skip);
        let response = contents.iter().fold(Response::new(), |response, pieces| {
            response.patch(PatchBlock::new("a", pieces.concat()))
        });
        let once = apply_patches(document, &response, &options);
        let is_plain = once.outcomes.iter().all(|outcome| outcome.status == Status::Applied && !outcome.repaired);
        if is_plain && Document::parse(document).component("a").is_some_and(|a| !a.inline) {
            let twice = apply_patches(once.text(), &response, &options);
            let all_blank = contents.iter().all(|pieces| pieces.concat().trim().is_empty());
            prop_assert!(all_blank || twice.text() == once.text(), "{:?}", once.text());
        }
    }
}

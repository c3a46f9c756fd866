//! Laws of every document and every response.

use std::ops::Range;

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Document, InvalidContent, ResponseOptions, Unterminated,
    apply_patches, parse_patches, parse_patches_with,
};
use proptest::prelude::*;

use crate::laws::{
    check_again, check_applied, check_document, check_line_endings, check_one_by_one,
    check_response,
};

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
        check_response(&text, &response, unterminated == Unterminated::AsText);
        for diagnostic in &response.diagnostics {
            prop_assert!(is_sane(&diagnostic.span, &text));
        }
    }

    #[test]
    fn a_document_is_a_valid_tree(text in document()) {
        let document = Document::parse(&text);
        check_document(&document, &text);
        prop_assert_eq!(Document::parse_strict(&text).is_err(), !document.diagnostics().is_empty());
    }

    #[test]
    fn the_result_reads_back(source in document(), answer in response(), policy in policy(), reject in any::<bool>()) {
        let response = parse_patches(&answer);
        let invalid_content = if reject { InvalidContent::Reject } else { InvalidContent::Repair };
        let options = ApplyOptions::new().boundary(policy).invalid_content(invalid_content);
        let applied = apply_patches(&source, &response, &options);
        check_applied(&source, &response, &applied, policy);
        if reject {
            prop_assert!(applied.outcomes.iter().all(|outcome| !outcome.repaired));
        }
    }

    #[test]
    fn at_once_is_as_one_after_another(source in document(), answer in response()) {
        let response = parse_patches(&answer);
        let options = ApplyOptions::new().boundary(BoundaryPolicy::Ignore);
        let at_once = apply_patches(&source, &response, &options);
        check_one_by_one(&source, &response, &at_once, &options);
    }

    #[test]
    fn replacing_again_changes_nothing(source in document(), answer in response()) {
        let response = parse_patches(&answer);
        let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
        let once = apply_patches(&source, &response, &options);
        check_again(&response, &once, &options);
    }

    #[test]
    fn the_same_call_gives_the_same_bytes(source in document(), answer in response(), policy in policy()) {
        let options = ApplyOptions::new().boundary(policy);
        let apply = || apply_patches(&source, &parse_patches(&answer), &options);
        prop_assert_eq!(apply(), apply());
    }

    /// Components in lines of text get exactly their content, however many are in a line and whatever lengths change.
    #[test]
    fn components_in_lines_get_their_content(
        lines in prop::collection::vec(
            (
                prop::sample::select(vec!["", "Text ", "- ", "> ", "# "]),
                prop::collection::vec(("[a-z0-9é]{0,20}", prop::option::of("[a-z0-9é]{1,20}"), "[a-z ,]{0,4}"), 1..4),
                prop::sample::select(vec!["\n", "\n\n"]),
            ),
            1..5,
        ),
    ) {
        let (mut document, mut answer, mut expected) = (String::new(), String::new(), String::new());
        let mut number = 0;
        for (prefix, components, end) in &lines {
            document.push_str(prefix);
            expected.push_str(prefix);
            for (old, new, text) in components {
                number += 1;
                let around = |content: &str| format!("<!-- agent:c{number} -->{content}<!-- /agent:c{number} -->{text}");
                document.push_str(&around(old));
                expected.push_str(&around(new.as_ref().unwrap_or(old)));
                if let Some(new) = new {
                    answer.push_str(&format!("<!-- patch:c{number} -->{new}<!-- /patch:c{number} -->\n"));
                }
            }
            document.push_str(end);
            expected.push_str(end);
        }
        let applied = apply_patches(&document, &parse_patches(&answer), &ApplyOptions::new());
        prop_assert_eq!(applied.text(), expected);
    }

    /// The lines of a component whose closer is in the middle of a line stay in their block quote or list item.
    #[test]
    fn lines_that_end_in_a_line_stay_in_their_container(
        (lead, prefix) in prop::sample::select(vec![("", ""), ("", "> "), ("- item\n", "  "), ("> - item\n", ">   ")]),
        mode in prop::sample::select(vec!["replace", "append", "prepend"]),
        old in prop::collection::vec("[a-z]{1,9}", 1..4),
        new in prop::collection::vec("[a-z]{1,9}", 1..4),
    ) {
        // Single lines are joined by a space, as words of one sentence.
        let joint = if old.len() + new.len() > 2 { "\n" } else { " " };
        let (old, new) = (old.join("\n"), new.join("\n"));
        let content = match mode {
            "append" => format!("{old}{joint}{new}"),
            "prepend" => format!("{new}{joint}{old}"),
            _ => new.clone(),
        };
        let around = |content: &str| {
            let lines = content.replace('\n', &format!("\n{prefix}"));
            format!("{lead}{prefix}<!-- agent:a mode={mode} -->\n{prefix}{lines}<!-- /agent:a --> (today)\n")
        };
        let answer = format!("<!-- patch:a -->\n{new}\n<!-- /patch:a -->\n");
        let document = around(&old);
        let applied = apply_patches(&document, &parse_patches(&answer), &ApplyOptions::new());
        prop_assert_eq!(applied.text(), around(&content));
    }

    #[test]
    fn line_endings_change_nothing_else(source in document(), answer in response(), policy in policy()) {
        check_line_endings(&source, &answer, &ApplyOptions::new().boundary(policy));
    }
}

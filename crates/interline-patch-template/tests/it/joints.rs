//! Text is added to a component without changing what is there: by two readers of CommonMark with tables, the blocks of the old
//! content are the first blocks of the new content, but for a list or table that grows.

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Document, LiveApply, Mode, PatchBlock, Response, Status,
    apply_patches,
};
use proptest::prelude::*;

use crate::blocks::{Block, READERS, begins_with, ends_with, prefixed, readers_agree};

const PIECES: &[&str] = &[
    "text\n",
    "more text\n",
    "hard  \n",
    "# heading\n",
    "- a\n",
    "* b\n",
    "1. one\n",
    "2. two\n",
    "3) three\n",
    "  - nested\n",
    "  indented\n",
    "      deeper\n",
    "    code\n",
    "\tcode\n",
    "> quote\n",
    "> - in quote\n",
    ">\n",
    "\n",
    "\n",
    "---\n",
    "***\n",
    "===\n",
    "```\ncode\n\n- code\n```\n",
    "~~~\ncode\n~~~\n",
    "- ```\n  code\n\n  code\n  ```\n",
    "- ```\n",
    "- <pre>\n",
    "<div>\n",
    "</div>\n",
    "<b>bold</b>\n",
    "<!-- note -->\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "| 3 | 4 |\n",
    "|---|---|\n",
    "|---|\n",
    "|\n",
    "||\n",
    "    ---\n",
    "a\n",
    "a | b\n",
    "-\n",
    "- c\n\n- d\n",
    "- e\n\n  f\n",
    "- g\n  - h\n\n  - i\n",
    "`span\n",
    "`\n",
    "é🎉\n",
];

/// HTML blocks that no blank line ends. An answer may leave them open; an old text that leaves one open takes in whatever follows.
const OPEN_HTML: &[&str] = &[
    "",
    "",
    "",
    "<!-- open\n",
    "<pre>\n",
    "<?x\n",
    "<![CDATA[\n",
    "text <!-- open\n",
];

fn new_content() -> impl Strategy<Value = String> {
    (content(), prop::sample::select(OPEN_HTML), content())
        .prop_map(|(before, html, after)| [before.as_str(), html, after.as_str()].concat())
}

fn content() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..7).prop_map(|pieces| pieces.concat())
}

#[track_caller]
fn check(old: &str, new: &str, mode: Mode) {
    let options = ApplyOptions::new()
        .mode("a", mode)
        .boundary(BoundaryPolicy::Ignore);
    let document = format!("<!-- agent:a -->\n{old}<!-- /agent:a -->\n");
    let response = Response::new().patch(PatchBlock::new("a", new));
    let applied = apply_patches(&document, &response, &options);
    assert_eq!(
        applied.outcomes[0].status,
        Status::Applied,
        "{old:?} + {new:?}"
    );
    let read = Document::parse(applied.text());
    let content = read.content(&read.components()[0]);
    for (name, blocks) in READERS {
        let (before, after) = (blocks(old), blocks(&content));
        let is_kept = match mode {
            Mode::Prepend => ends_with(&after, &before),
            _ => begins_with(&after, &before),
        };
        assert!(
            is_kept,
            "{name}: {old:?} + {new:?} is {content:?}\n{before:#?}\n{after:#?}"
        );
    }
    if mode == Mode::Append && applied.outcomes.iter().all(|outcome| !outcome.repaired) {
        let mut live = LiveApply::new(&document, &options);
        let mut text = document.clone();
        let answer = format!("<!-- patch:a -->\n{new}<!-- /patch:a -->\n");
        for piece in answer.split_inclusive([' ', '\n']) {
            for edit in live.push(piece) {
                text.replace_range(edit.range, &edit.insert);
            }
        }
        let (edits, at_once) = live.finish();
        for edit in edits {
            text.replace_range(edit.range, &edit.insert);
        }
        assert_eq!(text, at_once.text());
    }
}

/// Documents whose component is in no container, and then in a list item or block quote: before the content, the prefix of its lines,
/// and the text after it.
const CONTAINERS: &[(&str, &str, &str)] = &[
    ("<!-- agent:a -->\n", "", "<!-- /agent:a -->\n\nafter\n"),
    (
        "1. Step:\n\n   <!-- agent:a -->\n",
        "   ",
        "   <!-- /agent:a -->\n\n2. Next\n",
    ),
    (
        "- <!-- agent:a -->\n",
        "  ",
        "  <!-- /agent:a -->\n\n- next\n",
    ),
    (
        "> <!-- agent:a -->\n",
        "> ",
        "> <!-- /agent:a -->\n\nafter\n",
    ),
    (
        "- item\n\n  > <!-- agent:a -->\n",
        "  > ",
        "  > <!-- /agent:a -->\n\n- next\n",
    ),
];

fn set(document: &str, new: &str, mode: Mode) -> String {
    let options = ApplyOptions::new()
        .mode("a", mode)
        .boundary(BoundaryPolicy::Ignore);
    let response = Response::new().patch(PatchBlock::new("a", new));
    apply_patches(document, &response, &options).into_text()
}

proptest! {
    #![proptest_config(crate::cases(1_000))]

    #[test]
    fn appended_text_changes_no_block(old in content(), new in new_content()) {
        prop_assume!(readers_agree(&old) && readers_agree(&new));
        check(&old, &new, Mode::Append);
    }

    #[test]
    fn prepended_text_changes_no_block(old in content(), new in new_content()) {
        prop_assume!(readers_agree(&old) && readers_agree(&new));
        check(&old, &new, Mode::Prepend);
    }

    #[test]
    fn a_container_is_kept(
        (before, prefix, after) in prop::sample::select(&CONTAINERS[1..]),
        old in content(),
        new in new_content(),
        mode in prop::sample::select(vec![Mode::Replace, Mode::Append, Mode::Prepend]),
    ) {
        let document = format!("{before}{}{after}", prefixed(&old, prefix));
        // Content that keeps its own closer from being read is another matter.
        let alone = format!("<!-- agent:a -->\n{old}<!-- /agent:a -->\n");
        prop_assume!([&document, &alone].iter().all(|text| {
            let read = Document::parse(text);
            read.components().len() == 1 && read.diagnostics().is_empty()
        }));
        // A tab reaches to the next tab stop, so that a line may be another block outside of the container.
        if old.contains('\t') || new.contains('\t') {
            return Ok(());
        }
        let result = set(&document, &new, mode);
        // The component contains the same as outside of a container.
        let outside = set(&alone, &new, mode);
        let content_of = |text: &str| {
            let read = Document::parse(text);
            read.content(&read.components()[0]).into_owned()
        };
        prop_assert_eq!(content_of(&result), content_of(&outside), "{:?}", &result);
        // The text after the component keeps its meaning.
        for (name, blocks) in READERS {
            let (was, is) = (blocks(&document), blocks(&result));
            prop_assert_eq!(was.len(), is.len(), "{}: {:?}", name, &result);
            let last = |blocks: &[Block]| match blocks.last() {
                Some(Block::List(kind, _, items)) => format!("{kind} {} {:?}", items.len(), items.last()),
                other => format!("{other:?}"),
            };
            prop_assert_eq!(last(&was), last(&is), "{}: {:?}", name, &result);
        }
    }

    #[test]
    fn text_in_the_line_of_a_boundary_gets_the_next_line(
        (before, prefix, after) in prop::sample::select(CONTAINERS),
        old in content(),
        indentation in prop::sample::select(vec!["", " ", "   ", "      "]),
        typed in prop::sample::select(vec!["typed", "# typed", "- typed", "| typed |", "`typed"]),
        new in new_content(),
    ) {
        let document = |lines: &str| {
            let content = format!("{old}{indentation}<!-- agent:boundary:11111111 -->{lines}\n");
            format!("{before}{}{after}", prefixed(&content, prefix))
        };
        let [in_line, below] = [document(typed), document(&format!("\n{typed}"))];
        let has_both = [&in_line, &below].iter().all(|text| {
            let read = Document::parse(text);
            read.boundaries().len() == 1 && read.components().len() == 1 && read.diagnostics().is_empty()
        });
        if !has_both || old.contains('\t') || new.trim().is_empty() {
            return Ok(());
        }
        let options = ApplyOptions::new().mode("a", Mode::Append);
        let response = Response::new().patch(PatchBlock::new("a", new));
        let [result, expected] = [in_line, below]
            .map(|document| apply_patches(&document, &response, &options).into_text());
        prop_assert_eq!(result, expected);
    }

    #[test]
    fn routed_text_changes_no_block(old in content(), texts in prop::collection::vec(new_content(), 1..3)) {
        prop_assume!(readers_agree(&old));
        let document = format!("<!-- agent:exchange -->\n{old}<!-- /agent:exchange -->\n");
        let response = texts.iter().fold(Response::new(), |response, text| {
            response.text(text.as_str()).patch(PatchBlock::new("missing", text.as_str()))
        });
        let options = ApplyOptions::new().boundary(BoundaryPolicy::Ignore);
        let applied = apply_patches(&document, &response, &options);
        let read = Document::parse(applied.text());
        let content = read.content(&read.components()[0]);
        for (name, blocks) in READERS {
            let (before, after) = (blocks(&old), blocks(&content));
            prop_assert!(begins_with(&after, &before), "{name}: {old:?} + {texts:?} is {content:?}");
        }
    }
}

#[test]
fn a_lone_pipe_is_no_row() {
    let table = "| a | b |\n|---|---|\n| 1 | 2 |\n";
    for (old, new) in [
        (format!("{table}|\n"), "| 3 |\n"),
        (format!("{table} |  \n"), "| 3 |\n"),
        (table.to_owned(), "|\n"),
        (table.to_owned(), "|\n| 3 |\n"),
        // It is no head of a table either.
        ("|\n|---|\n|| 1 | 2 |\n".to_owned(), "|| 2 |\n"),
        ("text\n\n|\n|---|\n".to_owned(), "| 2 |\n"),
        ("||\n|---|\n".to_owned(), "| 2 |\n"),
        (" | \n---\n".to_owned(), "| 2 |\n"),
        ("| |\n|---|\n".to_owned(), "| 2 |\n"),
    ] {
        check(&old, new, Mode::Append);
        check(new, &old, Mode::Prepend);
    }
}

//! Text is added to a component without changing what is there: by two readers of CommonMark with tables, the blocks of the old
//! content are the first blocks of the new content, but for a list or table that grows.

use comrak::nodes::{AstNode, ListType, NodeValue};
use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Document, LiveApply, Mode, PatchBlock, Response, Status,
    apply_patches,
};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, html};

/// A block of a text.
#[derive(Clone, Debug, PartialEq)]
enum Block {
    /// As HTML.
    Leaf(String),
    /// What makes it a list of its own, whether it is loose, and its items as HTML.
    List(String, bool, Vec<String>),
    /// Rows as HTML, the first one is the head.
    Table(Vec<String>),
}

/// The blocks that pulldown-cmark reads.
fn pulldown_blocks(text: &str) -> Vec<Block> {
    let events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let render = |events: &[Event<'_>]| {
        let mut rendered = String::new();
        html::push_html(&mut rendered, events.iter().cloned());
        rendered
    };
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < events.len() {
        let end = at + len_of(&events[at..]);
        let inner = &events[at + 1..(end - 1).max(at + 1)];
        blocks.push(match &events[at] {
            Event::Start(Tag::List(start)) => {
                let items = children(inner);
                let is_loose = items.iter().any(|item| {
                    children(&item[1..item.len() - 1])
                        .iter()
                        .any(|child| matches!(child[0], Event::Start(Tag::Paragraph)))
                });
                let items = items.into_iter().map(render).collect();
                Block::List(format!("{start:?}"), is_loose, items)
            }
            Event::Start(Tag::Table(_)) => {
                Block::Table(children(inner).into_iter().map(render).collect())
            }
            _ => Block::Leaf(render(&events[at..end])),
        });
        at = end;
    }
    blocks
}

/// How many events the first block or inline element takes.
fn len_of(events: &[Event<'_>]) -> usize {
    let mut depth = 0;
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    events.len()
}

fn children<'e, 't>(mut events: &'e [Event<'t>]) -> Vec<&'e [Event<'t>]> {
    let mut all = Vec::new();
    while !events.is_empty() {
        let (first, rest) = events.split_at(len_of(events));
        all.push(first);
        events = rest;
    }
    all
}

/// The blocks that comrak reads.
fn comrak_blocks(text: &str) -> Vec<Block> {
    let arena = comrak::Arena::new();
    let mut options = comrak::Options::default();
    options.extension.table = true;
    options.render.r#unsafe = true;
    let root = comrak::parse_document(&arena, text, &options);
    fn render<'a>(node: &'a AstNode<'a>, options: &comrak::Options<'_>) -> String {
        let mut rendered = String::new();
        comrak::format_html(node, options, &mut rendered).unwrap();
        rendered
    }
    root.children()
        .map(|node| match &node.data.borrow().value {
            NodeValue::List(list) => Block::List(
                match list.list_type {
                    ListType::Bullet => format!("{:?}", list.bullet_char),
                    ListType::Ordered => format!("{}{:?}", list.start, list.delimiter),
                },
                !list.tight,
                node.children().map(|item| render(item, &options)).collect(),
            ),
            NodeValue::Table(_) => {
                Block::Table(node.children().map(|row| render(row, &options)).collect())
            }
            _ => Block::Leaf(render(node, &options)),
        })
        .collect()
}

/// Whether `all` begins with `old`, the last of which may have grown.
fn begins_with(all: &[Block], old: &[Block]) -> bool {
    let Some((last, others)) = old.split_last() else {
        return true;
    };
    let (Some(found), true) = (all.get(others.len()), all.starts_with(others)) else {
        return false;
    };
    match (last, found) {
        (Block::List(kind, loose, items), Block::List(found_kind, found_loose, found)) => {
            kind == found_kind && loose == found_loose && found.starts_with(items)
        }
        (Block::Table(rows), Block::Table(found)) => found.starts_with(rows),
        _ => last == found,
    }
}

/// Whether `all` ends with `old`, the first of which may have grown.
fn ends_with(all: &[Block], old: &[Block]) -> bool {
    let Some((first, others)) = old.split_first() else {
        return true;
    };
    if all.len() < old.len() || !all.ends_with(others) {
        return false;
    }
    match (first, &all[all.len() - old.len()]) {
        // What the number begins with moves with what was added.
        (Block::List(_, loose, items), Block::List(_, found_loose, found)) => {
            loose == found_loose && found.ends_with(items)
        }
        (first, found) => first == found,
    }
}

type ReadBlocks = fn(&str) -> Vec<Block>;

const READERS: [(&str, ReadBlocks); 2] = [
    ("pulldown-cmark", pulldown_blocks),
    ("comrak", comrak_blocks),
];

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
    "<div>\n",
    "</div>\n",
    "<b>bold</b>\n",
    "<!-- note -->\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "| 3 | 4 |\n",
    "|---|---|\n",
    "a | b\n",
    "-\n",
    "- c\n\n- d\n",
    "- e\n\n  f\n",
    "- g\n  - h\n\n  - i\n",
    "`span\n",
    "`\n",
    "é🎉\n",
];

/// HTML blocks that no blank line ends. An answer may leave them open; what the old text leaves open takes in whatever comes.
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

/// Where the two readers differ on a text by itself, nothing can be asked.
fn readers_agree(text: &str) -> bool {
    let shape = |blocks: Vec<Block>| -> Vec<(usize, usize)> {
        blocks
            .iter()
            .map(|block| match block {
                Block::Leaf(_) => (0, 0),
                Block::List(_, loose, items) => (1 + usize::from(*loose), items.len()),
                Block::Table(rows) => (3, rows.len()),
            })
            .collect()
    };
    shape(pulldown_blocks(text)) == shape(comrak_blocks(text))
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

/// Documents whose component is in a block quote or list item: before the content, what its lines begin with, and after it.
const CONTAINERS: &[(&str, &str, &str)] = &[
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

/// `text` with `prefix` before each line, and without spaces at the end of lines that have nothing else.
fn prefixed(text: &str, prefix: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| match line {
            "\n" => format!("{}\n", prefix.trim_end()),
            line => format!("{prefix}{line}"),
        })
        .collect()
}

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
        (before, prefix, after) in prop::sample::select(CONTAINERS),
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
        let result = set(&document, &new, mode);
        // What the component holds is what it would hold outside of a container.
        let outside = set(&alone, &new, mode);
        let content_of = |text: &str| {
            let read = Document::parse(text);
            read.content(&read.components()[0]).into_owned()
        };
        prop_assert_eq!(content_of(&result), content_of(&outside), "{:?}", &result);
        // What comes after the component stays what it is.
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

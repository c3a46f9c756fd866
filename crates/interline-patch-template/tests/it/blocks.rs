//! The blocks of a text as two readers of CommonMark with tables see them, for properties here and for the targets in `fuzz`.

use comrak::nodes::{AstNode, ListType, NodeValue};
use pulldown_cmark::{Event, Options, Parser, Tag, html};

/// A block of a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Block {
    /// As HTML.
    Leaf(String),
    /// The properties that make it a list of its own, whether it is loose, and its items as HTML.
    List(String, bool, Vec<String>),
    /// Rows as HTML, the first one is the head.
    Table(Vec<String>),
}

/// The blocks that pulldown-cmark reads.
pub(crate) fn pulldown_blocks(text: &str) -> Vec<Block> {
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

/// Returns the number of events of the first block or inline element.
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
pub(crate) fn comrak_blocks(text: &str) -> Vec<Block> {
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

/// Returns whether `all` starts with `old`, the last of which may have grown.
pub(crate) fn begins_with(all: &[Block], old: &[Block]) -> bool {
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

/// Returns whether `all` ends with `old`, the first of which may have grown.
pub(crate) fn ends_with(all: &[Block], old: &[Block]) -> bool {
    let Some((first, others)) = old.split_first() else {
        return true;
    };
    if all.len() < old.len() || !all.ends_with(others) {
        return false;
    }
    match (first, &all[all.len() - old.len()]) {
        // The start of the number moves with the added text.
        (Block::List(_, loose, items), Block::List(_, found_loose, found)) => {
            loose == found_loose && found.ends_with(items)
        }
        (first, found) => first == found,
    }
}

pub(crate) type ReadBlocks = fn(&str) -> Vec<Block>;

pub(crate) const READERS: [(&str, ReadBlocks); 2] = [
    ("pulldown-cmark", pulldown_blocks),
    ("comrak", comrak_blocks),
];

/// Texts on which the two references differ are skipped.
pub(crate) fn readers_agree(text: &str) -> bool {
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

/// `text` with `prefix` before each line, and without spaces at the end of lines that have nothing else.
pub(crate) fn prefixed(text: &str, prefix: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| match line {
            "\n" => format!("{}\n", prefix.trim_end()),
            line => format!("{prefix}{line}"),
        })
        .collect()
}

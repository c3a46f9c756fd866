//! The rules that save work against the structure that is read in full.

use memchr::memmem;
use proptest::prelude::*;

use super::item::{Found, Item, Window};
use super::markdown::{Blocks, Verdict};
use super::markers::{Keyword, Lexed, lex};
use super::scanner::Scanner;

/// Every item with its verdict, by reading all of the structure.
fn read_in_full(text: &str) -> Vec<(usize, Verdict)> {
    let mut blocks = Blocks::default();
    let mut from = 0;
    while let Some(at) = memmem::find(&text.as_bytes()[from..], b"<!--").map(|at| from + at) {
        from = at + 1;
        match lex(text, at, 0, &Keyword::Patch, true) {
            Lexed::Marker(marker) => {
                blocks.ask(at);
                from = marker.span.end;
            }
            Lexed::NearMiss(..) => blocks.ask(at),
            _ => {}
        }
    }
    blocks.feed(text.as_bytes());
    blocks.finish();
    std::iter::from_fn(|| blocks.answer()).collect()
}

fn read_lazily(text: &str) -> Vec<(usize, Verdict)> {
    let window = Window {
        text,
        base: 0,
        ends_here: true,
    };
    let mut scanner = Scanner::new(Keyword::Patch, 0);
    let start = |Found { item, verdict }| match item {
        Item::Marker(marker) => (marker.span.start, verdict),
        Item::NearMiss(_, span) => (span.start, verdict),
    };
    std::iter::from_fn(|| scanner.next(window))
        .map(start)
        .collect()
}

const SNIPPETS: &[&str] = &[
    "<!-- patch:a -->",
    "<!-- patch:a -->\n",
    "\n<!-- /patch:a -->\n",
    "\n  <!-- patch:b -->\n",
    "\n    <!-- patch:c -->\n",
    "<!-- patch:-",
    "<!-- note -->\n",
    "\n<!-- open\n",
    "\n```\n",
    "\n```rs\n",
    "\n~~~~\n",
    "```",
    "~~~",
    "`",
    "``",
    "\n\n",
    "\n\n",
    "\n",
    "\r\n\r\n",
    "a b\n",
    "c ",
    "\n\ntext\n",
    "> ",
    "- ",
    "1. ",
    "    ",
    "\t",
    "<pre>\n",
    "</pre>\n",
    "<div>\n",
    "\n\n\n",
    "é",
    "\n> ```\n",
    "\n- ```\n",
    "\n\n  ```\n",
    "[",
    "](",
    "   ```  \n",
    "````\n",
    "\n<?x\n",
    "?>\n",
    "# ",
    "---\n",
    " \n",
];

/// The same, byte by byte, each line decided as soon as it can be.
fn read_byte_by_byte(text: &str) -> Vec<(usize, Verdict)> {
    let mut blocks = Blocks::default();
    let mut answers = Vec::new();
    let mut next = read_in_full(text).into_iter().map(|(at, _)| at).peekable();
    for at in 0..text.len() {
        if next.next_if_eq(&at).is_some() {
            blocks.ask(at);
        }
        blocks.feed(&text.as_bytes()[at..=at]);
        blocks.decide_head(false);
        answers.extend(std::iter::from_fn(|| blocks.answer()));
    }
    blocks.finish();
    answers.extend(std::iter::from_fn(|| blocks.answer()));
    answers
}

/// Texts with a marker, from the cases in which two implementations agree.
fn placed() -> Vec<String> {
    let lines = include_str!("../../tests/cases/commonmark.md").lines();
    let texts = lines.filter_map(|line| {
        line.strip_prefix("live ")
            .or_else(|| line.strip_prefix("code "))
    });
    let escapes = [
        ("\\\\", "\u{1}"),
        ("\\n", "\n"),
        ("\\t", "\t"),
        ("\\x20", " "),
        ("\u{1}", "\\"),
    ];
    let text = |line: &str| {
        let text = escapes
            .iter()
            .fold(line.to_owned(), |text, (escape, c)| text.replace(escape, c));
        text.replacen('★', "<!-- patch:a -->", 1)
    };
    texts.map(text).collect()
}

#[test]
fn short_ways_change_no_verdict_of_the_cases() {
    let texts = placed();
    assert!(texts.len() > 500);
    for text in texts {
        // Behind what the short ways know, and with more markers to ask about.
        for text in [
            format!("{text}\n"),
            text.replace('\n', "\r\n"),
            format!("a\n\nb\n\n{text}\n\n{text}\n"),
            format!("<!-- patch:a -->\n~~~\n~~~\n{text}\nb <!-- patch:a -->\n"),
        ] {
            let expected = read_in_full(&text);
            assert_eq!(read_lazily(&text), expected, "{text:?}");
            assert_eq!(read_byte_by_byte(&text), expected, "{text:?}");
        }
    }
}

/// A quote ends at a blank line, and its fence with it. The end of the text is not a blank line.
#[test]
fn the_end_of_the_text_closes_no_fence() {
    for text in ["> ```\n", "> ```\n> x\n", "- ~~~", "```\n\n"] {
        let mut blocks = Blocks::default();
        blocks.feed(text.as_bytes());
        blocks.finish();
        assert!(blocks.fence().is_some(), "{text:?}");
    }
}

proptest! {
    #![proptest_config(interline_testing::proptest_cases(20_000))]

    #[test]
    fn short_ways_change_no_verdict(snippets in prop::collection::vec(prop::sample::select(SNIPPETS), 1..40)) {
        let text = snippets.concat();
        let expected = read_in_full(&text);
        prop_assert_eq!(&read_lazily(&text), &expected);
        prop_assert_eq!(&read_byte_by_byte(&text), &expected);
    }
}

//! The allocations of a parser, and the memory it holds. A binary of its own, since it counts every allocation.
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;

use allocation_counter::{AllocationInfo, measure};
use interline_patch_template::{LOOKAHEAD_LIMIT, ResponseParser};

fn feed(parser: &mut ResponseParser, text: &str, len: usize) {
    let mut rest = text;
    while !rest.is_empty() {
        let mut at = len.min(rest.len());
        while !rest.is_char_boundary(at) {
            at += 1;
        }
        let (piece, after) = rest.split_at(at);
        parser.push(piece).for_each(drop);
        rest = after;
    }
}

fn small_patches(count: usize) -> String {
    (0..count).fold(String::new(), |mut all, n| {
        let _ = write!(
            all,
            "<!-- patch:s{n} -->\n- ran `cargo test` and `git diff`: fine\n<!-- /patch:s{n} -->\n"
        );
        all
    })
}

/// The most that is held at a time, beside the parser itself.
fn most(info: &AllocationInfo) -> u64 {
    info.bytes_max
}

#[test]
fn a_push_that_holds_nothing_allocates_nothing() {
    let texts = [
        "A line of *prose* with `code`, \"quotes\" and wide characters: é🎉.\n\n",
        "\n\n~~~\nfenced\n~~~\n\n    indented\n\n",
        "1 is more than 0; a > b.\r\n\r\n# Heading\n",
    ];
    for inside in [false, true] {
        let mut parser = ResponseParser::new();
        if inside {
            parser.push("<!-- patch:a -->\n").for_each(drop);
        }
        for text in texts {
            for len in [1, 4, 7, text.len()] {
                // The first paragraph of a parser gets memory, and so does the head of a line, as it may come in one
                // chunk; it serves for all that come after.
                feed(&mut parser, text, len);
                let info = measure(|| feed(&mut parser, text, len));
                assert_eq!(info.count_total, 0, "{text:?} by {len}");
            }
        }
    }
}

#[test]
fn one_line_is_enough_for_text_without_containers() {
    let mut parser = ResponseParser::new();
    feed(&mut parser, "A line with `code`.\n", 4);
    let text = "More of it,\nwith `code`.\n\n# Heading\n\n```rust\nfn main() {}\n```\n\n    indented\n\nEnd.\n";
    for len in [1, 4, 7, text.len()] {
        let info = measure(|| feed(&mut parser, text, len));
        assert_eq!(info.count_total, 0, "by {len}");
    }
}

/// Documents of one kind of block each.
fn documents() -> Vec<(&'static str, String)> {
    let words = "many words of one `paragraph`, *emphasis* and [a link](https://example.org/a), ";
    let mut all = vec![
        ("lists", "- a list\n- of *two*\n  lines\n\n1. and\n2. numbers\n\n* * *\n+ x\n\n".to_owned()),
        ("empty items", "-\n\n- a\n-\n  b\n\n".to_owned()),
        ("quotes", "> and a quote\n> of `two` lines\nlazily\n\n> > deeper\n>\n> back\n\n".to_owned()),
        (
            "nested lists",
            "- a\n  - b\n    - c `code`\n\n      more of c\n\n      ```rust\n      fn main() {}\n      ```\n  - d\n- e\n\n"
                .to_owned(),
        ),
        ("all of them", "> - a\n>   > 1. b\n>   >\n>   >        indented\n>   > ~~~\n>\n- x\n\n".to_owned()),
        ("one in the other", "- - - > > - > a\n\t- b\n\n".to_owned()),
        (
            "tables of code",
            "| name | what |\n|---|:--|\n| `a` | ``b ` c`` |\n| `c | d` | `e \\| f` |\n\n".to_owned(),
        ),
        ("headings", "# One\n\nTwo\n===\n\n### Three `code` ###\n\n---\n".to_owned()),
        (
            "fences",
            "```rust\nfn main() {}\n\n```\n~~~~ text\n```\n~~~~\n    indented\n\n".to_owned(),
        ),
        ("a long paragraph", format!("{}\n\n", words.repeat(500))),
        ("a long paragraph of lines", format!("{}\n", format!("{words}\n").repeat(500))),
        ("definitions", "[a]: /url 'title'\n[b]: x\n\n[a][b] ![c](d)\n\n".to_owned()),
    ];
    let crlf: Vec<_> = all
        .iter()
        .map(|(name, text)| (*name, text.replace('\n', "\r\n")))
        .collect();
    all.extend(crlf);
    all
}

#[test]
fn no_kind_of_block_makes_a_push_allocate() {
    for (name, text) in documents() {
        for inside in [false, true] {
            let mut parser = ResponseParser::new();
            if inside {
                parser.push("<!-- patch:a -->\n").for_each(drop);
            }
            let lines = |parser: &mut ResponseParser| {
                for line in text.split_inclusive('\n') {
                    parser.push(line).for_each(drop);
                }
            };
            lines(&mut parser);
            let info = measure(|| lines(&mut parser));
            assert_eq!(info.count_total, 0, "{name} by lines: {text:?}");
            feed(&mut parser, &text, 4);
            let info = measure(|| feed(&mut parser, &text, 4));
            assert_eq!(info.count_total, 0, "{name} by 4 bytes: {text:?}");
        }
    }
}

#[test]
fn lines_of_html_allocate_nothing() {
    let text = "<div>\n<b>x</b>\n\n<span class=\"a\">\n\n<!-- note -->\n<pre>\n</pre>\n<?x ?>\n\na <b>tag</b> <https://example.org>\n\n[b]: <x>\n\n";
    let mut parser = ResponseParser::new();
    let lines = |parser: &mut ResponseParser| {
        for line in text.split_inclusive('\n') {
            parser.push(line).for_each(drop);
        }
    };
    lines(&mut parser);
    let info = measure(|| lines(&mut parser));
    assert_eq!(info.count_total, 0);
}

#[test]
fn a_parser_amid_small_patches_holds_little() {
    let text = small_patches(1_000);
    for len in [1, 4, 50, text.len()] {
        let info = measure(|| {
            let mut parser = ResponseParser::new();
            feed(&mut parser, &text, len);
        });
        let held = most(&info) as usize + size_of::<ResponseParser>();
        // A chunk is borrowed, and a diagnostic is owned by the caller.
        assert!(held < 4096, "by {len}: {held}");
    }
}

/// An unclosed patch of typical text.
const USUAL: &str = "\
Done, see below.

<!-- patch:status priority=high -->
## Status

- build: **green**, `cargo test` ran 312 tests
  - one of them was slow: see [the log](https://example.org/log?run=17)
- docs: not yet

> Which compiler do you use?

```rust
fn main() {
    println!(\"{}\", \"<!-- patch:status -->\");
}
```

1. Look at the retry in the client, which waits for a fixed time: that is too short on a slow line, and too long on a
   fast one, whatever `--retry` says.
2. Then <b>all</b> the rest, and";

#[test]
fn ten_thousand_parsers_amid_a_patch_hold_little() {
    const COUNT: usize = 10_000;
    let info = measure(|| {
        let mut parsers = vec![ResponseParser::new(); COUNT];
        for piece in USUAL.as_bytes().chunks(8) {
            let piece = std::str::from_utf8(piece).unwrap();
            for parser in &mut parsers {
                parser.push(piece).for_each(drop);
            }
        }
        assert!(
            parsers
                .iter()
                .all(|parser| parser.open_patch() == Some("status"))
        );
    });
    // The memory of the parsers themselves is among it.
    assert!(most(&info) < 40 << 20, "{}", most(&info));
}

#[test]
fn memory_does_not_grow_with_a_patch() {
    let line = "A line of a patch that is long: `code`, <b>tags</b>, é.\n";
    let most_for = |size: usize| {
        let info = measure(|| {
            let mut parser = ResponseParser::new();
            parser.push("<!-- patch:a -->\n").for_each(drop);
            for _ in 0..size / line.len() {
                feed(&mut parser, line, 16);
            }
            assert_eq!(parser.open_patch(), Some("a"));
        });
        most(&info)
    };
    let size = if cfg!(debug_assertions) {
        8 << 20
    } else {
        64 << 20
    };
    let (short, long) = (most_for(64 << 10), most_for(size));
    assert_eq!(short, long);
    assert!(long < 4096, "{long}");
}

/// The most that a parser holds, as documented.
const CAP: u64 = 5 << 18;

/// Returns the most that a parser holds while it is given `begin` and then `part` repeatedly, `size` bytes of it.
fn held_at_most(begin: &str, part: &str, size: usize, len: usize) -> u64 {
    let parts = part.repeat(len.div_ceil(part.len()));
    let mut pending = 0;
    let info = measure(|| {
        let mut parser = ResponseParser::new();
        feed(&mut parser, begin, len);
        for _ in 0..size / parts.len() {
            feed(&mut parser, &parts, len);
            pending = pending.max(parser.pending());
        }
    });
    assert!(pending <= LOOKAHEAD_LIMIT + 16, "{part:?}: {pending}");
    most(&info)
}

#[test]
fn hostile_responses_hold_what_is_documented() {
    let size = 4 * LOOKAHEAD_LIMIT;
    let deep = format!("{}<a b='", "- > ".repeat(1_000));
    for (begin, part) in [
        ("", "<!--"),
        ("", "<!-- patch:a "),
        ("", "<!-- patch:a -->\n"),
        ("", "<!-- /patch:a -->\n"),
        ("", "`a` <!-- x -->\n"),
        ("", "`<!--` "),
        ("", "x `<!-- /patch:a -->`\n"),
        ("", "`"),
        ("", "- ```\n"),
        ("", "- ```\n<!-- patch:a -->\n"),
        ("", "<a b=\"<!-- patch:a -->\n"),
        ("", "[<!-- patch:a -->]("),
        ("", "a `b <!-- patch:a --> "),
        ("", "> "),
        ("", "- "),
        ("", "- > "),
        ("", "-\t"),
        ("", "1) + * > "),
        ("a `b ", "<!-- patch:a -->"),
        ("a `b ", "<!--patch:a-->"),
        ("a `b ", "<!--patch:!"),
        ("a `b ", "<!--patch:!<!--patch:a-->"),
        ("``` ", "<!--patch:!"),
        ("``` ", "<!--patch:a-->"),
        ("> <a b='", "<!--patch:"),
        ("> <a b='", "<!--patch:!"),
        ("> <a b='", "<!--patch:a-->"),
        ("<!-- patch:a ", "k=v "),
        ("<!-- patch:", "a"),
        ("", "<"),
        ("a ", "<a b='<b <!-- <? "),
        ("", "!["),
        (&deep, "<!--patch:"),
        (&deep, "<!--patch:a-->"),
    ] {
        for len in [4, 4_096] {
            let held = held_at_most(begin, part, size, len);
            assert!(held <= CAP, "{begin:?} {part:?} by {len}: {held}");
        }
    }
}

#[test]
fn nesting_takes_a_byte_a_level() {
    // As deep as a line can be: most of the memory is that line.
    for (part, limit) in [("> ", 4 * LOOKAHEAD_LIMIT), ("- ", 4 * LOOKAHEAD_LIMIT)] {
        let mut parser = ResponseParser::new();
        let text = format!("{}x\n", part.repeat(131_000));
        let info = measure(|| feed(&mut parser, &text, 4_096));
        assert!(
            info.bytes_max <= limit as u64,
            "{part:?}: {}",
            info.bytes_max
        );
    }
    let mut parser = ResponseParser::new();
    let text = format!("{}x\n", "- > ".repeat(1_000));
    let info = measure(|| feed(&mut parser, &text, text.len()));
    assert!(info.bytes_max <= 16 << 10, "{}", info.bytes_max);
}

#[test]
fn backtick_runs_of_a_paragraph_are_bounded() {
    let held_for = |runs: usize| {
        let mut parser = ResponseParser::new();
        parser.push("a ").for_each(drop);
        measure(|| {
            for len in 1..=runs {
                feed(&mut parser, &"`".repeat(len), 64);
                feed(&mut parser, " ", 64);
            }
        })
        .bytes_max
    };
    let (some, more) = (held_for(1_100), held_for(2_200));
    assert_eq!(some, more);
    assert!(some <= 128 << 10, "{some}");
}

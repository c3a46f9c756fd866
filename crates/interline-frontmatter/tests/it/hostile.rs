//! Blocks made to cost much. Each gets its answer by a limit, by an error, or by being read.

use crate::located::location;
use interline_frontmatter::{Document, Error, Limit, ReadOptions, Split, agent, set, split};

fn read(block: &str) -> Result<(), Error> {
    Document::parse(&format!("---\n{block}\n---\nbody\n")).map(|_| ())
}

#[track_caller]
fn limited(block: &str, expected: Limit) {
    match read(block) {
        Err(Error::LimitExceeded { limit, .. }) => assert_eq!(limit, expected),
        other => panic!("expected a limit, got {other:?}"),
    }
}

#[track_caller]
fn refused(block: &str) {
    assert!(read(block).is_err());
}

#[track_caller]
fn accepted(block: &str) {
    read(block).unwrap();
}

#[test]
fn aliases_of_aliases() {
    let mut block = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (name, before) in "bcdefghi".chars().zip("abcdefgh".chars()) {
        let items = vec![format!("*{before}"); 9].join(",");
        block += &format!("{name}: &{name} [{items}]\n");
    }
    limited(&block, Limit::ExpandedNodes);
    refused("a: &a [*a]");
}

#[test]
fn many_aliases_of_one_list() {
    let block = |len: usize, aliases: usize| {
        format!(
            "a: &a [{}1]\nb: [{}*a]",
            "1,".repeat(len - 1),
            "*a,".repeat(aliases - 1)
        )
    };
    limited(&block(1001, 501), Limit::Aliases);
    limited(&block(1001, 61), Limit::ExpandedNodes);
    accepted(&block(100, 60));
}

#[test]
fn aliases_of_long_text() {
    let block = |len: usize| {
        format!(
            "a: &a [{}]\nb: &b [{}1]\nc: [{}1]",
            "x".repeat(len),
            "*a,".repeat(48),
            "*b,".repeat(50)
        )
    };
    accepted(&block(1000));
    limited(&block(60_000), Limit::ExpandedNodes);
}

#[test]
fn aliases_that_deepen() {
    let mut block = format!("a0: &a0 {}1{}\n", "[".repeat(60), "]".repeat(60));
    for i in 1..50 {
        let (open, close) = ("[".repeat(60), "]".repeat(60));
        block += &format!("a{i}: &a{i} {open}*a{}{close}\n", i - 1);
    }
    limited(&block, Limit::Depth);
}

#[test]
fn brackets() {
    let open = |n: usize| "[".repeat(n);
    let close = |n: usize| "]".repeat(n);
    limited(&format!("a: {}{}", open(1000), close(1000)), Limit::Depth);
    limited(&format!("a: {}", open(1000)), Limit::Depth);
    limited(&format!("a: {}", open(60_000)), Limit::Depth);
    limited(&format!("a: {}", "{a: ".repeat(500)), Limit::Depth);
    accepted(&format!("a: {}{}", open(100), close(100)));
    // Brackets in a scalar have no depth.
    accepted(&format!("a: \"{}\"", open(10_000)));
    accepted(&format!("a: |\n  {}", open(10_000)));
    accepted(&format!("a: x{}", open(10_000)));
    accepted(&format!("# {}\na: 1", open(10_000)));
}

#[test]
fn blocks_inside_blocks() {
    limited(&format!("{}x", "- ".repeat(2000)), Limit::Depth);
    limited(&format!("a:\n  {}x", "- ".repeat(2000)), Limit::Depth);
    limited(&"? ".repeat(2000), Limit::Depth);
    limited(&": ".repeat(2000), Limit::Depth);
    let nested = |n: usize| {
        (0..n).map(|i| format!("{:i$}a:\n", "")).collect::<String>() + &" ".repeat(n) + "x"
    };
    limited(&nested(200), Limit::Depth);
    accepted(&nested(100));
    accepted(&nested(10));
}

#[test]
fn the_size_of_a_block() {
    let comments = "# x\n".repeat(65_536 / 4);
    let text = |block: &str| format!("---\n{block}---\nbody\n");
    Document::parse(&text(&comments)).unwrap();
    let error = Document::parse(&text(&(comments.clone() + "\n"))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "2:1: more than 65536 bytes of frontmatter: make the block smaller or raise the limit"
    );
    assert_eq!(location(&error).position.line, 2);
    let options = ReadOptions::new().block_bytes(65_537);
    Document::parse_with(&text(&(comments + "\n")), &options).unwrap();
}

#[test]
fn limits_are_options() {
    let block = "---\na: &a [[x]]\nb: [*a, *a]\n---\n";
    let read = |options: &ReadOptions| match Document::parse_with(block, options) {
        Ok(_) => None,
        Err(Error::LimitExceeded { limit, max, .. }) => Some((limit, max)),
        Err(error) => panic!("{error}"),
    };
    let options = ReadOptions::new();
    assert_eq!(read(&options), None);
    assert_eq!(read(&options.clone().depth(4)), None);
    assert_eq!(read(&options.clone().depth(3)), Some((Limit::Depth, 3)));
    assert_eq!(read(&options.clone().aliases(2)), None);
    assert_eq!(read(&options.clone().aliases(1)), Some((Limit::Aliases, 1)));
    assert_eq!(read(&options.clone().expanded_nodes(6)), None);
    assert_eq!(
        read(&options.clone().expanded_nodes(5)),
        Some((Limit::ExpandedNodes, 5))
    );
    // A block in plain form, which takes the short way.
    let plain = "---\na:\n  b:\n    c: 1\n---\n";
    assert!(Document::parse_with(plain, &options.clone().depth(3)).is_ok());
    assert!(Document::parse_with(plain, &options.depth(2)).is_err());
}

#[test]
fn a_small_header_before_a_large_body() {
    let text = format!(
        "---\n{}---\n{}",
        "key: value\n".repeat(27),
        "x\n".repeat(4 << 20)
    );
    let edits = set(&text, "new", "x");
    assert!(
        matches!(edits, Err(Error::EditRefused { .. })),
        "the header has the key 27 times"
    );
    let text = format!("---\nkey: value\n---\n{}", "---\n".repeat(2 << 20));
    assert_eq!(Document::parse(&text).unwrap().body().len(), 8 << 20);
    let edits = set(&text, "new", "x").unwrap();
    assert_eq!(edits.as_slice()[0].range, 15..15);
}

#[test]
fn many_keys_and_long_scalars() {
    let keys: String = (0..4999).map(|i| format!("k{i}: 1\n")).collect();
    accepted(&keys);
    let error = read(&(keys.clone() + "k0: 2")).unwrap_err();
    assert!(matches!(error, Error::DuplicateKey { .. }));
    assert_eq!(location(&error).position.line, 5001);
    let error = read(&keys.replace("k4998: 1", "'k77': {}")).unwrap_err();
    assert_eq!(location(&error).position.line, 5000);
    accepted(&"#\n".repeat(10_000));
    accepted(&format!("a: {}", "x".repeat(60_000)));
    accepted(&format!("a: {}", "x ".repeat(30_000)));
    accepted(&format!("a: '{}'", "''".repeat(30_000)));
    refused(&format!("a: \"{}", "x".repeat(60_000)));
    refused(&format!("a: '{}", "x".repeat(60_000)));
}

#[test]
fn rejects_duplicates_at_any_number_of_keys() {
    for count in 1..60 {
        for (repeated, at) in [(0, count), (count / 2, count), (count - 1, count)] {
            let mut keys: Vec<String> = (0..count).map(|i| format!("k{i}: {{}}\n")).collect();
            keys.insert(at, format!("k{repeated}: 1\n"));
            let error = read(&keys.concat()).unwrap_err();
            assert!(matches!(error, Error::DuplicateKey { .. }), "{error:?}");
            assert_eq!(location(&error).position.line, at + 2);
        }
    }
}

#[test]
fn many_indicators() {
    for sign in [
        "\\",
        "\"",
        "'",
        "%",
        "!",
        "&",
        "*",
        "é",
        "\u{1F389}",
        "-",
        "?",
        ":",
        "|",
    ] {
        let mass = sign.repeat(16 * 1024 / sign.len());
        for value in [
            mass.clone(),
            format!("\"{mass}\""),
            format!("'{mass}'"),
            format!("x{mass}"),
        ] {
            let text = format!("---\nk: {value}\nz: 1\n---\nbody\n");
            let Ok(document) = Document::parse(&text) else {
                assert!(set(&text, "z", "2").is_err());
                continue;
            };
            let mut expected = document.mapping();
            expected.insert("z", "2");
            let changed = set(&text, "z", "2").unwrap().apply(&text).unwrap();
            assert_eq!(Document::parse(&changed).unwrap().mapping(), expected);
            let mass = document.get("k").unwrap();
            let changed = set(&text, "z", mass.clone()).unwrap().apply(&text).unwrap();
            assert_eq!(Document::parse(&changed).unwrap().get("z"), Some(mass));
        }
    }
}

#[test]
fn long_unclosed_text() {
    for line in ["----\n", " ---\n", "---x\n", "--\n"] {
        let text = format!("---\n{}", line.repeat((1 << 20) / line.len()));
        assert!(matches!(split(&text), Split::Unterminated { .. }));
        assert!(matches!(
            Document::parse(&text),
            Err(Error::Unterminated { .. })
        ));
        assert!(agent::parse(&text).is_err());
    }
}

#[test]
fn odd_text_gives_an_error_or_text() {
    for block in [
        "a: \"\\ud83d\"",
        "a: \"\\uD83D\\uDE00\"",
        "a: \0",
        "a: x\u{7}",
        "a: x\u{feff}y",
        "\u{feff}a: 1",
        "a: !unknown x",
        "a: *nothing",
        "a: !<",
        "a: !",
        "a: &",
        "a: !a!b c",
        "%YAML 1.2",
        "%TAG ! x",
        "a: %x",
        "- - - : ? -",
        "[",
        "]",
        "{",
        "}",
        "{,}",
        "[,]",
        "a: [b",
        "a: {b",
        "a: 'b",
        "a: |",
        "a: >-1",
        "a: |0\n x",
        "a: |9\n x",
        "? |\n x\n: y",
        "*a : b",
        "&a : b",
        "a: b: c",
        ": a",
        "?",
        "-",
        "- ",
        "a:\n- b\n c",
        "\u{85}: \u{85}",
        "a: \"b\" c",
        "a: 'b''",
        "\t",
        "\ta: b",
        "a: b\n\tc: d",
        "!!map {a: b}",
        "&r a: b",
        "!!seq [a]",
        "...",
        "a: 1\n... x",
        "a: 1\n...\n...",
        "a\r: b\r",
        "\r\r",
        "a: \"\\x\"",
        "a: \"\\U00110000\"",
        "a: \"\\\r\n b\"",
        "{a: b}: c",
        "[a]: b",
        "{a: b} x",
        "{a: b}\nc: d",
        "x: {a: b}}",
        "a: [b]]",
        "a: ,",
        "a: b,",
        "a: #b",
        "a:#b",
        "a: b#c",
        "a :b",
        "a : b",
    ] {
        for text in [
            format!("---\n{block}\n---\nbody\n"),
            format!("---\r\n{block}\r\n---"),
        ] {
            let Ok(document) = Document::parse(&text) else {
                continue;
            };
            let _ = agent::parse(&text);
            let _ = document.deserialize::<std::collections::BTreeMap<String, String>>();
            for key in document.keys() {
                let span = document.value_span(key).unwrap();
                assert!(text.get(span).is_some(), "{text:?} {key:?}");
                assert!(text.get(document.key_span(key).unwrap()).is_some());
            }
            for key in document.keys().chain(["new"]) {
                let mut expected = document.mapping();
                expected.insert(key, "v");
                if let Ok(edits) = set(&text, key, "v") {
                    let changed = edits.apply(&text).unwrap();
                    assert_eq!(
                        Document::parse(&changed).unwrap().mapping(),
                        expected,
                        "{text:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn an_edit_that_exceeds_a_limit_is_refused() {
    let long = "x".repeat(70_000);
    for (text, at) in [("body\n", "1:1"), ("---\na: 1\n---\nbody\n", "2:1")] {
        let error = interline_frontmatter::set(text, "k", long.as_str()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "{at}: edit of key `k` refused: the block would not read back as asked: \
                 more than 65536 bytes of frontmatter: make the block smaller or raise the limit"
            )
        );
    }
}

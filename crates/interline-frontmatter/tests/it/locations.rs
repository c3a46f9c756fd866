//! Locations count bytes, whatever characters precede them.

use crate::located::location;
use std::ops::Range;

use interline_frontmatter::{Document, Node};
use proptest::prelude::*;

/// Returns blocks with characters of more than one byte, outside of tags, which have none. No other character is an `e`.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "é", "é", "é", "a", "b: ", ": ", ":", "\n", "\n", "\n", " ", "- ", "? ", "# é\n", " # é",
        "#", "'", "\"", "|\n", ">-\n", "[", "]", "{", "}", ", ", "&é ", "*é", "!t ", "%", "%é é\n",
        "%é é\r", "\t", "\r", "...\n", "\r--- ", "\r---\n", "\\n", "é: é\n", "  é\n", "\u{feff}",
    ]);
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

fn spans(node: Node<'_, '_>, spans: &mut Vec<Range<usize>>) {
    spans.push(node.span());
    for item in node.items() {
        self::spans(item, spans);
    }
    for (key, value) in node.entries() {
        self::spans(key, spans);
        self::spans(value, spans);
    }
}

/// The places of all nodes, or that of the error.
fn places(text: &str) -> Result<Vec<Range<usize>>, Range<usize>> {
    let document = Document::parse(text).map_err(|error| location(&error).span.clone())?;
    let mut all = Vec::new();
    for (key, value) in document.entries() {
        all.push(key.span());
        spans(value, &mut all);
    }
    Ok(all)
}

/// Checks that the locations are those of the same text with a character of one byte for each `é`.
fn check(block: &str) -> Result<(), TestCaseError> {
    let text = format!("---\n{block}\n---\nbody\n");
    let narrow = text.replace('é', "e");
    let offsets: Vec<usize> = text
        .char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .collect();
    let wide = |span: Range<usize>| {
        let chars = |at: usize| narrow[..at].chars().count();
        offsets[chars(span.start)]..offsets[chars(span.end)]
    };
    let expected = match places(&narrow) {
        Ok(spans) => Ok(spans.into_iter().map(wide).collect()),
        Err(span) => Err(wide(span)),
    };
    prop_assert_eq!(places(&text), expected, "{:?}", text);
    Ok(())
}

/// A sequence begins at its first dash, also where it is the first item of another.
#[test]
fn nested_sequences() {
    let block = "a:\n- - b\n  - - c\n- |\n  d\n- - |\n    e\n  - f: g\n    h: []";
    let text = format!("---\n{block}\n---\n");
    let covered: Vec<&str> = places(&text)
        .unwrap()
        .into_iter()
        .map(|span| &text[span])
        .collect();
    let expected = [
        "a",
        &block["a:\n".len()..],
        "- b\n  - - c",
        "b",
        "- c",
        "c",
        "|\n  d",
        "- |\n    e\n  - f: g\n    h: []",
        "|\n    e",
        "f: g\n    h: []",
        "f",
        "g",
        "h",
        "[]",
    ];
    assert_eq!(covered, expected);
}

#[test]
fn directives_before_a_document() {
    for block in [
        "%é é\r---\na: b\nc: [d, e]",
        "%é é # é\r\n# é\r%a\r--- # é\r\na: b",
        "%ééééé\nfoo: bar",
        "%é é\r%éé é\r\r%é\r---\na: b\nc: [d, e]",
        "...\n%é é\r---\na: b\nc: [d, e]",
        "a: b\n...\n%é é\n# é\n]",
        "a: b\n...\n%é é\r--- c",
        "\u{feff}...\n%é\r--- \\n",
        // A string is no empty mapping.
        "%é:é:é\r---\nbody",
    ] {
        check(block).unwrap();
    }
}

/// After the start of a document such a line is text.
#[test]
fn text_like_a_directive() {
    for (block, expected) in [
        ("{a: \"x\n%é y\"}", "x %é y"),
        ("# é\n\n{a: 'x\n%é y'}", "x %é y"),
        ("%é é\r---\n{a: \"x\n%é y\"}", "x %é y"),
    ] {
        let text = format!("---\n{block}\n---\n");
        let document = Document::parse(&text).unwrap();
        let (_, value) = document.entries().next().unwrap();
        assert_eq!(value.text(), Some(expected), "{block}");
        check(block).unwrap();
    }
}

proptest! {
    #![proptest_config(crate::proptest_cases(10_000))]

    #[test]
    fn maps_multibyte_characters(block in soup()) {
        check(&block)?;
    }
}

use proptest::prelude::*;

use super::*;
use crate::ReadOptions;
use crate::yaml::backend;

/// What the parser gives, none for an error; a root that is nothing counts as no nodes.
fn parsed(yaml: &str) -> Option<Vec<Node<'_>>> {
    let mut nodes = backend::read(yaml, &ReadOptions::default()).ok()?;
    if nodes.first().is_some_and(Node::is_missing) {
        nodes.clear();
    }
    Some(nodes)
}

/// What is read without the parser.
fn alone(yaml: &str) -> Option<Vec<Node<'_>>> {
    read(yaml, &ReadOptions::default(), &|_| None).map(|(nodes, _)| nodes)
}

fn with_parser(yaml: &str) -> Option<Vec<Node<'_>>> {
    read(yaml, &ReadOptions::default(), &|entries| {
        backend::parse_entries(entries, &ReadOptions::default()).ok()
    })
    .map(|(nodes, _)| nodes)
}

#[test]
fn common_blocks_take_the_short_way() {
    for yaml in [
        "",
        "\n# only a comment\n\n",
        "title: On time\nmodel: 'x'   # keep\nn: 5\n",
        "a:\nb: \nc: # comment\nd: \"q\"\r\n",
        "links:\n  - a.md\n  - b c.md # one\ntags: [a, 'b, c', \"d\"]\nempty: []\n",
        "links:\n- a\n# between\n- b\nz: 1\n",
        "stream:\n  interval: 200\n  deep:\n    er: é\n\nz: -1\n",
        "a: [] \nb: [x]  # c\n",
        "  indented: yes\n  block: 1",
        "a: &x y # c\nb: *x\nl:\n  - &x 'z'\n  - *x # c\nm: *x\n",
        "url: http://x.y/z#part\npath: C:\\x\ntime: 12:30\n",
    ] {
        let nodes = alone(yaml);
        assert!(nodes.is_some(), "{yaml:?}");
        assert_eq!(nodes, parsed(yaml), "{yaml:?}");
    }
}

#[test]
fn what_is_doubtful_goes_to_the_parser() {
    for yaml in [
        "a: b: c\n",
        "a: x\n  y\n",
        "a:\n  x\n",
        "a: |\n  x\n",
        "a: &x\n  b: 1\n",
        "a: &x [y]\n",
        "a: &x\n",
        "a: &x, y\n",
        "a: &x y: z\n",
        "a: *x\n",
        "a: &x y\nb: *x : z\n",
        "a: &x y\n*x : z\n",
        "a: {b: c}\n",
        "? a\n: b\n",
        "a: 'it''s'\n",
        "a: \"\\n\"\n",
        "a:\tb\n",
        "a: b\rc: d\n",
        "- a\n",
        "a: 1\n b: 2\n",
        "  a: 1\n b: 2\n",
        "a:\n- b: c\n",
        "a: [b, [c]]\n",
        "a: [b\n",
        "a: 'x'y\n",
        "a: @x\n",
        "...\na: 1\n",
        "a: x\u{feff}\n",
        "#\u{feff}\n",
    ] {
        assert_eq!(alone(yaml), None, "{yaml:?}");
    }
}

#[test]
fn the_parser_reads_only_what_is_doubtful() {
    for (yaml, asked) in [
        ("a: 1\nb: |\n  x\n\nc: 2\n", &["b: |\n  x\n\n"][..]),
        ("a: x\n  y\nb: 1\n", &["a: x\n  y\n"]),
        ("a: \"\\n\"", &["a: \"\\n\""]),
        (
            "a: {b: c}\n'd e': f\n# g\nh: 1\n",
            &["a: {b: c}\n'd e': f\n# g\n"],
        ),
        (
            "a:\n- b: c\nd: 1\ne: >-\n  f",
            &["a:\n- b: c\n", "e: >-\n  f"],
        ),
        (
            "a: |\n b\nc: |\n d\nd: |\n e\nf: |\n g\nh: |\n i\nj: 1\n",
            &[
                "a: |\n b\n",
                "c: |\n d\n",
                "d: |\n e\n",
                "f: |\n g\nh: |\n i\nj: 1\n",
            ],
        ),
    ] {
        let texts = std::cell::RefCell::new(Vec::new());
        let nodes = read(yaml, &ReadOptions::default(), &|entries| {
            texts.borrow_mut().push(entries);
            backend::parse_entries(entries, &ReadOptions::default()).ok()
        });
        assert_eq!(texts.into_inner(), asked, "{yaml:?}");
        let (nodes, is_plain) = nodes.unzip();
        assert_eq!(is_plain, Some(false), "{yaml:?}");
        assert_eq!(nodes, parsed(yaml), "{yaml:?}");
    }
}

#[test]
fn what_may_mean_something_else_alone_is_read_whole() {
    for yaml in [
        "a: &x [1]\nb: *x\n",
        "a: &x 1\nb: |\n  t\nc: {k: *x}\n",
        "b: 1\na: 'x\nc: y'\n",
        "%TAG !e! !f\n---\na: !e!x y\n",
        "a: |\n  x\n...\nb: 1\n",
        "a: ---\r...\nb: ",
        "a: x\n- y\n",
        "a: x\nb c\n",
        "a: {b: c\nd: e}\n",
        "  a: |\n    x\n  b: 1\n",
    ] {
        assert_eq!(with_parser(yaml), None, "{yaml:?}");
    }
}

/// More aliases than the limits allow are for the parser to refuse.
#[test]
fn limits_of_aliases_are_kept() {
    let yaml = "a: &x y\nb: *x\nc: *x\n";
    let read = |options: ReadOptions| read(yaml, &options, &|_| None).is_some();
    assert!(read(ReadOptions::new().aliases(2).expanded_nodes(2)));
    assert!(!read(ReadOptions::new().aliases(1)));
    assert!(!read(ReadOptions::new().expanded_nodes(1)));
}

fn blocks() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        "[a-z0-9./_+~<=$^\\\\;(é\u{85}\u{2028}\u{feff}:#,'\"\\[\\]{}&*!|>%@`? -]{0,10}",
        "'[a-z0-9 #:,\\]]{0,6}'",
        "\"[a-z0-9 #:,\\]]{0,6}\"",
        "\\[( ?['a-z0-9.#-]{0,4} ?,? ?){0,3}\\]",
        "-?[0-9]{1,4}(\\.[0-9]{0,2})?",
    ];
    let ending = prop_oneof![
        8 => Just("\n"),
        1 => Just("\r\n"),
        1 => Just("  # c\n"),
        1 => Just("#c\n"),
        1 => Just(" \n"),
        1 => Just("\n\n"),
        1 => Just("\t\n"),
    ];
    let indent = prop_oneof![4 => Just(0), 2 => Just(2), 1 => Just(4), 1 => 0..6usize];
    let line = (
        indent,
        "(- ){0,2}",
        "[a-z_][a-z0-9_.-]{0,3}",
        ":? ?",
        scalar,
        ending,
    )
        .prop_map(|(indent, dash, key, colon, scalar, ending)| {
            match (dash.len(), scalar.len() % 4) {
                (0, _) | (_, 0) => format!("{:indent$}{dash}{key}{colon}{scalar}{ending}", ""),
                _ => format!("{:indent$}{dash}{scalar}{ending}", ""),
            }
        });
    prop::collection::vec(line, 0..7).prop_map(|lines| lines.concat())
}

#[test]
fn a_dash_before_a_comma_is_left_to_the_parser() {
    for yaml in ["a: [0 -,a]\n", "a: [b -]\n"] {
        assert_eq!((with_parser(yaml), parsed(yaml)), (None, None), "{yaml}");
    }
    for yaml in ["a: [0-,a]\n", "a: [0 - ,a]\n", "a: b -\n"] {
        assert!(with_parser(yaml).is_some(), "{yaml}");
        assert_eq!(with_parser(yaml), parsed(yaml), "{yaml}");
    }
}

/// Entries of the root in all their forms, some of them broken.
fn entries() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        "[a-z0-9 ]{0,6}",
        "[|>][+-]?[1-3]?[+-]?( # c)?(\n( {0,3}[a-z#:'-]{0,4})?){0,4}",
        "\n(  ?- [a-z]{0,2}(: [a-z]?)?\n){1,3}",
        "\n(  ?[a-z]: [|>\"']?[a-z]?\n){1,3}",
        "[a-z]( # c)?\n {0,2}[a-z]{0,3}(\n {1,2}[a-z: -]{0,3})?",
        "\"[a-z\\\\\n #:']{0,6}\"",
        "'[a-z\n #:']{0,6}'",
        "\\{[a-z:, \n]{0,8}\\}",
        "\\[[a-z:, \n\\[\\]]{0,8}\\]",
        "[&!*][a-z!]{1,2} ?[a-z|'\n]{0,2}",
        "[&*][ab]( [a-z'\"]{0,3})?",
    ];
    let ending = prop_oneof![
        6 => Just("\n"),
        1 => Just("\r\n"),
        1 => Just("\r"),
        1 => Just("\n\n"),
        1 => Just("\n# c\n"),
        1 => Just("\n  # c\n"),
        1 => Just("\n \n"),
        1 => Just("\n\t\n"),
        1 => Just(""),
    ];
    let key = prop_oneof![
        8 => "[a-z]{1,2}: ?",
        1 => "['\"][a-z ]{0,2}['\"]: ?",
        1 => "\\? [a-z]\n: ",
        1 => "( |- |%|\\.\\.\\.|---|: )[a-z]?:? ?",
    ];
    let entry = (key, value, ending).prop_map(|(key, value, ending)| key + &value + ending);
    prop::collection::vec(entry, 0..7).prop_map(|entries| entries.concat())
}

proptest! {
    #![proptest_config(interline_testing::proptest_cases(4000))]

    #[test]
    fn same_as_the_parser(yaml in blocks()) {
        if let Some(nodes) = with_parser(&yaml) {
            let parsed = parsed(&yaml);
            prop_assert!(parsed.is_some(), "the parser refuses {:?}", yaml);
            prop_assert_eq!(Some(nodes), parsed);
        }
    }

    #[test]
    fn same_as_the_parser_with_doubtful_entries(yaml in entries()) {
        if let Some(nodes) = with_parser(&yaml) {
            let parsed = parsed(&yaml);
            prop_assert!(parsed.is_some(), "the parser refuses {:?}", yaml);
            prop_assert_eq!(Some(nodes), parsed);
        }
    }

    #[test]
    fn same_as_the_parser_on_indicators(
        yaml in "(a|b|: |:|\n|\n|\n |\n  |a: |\nb: |- |\\? |\\||>|\\||>-|\\|\\+|2|\"|'|\\{|\\}|\\[|\\]|,|#| #|&c |\\*c|!|!!str |%|---|\\.\\.\\.|\\\\|\t|\r){0,24}"
    ) {
        if let Some(nodes) = with_parser(&yaml) {
            prop_assert_eq!(Some(nodes), parsed(&yaml));
        }
    }

    #[test]
    fn same_as_the_parser_on_letters(yaml in "(a|b|: |:|- |-|\n|\n  |#| #|\\[|\\]|, |'|\"|é|\u{feff}|\u{85}|~|1){0,24}") {
        if let Some(nodes) = with_parser(&yaml) {
            prop_assert_eq!(Some(nodes), parsed(&yaml));
        }
    }
}

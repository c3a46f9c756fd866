//! Each edit gives exactly the change that was asked for, or says no.

use std::cell::Cell;

use interline_frontmatter::{Document, PathElement, Value, ValuePath};
use proptest::prelude::*;

use crate::laws::{EditOp, check_edit};
use crate::write_properties::{texts, values};

fn keys() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::sample::select(vec!["a", "b", "session", "no", "x y"]).prop_map(str::to_owned),
        1 => texts(),
    ]
}

/// Keys and indices that are often there.
fn paths() -> impl Strategy<Value = ValuePath> {
    let element = prop_oneof![
        4 => keys().prop_map(PathElement::from),
        1 => prop::sample::select(vec!["c", "k", "m", "q"]).prop_map(PathElement::from),
        2 => (0..3_usize).prop_map(PathElement::from),
    ];
    (keys(), prop::collection::vec(element, 0..3)).prop_map(|(key, below)| {
        let first = PathElement::from(key);
        std::iter::once(first).chain(below).collect()
    })
}

fn ops() -> impl Strategy<Value = EditOp> {
    let value = || prop_oneof![2 => texts().prop_map(Value::from), 1 => values()];
    prop_oneof![
        4 => (keys(), value()).prop_map(|(key, value)| EditOp::Set(key, value)),
        2 => keys().prop_map(EditOp::Remove),
        2 => (keys(), keys()).prop_map(|(key, new)| EditOp::Rename(key, new)),
        2 => prop::collection::vec((keys(), value()), 0..4)
            .prop_map(|entries| EditOp::Merge(entries.into_iter().collect())),
        2 => (paths(), value()).prop_map(|(path, value)| EditOp::SetPath(path, value)),
        1 => paths().prop_map(EditOp::RemovePath),
        1 => (paths(), keys()).prop_map(|(path, new)| EditOp::RenamePath(path, new)),
        1 => (paths(), value()).prop_map(|(path, value)| EditOp::Push(path, value)),
        1 => (paths(), 0..3_usize, value())
            .prop_map(|(path, index, value)| EditOp::Insert(path, index, value)),
    ]
}

fn entry_values() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        "[a-z0-9 .:/-]{1,8}".prop_map(|s| s.trim().to_owned()),
        "'[a-z #:]{0,5}'",
        "\"[a-z #:]{0,5}(\\\\n)?\"",
        Just(String::new()),
        Just("~".to_owned()),
        "!!str [0-9]{1,3}",
        "!own x",
    ];
    prop_oneof![
        6 => scalar.prop_map(|s| format!(" {s}")),
        1 => "[a-z]{1,4}".prop_map(|s| format!(" {s}\n  goes on\n\n  and on")),
        1 => "[a-z]{1,4}".prop_map(|s| format!(" \"{s}\n  session: fake\n  b\"")),
        1 => prop::sample::select(vec!["|", "|-", "|+", ">", ">-", ">+", "|2", "| # c"])
            .prop_map(|h| format!(" {h}\n  session: fake\n\n  # text\n   more\n\n")),
        1 => Just("\n  - x\n  - session: item\n  # c".to_owned()),
        1 => Just("\n- x\n# between\n- y".to_owned()),
        1 => Just("\n  # inner\n  session: inner\n  k: {q: 1}\n".to_owned()),
        1 => Just(" {session: inner,\n  b: [1, 2]}".to_owned()),
        1 => Just(" [a, 'b', {c: d}]".to_owned()),
        1 => Just("\n  below".to_owned()),
        1 => Just(" &anchor x".to_owned()),
        1 => Just(" &anchor\n  m: 1".to_owned()),
        1 => Just(" *anchor".to_owned()),
    ]
}

prop_compose! {
    fn entries()(
        key in prop::sample::select(vec!["a", "b", "session", "'no'", "\"x y\"", "z", "session_id", "? e\n"]),
        colon in prop::sample::select(vec![":", " :", ":"]),
        value in entry_values(),
        tail in prop::sample::select(vec!["\n", "\n", "  # c\n", "\n\n", "\n# c\n", "   \n", "\n  # indented\n", "\n \t\n", "\t\n\n  \t \n", "\r \t\r\n", "\r\n \t\r", "\n \t# c\n"]),
    ) -> String {
        format!("{key}{colon}{value}{tail}")
    }
}

/// Blocks of entries in every style; about half of them have the form that people write.
fn generated() -> impl Strategy<Value = String> {
    let block = (
        prop::collection::vec(entries(), 0..5),
        0..8u8,
        prop::sample::select(vec!["", "", "# head\n", "\n"]),
    )
        .prop_map(|(entries, form, head)| {
            let block = format!("{head}{}", entries.concat());
            match form {
                0 => block.replace('\n', "\r\n"),
                1 => block.lines().map(|line| format!("  {line}\n")).collect(),
                _ => block,
            }
        });
    let flow_entry = prop::sample::select(vec![
        "a: 1",
        "session: old",
        "\"b\": [x, y]",
        "z: {q: 1}",
        "'no': \"s\"",
        "bare",
        "x y:",
        "? e : f",
        "g: &g 1",
        "h: *g",
    ]);
    let comma = prop::sample::select(vec![", ", ",", " , ", ",\n  ", ", # c\n  ", "\n  , "]);
    let flow = (
        prop::collection::vec((flow_entry, comma), 0..5),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(entries, trailing, lines)| {
            let mut inner: String = entries
                .iter()
                .flat_map(|(entry, comma)| [*entry, *comma])
                .collect();
            if !trailing {
                let last = entries.last().map_or(0, |(_, comma)| comma.len());
                inner.truncate(inner.len() - last);
            }
            if lines {
                format!("{{\n  {inner}\n}}\n")
            } else {
                format!("{{{inner}}}\n")
            }
        });
    prop_oneof![5 => block, 1 => flow]
}

fn framed(block: &str, bom: bool, tail: &str) -> String {
    let bom = if bom { "\u{feff}" } else { "" };
    format!("{bom}---\n{block}---{tail}")
}

fn tails() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["\nbody\n", "", "\n", "\r\n---\nsession: body\n---\n"])
}

thread_local! {
    static MADE: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

#[test]
fn generated_blocks() {
    let config = crate::proptest_cases(4000);
    let cases = config.cases;
    let strategy = (generated(), any::<bool>(), tails(), ops());
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        source_file: Some(file!()),
        ..config
    });
    let result = runner.run(&strategy, |(block, bom, tail, op)| {
        let text = framed(&block, bom, tail);
        let made = check_edit(&text, &op);
        let is_of_the_root = matches!(
            op,
            EditOp::Set(..) | EditOp::Remove(_) | EditOp::Rename(..) | EditOp::Merge(_)
        );
        if is_of_the_root && Document::parse(&text).is_ok() {
            let (all, yes) = MADE.get();
            MADE.set((all + 1, yes + u32::from(made)));
        }
        Ok(())
    });
    result.unwrap();
    // Blocks that can be read are nearly all edited; otherwise "no" would be an easy answer.
    let (all, yes) = MADE.get();
    assert!(
        all > cases / 4,
        "only {all} of {cases} blocks could be read"
    );
    assert!(yes * 100 > all * 85, "{yes} edits of {all} were made");
}

fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b",
        "session",
        ": ",
        ":",
        "\n",
        "\n",
        "\n",
        "\r\n",
        " ",
        "  ",
        "- ",
        "? ",
        "# c",
        "#",
        "'",
        "\"",
        "|\n",
        ">\n",
        "[",
        "]",
        "{",
        "}",
        ", ",
        ",",
        "&x ",
        "*x",
        "!t ",
        "~",
        "1",
        "no",
        "é",
        "\t",
        "\r",
        "...",
        "--- ",
        "\\",
        "|+\n",
        "a: b\n",
        "session: x\n",
        "  k: v\n",
        "- i\n",
        "\u{2028}",
        "🎉",
        "<<",
        "=",
        "%",
        "@",
    ]);
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

/// A few lines in any order: whether an edit may write between two lines depends on both.
fn lines_in_any_order() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "session: old",
        "session: &a old # c",
        "session:",
        "session: |+",
        "session: 'q",
        "session: {k: v,",
        "a: 1",
        "a: !!str",
        "b: [x,",
        "? session",
        "? |+",
        "? a",
        ": v",
        "- x",
        "  x",
        "  k: v",
        "  k:",
        "  b: {",
        "  ? c",
        "  : *a",
        "  - x",
        "  -",
        "  - k: v",
        "    q: |",
        "    - y",
        "  ]",
        "  }",
        "  }}",
        "  '",
        "",
        "  ",
        " \t",
        "    \t# c",
        "# c",
        "  # c",
        "\r",
        "  x\r",
    ]);
    prop::collection::vec(line, 1..6).prop_map(|lines| lines.join("\n") + "\n")
}

proptest! {
    #![proptest_config(crate::proptest_cases(10_000))]

    #[test]
    fn any_lines(block in lines_in_any_order(), op in ops()) {
        check_edit(&framed(&block, false, "\nbody\n"), &op);
    }

    #[test]
    fn random_blocks(block in soup(), bom: bool, tail in tails(), op in ops()) {
        check_edit(&framed(&block, bom, &format!("\n---{tail}")), &op);
    }

    #[test]
    fn any_text(text in any::<String>(), op in ops()) {
        check_edit(&text, &op);
    }
}

use interline_frontmatter::{Closer, Split, SplitOptions, split, split_with};
use proptest::prelude::*;

use interline_testing::cases;

use crate::laws::check_split;

#[test]
fn cases() {
    let known = [
        "text",
        "closer mark",
        "header",
        "bom",
        "opener",
        "yaml",
        "closer",
        "body",
    ];
    cases::run("split.md", &known, |case| {
        let text = case.required("text");
        let options = match case.get("closer mark") {
            Some("dots") => SplitOptions::new().closer(Closer::DashesOrDots),
            Some(other) => panic!("unknown closer mark {other}"),
            None => SplitOptions::new(),
        };
        let found = split_with(text, &options);
        match (case.required("header"), &found) {
            ("none", Split::None) => assert_eq!(found.body_start(), 0),
            ("unterminated", Split::Unterminated { opener }) => {
                assert!(text[opener.clone()].starts_with("---"));
                if let Some(expected) = case.get("opener") {
                    assert_eq!(&text[opener.clone()], expected);
                }
            }
            ("block", Split::Block(block)) => {
                assert_eq!(block.has_bom(), case.get("bom").is_some());
                let parts = [
                    ("opener", block.opener()),
                    ("yaml", block.yaml()),
                    ("closer", block.closer()),
                    ("body", block.body()),
                ];
                for (name, part) in parts {
                    assert_eq!(part, case.get(name).unwrap_or(part), "{name}");
                }
                assert_eq!(found.body_start(), block.body_span().start);
            }
            (expected, found) => panic!("expected {expected}, found {found:?}"),
        }
    });
}

#[test]
fn a_long_text_of_near_closers_is_unterminated() {
    for line in ["----\n", " ---\n", "---x\n", "--\n", "---\r"] {
        let text = format!("---\n{}", line.repeat((1 << 20) / line.len()));
        assert_eq!(
            split(&text),
            Split::Unterminated { opener: 0..4 },
            "{line:?}"
        );
    }
}

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => Just("---".to_owned()),
        1 => Just("...".to_owned()),
        3 => Just("\n".to_owned()),
        2 => Just("\r\n".to_owned()),
        1 => Just("\r".to_owned()),
        1 => Just("\u{feff}".to_owned()),
        1 => Just("\u{2028}".to_owned()),
        1 => "[-. \t]{1,4}",
        1 => "[a-cé: ]{0,5}",
    ];
    let tail = prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat());
    (
        prop_oneof![Just(""), Just("---\n"), Just("\u{feff}---\r\n")],
        tail,
    )
        .prop_map(|(head, tail)| format!("{head}{tail}"))
}

proptest! {
    #![proptest_config(crate::proptest_cases(4096))]

    #[test]
    fn as_read_by_lines(text in texts(), dots: bool) {
        check_split(&text, if dots { Closer::DashesOrDots } else { Closer::Dashes });
    }

    #[test]
    fn ignores_the_body(text in texts(), tail in "[-\na]{0,20}") {
        if let Split::Block(block) = split(&text) {
            if block.closer().ends_with('\n') {
                let longer = format!("{text}{tail}");
                let again = split(&longer);
                prop_assert_eq!(again.body_start(), block.body_span().start);
            }
        }
    }
}

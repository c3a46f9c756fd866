//! Splits that broke other programs, and every response of the case files in every cut.

use interline_patch_template::{Event, ResponseParser, fold, parse_patches};

use crate::cases::all_responses;
use crate::laws::{check_events, events};
use crate::stream::{characters, check_fold};

/// An event, shortly.
fn short(event: &Event<'_>) -> String {
    match event {
        Event::Opened {
            name, attributes, ..
        } => {
            let attributes: String = attributes
                .iter()
                .map(|a| format!(" {}={}", a.key, a.value.as_deref().unwrap_or("-")))
                .collect();
            format!("open {name}{attributes}")
        }
        Event::Content(delta) => format!("content {delta}"),
        Event::Text(delta) => format!("text {delta}"),
        Event::Closed { .. } => "close".to_owned(),
        Event::Unterminated { name, .. } => format!("unterminated {name}"),
        Event::ByteOrderMark { .. } => "mark".to_owned(),
        Event::Diagnostic(diagnostic) => format!("diagnostic {}", diagnostic.code),
        _ => unreachable!("no other event"),
    }
}

/// Returns the events of each chunk, and of the end; `‖` separates chunks.
fn steps(source: &str) -> Vec<Vec<String>> {
    let mut parser = ResponseParser::new();
    let mut all: Vec<Vec<String>> = source
        .split('‖')
        .map(|piece| parser.push(piece).map(|event| short(&event)).collect())
        .collect();
    all.push(parser.finish().map(|event| short(&event)).collect());
    all
}

#[track_caller]
fn case(source: &str, expected: &[&[&str]]) {
    assert_eq!(steps(source), expected, "{source}");
}

#[test]
fn markers_may_be_cut() {
    case(
        "<!-- pat‖ch:a -->\nx\n<!-- /pat‖ch:a -->\n",
        &[&[], &["open a", "content x\n"], &["close"], &[]],
    );
    case(
        "<!-- patch:a-much-longer-na‖me -->\nx<!-- /patch:a-much-longer-na‖me -->",
        &[
            &[],
            &["open a-much-longer-name", "content x"],
            &[],
            &["close"],
        ],
    );
    case(
        "<!-- patch:a title=\"x‖ y\" -->",
        &[&[], &[], &["open a title=x y", "unterminated a"]],
    );
    case(
        "<!-- patch:a -‖-‖>\n",
        &[&[], &[], &["open a"], &["unterminated a"]],
    );
    case(
        "x\n<!-- pa‖tch:a -->\n",
        &[&["text x\n"], &["open a"], &["unterminated a"]],
    );
}

#[test]
fn reports_text_that_is_not_a_marker_completely() {
    case("a <‖!- b", &[&["text a "], &["text <!- b"], &[]]);
    case("a <!-‖", &[&["text a "], &[], &["text <!-"]]);
    case(
        "<‖<!-- patch:a -->\nx\n<!-- /patch:a -->\n",
        &[&[], &["text <", "open a", "content x\n", "close"], &[]],
    );
    case(
        "<!-- <!-‖- patch:a -->1<!-- /patch:a -->",
        &[&["text <!-- "], &["open a", "content 1"], &["close"]],
    );
}

#[test]
fn two_markers_in_one_chunk_are_two_events() {
    case(
        "<!-- patch:a -->x‖<!-- /patch:a --><!-- patch:b -->‖y<!-- /patch:b -->",
        &[
            &["open a", "content x"],
            &["close"],
            &["open b", "content y"],
            &["close"],
        ],
    );
}

#[test]
fn fences_may_be_cut() {
    case(
        "t\n``‖`\n<!-- patch:a -->\n``‖`\n",
        &[
            &["text t\n``"],
            &["text `\n<!-- patch:a -->\n``"],
            &["text `\n"],
            &[],
        ],
    );
    case(
        "x `‖``md\n<!-- patch:a -->\n1\n<!-- /patch:a -->\n",
        &[
            &["text x `"],
            &["text ``md\n", "open a", "content 1\n", "close"],
            &[],
        ],
    );
}

#[test]
fn line_endings_may_be_cut() {
    case(
        "<!-- patch:a -->\r‖\nx\r‖\n<!-- /patch:a -->\r‖\n",
        &[
            &[],
            &["open a", "content x\r"],
            &["content \n"],
            &["close"],
            &[],
        ],
    );
    case(
        "<!-- patch:a -->\r‖x<!-- /patch:a -->‖\r",
        &[&[], &["open a", "content \rx"], &[], &["close", "text \r"]],
    );
}

#[test]
fn an_empty_patch_has_no_content() {
    case(
        "‖<!-- patch:a -->‖\n‖<!-- /patch:a -->‖",
        &[&[], &[], &["open a"], &[], &[], &["close"]],
    );
}

#[test]
fn markers_that_are_too_long_may_be_cut() {
    let limit = interline_patch_template::LOOKAHEAD_LIMIT;
    for (begin, fill) in [
        ("<!-- patch:", "a"),
        ("<!-- patch:", "a-"),
        ("<!-- patch:a", " k"),
        ("<!--", " "),
    ] {
        for len in [
            limit - 32,
            limit - 2,
            limit - 1,
            limit,
            limit + 1,
            limit + 32,
        ] {
            let mut text = begin.to_owned();
            text.extend(std::iter::repeat_n(fill, len / fill.len()));
            text.truncate(len - 4);
            let text = format!("{text} -->\n<!-- patch:b -->1<!-- /patch:b -->\n");
            let whole = events([text.as_str()]);
            check_events(&text, &whole);
            check_fold(&text, &whole).unwrap();
            for at in
                [1, 20, limit / 2, limit - 3, limit - 2, limit - 1, limit].map(|at| at.min(len))
            {
                let pieces = [&text[..at], &text[at..]];
                assert_eq!(events(pieces), whole, "{begin}{fill} {len} {at}");
            }
            let small = text
                .as_bytes()
                .chunks(997)
                .map(|piece| std::str::from_utf8(piece).unwrap());
            assert_eq!(events(small), whole, "{begin}{fill} {len}");
        }
    }
}

/// The position of a marker does not limit its length.
#[test]
fn finds_markers_after_much_text() {
    let limit = interline_patch_template::LOOKAHEAD_LIMIT;
    for fill in [
        "words\n",
        "a `b` c\n",
        "~~~\nx\n~~~\n",
        "<!-- note -->\n",
        "<p>\n\n",
    ] {
        let before = fill.repeat(3 * limit / 2 / fill.len());
        for patch in [
            "<!-- patch:a -->\nx\n<!-- /patch:a -->\n",
            "<!-- patch:a k=v -->\nx\n<!-- /patch:a\t -->\n",
            "<!--   patch:a-b -->\nx\n<!-- /patch:a-b k=\"v w\" -->\n",
            "n <!-- patch:é -->x<!-- /patch:é --> m\n",
        ] {
            let text = format!("{before}{patch}");
            let response = parse_patches(&text);
            assert_eq!(response.diagnostics, [], "{fill:?} {patch:?}");
            let contents: Vec<&str> = response.patches.iter().map(|p| p.content.trim()).collect();
            assert_eq!(contents, ["x"], "{fill:?} {patch:?}");
            let opener = before.len() + patch.find("<!--").unwrap();
            assert_eq!(response.patches[0].opener.start, opener);
        }
    }
}

/// A marker that is longer than the limit is text, and reported when it starts like one.
#[test]
fn markers_are_as_long_as_the_limit() {
    let limit = interline_patch_template::LOOKAHEAD_LIMIT;
    let fills: [(&str, char, &str); 6] = [
        ("<!--", ' ', "patch:a-->"),
        ("<!--patch:a", ' ', "-->"),
        ("<!--patch:", 'a', "-->"),
        ("<!--patch:", 'a', " k-->"),
        ("<!--patch:a ", 'k', "-->"),
        ("<!--patch:a k=\"", ' ', "\"-->"),
    ];
    for (begin, fill, end) in fills {
        for (len, is_marker) in [(limit - 1, true), (limit, true), (limit + 1, false)] {
            let filled: String = std::iter::repeat_n(fill, len - begin.len() - end.len()).collect();
            for before in ["", "text\n\n"] {
                let text = format!("{before}{begin}{filled}{end}\n");
                let response = parse_patches(&text);
                let codes: Vec<&str> = response.diagnostics.iter().map(|d| &*d.code).collect();
                let expected = if is_marker {
                    "unclosed-patch"
                } else {
                    "long-marker"
                };
                assert_eq!(codes, [expected], "{begin}{fill}{end} {len}");
                assert_eq!(response.unmatched().trim() == text.trim(), !is_marker);
            }
        }
    }
}

/// After more spaces than a marker may have bytes, nothing is searched, so that a stream need not buffer them.
#[test]
fn many_spaces_begin_no_marker() {
    let limit = interline_patch_template::LOOKAHEAD_LIMIT;
    let text = format!("<!--{}patch:a-->\nx\n", " ".repeat(limit));
    let response = parse_patches(&text);
    assert_eq!(response.diagnostics, []);
    assert_eq!(response.unmatched(), text.trim_end());
    assert_eq!(
        events(text.split_inclusive("patch")),
        events([text.as_str()])
    );
}

/// Text that only looks like a marker is not buffered, and waits for the backtick as long as a marker would.
#[test]
fn reports_a_near_miss_at_the_same_offset_in_small_chunks() {
    let limit = interline_patch_template::LOOKAHEAD_LIMIT;
    let begin = "a `b <!-- patch:! -->";
    let words = " word".repeat(limit / 4);
    let text = format!("{begin}{words}");
    let whole = events([text.as_str()]);
    let [
        Event::Text(before),
        Event::Diagnostic(diagnostic),
        Event::Text(after),
    ] = &whole[..]
    else {
        panic!("{} events", whole.len());
    };
    assert_eq!(before.len(), begin.find('<').unwrap() + limit);
    assert_eq!(diagnostic.code, "bad-name");
    assert_eq!(before.len() + after.len(), text.len());
    for piece in [5, 31, 32, 33, 997] {
        let pieces = (begin.len()..text.len()).step_by(piece);
        let pieces = pieces.map(|at| &text[at..text.len().min(at + piece)]);
        assert_eq!(events([begin].into_iter().chain(pieces)), whole, "{piece}");
    }
}

/// Events that do not fit the text are rejected.
#[test]
fn events_of_another_text_are_not_folded() {
    let text = "é <!-- patch:a -->1<!-- /patch:a -->2<!-- patch:b -->3<!-- /patch:b -->";
    let own = events([text]);
    let expected = parse_patches(text);
    assert_eq!(expected.patches.len(), 2);
    assert_eq!(fold(text, own.clone()), expected);
    // Beyond its end, in the middle of a character, and once more.
    for other in [&*format!("{text}{text}"), &text.replacen("é ", " ", 1)] {
        assert_eq!(fold(text, events([other])), expected, "{other}");
    }
    assert_eq!(fold(text, [own.clone(), own].concat()), expected);
}

/// Line by line and at once the same fence is found around all of a response, or none.
#[test]
fn finds_a_fence_around_the_response_as_it_arrives() {
    let openers = [
        "```\n",
        "```md\n",
        "~~~ Markdown\r\n",
        "  ````\n",
        "\n \t\r\n```\n",
        "    ```\n",
        "```rs\n",
        "x\n```\n",
        "``` ```\n",
        "```\r",
    ];
    // A line that opens one is no longer than 128 bytes; blank lines before it may be.
    let long = [122, 123, 124, 300].map(|blanks| format!("```md{}\n", " ".repeat(blanks)));
    let blank = format!("{}\n```\n", " \t".repeat(200));
    let openers = openers.into_iter().chain(long.iter().map(String::as_str));
    let openers: Vec<&str> = openers.chain([blank.as_str()]).collect();
    let bodies = [
        "<!-- patch:a -->\n1\n<!-- /patch:a -->\n",
        "\n    ```\n``\n``x\n<!-- patch:a -->1<!-- /patch:a -->\n",
        "no marker\n",
    ];
    let closers = [
        "",
        "```",
        "````\n",
        "`````\n",
        "   ```\n",
        "    ````\n",
        "``\n",
        "``` \t\n",
        "````\t\r\n",
        "````\rx\n",
        "```\r\r\n",
        "```` x\n",
        "\t````\n",
        " `` ``\n",
        "~~~\n",
        "~~~~ \n",
        "```` `\n",
        " \t````\n",
        "x````\n",
        "````~\n",
        "````\u{b}\n",
        "````\u{a0}\n",
        "\n",
        "x\n````\n",
        "````\n````\n",
        "````\n~~~\n",
        "~~~\n````\n",
    ];
    let after = ["", "\n \t\r\n", "\u{a0}\u{b}\n", "x", "\n\nmore\n", "<"];
    let mut fences = 0;
    for opener in openers {
        for body in bodies {
            for closer in closers {
                for after in after {
                    let text = [opener, body, closer, after].concat();
                    let whole = events([text.as_str()]);
                    let found = whole.iter().find_map(|event| match event {
                        Event::Diagnostic(diagnostic) if diagnostic.code == "whole-fence" => {
                            Some(diagnostic)
                        }
                        _ => None,
                    });
                    let response = parse_patches(&text);
                    let mut expected = response.diagnostics.iter();
                    let expected = expected.find(|diagnostic| diagnostic.code == "whole-fence");
                    // Where text comes after a line that closes the fence, only the whole text decides.
                    let is_over = closer.matches('\n').count() < 2 && after.trim().is_empty();
                    if expected.is_some() || is_over {
                        assert_eq!(found, expected, "{text:?}");
                    }
                    assert_eq!(fold(&text, whole.clone()), response, "{text:?}");
                    assert_eq!(events(characters(&text)), whole, "{text:?}");
                    fences += usize::from(found.is_some());
                }
            }
        }
    }
    assert!(fences > 300, "{fences}");
}

/// Closers are looked for among the next items one by one, and by name when they are not there.
#[test]
fn finds_closers_after_many_markers() {
    let patch = |name: &str, inner: usize| {
        let inner = "<!-- /patch:x -->\n<!-- patch:y -->\n<!-- patch:! -->\n".repeat(inner);
        format!("<!-- patch:{name} -->\n{inner}<!-- /patch:{name} -->\n")
    };
    for sizes in [[9, 9, 9], [9, 0, 9], [0, 9, 30], [30, 9, 1], [5, 6, 5]] {
        let mut text = "<!-- /patch:b -->\nHi.\n".to_owned();
        let mut expected = Vec::new();
        for (count, inner) in sizes.into_iter().enumerate() {
            // The same name twice, and another one.
            let name = ["a", "a", "b"][count];
            text.push_str(&patch(name, inner));
            text.push_str("text\n<!-- /patch:c -->\n");
            expected.push((name, inner));
        }
        let response = parse_patches(&text);
        let found: Vec<(&str, usize)> = response
            .patches
            .iter()
            .map(|patch| (&*patch.name, patch.content.matches("patch:x").count()))
            .collect();
        assert_eq!(found, expected, "{sizes:?}");
        let whole = events([text.as_str()]);
        check_events(&text, &whole);
        check_fold(&text, &whole).unwrap();
    }
}

#[test]
fn every_response_of_the_cases_may_be_cut_anywhere() {
    let responses = all_responses();
    assert!(responses.len() > 100);
    for text in &responses {
        let whole = events([text.as_str()]);
        check_events(text, &whole);
        check_fold(text, &whole).unwrap();
        assert_eq!(events(characters(text)), whole, "{text:?}");
        for (at, _) in text.char_indices() {
            let pieces = [&text[..at], "", &text[at..]];
            assert_eq!(events(pieces), whole, "{pieces:?}");
        }
    }
}

//! Reports: bounded, consistent with `position`, without panics.

use std::ops::Range;

use interline_text::{Position, Report, position};
use proptest::prelude::*;

use crate::support::{cases, offset, text, unescape};

/// Removes the marks `«…»` (the span) and `‹…›` (related spans) and returns the spans.
fn marked(text: &str) -> (String, Range<usize>, Vec<Range<usize>>) {
    let (mut plain, mut primary, mut related) = (String::new(), 0..0, Vec::new());
    for c in text.chars() {
        match c {
            '«' => primary.start = plain.len(),
            '»' => primary.end = plain.len(),
            '‹' => related.push(plain.len()..0),
            '›' => related.last_mut().unwrap().end = plain.len(),
            _ => plain.push(c),
        }
    }
    (plain, primary, related)
}

#[test]
fn cases_of_the_file() {
    for case in cases(include_str!("cases/report.md")) {
        let (text, span, related) = marked(&unescape(case.block("text")));
        let at = position(&text, span.start);
        let mut report = Report::new(&text, span, "this is wrong").width(40);
        for span in related {
            report = report.related(span, "see here");
        }
        let shown = report.to_string();
        let expected = format!("error: this is wrong\n{}", unescape(case.block("report")));
        assert_eq!(shown, expected, "{}\n{shown}\n", case.title);
        assert_eq!(report.position(at).to_string(), expected, "{}", case.title);
    }
}

#[test]
fn shows_everything_that_is_set() {
    let report = Report::new("name: a\n", 6..7, "`a` is no\nname")
        .severity(interline_text::Severity::Warning)
        .code("bad-name")
        .name("agents/a.md")
        .label("this one\u{1b}[0m")
        .related(0..4, "asked for here");
    let expected = "\
warning[bad-name]: `a` is no name
 --> agents/a.md:1:7
  |
1 | name: a
  |       ^ this one␛[0m
  | ---- asked for here";
    assert_eq!(report.to_string(), expected);
}

#[test]
fn counts_lines_from_a_known_position() {
    // Lines before the span are not counted: the position may be that in a longer text.
    let at = Position {
        line: 1000,
        column: 7,
    };
    let expected = "\
error: m
    --> long.md:1000:7
     |
 998 | a
     | - first
 999 | b
1000 | c
     | ^
...
1003 | f
     | - last";
    let text = "a\nb\nc\nd\ne\nf\n";
    let report = Report::new(text, 4..5, "m")
        .name("long.md")
        .position(at)
        .related(0..1, "first")
        .related(10..11, "last");
    assert_eq!(report.to_string(), expected);
    // Impossible ones are shown as they are given.
    let at = Position { line: 1, column: 1 };
    let report = Report::new(text, 4..5, "m").position(at).related(0..1, "r");
    assert!(report.to_string().contains("--> 1:1\n"));
}

#[test]
fn counts_related_locations_above_the_limit() {
    let text = "x\n".repeat(100);
    let report = (1..100).fold(Report::new(&text, 0..1, "x"), |report, line| {
        report.related(2 * line..2 * line + 1, "too")
    });
    let shown = report.to_string();
    assert_eq!(shown.matches("- too").count(), 16);
    assert!(
        shown.ends_with("\n   = 83 more locations not shown"),
        "{shown}"
    );
}

/// The bound that the documentation promises, on the worst input.
#[test]
fn reports_of_long_lines_are_bounded() {
    let mebibyte = 1 << 20;
    for unit in [
        "x",
        "\t",
        "日",
        "e\u{301}",
        "\u{301}",
        "\u{202e}",
        "👩\u{200d}",
    ] {
        let line = unit.repeat(mebibyte / unit.len());
        let text = format!("{line}\n{line}\r\n{line}");
        let label = "y".repeat(mebibyte);
        let mut report = Report::new(&text, mebibyte / 2..2 * mebibyte, "m").label(&label);
        for i in 0..40 {
            report = report.related(i * mebibyte / 20..i * mebibyte / 10, &*label);
        }
        let shown = report.to_string();
        assert!(shown.chars().count() < 20_000, "{unit:?}: {}", shown.len());
    }
}

proptest! {
    #![proptest_config(interline_testing::proptest_cases(256))]

    #[test]
    fn reports_never_panic_and_are_bounded((text, spans, width) in text().prop_flat_map(|text| {
        let len = text.len();
        let span = (offset(len), offset(len)).prop_map(|(start, end)| start..end);
        (Just(text), proptest::collection::vec(span, 1..6), 0usize..60)
    })) {
        let mut report = Report::new(&text, spans[0].clone(), "m").width(width);
        for span in &spans[1..] {
            report = report.related(span.clone(), "r");
        }
        let shown = report.to_string();
        let expected = position(&text, spans[0].start);
        prop_assert_eq!(&report.position(expected).to_string(), &shown);
        let head = shown.lines().nth(1).map(str::trim_start);
        prop_assert_eq!(head, Some(&*format!("--> {expected}")));
        // Its line is shown, and carets are below some line.
        let head = format!("{} |", expected.line);
        prop_assert!(shown.lines().any(|line| line.trim_start().starts_with(&head)), "{}", shown);
        prop_assert!(shown.lines().any(|line| line.ends_with('^')), "{}", shown);
        for line in shown.lines() {
            prop_assert!(line.chars().count() <= width.max(20) + 12, "{}", line);
        }
        // At most a line, a gap of one line and a row of marks for each end of each span.
        prop_assert!(shown.lines().count() <= 3 + 6 * spans.len(), "{}", shown);
        prop_assert!(shown.lines().all(|line| line.trim_end() == line));
    }

    /// One line of plain ASCII: carets are under the span to the column.
    #[test]
    fn carets_are_under_the_span((line, start, end) in "[a-z]{1,30}".prop_flat_map(|line| {
        let len = line.len();
        (Just(line), 0..len, 0..=len)
    })) {
        let end = end.max(start + 1);
        let shown = Report::new(&line, start..end, "m").to_string();
        let row = shown.lines().last().unwrap();
        prop_assert_eq!(row, format!("  | {}{}", " ".repeat(start), "^".repeat(end - start)));
    }
}

//! Reports of any text and any spans: bounded, in step with `position`, without a panic.

use interline_text::{Report, position};
use proptest::prelude::*;

use crate::support::{offset, text};

#[test]
fn everything_that_can_be_set_is_shown() {
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
fn many_related_places_are_counted() {
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

/// The bound that the docs promise, for the worst of everything.
#[test]
fn a_long_line_gives_a_short_report() {
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
    fn a_report_never_panics_and_is_bounded((text, spans, width) in text().prop_flat_map(|text| {
        let len = text.len();
        let span = (offset(len), offset(len)).prop_map(|(start, end)| start..end);
        (Just(text), proptest::collection::vec(span, 1..6), 0usize..60)
    })) {
        let mut report = Report::new(&text, spans[0].clone(), "m").width(width);
        for span in &spans[1..] {
            report = report.related(span.clone(), "r");
        }
        let shown = report.to_string();
        let place = position(&text, spans[0].start);
        let head = shown.lines().nth(1).map(str::trim_start);
        prop_assert_eq!(head, Some(&*format!("--> {place}")));
        // Its line is shown, and carets stand somewhere.
        let head = format!("{} |", place.line);
        prop_assert!(shown.lines().any(|line| line.trim_start().starts_with(&head)), "{}", shown);
        prop_assert!(shown.lines().any(|line| line.ends_with('^')), "{}", shown);
        for line in shown.lines() {
            prop_assert!(line.chars().count() <= width.max(20) + 12, "{}", line);
        }
        // At most a line, a filled gap and a row of marks for each end of each span.
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

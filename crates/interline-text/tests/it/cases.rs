//! Case files: prose and examples, run by one function each.

use std::ops::Range;

use interline_text::Report;

use crate::support::{cases, unescape};

/// Takes the marks `«…»` (the place) and `‹…›` (related) out of a text and gives their spans.
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
fn reports() {
    for case in cases(include_str!("cases/report.md")) {
        let (text, span, related) = marked(&unescape(case.block("text")));
        let mut report = Report::new(&text, span, "this is wrong").width(40);
        for place in related {
            report = report.related(place, "see here");
        }
        let shown = report.to_string();
        let expected = format!("error: this is wrong\n{}", unescape(case.block("report")));
        assert_eq!(shown, expected, "{}\n{shown}\n", case.title);
    }
}

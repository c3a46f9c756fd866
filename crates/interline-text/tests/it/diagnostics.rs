//! Diagnostics and locations: displayed in one line, sorted by span, logged once.

use interline_testing::captured_logs;
use interline_text::{Diagnostic, Location, Position, Severity, log_all};

#[test]
fn diagnostics_display_as_one_line() {
    let seen = Diagnostic::new(Severity::Info, "odd", 3..4, "two\nlines\r\u{1b}[2J\u{7f}");
    assert_eq!(seen.to_string(), "info[odd]: two lines␍␛[2J␡");
    assert_eq!(
        seen.to_line(None, "a\nbc"),
        "2:2: info[odd]: two lines␍␛[2J␡"
    );
    assert_eq!(
        seen.to_line(Some("a\nb.md"), "a\nbc"),
        "a b.md:2:2: info[odd]: two lines␍␛[2J␡"
    );
}

#[test]
fn diagnostics_sort_by_span_then_severity() {
    let new = |severity, span| Diagnostic::new(severity, "c", span, "m");
    let mut list = [
        new(Severity::Error, 5..6),
        new(Severity::Info, 0..2),
        new(Severity::Error, 0..2).with_related(1..2, "s"),
        new(Severity::Error, 0..2).with_related(1..2, "r"),
        new(Severity::Error, 0..2).with_related(0..2, "s"),
        new(Severity::Warning, 0..1),
        new(Severity::Error, 0..2),
    ];
    list.sort();
    let order: Vec<_> = list
        .iter()
        .map(|d| {
            let related = d
                .related
                .first()
                .map(|r| (r.span.start, r.message.as_str()));
            (d.span.clone(), d.severity, related)
        })
        .collect();
    assert_eq!(
        order,
        [
            (0..1, Severity::Warning, None),
            (0..2, Severity::Error, None),
            (0..2, Severity::Error, Some((0, "s"))),
            (0..2, Severity::Error, Some((1, "r"))),
            (0..2, Severity::Error, Some((1, "s"))),
            (0..2, Severity::Info, None),
            (5..6, Severity::Error, None),
        ]
    );
}

#[test]
fn diagnostics_round_trip_through_json() {
    let plain = Diagnostic::new(Severity::Warning, "code", 1..2, "m");
    let json = serde_json::to_string(&plain).unwrap();
    assert_eq!(
        json,
        r#"{"severity":"warning","code":"code","span":{"start":1,"end":2},"message":"m"}"#
    );
    let related = plain.clone().with_related(0..1, "r");
    for diagnostic in [plain, related] {
        let json = serde_json::to_string(&diagnostic).unwrap();
        assert_eq!(
            serde_json::from_str::<Diagnostic>(&json).unwrap(),
            diagnostic
        );
    }
}

#[test]
fn diagnostics_are_logged_as_one_warning_each() {
    let lines = captured_logs(|| {
        let odd = Diagnostic::new(Severity::Info, "odd", 2..3, "m");
        log_all(&[odd], Some("a.md"), "a\nb");
        let late = Diagnostic::new(Severity::Error, "late", 2..3, "n");
        let early = Diagnostic::new(Severity::Warning, "early", 0..1, "o");
        log_all(&[late, early], None, "a\nb");
    });
    let expected = [
        "WARN a.md:2:1: info[odd]: m",
        "WARN 1:1: warning[early]: o",
        "WARN 2:1: error[late]: n",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn locations_display_the_path_before_the_name() {
    let location = Location::new("a\nbé\ncd", 7..8);
    assert_eq!(location.to_string(), "3:2");
    assert_eq!(
        (location.span.clone(), location.position),
        (7..8, Position { line: 3, column: 2 })
    );
    let named = location.with_name("rules");
    assert_eq!(named.to_string(), "rules:3:2");
    assert_eq!(
        named.with_path("agents/a\nb.md").to_string(),
        "agents/a b.md:3:2"
    );
    // Offsets after the text and inside a character are rounded.
    assert_eq!(Location::new("é", 9..12).to_string(), "1:2");
    assert_eq!(Location::new("é", 1..1).to_string(), "1:1");
}

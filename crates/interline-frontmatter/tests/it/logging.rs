//! With the feature `log`, diagnostics are logged once; returned errors are not.

use interline_frontmatter::agent::{merge_fields, parse};
use interline_testing::captured_logs;

#[test]
fn logs_diagnostics_once() {
    let lines = captured_logs(|| {
        let merged = merge_fields("body", "model: !m m\nother: !o 1\n").unwrap();
        assert_eq!(merged.ignored, ["other"]);
        assert_eq!(merged.diagnostics.len(), 3);
    });
    assert_eq!(
        lines,
        [
            "WARN 1:8: warning[tag-left-out]: the tag `!m` has no effect here and is left out: remove it",
            "WARN 2:1: warning[unknown-field]: field `other` is unknown and was not merged",
            "WARN 2:8: warning[tag-left-out]: the tag `!o` has no effect here and is left out: remove it"
        ]
    );
    let lines =
        captured_logs(|| assert_eq!(parse("---\na: !x 1\n---\n").unwrap().diagnostics.len(), 1));
    assert_eq!(lines.len(), 1);
}

#[test]
fn does_not_log_errors() {
    let lines = captured_logs(|| {
        parse("---\na: [\n---\n").unwrap_err();
        merge_fields("body", "model: [a]\n").unwrap_err();
    });
    assert!(lines.is_empty(), "{lines:?}");
}

//! What is told is logged, once.

use interline_frontmatter::agent::merge_fields;
use interline_testing::logged;

#[test]
fn a_field_that_is_not_merged_is_logged() {
    let lines = logged(|| {
        let merged = merge_fields("body", "model: !m m\nother: !o 1\n").unwrap();
        assert_eq!(merged.ignored, ["other"]);
    });
    assert_eq!(
        lines,
        [
            "WARN 1:8: warning[tag-left-out]: the tag `!m` has no effect here and is left out: remove it",
            "WARN 2:1: warning[unknown-field]: field `other` is unknown and was not merged",
            "WARN 2:8: warning[tag-left-out]: the tag `!o` has no effect here and is left out: remove it"
        ]
    );
}

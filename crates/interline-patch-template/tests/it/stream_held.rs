//! Which text is buffered, and until when.

use interline_patch_template::{LOOKAHEAD_LIMIT, ResponseParser};

/// Checks that buffered text is returned at the given character after the start, and nothing before.
#[track_caller]
fn held(begin: &str, keeps: &[usize]) {
    let mut parser = ResponseParser::new();
    let pending: Vec<usize> = begin
        .split("")
        .filter(|character| !character.is_empty())
        .map(|character| {
            parser.push(character).for_each(drop);
            parser.pending()
        })
        .collect();
    assert_eq!(pending, keeps, "{begin}");
}

#[test]
fn reports_text_at_the_character_that_decides() {
    held("1 < 2", &[0, 0, 1, 0, 0]);
    held("<b>", &[1, 0, 0]);
    // The `n` is no `p`, and no space.
    held("<!-- note", &[1, 2, 3, 4, 5, 0, 0, 0, 0]);
    held("a <-", &[0, 0, 1, 0]);
    held("<!-- /pa ", &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
    held("<<!b", &[1, 1, 2, 0]);
    held("<!-- pa x", &[1, 2, 3, 4, 5, 6, 7, 0, 0]);
    // A near marker is reported.
    held("<!-- / pa x", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0]);
    held("<!-- Patc x", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0]);
    held("<!-- \t p", &[1, 2, 3, 4, 5, 6, 7, 8]);
    // Blanks may follow before the end, anything else may not.
    held("<!--patch:a->", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0]);
    held("<!--patch:a/", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]);
    held("<!--patch:/", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0]);
    held("<!--patch:é(", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 0]);
    held("<!--patch:-x", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]);
    // Attributes are read up to the end of the comment or the line.
    held(
        "<!--patch:a (\n",
        &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0],
    );
}

#[test]
fn does_not_buffer_lines_that_cannot_become_markers() {
    held("a *b* `c` d\n", &[0; 12]);
    held("```\nx\n", &[0; 6]);
    held("    x\n\n- y", &[0; 10]);
}

#[test]
fn a_marker_line_is_decided_at_its_end() {
    let marker = "<!-- patch:a -->";
    // A line ending right after it belongs to it.
    let mut expected: Vec<usize> = (1..=marker.len()).collect();
    expected.extend([0, 0]);
    held(&format!("{marker}\nx"), &expected);
}

#[test]
fn a_marker_in_a_heading_is_decided_with_the_line() {
    let mut parser = ResponseParser::new();
    parser.push("# a `b <!-- patch:a --> c").for_each(drop);
    assert!(parser.pending() > 0);
    assert_eq!(parser.push("\n").count(), 2);
    assert_eq!(parser.pending(), 0);
}

#[test]
fn a_marker_in_mid_line_waits_for_the_backtick_of_its_paragraph() {
    let mut parser = ResponseParser::new();
    let begin = "a `b <!-- patch:a --> c";
    parser.push(begin).for_each(drop);
    assert_eq!(parser.pending(), begin.len() - "a `b ".len());
    // The paragraph ends, so there is no code span.
    let events: Vec<_> = parser.push("\n\n").collect();
    assert_eq!(events.len(), 2);
    assert_eq!(parser.pending(), 0);
    // Without a backtick before it nothing waits.
    let mut parser = ResponseParser::new();
    parser.push("a <!-- patch:a --> c").for_each(drop);
    assert_eq!(parser.pending(), 0);
}

#[test]
fn buffered_text_is_bounded() {
    for (begin, more) in [
        ("<!-- patch:a ", "k=v "),
        ("<!--", " "),
        ("<!-- patch:", "a"),
        ("a `b <!-- patch:a -->", " word"),
        ("a `b <!-- patch:a -->", " <!-- patch:a -->"),
        ("> `", "<!-- patch:a --> "),
    ] {
        let mut parser = ResponseParser::new();
        parser.push(begin).for_each(drop);
        let mut most = 0;
        for _ in 0..2 * LOOKAHEAD_LIMIT / more.len() {
            parser.push(more).for_each(drop);
            most = most.max(parser.pending());
        }
        assert!(most <= LOOKAHEAD_LIMIT + 16, "{begin}{more}: {most}");
        assert!(most > LOOKAHEAD_LIMIT / 2, "{begin}{more}: {most}");
    }
}

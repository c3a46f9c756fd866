//! Questions of hosts about a text: which bytes are code, and whether a comment is a marker.

use std::ops::Range;

use super::markdown::{Blocks, Verdict, line_end, mark_len};
use super::markers::{Keyword, Lexed, is_name, lex};

/// Finds the code of a Markdown text, as CommonMark 0.31.2 defines it: code spans, fenced and indented code blocks.
///
/// A fenced code block includes its fences and is one range for each of its lines; a code span includes its backticks. The ranges
/// are in order, do not overlap, and are not empty. Linear.
///
/// # Examples
///
/// ````
/// use interline_patch_template::code_spans;
///
/// let text = "a `b` c\n\n    d\n```\ne\n```\n";
/// let code: Vec<&str> = code_spans(text).into_iter().map(|span| &text[span]).collect();
/// assert_eq!(code, ["`b`", "d\n", "```\ne\n```\n"]);
/// ````
#[must_use]
pub fn code_spans(text: &str) -> Vec<Range<usize>> {
    let verdicts = verdicts(text);
    let mut spans: Vec<(Range<usize>, Verdict)> = Vec::new();
    let mut before = Verdict::Live;
    for (index, &(offset, verdict)) in verdicts.iter().enumerate() {
        let next = verdicts.get(index + 1).map_or(text.len(), |next| next.0);
        let continues = spans
            .last()
            .is_some_and(|(span, kind)| span.end == offset && *kind == verdict);
        match (verdict, spans.last_mut()) {
            (Verdict::Live, Some((span, Verdict::Fenced(_)))) => {
                // A marker in the line that closes a fence would not be in the code block.
                let end = line_end(text, offset);
                let line = &text[offset..end];
                let line = line.trim_end().as_bytes();
                let is_fence = line.len() >= 3 && line.iter().all(|&byte| byte == line[0]);
                if span.end == offset && before != Verdict::Live && is_fence {
                    span.end = end;
                }
            }
            (Verdict::Live, _) => {}
            (_, Some((span, _))) if continues => span.end = next,
            // The text after the run of backticks that opened the span.
            (Verdict::Code, _) => {
                let run = text[..offset].bytes().rev().take_while(|&b| b == b'`');
                spans.push((offset - run.count()..next, verdict));
            }
            _ => spans.push((offset..next, verdict)),
        }
        before = verdict;
    }
    spans.into_iter().map(|(span, _)| span).collect()
}

/// Returns whether the byte at `offset` of a Markdown text is in one of its [`code_spans`]. A marker that begins there is text.
/// Linear in the text.
///
/// # Examples
///
/// ```
/// use interline_patch_template::is_code;
///
/// assert!(is_code("a `<!-- patch:b -->`", 3));
/// assert!(!is_code("a <!-- patch:b -->", 2));
/// ```
#[must_use]
pub fn is_code(text: &str, offset: usize) -> bool {
    code_spans(text).iter().any(|span| span.contains(&offset))
}

/// Returns the offsets at which code may begin or end, each with its verdict: the first character of each line that is not a
/// space or tab, and the character after each run of backticks.
fn verdicts(text: &str) -> Vec<(usize, Verdict)> {
    let bytes = text.as_bytes();
    // A byte order mark is not a character of the first line.
    let start = mark_len(text);
    let mut blocks = Blocks::default();
    blocks.reset(start);
    let mut begins_line = true;
    for (at, &byte) in bytes.iter().enumerate().skip(start) {
        let is_blank = matches!(byte, b' ' | b'\t');
        let after_run = at > 0 && bytes[at - 1] == b'`' && byte != b'`';
        if begins_line && !is_blank || after_run {
            blocks.ask(at);
        }
        begins_line = byte == b'\n' || begins_line && is_blank;
    }
    blocks.feed(&bytes[start..]);
    blocks.finish();
    std::iter::from_fn(|| blocks.answer()).collect()
}

/// Returns whether a comment, from `<!--` to `-->`, is a marker of a response or document: an opener, a closer or a boundary.
///
/// # Examples
///
/// ```
/// use interline_patch_template::is_marker;
///
/// assert!(is_marker("<!-- patch:status -->"));
/// assert!(is_marker("<!-- agent:boundary:a0cfeb34 -->"));
/// assert!(!is_marker("<!-- note -->"));
/// ```
#[must_use]
pub fn is_marker(comment: &str) -> bool {
    let is_one = |keyword| match lex(comment, 0, 0, &keyword, true) {
        Lexed::Marker(marker) => marker.span.end == comment.len(),
        _ => false,
    };
    comment.starts_with("<!--") && (is_one(Keyword::Patch) || is_one(Keyword::Agent))
}

/// Returns whether a component can have this name: a letter or digit, then letters, digits, the marks with which scripts write
/// them, `-`, `_` and `.`. The name `boundary` is reserved.
///
/// # Examples
///
/// ```
/// use interline_patch_template::is_component_name;
///
/// assert!(is_component_name("build.status-2"));
/// assert!(!is_component_name("two words"));
/// ```
#[must_use]
pub fn is_component_name(name: &str) -> bool {
    is_name(name)
}

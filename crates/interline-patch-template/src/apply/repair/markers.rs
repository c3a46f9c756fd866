//! Escapes markers in content.

use std::borrow::Cow;
use std::ops::Range;

use crate::apply::parts::SourcePart;
use crate::scan::{Keyword, Lexed, Scanner, Verdict, Window, comment_close, lex};

/// The repair, as messages name it.
pub(super) const MARKERS: &str = "markers escaped";

/// How often live markers are escaped round by round. After that all of them are, so that the time stays linear.
pub(super) const ESCAPE_ROUNDS: usize = 4;

/// Escapes the markers that are live when the text is read alone.
pub(super) fn escape_live_markers(part: &mut SourcePart<'_>, keyword: &Keyword) {
    // Escaping one marker may bring another to light that was in the code of the first.
    for round in 0..=ESCAPE_ROUNDS {
        let spans = live_markers(&part.text, keyword, round == ESCAPE_ROUNDS);
        if spans.is_empty() {
            return;
        }
        part.text = Cow::Owned(escape_comments(&part.text, keyword, &spans));
        part.note(MARKERS);
    }
}

/// Returns the markers and near misses that are live in a text on its own, or all of them.
fn live_markers(text: &str, keyword: &Keyword, all: bool) -> Vec<Range<usize>> {
    let window = Window {
        text,
        base: 0,
        ends_here: true,
    };
    let mut scanner = Scanner::new(keyword.clone(), 0);
    let found = std::iter::from_fn(|| scanner.next(window));
    found
        .filter(|found| all || found.verdict == Verdict::Live)
        .map(|found| found.item.span().clone())
        .collect()
}

/// Returns the text with the comments at the starts of `spans` escaped: `&lt;!-- … --&gt;`. The spans are in order. Linear.
pub(super) fn escape_comments(text: &str, keyword: &Keyword, spans: &[Range<usize>]) -> String {
    let mut escaped = String::with_capacity(text.len() + 2 * "&lt;".len() * spans.len());
    let mut done = 0;
    for (index, span) in spans.iter().enumerate() {
        let at = span.start;
        if at < done || !text.get(at..).is_some_and(|rest| rest.starts_with("<!--")) {
            continue;
        }
        escaped.push_str(&text[done..at]);
        escaped.push_str("&lt;");
        done = at + 1;
        // The end of this comment comes before the next one.
        let next = spans.get(index + 1).map_or(text.len(), |next| next.start);
        if let Some(end) = comment_end(text, keyword, at, next).filter(|end| *end > done) {
            escaped.push_str(&text[done..end - 1]);
            escaped.push_str("&gt;");
            done = end;
        }
    }
    escaped.push_str(&text[done..]);
    escaped
}

/// Returns the end of the marker or near miss that begins at `at`. A near miss ends before `next`.
fn comment_end(text: &str, keyword: &Keyword, at: usize, next: usize) -> Option<usize> {
    match lex(text, at, 0, keyword, true) {
        Lexed::Marker(marker) => Some(marker.span.end),
        Lexed::NearMiss(_, span) => {
            let from = span.end.saturating_sub(3).max(at + 4);
            comment_close(text.get(..next)?, at, from.min(next))
        }
        Lexed::Other | Lexed::Incomplete(_) => None,
    }
}

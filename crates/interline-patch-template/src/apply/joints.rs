//! Finds the blocks that are open in a document where new text is inserted.

use memchr::memchr_iter;

use crate::read::{Component, Document};
use crate::scan::{Outline, after_blank_lines, line_start, without_prefix};

/// Text up to this long is read as a whole. In longer text a place is looked for from which reading can begin.
const READ_WHOLE: usize = 256;

/// Markers that are looked through for one at column 0.
const NEAR_MARKERS: usize = 16;

/// Blank lines that are tried as such a place.
const TRIES: usize = 8;

/// The open blocks of a component at `place`, the end of its content or a boundary in it. Nothing where no content comes before.
pub(crate) fn outline_in(
    document: &Document<'_>,
    component: &Component<'_>,
    place: usize,
) -> Outline {
    let text = document.text();
    let content = text.get(component.content.start..place).unwrap_or_default();
    if content.trim_ascii().is_empty() {
        return Outline::default();
    }
    let mut outline = Outline::default();
    if component.prefix.is_empty() {
        let start = line_start(text, component.opener.start);
        outline.read(&text[reading_start(document, start, place)..place]);
    } else {
        // From the line of the marker before on, so that many boundaries take linear time.
        let markers = document.live();
        let before = &markers[..markers.partition_point(|&at| at < place)];
        let marker = before.last().map_or(0, |&at| line_start(text, at));
        let start = marker.max(component.content.start);
        let begins_line = text[..start].ends_with('\n');
        let content = text.get(start..place).unwrap_or_default();
        outline.read(&without_prefix(content, &component.prefix, begins_line));
    }
    outline
}

/// The open blocks at `place`, which is in no block quote and no list item.
pub(crate) fn outline_at(document: &Document<'_>, place: usize) -> Outline {
    let mut outline = Outline::default();
    outline
        .read(&document.text()[reading_start(document, document.restart_offset(), place)..place]);
    outline
}

/// A line start from which reading up to `place` gives what reading from `start` on gives, as near to `place` as can be had
/// quickly.
fn reading_start(document: &Document<'_>, start: usize, place: usize) -> usize {
    let text = document.text();
    let start = start.min(place);
    let Some(safe) = document.safe_start(place) else {
        // A marker at column 0 closes what is open before it. Where there is none among those right before, the first of them
        // is taken, so that many markers take linear time.
        let markers = document.live();
        let before = &markers[..markers.partition_point(|&at| at < place)];
        let near = &before[before.len().saturating_sub(NEAR_MARKERS)..];
        let closing = near.iter().rev().find(|&&at| line_start(text, at) == at);
        let first = near.first().filter(|_| near.len() == NEAR_MARKERS);
        let marker = closing.or(first).map_or(0, |&at| line_start(text, at));
        return marker.clamp(start, place);
    };
    let start = safe.clamp(start, place);
    if place - start <= READ_WHOLE {
        return start;
    }
    // There is no fence between, so that text at column 0 after a blank line is in no block quote and no list item.
    let bytes = &text.as_bytes()[start..place];
    let found = after_blank_lines(bytes).take(TRIES).find(|&at| {
        bytes
            .get(at)
            .is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'#' | b'['))
    });
    match found {
        Some(at) if !may_be_in_html(&bytes[..at]) => start + at,
        _ => start,
    }
}

/// Whether an HTML block that a blank line does not end may be open at the end of `bytes`.
fn may_be_in_html(bytes: &[u8]) -> bool {
    memchr_iter(b'<', bytes).any(|at| {
        let indent = bytes[..at].iter().rev().take_while(|&&b| b == b' ').count();
        let begins_line = at == indent || bytes[at - indent - 1] == b'\n';
        // The marker that reading begins with ends on its line.
        begins_line && at > 0
    })
}

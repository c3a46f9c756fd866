//! Finds the blocks that are open in a document where new text is inserted.

use crate::read::{Component, Document};
use crate::scan::{Outline, line_start};

/// The number of markers among which one at column 0 is looked for.
const NEAR_MARKERS: usize = 16;

/// Returns the blocks of a component that are open at `offset`, the end of its content or a boundary in it. None are open if no
/// content comes before.
pub(crate) fn outline_in(
    document: &Document<'_>,
    component: &Component<'_>,
    offset: usize,
) -> Outline {
    let text = document.text();
    let content = text
        .get(component.content.start..offset)
        .unwrap_or_default();
    if content.trim_ascii().is_empty() {
        return Outline::default();
    }
    let mut outline = Outline::default();
    if component.prefix.is_empty() {
        let start = line_start(text, component.opener.start);
        outline.read(&text[reading_start(document, start, offset)..offset]);
    } else {
        // From the line of the marker before it, so that many boundaries take linear time.
        let markers = document.live();
        let before = &markers[..markers.partition_point(|&at| at < offset)];
        let marker = before.last().map_or(0, |&at| line_start(text, at));
        let start = marker.max(component.content.start);
        outline.read(&document.content_in(component, start..offset));
    }
    outline
}

/// Returns the blocks that are open at `offset`, which is in no block quote and no list item.
pub(crate) fn outline_at(document: &Document<'_>, offset: usize) -> Outline {
    let mut outline = Outline::default();
    outline
        .read(&document.text()[reading_start(document, document.restart_offset(), offset)..offset]);
    outline
}

/// Returns a line start, as near to `offset` as is quickly found, from which reading up to `offset` gives the same as reading
/// from `start`.
fn reading_start(document: &Document<'_>, start: usize, offset: usize) -> usize {
    let text = document.text();
    let start = start.min(offset);
    let Some(safe) = document.safe_start(offset) else {
        // A marker at column 0 closes everything open before it. If none of those right before is at column 0, the first of them
        // is used, so that many markers take linear time.
        let markers = document.live();
        let before = &markers[..markers.partition_point(|&at| at < offset)];
        let near = &before[before.len().saturating_sub(NEAR_MARKERS)..];
        let closing = near.iter().rev().find(|&&at| line_start(text, at) == at);
        let first = near.first().filter(|_| near.len() == NEAR_MARKERS);
        let marker = closing.or(first).map_or(0, |&at| line_start(text, at));
        return marker.clamp(start, offset);
    };
    safe.nearest(text, offset).clamp(start, offset)
}

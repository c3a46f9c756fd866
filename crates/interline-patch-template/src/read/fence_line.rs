//! Fences outside block quotes and list items, from the line that opens them.

use std::ops::Range;

use crate::scan::{Fence, FenceEnds, fence_at_end, line_end};

/// A longer line, its LF not counted, opens no fence around a response. A stream buffers the line up to this length.
pub(crate) const OPENER_LIMIT: usize = 128;

/// The info strings with which models fence a whole response.
const INFO: [&str; 7] = ["", "markdown", "md", "mdx", "html", "text", "xml"];

/// Returns the fence that a line opens.
pub(crate) fn fence_of(line: &str) -> Option<Fence> {
    fence_at_end(line, 0).filter(|fence| fence.is_top_level)
}

/// Returns the fence that a line opens, if models use such a line to fence a whole response.
pub(crate) fn whole_fence_of(line: &str) -> Option<Fence> {
    let text = line.trim();
    if !text.starts_with(['`', '~']) || line.trim_end_matches('\n').len() > OPENER_LIMIT {
        return None;
    }
    let fence = fence_of(line)?;
    let info = text[fence.len..].trim();
    INFO.iter()
        .any(|known| info.eq_ignore_ascii_case(known))
        .then_some(fence)
}

/// Returns the content of the fenced code block whose first line begins at `opened`, and the end of the block.
pub(crate) fn fenced_content(text: &str, opened: usize) -> Option<(Range<usize>, usize)> {
    let content = line_end(text, opened);
    let line = &text[opened..content];
    // An indented fence removes indentation from its content, so that the content is not a range of the text.
    let fence = fence_of(line).filter(|_| !line.starts_with(' '))?;
    Some(match FenceEnds::default().first(text, fence, content) {
        Some(closer) => (content..closer, line_end(text, closer)),
        None => (content..text.len(), text.len()),
    })
}

//! A response that as a whole stands in one Markdown fence.

use std::ops::Range;

use crate::marker::Keyword;
use crate::options::{FenceRecovery, WholeFence};
use crate::reader::{Reader, line_end};
use crate::scan::{Blocks, FenceEnds, Item};

/// The fence round a whole response.
pub(crate) struct Wrapping {
    /// The line that opens it.
    pub(crate) opener: Range<usize>,
    /// What stands in it.
    pub(crate) content: Range<usize>,
}

/// Info strings of a fence that a model puts round an answer in Markdown.
const INFO: [&str; 3] = ["", "markdown", "md"];

/// The fence that all of `text` behind `start` stands in, when there is a marker in it. Linear.
pub(crate) fn whole_fence(text: &str, start: usize, policy: WholeFence) -> Option<Wrapping> {
    if policy == WholeFence::Keep {
        return None;
    }
    let first = start + text[start..].find(|c: char| !c.is_ascii_whitespace())?;
    if !matches!(text.as_bytes()[first], b'`' | b'~') {
        return None;
    }
    let line = crate::reader::line_start(text, first).max(start);
    let content = line_end(text, first);
    let mut blocks = Blocks::default();
    blocks.reset(line);
    blocks.feed(&text.as_bytes()[line..content]);
    let fence = blocks.fence().filter(|fence| fence.is_top_level)?;
    let info = text[first + fence.len..content].trim();
    if !INFO.iter().any(|word| info.eq_ignore_ascii_case(word)) {
        return None;
    }
    let end = match FenceEnds::default().first(text, fence, content) {
        Some(closer) if text[line_end(text, closer)..].trim().is_empty() => closer,
        Some(_) => return None,
        None => text.len(),
    };
    let mut reader = Reader::new(&text[..end], content, Keyword::Patch, FenceRecovery::Strict);
    let has_marker =
        std::iter::from_fn(|| reader.next()).any(|item| matches!(item, Item::Marker(_)));
    has_marker.then_some(Wrapping {
        opener: line..content,
        content: content..end,
    })
}

//! A response that is inside one Markdown fence as a whole.

use std::ops::Range;

use crate::diagnostics;
use crate::options::{ResponseOptions, WholeFence};
use crate::scan::{
    Fence, FenceEnds, Item, Keyword, Lexed, MarkerKind, Reader, is_alone_on_line, lex, line_end,
    line_start,
};

use super::assemble_response::assemble;
use super::fence_line::{fence_of, whole_fence_of};
use super::gap::Gap;

/// The fence around a whole response.
pub(crate) struct WholeFenced {
    /// The line that opens the fence.
    pub(crate) opener: Range<usize>,
    /// The content of the fence.
    pub(crate) content: Range<usize>,
}

/// Returns the fence around all of `text` after `start`, if it contains a marker. Linear.
pub(crate) fn whole_fence(
    text: &str,
    start: usize,
    options: &ResponseOptions,
) -> Option<WholeFenced> {
    if options.whole_fence == WholeFence::Keep {
        return None;
    }
    let first = start + text[start..].find(|c: char| !c.is_ascii_whitespace())?;
    let line = line_start(text, first).max(start);
    let content = line_end(text, first);
    let fence = whole_fence_of(&text[line..content])?;
    let end = match FenceEnds::default().first(text, fence, content) {
        Some(closer) if text[line_end(text, closer)..].trim().is_empty() => closer,
        Some(_) => nested_end(text, fence, content, options)?,
        None => text.len(),
    };
    // A fence without a marker is an answer in code, not packaging.
    let mut reader = Reader::new(&text[..end], content, Keyword::Patch, false);
    let has_marker =
        std::iter::from_fn(|| reader.next()).any(|item| matches!(item, Item::Marker(_)));
    has_marker.then_some(WholeFenced {
        opener: line..content,
        content: content..end,
    })
}

/// Codes which say that the markers of a response do not pair up.
const UNPAIRED: [&str; 4] = [
    diagnostics::UNCLOSED_PATCH,
    diagnostics::STRAY_CLOSER,
    diagnostics::NESTED_OPENER,
    diagnostics::MISSPELT_CLOSER,
];

/// Returns the end of the content of a fence around a whole response whose patches contain fences of the same length.
///
/// Three backticks outside and three inside is the most common form that models write. By CommonMark the first inner fence ends
/// the outer one. So the markers decide: without the lines of the outer fence they have to pair up, with every other fence
/// inside a patch.
fn nested_end(
    text: &str,
    fence: Fence,
    content: usize,
    options: &ResponseOptions,
) -> Option<usize> {
    let first = content + text[content..].find(|c: char| !c.is_ascii_whitespace())?;
    let opener = match lex(text, first, 0, &Keyword::Patch, true) {
        _ if !text[first..].starts_with("<!--") => return None,
        Lexed::Marker(marker) => marker,
        _ => return None,
    };
    if opener.kind != MarkerKind::Opener || !is_alone_on_line(text, &opener.span) {
        return None;
    }
    let last_end = text.trim_ascii_end().len();
    let last = line_start(text, last_end);
    let last_line = text[last..last_end].trim_start_matches(' ');
    let indent = last_end - last - last_line.len();
    let is_closer = last_line.len() >= fence.len
        && indent <= 3
        && last_line.bytes().all(|byte| byte == fence.byte);
    // A response whose outer fence is not closed has to end with a patch.
    let end = match is_closer {
        true => last,
        false if last_line.starts_with("<!--") => text.len(),
        false => return None,
    };
    let inner = assemble(text, content..end, options);
    let is_paired = !inner
        .diagnostics
        .iter()
        .any(|found| UNPAIRED.contains(&&*found.code));
    let has_fence = |gap: &Gap<'_>| gap.text.lines().any(|line| fence_of(line).is_some());
    (is_paired && !inner.patches.is_empty() && !inner.gaps.iter().any(has_fence)).then_some(end)
}

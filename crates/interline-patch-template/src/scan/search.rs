//! Searches that continue where they stopped, so that no byte is searched twice.

use std::sync::LazyLock;

use memchr::{memchr, memchr_iter, memmem};

use super::item::Window;
use super::markdown::{Fence, closing_run, indented_line};
use crate::steps;

pub(super) static COMMENT: LazyLock<memmem::Finder<'static>> =
    LazyLock::new(|| memmem::Finder::new("<!--"));
pub(super) static BACKTICKS: LazyLock<memmem::Finder<'static>> =
    LazyLock::new(|| memmem::Finder::new("```"));
pub(super) static TILDES: LazyLock<memmem::Finder<'static>> =
    LazyLock::new(|| memmem::Finder::new("~~~"));

/// The end of a fence outside block quotes and list items, as far as it has been searched for.
#[derive(Clone, Copy, Debug)]
pub(super) struct FenceEnd {
    pub(super) opened: usize,
    /// The line that closes it begins at this offset or later.
    pub(super) searched: usize,
    /// The offset after the line that closes it.
    pub(super) found: Option<usize>,
}

impl FenceEnd {
    /// Searches for the line that closes the fence, up to the line of `at`. `from` is a line start inside the window.
    pub(super) fn search(&mut self, window: Window<'_>, fence: Fence, from: usize, at: usize) {
        let finder: &memmem::Finder<'_> = if fence.byte == b'`' {
            &BACKTICKS
        } else {
            &TILDES
        };
        self.searched = self.searched.max(from);
        while self.found.is_none() && self.searched < at {
            steps::count(1);
            let Some(hit) = finder.find(slice(window, self.searched, at)) else {
                steps::count(at - self.searched);
                // A run may continue after `at`, but a line that closes the fence ends before it.
                self.searched = at.saturating_sub(2).max(self.searched);
                return;
            };
            steps::count(hit);
            let run = self.searched + hit;
            let Some(end) = line_end(window, run).filter(|&end| end <= at) else {
                return;
            };
            let closing = closing_run(slice(window, from, end), run - from);
            if closing.is_some_and(|(_, len)| len >= fence.len) {
                self.found = Some(end);
            }
            self.searched = end;
        }
    }
}

/// Returns the first run of three tildes. They are rare in prose, so that a search for one byte is faster than for three.
pub(super) fn find_tildes(bytes: &[u8]) -> Option<usize> {
    memchr_iter(b'~', bytes).find(|&at| bytes[at..].starts_with(b"~~~"))
}

/// The next hit of a search, remembered so that no byte is searched twice.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Next {
    /// The offset up to which was searched.
    from: usize,
    pub(super) hit: Option<usize>,
}

impl Next {
    /// Returns whether a hit is at `from` or later and before `to`; `find` searches a part of the window.
    #[inline]
    pub(super) fn before(
        &mut self,
        window: Window<'_>,
        from: usize,
        to: usize,
        find: impl Fn(&[u8]) -> Option<usize>,
    ) -> Option<usize> {
        // A hit ahead answers without a search; one that was passed says nothing any more.
        if let Some(hit) = self.hit {
            if hit >= from {
                return (hit < to).then_some(hit);
            }
            self.hit = None;
        }
        let from = self.from.max(from);
        if from >= to {
            return None;
        }
        let bytes = window
            .text
            .as_bytes()
            .get(from - window.base..)
            .unwrap_or_default();
        let hit = find(bytes);
        steps::count(hit.unwrap_or(bytes.len()));
        self.hit = hit.map(|at| from + at);
        // A run may be cut in two.
        let end = window.base + window.text.len();
        let end = if window.ends_here {
            end
        } else {
            end.saturating_sub(2).max(from)
        };
        self.from = self.hit.map_or(end, |hit| hit + 1);
        self.hit.filter(|&hit| hit < to)
    }
}

/// The number of bytes in which a `<!--` is searched for with the simple search, which starts faster.
const NEAR: usize = 128;

/// In a text of at most this many bytes even that is not worth its start.
const VERY_NEAR: usize = 8;

/// Returns the offset of the first `<!--`.
// Calls of this and of `line_end` for each marker would be 2.4 % of the instructions for small patches.
#[inline]
pub(super) fn find_comment(bytes: &[u8]) -> Option<usize> {
    let is_here = |&at: &usize| bytes[at..].starts_with(b"<!--");
    let near = &bytes[..bytes.len().min(NEAR)];
    let hit = if bytes.len() <= VERY_NEAR {
        (0..bytes.len().saturating_sub(3)).find(is_here)
    } else {
        memchr_iter(b'<', near)
            .find(is_here)
            .or_else(|| COMMENT.find(&bytes[near.len()..]).map(|at| at + near.len()))
    };
    steps::count(hit.unwrap_or(bytes.len()));
    hit
}

/// Returns whether a line of `bytes` may begin an HTML block that outlasts it. The first byte counts as the start of a line.
pub(super) fn may_begin_html(bytes: &[u8]) -> bool {
    memchr_iter(b'<', bytes)
        .any(|at| indented_line(bytes, at).is_some() && !is_comment_line(&bytes[at..]))
}

/// Returns whether a line that begins with `text` is a comment that ends on it.
fn is_comment_line(text: &[u8]) -> bool {
    text.starts_with(b"<!--") && {
        let end = memchr(b'\n', text).unwrap_or(text.len());
        steps::count(end);
        memmem::find(&text[..end], b"-->").is_some()
    }
}

/// Returns the offset after the line ending at or after `from`; the end of the text ends the last line.
#[inline]
pub(super) fn line_end(window: Window<'_>, from: usize) -> Option<usize> {
    let rest = window.text.as_bytes().get(from - window.base..)?;
    let end = memchr(b'\n', rest);
    steps::count(end.unwrap_or(rest.len()));
    match end {
        Some(at) => Some(from + at + 1),
        None => window.ends_here.then_some(from + rest.len()),
    }
}

pub(super) fn slice(window: Window<'_>, from: usize, to: usize) -> &[u8] {
    let bytes = window.text.as_bytes();
    bytes
        .get(from.saturating_sub(window.base)..to.saturating_sub(window.base))
        .unwrap_or_default()
}

//! Reads the live markers of a whole text, in stretches that end where a fence swallows the rest.

use std::collections::HashMap;
use std::ops::Range;

use memchr::{memchr, memmem, memrchr};

use crate::options::FenceRecovery;

use super::item::{Item, Window};
use super::markdown::{FenceEnds, Verdict};
use super::markers::{Keyword, Lexed, Marker, MarkerKind, lex};
use super::patch_in_code::{CodedPair, CodedPairs};
use super::scanner::Scanner;

/// A closer alone on its line: the only kind that may end a block from within a fence that never closes.
#[derive(Clone, Debug)]
pub(crate) struct LoneCloser<'t> {
    pub(crate) name: &'t str,
    pub(crate) marker: Marker,
}

#[derive(Debug)]
pub(crate) struct Reader<'t> {
    text: &'t str,
    keyword: Keyword,
    recovery: FenceRecovery,
    scanner: Scanner,
    /// The fence that the item found last stands in, as far as it may matter.
    last_fence: Option<usize>,
    unclosed_fence: Option<usize>,
    fence_ends: FenceEnds,
    lone: Option<LoneClosers<'t>>,
    /// Patches in code; looked for in responses only.
    coded: CodedPairs,
    coded_pairs: Vec<CodedPair>,
}

#[derive(Debug)]
struct LoneClosers<'t> {
    all: Vec<LoneCloser<'t>>,
    by_name: HashMap<&'t str, Vec<usize>>,
}

impl<'t> Reader<'t> {
    /// A reader of `text` from `start` on, where nothing is open.
    pub(crate) fn new(
        text: &'t str,
        start: usize,
        keyword: Keyword,
        recovery: FenceRecovery,
    ) -> Self {
        Self {
            text,
            recovery,
            scanner: Scanner::new(keyword.clone(), start),
            keyword,
            last_fence: None,
            unclosed_fence: None,
            fence_ends: FenceEnds::default(),
            lone: None,
            coded: CodedPairs::default(),
            coded_pairs: Vec::new(),
        }
    }

    /// Begins again at `offset` as if the text began there.
    pub(crate) fn restart(&mut self, offset: usize) {
        self.scanner.restart(offset);
        self.last_fence = None;
        self.unclosed_fence = None;
        self.coded.reset();
    }

    /// Takes the patches that are in code blocks before `offset`, as far as the text has been read.
    pub(crate) fn coded_pairs_before(&mut self, offset: usize) -> Vec<CodedPair> {
        let count = self
            .coded_pairs
            .partition_point(|pair| pair.closer.start < offset);
        self.coded_pairs.drain(..count).collect()
    }

    #[inline]
    pub(crate) fn has_coded_pairs(&self) -> bool {
        !self.coded_pairs.is_empty()
    }

    /// Reads the rest of the text as what is in the fence that swallows it. Linear.
    pub(crate) fn read_unclosed_fence(&mut self) {
        let Some(opened) = self
            .unclosed_fence
            .filter(|_| self.keyword == Keyword::Patch)
        else {
            return;
        };
        self.coded.reset();
        let mut from = opened;
        while let Some(at) = memmem::find(&self.text.as_bytes()[from..], b"<!--") {
            let at = from + at;
            from = at + 4;
            if let Lexed::Marker(marker) = lex(self.text, at, 0, &self.keyword, true) {
                from = marker.span.end;
                self.note_coded(&marker, Verdict::Fenced(opened));
            }
        }
    }

    /// What lines have to begin with to be in the block quotes and list items of an opener.
    pub(crate) fn prefix_of(&self, marker: &Marker) -> &str {
        self.scanner.prefix_of(marker)
    }

    /// A line start before the item found last from which reading gives what reading everything gives.
    pub(crate) fn safe_start(&self) -> Option<usize> {
        self.scanner.safe_start()
    }

    fn note_coded(&mut self, marker: &Marker, verdict: Verdict) {
        let name = &self.text[marker.name.clone()];
        if self.coded.take(marker, name, verdict) {
            self.coded_pairs.push(self.coded.pair(marker));
        }
    }

    /// The next live item. `None` at the end of the text, and behind a fence that swallows the rest. Linear in what is
    /// read, over all calls.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Item> {
        if self.unclosed_fence.is_some() {
            return None;
        }
        let window = Window {
            text: self.text,
            base: 0,
            ends_here: true,
        };
        while let Some(found) = self.scanner.next(window) {
            if found.verdict == Verdict::Live {
                self.last_fence = None;
                self.coded.reset();
                return Some(found.item);
            }
            if let (Item::Marker(marker), Keyword::Patch) = (&found.item, &self.keyword) {
                self.note_coded(marker, found.verdict);
            }
            match found.verdict {
                Verdict::Fenced(opened) if self.recovery == FenceRecovery::Recover => {
                    self.last_fence = Some(opened);
                    let fence = self
                        .scanner
                        .fence()
                        .filter(|fence| fence.opened == opened && fence.is_top_level);
                    let end = found.item.span().end;
                    if fence.is_some_and(|fence| !self.fence_ends.closes(self.text, fence, end)) {
                        self.unclosed_fence = Some(opened);
                        return None;
                    }
                }
                _ => self.last_fence = None,
            }
        }
        if let Some(last) = self.last_fence.take() {
            let fence = self.scanner.fence_at_end(window).map(|fence| fence.opened);
            self.unclosed_fence = fence.filter(|&opened| opened == last);
        }
        None
    }

    /// Behind the last item: where the line of a fence begins that opens behind it and never closes, when a marker
    /// stands in it.
    pub(crate) fn unclosed_fence(&self) -> Option<usize> {
        self.unclosed_fence
    }

    /// The closers alone on their lines from `offset` on, live or not.
    pub(crate) fn lone_closers_from(&mut self, offset: usize) -> &[LoneCloser<'t>] {
        let all = &self.lone_closers().all;
        let first = all.partition_point(|closer| closer.marker.span.start < offset);
        &all[first..]
    }

    /// The first closer of `name` that is alone on its line, from `offset` on.
    pub(crate) fn lone_closer_of(&mut self, name: &str, offset: usize) -> Option<LoneCloser<'t>> {
        let LoneClosers { all, by_name } = self.lone_closers();
        let places = by_name.get(name)?;
        let first = places.partition_point(|&index| all[index].marker.span.start < offset);
        places.get(first).map(|&index| all[index].clone())
    }

    fn lone_closers(&mut self) -> &LoneClosers<'t> {
        let (text, keyword) = (self.text, &self.keyword);
        self.lone
            .get_or_insert_with(|| LoneClosers::find(text, keyword))
    }
}

impl<'t> LoneClosers<'t> {
    fn find(text: &'t str, keyword: &Keyword) -> Self {
        let mut all = Vec::new();
        let mut by_name = HashMap::<_, Vec<_>>::new();
        let mut from = 0;
        while let Some(at) = text
            .as_bytes()
            .get(from..)
            .and_then(|rest| memmem::find(rest, b"<!--"))
        {
            let at = from + at;
            from = at + 4;
            if let Lexed::Marker(marker) = lex(text, at, 0, keyword, true) {
                if marker.kind == MarkerKind::Closer && is_alone_on_line(text, &marker.span) {
                    let name = &text[marker.name.clone()];
                    by_name.entry(name).or_default().push(all.len());
                    from = marker.span.end;
                    all.push(LoneCloser { name, marker });
                }
            }
        }
        Self { all, by_name }
    }
}

/// Whether a marker stands alone on its line, indented by at most three blanks. Looks at no more than the blanks.
pub(crate) fn is_alone_on_line(text: &str, span: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let before = &bytes[span.start.saturating_sub(4)..span.start];
    let indent = before
        .iter()
        .rev()
        .take_while(|&&byte| byte == b' ')
        .count();
    let begins = indent <= 3 && (span.start == indent || bytes[span.start - indent - 1] == b'\n');
    begins && is_blank_to_line_end(text, span.end)
}

/// Whether nothing but blanks follows on the line.
pub(crate) fn is_blank_to_line_end(text: &str, from: usize) -> bool {
    blank_line_end(text, from).is_some()
        || text[from..]
            .bytes()
            .all(|byte| matches!(byte, b' ' | b'\t'))
}

/// Offset behind the line ending that follows `from` with nothing but blanks between.
pub(crate) fn blank_line_end(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let blanks = bytes[from..]
        .iter()
        .take_while(|&&byte| matches!(byte, b' ' | b'\t'))
        .count();
    line_ending_end(text, from + blanks)
}

/// Offset behind the LF or CRLF that stands at `at`.
pub(crate) fn line_ending_end(text: &str, at: usize) -> Option<usize> {
    match text.as_bytes().get(at..)? {
        [b'\r', b'\n', ..] => Some(at + 2),
        [b'\n', ..] => Some(at + 1),
        _ => None,
    }
}

/// Offset of the first byte of the line that `at` lies in.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |newline| newline + 1)
}

/// Offset behind the line ending of the line that `at` lies in, or the end of the text.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |newline| at + newline + 1)
}

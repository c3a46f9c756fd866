//! Reads the live markers of a complete text, in stretches that end where an unclosed fence contains the rest.

use memchr::memmem;

use super::item::{Item, Window};
use super::lone_closers::LoneClosers;
use super::markdown::{FenceEnds, Verdict};
use super::markers::{Keyword, Lexed, Marker, lex};
use super::patch_in_code::{PatchInCode, PatchesInCode};
use super::safe_start::SafeStart;
use super::scanner::Scanner;

/// The [`Scanner`] over a complete text, which knows whether a fence closes further on.
#[derive(Debug, Default)]
pub(crate) struct Reader<'t> {
    text: &'t str,
    keyword: Keyword,
    /// Whether a fence that never closes ends a stretch, so that the caller may close a block inside it.
    recovers: bool,
    scanner: Scanner,
    /// The fence that contains the last item. Only if it is still open at the end of the text does it end the stretch.
    last_fence: Option<usize>,
    unclosed_fence: Option<usize>,
    fence_ends: FenceEnds,
    /// Made when first needed: most texts have no unclosed fence.
    lone_closers: Option<LoneClosers<'t>>,
    /// Finds patches in code; in responses only.
    in_code: PatchesInCode,
    found_in_code: Vec<PatchInCode>,
}

impl<'t> Reader<'t> {
    /// Makes a reader of `text` from `start` on, with no block open.
    pub(crate) fn new(text: &'t str, start: usize, keyword: Keyword, recovers: bool) -> Self {
        Self {
            text,
            recovers,
            scanner: Scanner::new(keyword.clone(), start),
            keyword,
            ..Self::default()
        }
    }

    /// Continues at `offset` as if the text began there.
    pub(crate) fn restart(&mut self, offset: usize) {
        self.scanner.restart(offset);
        self.last_fence = None;
        self.unclosed_fence = None;
        self.in_code.reset();
    }

    /// Takes the patches found in code blocks before `offset`, as far as the text has been read.
    pub(crate) fn take_in_code_before(&mut self, offset: usize) -> Vec<PatchInCode> {
        let count = self
            .found_in_code
            .partition_point(|patch| patch.closer.start < offset);
        self.found_in_code.drain(..count).collect()
    }

    #[inline]
    pub(crate) fn has_patches_in_code(&self) -> bool {
        !self.found_in_code.is_empty()
    }

    /// Looks for patches in the rest of the text, all of which is inside the unclosed fence. Linear.
    pub(crate) fn read_unclosed_fence(&mut self) {
        let Some(opened) = self
            .unclosed_fence
            .filter(|_| self.keyword == Keyword::Patch)
        else {
            return;
        };
        self.in_code.reset();
        // Some were found before it was known that the fence never closes.
        self.found_in_code
            .retain(|patch| patch.opener.start < opened);
        let mut from = opened;
        while let Some(at) = memmem::find(&self.text.as_bytes()[from..], b"<!--") {
            let at = from + at;
            // At least the `<!--` is passed each time, so that the loop ends and is linear.
            from = at + 4;
            if let Lexed::Marker(marker) = lex(self.text, at, 0, &self.keyword, true) {
                from = marker.span.end;
                self.note_in_code(&marker, Verdict::Fenced(opened));
            }
        }
    }

    /// Returns the text with which a line has to begin to be inside the block quotes and list items of an opener.
    pub(crate) fn prefix_of(&self, marker: &Marker) -> &str {
        self.scanner.prefix_of(marker)
    }

    /// Returns the safe start of the last item, if one is known.
    pub(crate) fn safe_start(&self) -> Option<SafeStart> {
        self.scanner.safe_start()
    }

    fn note_in_code(&mut self, marker: &Marker, verdict: Verdict) {
        let name = &self.text[marker.name.clone()];
        if self.in_code.take(marker, name, verdict) {
            self.found_in_code.push(self.in_code.patch(marker));
        }
    }

    /// Returns the next live item. `None` at the end of the text, and at an unclosed fence that contains the rest. Linear in
    /// the text read, over all calls.
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
                self.in_code.reset();
                return Some(found.item);
            }
            if let (Item::Marker(marker), Keyword::Patch) = (&found.item, &self.keyword) {
                self.note_in_code(marker, found.verdict);
            }
            match found.verdict {
                Verdict::Fenced(opened) if self.recovers => {
                    self.last_fence = Some(opened);
                    let fence = self
                        .scanner
                        .fence()
                        .filter(|fence| fence.opened == opened && fence.is_top_level);
                    let end = found.item.span().end;
                    // Known from one pass over the text, so that the fence is not read to the end to see that it never closes.
                    if fence.is_some_and(|fence| !self.fence_ends.closes(self.text, fence, end)) {
                        self.unclosed_fence = Some(opened);
                        return None;
                    }
                }
                _ => self.last_fence = None,
            }
        }
        // A fence in a block quote or list item is not in `fence_ends`; reading to the end shows that it is still open.
        if let Some(last) = self.last_fence.take() {
            let fence = self.scanner.fence_at_end(window).map(|fence| fence.opened);
            self.unclosed_fence = fence.filter(|&opened| opened == last);
        }
        None
    }

    /// After the last item: the start of the line that opens a fence which never closes and has a marker in it.
    pub(crate) fn unclosed_fence(&self) -> Option<usize> {
        self.unclosed_fence
    }

    /// Returns the closers that are alone on their lines, live or not.
    pub(crate) fn lone_closers(&mut self) -> &LoneClosers<'t> {
        let (text, keyword) = (self.text, &self.keyword);
        self.lone_closers
            .get_or_insert_with(|| LoneClosers::find(text, keyword))
    }
}

//! Finds markers and decides whether each is in code.
//!
//! One incremental machine reads responses and documents, whole or as they arrive. It searches for `<!--` and decides about code
//! only at a marker, by the cheapest rule that is certain:
//!
//! * after a live marker at column 0 no block is open, so that the text after it can be judged alone;
//! * without a run of three backticks or tildes since then no fence is open;
//! * a marker at the start of its line is in no code span, and without a backtick no other marker is in one.
//!
//! Only if none of these rules decides, the block and inline structure is read ([`Blocks`]), each byte at most once.

mod opener_prefix;
mod skim;

use std::collections::VecDeque;

use memchr::{memchr, memrchr};

use super::item::{Found, Item, Window};
use super::markdown::{Blocks, Fence, Verdict};
use super::markers::{Keyword, Lexed, Until, lex};
use super::safe_start::{SafeStart, safe_part};
use super::search::{
    BACKTICKS, FenceEnd, Next, find_comment, find_tildes, line_end, may_begin_html, slice,
};
use crate::steps;

/// The number of bytes after a marker in the middle of a line in which the end of its paragraph is looked for, to decide whether
/// the marker is in a code span.
pub const LOOKAHEAD_LIMIT: usize = 64 * 1024;

#[derive(Clone, Debug, Default)]
pub(crate) struct Scanner {
    keyword: Keyword,
    /// The offset at which the search for the next `<!--` continues.
    searched: usize,
    /// The start of the line of the last item.
    line_start: usize,
    /// The offset up to which line endings have been looked for, so that a long line is searched once.
    line_known: usize,
    /// A line start at which no block is open. If it is set, `blocks` has not read anything after it.
    clear: Option<usize>,
    /// Set after a live marker at column 0: no block is open after its line, whose end has been looked for up to this offset.
    closing: Option<usize>,
    /// From `clear` up to this offset no line begins an HTML block that is open at its end. Such a block would contain a marker
    /// and the lines after it.
    html_checked: usize,
    html_suspected: bool,
    backtick: Next,
    backticks: Next,
    tildes: Next,
    blocks: Blocks,
    fence_end: Option<FenceEnd>,
    decided_at: Option<usize>,
    /// Items without a verdict, in order.
    waiting: VecDeque<Item>,
    /// The start of the first marker in `waiting`. A stream buffers text from there.
    first_waiting: Option<usize>,
    /// The item after those in `waiting`, if it has been searched for already.
    ahead: Option<Item>,
    /// For a marker that is cut off at the end of the window: the text that does not decide it, and the offset up to which it has
    /// been read.
    cut_off: Option<(Until, usize)>,
    /// The prefixes of openers in block quotes and list items, in documents. A marker has the number of its prefix.
    prefixes: Vec<String>,
    safe_start: Option<SafeStart>,
}

impl Scanner {
    /// Makes a scanner that begins at `offset`, with no block open.
    pub(crate) fn new(keyword: Keyword, offset: usize) -> Self {
        let mut scanner = Self {
            keyword,
            ..Self::default()
        };
        scanner.restart(offset);
        scanner
    }

    /// Continues at `offset` with no block open. Searches that have run ahead are kept.
    pub(crate) fn restart(&mut self, offset: usize) {
        self.searched = offset;
        self.line_start = offset;
        self.line_known = offset;
        self.set_clear(offset);
        self.waiting.clear();
        self.first_waiting = None;
        self.ahead = None;
        self.cut_off = None;
    }

    /// Returns the fenced code block that is open after the last item, if that item is in one.
    pub(crate) fn fence(&self) -> Option<Fence> {
        self.blocks.fence()
    }

    /// Returns the fenced code block that is open at the end of the text. Reads all of it.
    pub(crate) fn fence_at_end(&mut self, window: Window<'_>) -> Option<Fence> {
        self.feed_to(window, window.base + window.text.len());
        self.blocks.finish();
        self.blocks.fence()
    }

    /// Returns the next item and its verdict, in the order of the text. `None` if the window has no further item that is certain.
    #[inline]
    pub(crate) fn next(&mut self, window: Window<'_>) -> Option<Found> {
        // An item that waited is not the one for which a start was found.
        self.safe_start = None;
        loop {
            if self.waiting.is_empty() {
                let mut item = self.next_item(window)?;
                if let Some(verdict) = self.judge(window, &mut item) {
                    // Verdicts at once, which most are, do not touch the queue of waiting items.
                    self.decided_at = None;
                    if verdict == Verdict::Live && !matches!(self.keyword, Keyword::Patch) {
                        self.find_prefix(window, &mut item);
                    }
                    return Some(Found { item, verdict });
                }
                self.let_wait(item);
            }
            if let Some(found) = self.wait(window) {
                self.decided_at = Some(self.blocks.offset());
                return Some(found);
            }
            let mut item = self.next_item(window)?;
            self.ask(window, &mut item);
            self.let_wait(item);
        }
    }

    /// Returns the safe start of the last item, if one is known.
    pub(crate) fn safe_start(&self) -> Option<SafeStart> {
        self.safe_start
    }

    /// Returns `None` if the verdict on the last item was certain at once, otherwise the offset up to which the text had been
    /// read.
    pub(crate) fn decided_at(&self) -> Option<usize> {
        self.decided_at
    }

    /// Returns the first marker without a verdict.
    pub(crate) fn first_waiting(&self) -> Option<usize> {
        self.first_waiting
    }

    /// Adds an item to those without a verdict.
    fn let_wait(&mut self, item: Item) {
        if let (Item::Marker(marker), None) = (&item, self.first_waiting) {
            self.first_waiting = Some(marker.span.start);
        }
        self.waiting.push_back(item);
    }

    /// Takes the first item without a verdict.
    fn take_waiting(&mut self, verdict: Verdict) -> Option<Found> {
        let item = self.waiting.pop_front()?;
        if let Item::Marker(_) = item {
            // Near misses before the next marker are taken before it, so that none is visited twice.
            let mut after = self.waiting.iter().inspect(|_| steps::count(1));
            let marker = after.find(|item| matches!(item, Item::Marker(_)));
            self.first_waiting = marker.map(|item| item.span().start);
        }
        Some(Found { item, verdict })
    }

    /// After the last item of a window: returns the offset from which on the text is still needed. The text before it has been
    /// read and may be dropped.
    pub(crate) fn needed_from(&mut self, window: Window<'_>) -> usize {
        let end = window.base + window.text.len();
        let kept = self
            .first_waiting()
            .unwrap_or(end)
            .min(self.searched.max(window.base));
        self.find_line(window, kept);
        if self.is_closing(window) {
            return kept;
        }
        if self.clear.is_none_or(|clear| clear < kept) {
            self.feed_to(window, kept);
        }
        kept
    }

    /// Reads on until the first item in `waiting` is decided, but not past the next item: how far is read must not depend on the
    /// chunks.
    fn wait(&mut self, window: Window<'_>) -> Option<Found> {
        let bytes = window.text.as_bytes();
        let end = window.base + bytes.len();
        let mut next = None;
        loop {
            if let Some((_, verdict)) = self.blocks.answer() {
                return self.take_waiting(verdict);
            }
            let next = match next {
                Some(next) => next,
                None => *next.insert(self.peek_item(window).unwrap_or(self.searched)),
            };
            let from = self.blocks.offset();
            let limit = self
                .waiting
                .front()
                .map_or(end, |item| item.span().start + LOOKAHEAD_LIMIT);
            // The bound counts from the marker, so that it does not depend on the chunks.
            if from >= limit {
                let (_, verdict) = self.blocks.force_answer()?;
                return self.take_waiting(verdict);
            }
            // The next item has to be asked about before its bytes are read.
            if from >= next {
                if from >= end && window.ends_here {
                    self.blocks.finish();
                    let (_, verdict) = self.blocks.answer()?;
                    return self.take_waiting(verdict);
                }
                return None;
            }
            // Line by line: most items are decided at the end of their line, and the rest of the paragraph need not be read.
            let to = next.min(limit);
            let line_end = memchr(b'\n', &bytes[from - window.base..to - window.base]);
            steps::count(line_end.unwrap_or(to - from) + 1);
            self.feed_to(window, line_end.map_or(to, |at| from + at + 1));
        }
    }

    /// Asks `blocks` about an item that it has not reached, and lets it read the item.
    fn ask(&mut self, window: Window<'_>, item: &mut Item) {
        let span = item.span().clone();
        self.feed_to(window, span.start);
        self.blocks.ask(span.start);
        self.read_to(window, item);
    }

    /// Returns the verdict on an item if no other is waiting; `None` if the text after it decides.
    fn judge(&mut self, window: Window<'_>, item: &mut Item) -> Option<Verdict> {
        let at = item.span().start;
        self.find_line(window, at);
        if self.is_closing(window) {
            // The rest of the line of a marker at column 0 is raw HTML.
            return Some(Verdict::Live);
        }
        if self.clear.is_none() {
            self.look_for_clear(window);
        }
        // A comment at column 0 interrupts a paragraph and closes all containers, unless a fence or HTML block contains it.
        let begins_line = at == self.line_start && at == self.blocks.offset();
        let ends_itself = matches!(item, Item::Marker(_)) && self.blocks.ends_with_comment_line();
        if self.clear.is_none() && begins_line && ends_itself {
            self.close_line(window, item.span().end);
            return Some(Verdict::Live);
        }
        if let Some(verdict) = self.skip_fences(window, at) {
            return Some(verdict);
        }
        if let Some(clear) = self.clear {
            // Where text is appended, and where the result is verified, reading begins there. After a live marker at column 0, the rest of
            // its line is read already.
            if clear <= at {
                self.safe_start = Some(SafeStart {
                    offset: clear,
                    is_without_html: false,
                });
            }
            if let Some(verdict) = self.judge_from(window, clear, item) {
                return Some(verdict);
            }
        }
        self.ask(window, item);
        self.blocks.answer().map(|(_, verdict)| verdict)
    }

    /// Finds the line of `at`. Each byte is looked at once over all calls, however long lines are.
    fn find_line(&mut self, window: Window<'_>, at: usize) {
        let known = self.line_known.max(self.line_start);
        let unknown = slice(window, known, at);
        steps::count(unknown.len());
        if unknown.last() == Some(&b'\n') {
            self.line_start = at;
        } else if let Some(newline) = memrchr(b'\n', unknown) {
            self.line_start = known + newline + 1;
        }
        self.line_known = at;
    }

    /// Returns the verdict by one of the rules that need no structure. No block is open at `clear`.
    fn judge_from(&mut self, window: Window<'_>, clear: usize, item: &Item) -> Option<Verdict> {
        let at = item.span().start;
        if at < clear {
            // On the line of a live marker at column 0, which is raw HTML to its end.
            return Some(Verdict::Live);
        }
        if self.has_fence(window, clear, at) {
            return None;
        }
        let indent = slice(window, self.line_start, at);
        let first = indent
            .iter()
            .position(|&byte| byte != b' ')
            .unwrap_or(indent.len());
        steps::count(first);
        if first < indent.len() || first > 3 {
            let begins_plainly = first <= 3
                && !matches!(
                    indent.get(first),
                    None | Some(b'>' | b'-' | b'+' | b'*' | b'<' | b'\t' | b'0'..=b'9')
                );
            // Without a backtick no code span is open, and a line that begins with text begins no block of code.
            let backtick = self
                .backtick
                .before(window, clear, at, |bytes| memchr(b'`', bytes));
            return (begins_plainly && backtick.is_none()).then_some(Verdict::Live);
        }
        // A near miss may be a comment that continues on the next line.
        let ends_itself = matches!(item, Item::Marker(_));
        if first == 0 && ends_itself && !self.may_be_in_html(window, clear, at) {
            self.safe_start = Some(SafeStart {
                offset: clear,
                is_without_html: true,
            });
            self.close_line(window, item.span().end);
        }
        Some(Verdict::Live)
    }

    /// Returns whether a run of three backticks or tildes is in a range.
    fn has_fence(&mut self, window: Window<'_>, from: usize, to: usize) -> bool {
        let backticks = |bytes: &[u8]| BACKTICKS.find(bytes);
        self.backticks.before(window, from, to, backticks).is_some()
            || (self.tildes.before(window, from, to, find_tildes)).is_some()
    }

    /// Returns the first such run in a range.
    fn first_fence(&mut self, window: Window<'_>, from: usize, to: usize) -> Option<usize> {
        let backticks = self
            .backticks
            .before(window, from, to, |bytes| BACKTICKS.find(bytes));
        let tildes = self.tildes.before(window, from, to, find_tildes);
        [backticks, tildes].into_iter().flatten().min()
    }

    /// Reads the fences before the line of `at` one by one, only their lines, as long as each is outside block quotes and list
    /// items. Returns the verdict if `at` is inside one of them.
    fn skip_fences(&mut self, window: Window<'_>, at: usize) -> Option<Verdict> {
        loop {
            let Some(clear) = self.clear else {
                let fence = self
                    .blocks
                    .fence()
                    .filter(|fence| fence.is_top_level && self.blocks.begins_line())?;
                match self.fence_end(window, fence, self.blocks.offset(), at) {
                    Some(end) => self.set_clear(end),
                    None => return Some(Verdict::Fenced(fence.opened)),
                }
                continue;
            };
            // The line of `at` itself is left to the caller: a fence on it comes after its start.
            let run = self.first_fence(window, clear, self.line_start)?;
            let end = line_end(window, run)?;
            let plain = plain_fence(slice(window, run, end), run);
            if let Some(fence) = plain.filter(|_| self.begins_outside(window, clear, run)) {
                if let Some(end) = self.fence_end(window, fence, end, at) {
                    self.set_clear(end);
                    continue;
                }
                self.read_line(window, run, end);
                return Some(Verdict::Fenced(run));
            }
            // The text between this start and the line of the fence leaves no block open.
            let start = clear + safe_part(slice(window, clear, run), false);
            self.read_line(window, start, end);
            if self.blocks.is_clear() {
                self.set_clear(end);
            }
        }
    }

    /// Reads the structure of the text from `start`, at which no block is open, and of nothing before it.
    fn read_line(&mut self, window: Window<'_>, start: usize, end: usize) {
        self.blocks.reset(start);
        self.blocks.feed(slice(window, start, end));
        self.clear = None;
    }

    /// Returns whether the run at `run` is at column 0 and in no HTML block. No block is open at `clear`. The line of such a run is outside
    /// block quotes and list items whatever is open before it, so that it can be read alone. Most fences are of this kind.
    fn begins_outside(&mut self, window: Window<'_>, clear: usize, run: usize) -> bool {
        let begins_line = run == clear || slice(window, run.saturating_sub(1), run) == b"\n";
        begins_line && !self.may_be_in_html(window, clear, run)
    }

    /// Returns the end of the line that closes a top-level fence, if it is not after `at`.
    /// `from`: the start of the line after the one that opens it, or of a later one.
    fn fence_end(
        &mut self,
        window: Window<'_>,
        fence: Fence,
        from: usize,
        at: usize,
    ) -> Option<usize> {
        let known = self.fence_end.filter(|end| end.opened == fence.opened);
        let start = FenceEnd {
            opened: fence.opened,
            searched: from,
            found: None,
        };
        let end = self.fence_end.insert(known.unwrap_or(start));
        end.search(window, fence, from, at);
        end.found.filter(|&end| end <= at)
    }

    /// Returns whether an HTML block may be open at `to`. No block is open at `from`.
    fn may_be_in_html(&mut self, window: Window<'_>, from: usize, to: usize) -> bool {
        if !self.html_suspected {
            let start = self.html_checked.max(from);
            let bytes = slice(window, start, to);
            steps::count(bytes.len());
            self.html_suspected = may_begin_html(bytes);
            self.html_checked = to;
        }
        self.html_suspected
    }

    /// Looks for a line start at which no block is open: usually the one after the line of a live marker at column 0, which
    /// `blocks` has not read to its end.
    fn look_for_clear(&mut self, window: Window<'_>) {
        if !self.blocks.begins_line() {
            // The line that `blocks` is reading has ended if the line of the item begins after it.
            let rest = slice(window, self.blocks.offset(), self.line_start);
            steps::count(rest.len());
            let Some(newline) = memchr(b'\n', rest) else {
                return;
            };
            self.feed_to(window, self.blocks.offset() + newline + 1);
        }
        if self.blocks.is_clear() {
            self.set_clear(self.blocks.offset());
        }
    }

    /// Notes that no block is open after the line of the live marker at column 0 that ends at `end`.
    fn close_line(&mut self, window: Window<'_>, end: usize) {
        self.clear = None;
        self.closing = Some(end);
        self.is_closing(window);
    }

    /// Returns whether the end of that line has not arrived yet.
    fn is_closing(&mut self, window: Window<'_>) -> bool {
        let Some(from) = self.closing else {
            return false;
        };
        match line_end(window, from) {
            Some(end) => self.set_clear(end),
            None => self.closing = Some(window.base + window.text.len()),
        }
        self.closing.is_some()
    }

    fn set_clear(&mut self, offset: usize) {
        self.closing = None;
        self.clear = Some(offset);
        self.html_checked = offset;
        self.html_suspected = false;
    }

    fn feed_to(&mut self, window: Window<'_>, offset: usize) {
        if let Some(clear) = self.clear.take() {
            self.blocks.reset(clear);
        }
        let from = self.blocks.offset();
        if from < offset {
            self.blocks.feed(slice(window, from, offset));
        }
    }

    /// Returns the start of the next item without taking it.
    fn peek_item(&mut self, window: Window<'_>) -> Option<usize> {
        if self.ahead.is_none() {
            self.ahead = self.search_item(window);
        }
        self.ahead.as_ref().map(|item| item.span().start)
    }

    fn next_item(&mut self, window: Window<'_>) -> Option<Item> {
        self.ahead.take().or_else(|| self.search_item(window))
    }

    /// Searches for the next marker or near miss, in code or not.
    fn search_item(&mut self, window: Window<'_>) -> Option<Item> {
        let Window {
            text,
            base,
            ends_here,
        } = window;
        if !ends_here && self.stays_cut_off(text, base) {
            return None;
        }
        loop {
            let from = self.searched.checked_sub(base)?;
            let Some(at) = find_comment(text.as_bytes().get(from..)?).map(|at| from + at) else {
                // A `<!--` may be cut in two.
                let cut = (1..4)
                    .rev()
                    .find(|&len| !ends_here && text.ends_with(&"<!--"[..len]));
                self.searched = base + text.len() - cut.unwrap_or(0);
                return None;
            };
            self.searched = base + at + 1;
            match lex(text, at, base, &self.keyword, ends_here) {
                Lexed::Marker(mut marker) => {
                    // If the window begins with the marker, the start of its line is known from `find_line`.
                    marker.begins_line =
                        base + at == self.line_start || at > 0 && text.as_bytes()[at - 1] == b'\n';
                    self.searched = marker.span.end;
                    return Some(Item::Marker(marker));
                }
                Lexed::NearMiss(why, span) => return Some(Item::NearMiss(why, span)),
                Lexed::Other => {}
                Lexed::Incomplete(until) => {
                    self.searched = base + at;
                    self.cut_off = Some((until, base + text.len()));
                    return None;
                }
            }
        }
    }
}

/// Returns the fence that a line at column 0 opens, outside block quotes and list items; its offset is `opened`.
fn plain_fence(line: &[u8], opened: usize) -> Option<Fence> {
    let byte = *line.first()?;
    let len = line.iter().take_while(|&&other| other == byte).count();
    let is_span = byte == b'`' && memchr(b'`', &line[len..]).is_some();
    (!is_span).then_some(Fence {
        opened,
        byte,
        len,
        is_top_level: true,
    })
}

//! The block structure of Markdown, line by line, as far as it decides what is code.
//!
//! As in CommonMark 0.31.2: block quotes, list items, lazy continuation, fences, indented code, HTML blocks, headings and
//! paragraphs. The text may arrive in chunks of any size; the verdicts do not depend on the chunks. Each line is read once.
//! Between chunks only the head of a line is kept whose first bytes do not decide its kind, at most [`HEAD_LIMIT`] bytes of it.

use std::collections::VecDeque;

use memchr::memchr;

use crate::steps;

use super::containers::{Container, Containers};
use super::cursor::Cursor;
use super::html::{HtmlKind, HtmlStart, html_start};
use super::inline::Inline;
use super::line::{
    Awaits, Line, break_len, closes_fence, is_open_ended, is_run_then_spaces, is_space,
    is_thematic_break, list_marker, trim_line_ending,
};
use super::verdict::{Fence, Verdict, inline_verdict};

/// The kind of a line is decided on its first bytes, at most so many. It bounds the text that a stream keeps.
pub(crate) const HEAD_LIMIT: usize = 64 * 1024;

/// A line that arrives in chunks is first looked at when it has this many bytes: most lines are decided by then.
const HEAD_FIRST: usize = 64;

#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    containers: Containers,
    leaf: Leaf,
    inline: Inline,
    /// The head of the current line while its kind is not decided.
    head: Vec<u8>,
    /// The length of the head at which it is looked at again.
    head_next: usize,
    /// The text that decides the head, whose first `looked_at` bytes do not.
    awaits: Awaits,
    looked_at: usize,
    /// The kind of the current line is decided; the rest of it is content of `leaf`.
    in_content: bool,
    /// The last bytes of the current line in an HTML block, since the text that ends the block may be cut in two.
    html_tail: Vec<u8>,
    html_ended: bool,
    /// Offset of the next byte, and of the line that contains it.
    at: usize,
    line_start: usize,
    /// Offsets that were asked about and have not been read yet.
    asked: VecDeque<usize>,
    decided: VecDeque<(usize, Verdict)>,
    /// How many of the decided verdicts may be returned. They are released at the end of a line and when an offset is asked
    /// about, so that the moment does not depend on the chunks.
    collected: usize,
    /// The line that was decided last.
    last_line: Line,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Leaf {
    #[default]
    None,
    Paragraph,
    Heading,
    Fence(Fence),
    Indented,
    Html(HtmlKind),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum LineKind {
    /// Continues the open leaf, lazily or not.
    Continues,
    /// Ends the open leaf and has no content: closing fences, thematic breaks.
    Ends,
    /// Makes a heading of the open paragraph.
    Underlines,
    /// Only spaces, tabs and prefixes of containers. Ends the open leaf.
    Blank,
    /// Begins this leaf.
    Begins(Leaf),
}

/// Returns the fence that is open at the end of `text`, of which no block is open at `start`. Linear.
pub(crate) fn fence_at_end(text: &str, start: usize) -> Option<Fence> {
    let mut blocks = Blocks::default();
    blocks.reset(start);
    blocks.feed(&text.as_bytes()[start..]);
    blocks.finish();
    blocks.fence()
}

impl Blocks {
    /// Drops all state and continues at offset `at`, which begins a line.
    pub(crate) fn reset(&mut self, at: usize) {
        self.inline.abandon();
        self.containers.clear();
        self.leaf = Leaf::None;
        self.head.clear();
        self.awaits = Awaits::Anything;
        self.in_content = false;
        self.html_ended = false;
        self.html_tail.clear();
        self.at = at;
        self.line_start = at;
        self.asked.clear();
        self.decided.clear();
        self.collected = 0;
    }

    /// Returns the offset of the next byte to be read.
    pub(crate) fn offset(&self) -> usize {
        self.at + self.head.len()
    }

    /// Returns whether no block is open and a line begins, so that the text after it can be judged alone.
    pub(crate) fn is_clear(&self) -> bool {
        self.containers.is_empty() && self.leaf == Leaf::None && self.begins_line()
    }

    /// Returns whether a comment at column 0 that ends on its line would be live here, with no block open after it.
    pub(crate) fn ends_with_comment_line(&self) -> bool {
        let stays =
            matches!(self.leaf, Leaf::Fence(_) | Leaf::Html(_)) && self.containers.is_empty();
        self.begins_line() && !stays
    }

    /// Returns whether the next byte begins a line.
    pub(crate) fn begins_line(&self) -> bool {
        !self.in_content && self.head.is_empty()
    }

    /// Returns the open fence.
    pub(crate) fn fence(&self) -> Option<Fence> {
        match self.leaf {
            Leaf::Fence(fence) => Some(fence),
            _ => None,
        }
    }

    /// Returns the line that was decided last.
    pub(super) fn last_line(&self) -> Line {
        self.last_line
    }

    /// Returns the open block quotes and list items.
    pub(super) fn containers(&self) -> &Containers {
        &self.containers
    }

    /// Returns whether a paragraph is open outside block quotes and list items.
    pub(super) fn is_in_paragraph(&self) -> bool {
        self.leaf == Leaf::Paragraph && self.containers.is_empty()
    }

    /// Returns the open HTML block.
    pub(super) fn html(&self) -> Option<HtmlKind> {
        match self.leaf {
            Leaf::Html(kind) => Some(kind),
            _ => None,
        }
    }

    /// Returns the prefix of lines in the open block quotes and list items.
    pub(crate) fn prefix(&self) -> String {
        self.containers.prefix()
    }

    /// Asks about the byte at `offset`, which has not been read yet. Offsets are asked about in order.
    pub(crate) fn ask(&mut self, offset: usize) {
        debug_assert!(offset >= self.offset());
        self.asked.push_back(offset);
    }

    /// Returns the next verdict, in the order of asking, once it is certain.
    pub(crate) fn answer(&mut self) -> Option<(usize, Verdict)> {
        self.collected = self.collected.checked_sub(1)?;
        self.decided.pop_front()
    }

    /// Returns the verdict on the first offset asked about, as if the text ended here. `None` if none is left.
    pub(crate) fn force_answer(&mut self) -> Option<(usize, Verdict)> {
        self.decide_head(true);
        self.collect();
        self.answer()
            .or_else(|| self.inline.take_mark().map(inline_verdict))
    }

    /// Reads more text. Linear in `bytes`.
    pub(crate) fn feed(&mut self, mut bytes: &[u8]) {
        steps::count(bytes.len());
        while !bytes.is_empty() {
            let end = memchr(b'\n', bytes).map(|at| at + 1);
            let (part, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            bytes = rest;
            if self.in_content {
                self.content(part);
            } else if self.head.is_empty() && end.is_some() {
                // A complete line, which nearly all are in a complete text, is decided without a copy.
                self.decide(part, true);
            } else {
                self.feed_head(part, end.is_some());
            }
            if end.is_some() {
                self.end_line();
            }
        }
    }

    fn feed_head(&mut self, part: &[u8], ends: bool) {
        let mut head = std::mem::take(&mut self.head);
        let room = HEAD_LIMIT.saturating_sub(head.len()).min(part.len());
        head.extend_from_slice(&part[..room]);
        // A longer line is decided on what the limit holds, however it arrives.
        if ends || head.len() >= HEAD_LIMIT {
            self.decide(&head, true);
            head.clear();
            self.content(&part[room..]);
        } else if head.len() >= self.head_next.max(HEAD_FIRST) {
            // A line of text is usually decided by its first bytes, and then need not be kept.
            // Looked at again only when it has doubled, so that small chunks take linear time.
            self.head_next = head.len() * 2;
            if self.decide(&head, false) {
                head.clear();
            }
        }
        self.head = head;
    }

    /// Reads a part of a line without its end and without `<`, if it only continues the line. Returns `false` without an effect
    /// if it may do more.
    pub(crate) fn skim(&mut self, bytes: &[u8]) -> bool {
        if !self.in_content {
            // Before this length `feed` would only buffer the bytes too.
            let is_short = self.head.len() + bytes.len() < self.head_next.max(HEAD_FIRST);
            if is_short {
                self.head.extend_from_slice(bytes);
            }
            return is_short;
        }
        let continues = match self.leaf {
            Leaf::Paragraph | Leaf::Heading => self.inline.skim(bytes),
            Leaf::Html(_) => false,
            _ => true,
        };
        if continues {
            self.at += bytes.len();
        }
        continues
    }

    /// Decides the current line on the part of it that has arrived, if that is enough.
    pub(crate) fn decide_head(&mut self, force: bool) {
        if self.in_content || self.head.is_empty() {
            return;
        }
        let new = self.head.get(self.looked_at..).unwrap_or_default();
        // Bytes that cannot decide the line are not read again with the next chunk.
        match self.awaits.continues(new).filter(|_| !force) {
            Some(awaits) => {
                self.awaits = awaits;
                self.looked_at = self.head.len();
            }
            None => {
                let mut head = std::mem::take(&mut self.head);
                if self.decide(&head, force) {
                    head.clear();
                }
                self.head = head;
            }
        }
        self.collect();
    }

    /// Ends the text.
    pub(crate) fn finish(&mut self) {
        self.decide_head(true);
        self.close_leaf_text();
        self.collect();
    }

    /// Releases the verdicts that have become certain.
    pub(crate) fn collect(&mut self) {
        while let Some(mark) = self.inline.decided() {
            steps::count(1);
            self.decided.push_back(inline_verdict(mark));
        }
        self.collected = self.decided.len();
    }

    fn end_line(&mut self) {
        self.in_content = false;
        self.line_start = self.at;
        match self.leaf {
            Leaf::Heading => {
                self.close_leaf_text();
                self.leaf = Leaf::None;
            }
            Leaf::Html(_) if self.html_ended => self.leaf = Leaf::None,
            _ => {}
        }
        self.html_ended = false;
        self.html_tail.clear();
        self.collect();
    }

    fn close_leaf_text(&mut self) {
        if matches!(self.leaf, Leaf::Paragraph | Leaf::Heading) {
            self.inline.finish();
            while let Some(mark) = self.inline.take_mark() {
                self.decided.push_back(inline_verdict(mark));
            }
        }
    }

    /// Decides the kind of a line on its head, and reads the content in the head. `complete`: nothing after the head is looked
    /// at. Returns `false` if the head does not decide and is not complete.
    fn decide(&mut self, head: &[u8], complete: bool) -> bool {
        (self.awaits, self.looked_at) = (Awaits::Anything, head.len());
        let text = trim_line_ending(&head[..head.len().min(HEAD_LIMIT)]);
        if !complete && text.ends_with(b"\r") {
            // Usually half a line ending.
            return false;
        }
        let Some((matched, line, content)) = self.read_head(text, complete) else {
            self.containers.withdraw();
            return false;
        };
        self.last_line = Line {
            matched,
            opened: self.containers.opened_len(),
            is_blank: line == LineKind::Blank,
            // A closing fence belongs to the block that it ends.
            joins: matches!(line, LineKind::Continues | LineKind::Underlines)
                || line == LineKind::Ends
                    && matches!(self.leaf, Leaf::Fence(_))
                    && matched == self.containers.len(),
            begins_indented: line == LineKind::Begins(Leaf::Indented),
        };
        // A lazy line continues the paragraph in containers that it does not match, so that they stay open.
        if line != LineKind::Continues {
            self.close_leaf_text();
            self.leaf = Leaf::None;
            self.containers.apply_line(matched);
            if let LineKind::Begins(leaf) = line {
                self.containers.note_child();
                self.leaf = leaf;
                if let Leaf::Paragraph | Leaf::Heading = leaf {
                    self.inline.begin(leaf == Leaf::Heading);
                }
            } else if matches!(line, LineKind::Ends | LineKind::Underlines) {
                self.containers.note_child();
            }
        }
        self.in_content = true;
        self.head_next = 0;
        self.at += content;
        self.content(&head[content..]);
        true
    }

    /// Reads bytes of the current line that belong to the leaf.
    fn content(&mut self, bytes: &[u8]) {
        let start = self.at;
        self.at += bytes.len();
        match self.leaf {
            Leaf::Paragraph | Leaf::Heading => {
                let mut done = 0;
                while let Some(offset) = self.next_reached() {
                    let here = offset.saturating_sub(start).max(done);
                    self.inline.feed(&bytes[done..here], start + done);
                    self.inline.mark(offset);
                    done = here;
                }
                self.inline.feed(&bytes[done..], start + done);
                return;
            }
            Leaf::Html(kind) if !self.html_ended && kind != HtmlKind::BlankLine => {
                self.html_ended = self.html_line_ends(kind, bytes);
            }
            _ => {}
        }
        let verdict = match self.leaf {
            Leaf::Fence(fence) => Verdict::Fenced(fence.opened),
            Leaf::Indented => Verdict::Indented,
            _ => Verdict::Live,
        };
        while let Some(offset) = self.next_reached() {
            self.decided.push_back((offset, verdict));
        }
    }

    /// Returns the next offset asked about, if it has been read.
    fn next_reached(&mut self) -> Option<usize> {
        let reached = self.asked.front().is_some_and(|&offset| offset < self.at);
        reached.then(|| self.asked.pop_front()).flatten()
    }

    /// Returns whether the current line, of which `bytes` are the next part, contains the text that ends the HTML block.
    fn html_line_ends(&mut self, kind: HtmlKind, bytes: &[u8]) -> bool {
        const KEPT: usize = HtmlKind::LONGEST_END - 1;
        let tail = &mut self.html_tail;
        // The text that ends the block may be cut between two parts of the line.
        let across = !tail.is_empty() && {
            let seam = tail.len();
            tail.extend_from_slice(&bytes[..bytes.len().min(KEPT)]);
            let ends = kind.is_ended_by(tail);
            tail.truncate(seam);
            ends
        };
        tail.extend_from_slice(&bytes[bytes.len().saturating_sub(KEPT)..]);
        tail.drain(..tail.len().saturating_sub(KEPT));
        across || kind.is_ended_by(bytes)
    }

    /// Reads the kind of a line from its head. The containers that it opens are noted in `containers`.
    fn read_head(&mut self, line: &[u8], complete: bool) -> Option<(usize, LineKind, usize)> {
        let mut cursor = Cursor::new(line);
        let matched = self.containers.match_line(&mut cursor);
        let all_matched = matched == self.containers.len();
        let (_, text) = cursor.indent();
        let blank = text == line.len();
        if blank && !complete {
            return None;
        }
        let (kind, content) = match self.leaf {
            Leaf::Fence(fence) if all_matched => match closes_fence(&cursor, fence, complete)? {
                true => (LineKind::Ends, line.len()),
                false => (LineKind::Continues, cursor.offset()),
            },
            Leaf::Html(kind) if all_matched && !(blank && kind == HtmlKind::BlankLine) => {
                (LineKind::Continues, cursor.offset())
            }
            _ => self.read_new_blocks(cursor, line, matched, complete)?,
        };
        Some((matched, kind, content))
    }

    fn read_new_blocks(
        &mut self,
        mut cursor: Cursor<'_>,
        line: &[u8],
        matched: usize,
        complete: bool,
    ) -> Option<(LineKind, usize)> {
        let all_matched = matched == self.containers.len();
        // All bytes so far are one character that a thematic break may have, spaces and tabs.
        let mut break_end = 0;
        loop {
            steps::count(1);
            let (indent, text) = cursor.indent();
            let rest = &line[text..];
            if text >= break_end {
                break_end = text + break_len(rest);
            }
            let is_break = break_end == line.len();
            let known = complete || !is_open_ended(rest, is_break);
            let Some(&byte) = rest.first().filter(|_| known) else {
                // Only the rest of the line decides.
                return complete.then_some((LineKind::Blank, line.len()));
            };
            let in_paragraph = self.leaf == Leaf::Paragraph && !self.containers.has_opened();
            let begins = |leaf, content| Some((LineKind::Begins(leaf), content));
            if indent >= 4 {
                if in_paragraph {
                    break;
                }
                cursor.skip_columns(4);
                return begins(Leaf::Indented, cursor.offset());
            }
            let interrupts = in_paragraph && all_matched;
            match byte {
                b'>' => {
                    cursor.skip_spaces();
                    cursor.skip_bytes(1);
                    cursor.skip_columns(1);
                    self.containers.open(Container::QUOTE);
                    continue;
                }
                b'#' => {
                    let level = rest.iter().take_while(|&&b| b == b'#').count();
                    if level <= 6 && rest.get(level).is_none_or(|&b| is_space(b)) {
                        return begins(Leaf::Heading, text);
                    }
                }
                b'`' | b'~' => {
                    let len = rest.iter().take_while(|&&b| b == byte).count();
                    let info = &rest[len..];
                    steps::count(len + info.len());
                    if len >= 3 && !(byte == b'`' && memchr(b'`', info).is_some()) {
                        if !complete && byte == b'`' {
                            self.awaits = Awaits::Backtick;
                            return None;
                        }
                        let is_top_level = matched == 0 && !self.containers.has_opened();
                        let fence = Fence {
                            opened: self.line_start,
                            byte,
                            len,
                            is_top_level,
                        };
                        return begins(Leaf::Fence(fence), text + len);
                    }
                }
                b'<' => match html_start(rest, complete, in_paragraph) {
                    HtmlStart::Kind(kind) => return begins(Leaf::Html(kind), text),
                    HtmlStart::Undecided(tag) => {
                        self.awaits = tag.map_or(Awaits::Anything, Awaits::TagEnd);
                        return None;
                    }
                    HtmlStart::None => {}
                },
                b'=' | b'-'
                    if interrupts
                        && !self.inline.is_only_definitions()
                        && is_run_then_spaces(rest, byte) =>
                {
                    return Some((LineKind::Underlines, line.len()));
                }
                _ => {}
            }
            if is_break && is_thematic_break(rest, byte) {
                return Some((LineKind::Ends, line.len()));
            }
            let Some(marker) = list_marker(rest, interrupts) else {
                break;
            };
            cursor.skip_spaces();
            cursor.skip_bytes(marker);
            let (columns, next) = cursor.indent();
            let padding = if next == line.len() || columns > 4 {
                1
            } else {
                columns
            };
            cursor.skip_columns(padding);
            self.containers
                .open(Container::item(indent + marker + padding));
        }
        let (_, text) = cursor.indent();
        let continues = self.leaf == Leaf::Paragraph && !self.containers.has_opened();
        let kind = match continues {
            true => LineKind::Continues,
            false => LineKind::Begins(Leaf::Paragraph),
        };
        Some((kind, text))
    }
}

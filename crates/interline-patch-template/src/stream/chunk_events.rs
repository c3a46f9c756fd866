use std::borrow::Cow;
use std::ops::Range;

use interline_text::{Diagnostic, is_near};

use crate::read::messages;
use crate::scan::{
    Attributes, Item, Keyword, Marker, MarkerKind, NearMiss, Scanner, Verdict, Window,
};
use crate::steps;

use super::event::Event;
use super::fence_watch::FenceWatch;
use super::parser::ResponseParser;

/// The events of one chunk. Those that are not taken are lost to the caller, but not to the parser.
#[derive(Debug)]
pub struct Events<'p, 't> {
    parser: &'p mut ResponseParser,
    /// The chunk; empty if it was added to the buffer.
    chunk: &'t str,
    ready: Ready<'t>,
    last: bool,
    /// Whether the chunk as a whole is one delta.
    plain: bool,
    done: bool,
}

/// The events of one step, at most three: text, the end of a patch that is opened again, and a marker.
#[derive(Debug, Default)]
struct Ready<'t> {
    events: [Option<Event<'t>>; 3],
    next: usize,
    count: usize,
}

impl<'t> Ready<'t> {
    fn push(&mut self, event: Event<'t>) {
        if let Some(slot) = self.events.get_mut(self.count) {
            *slot = Some(event);
            self.count += 1;
        }
    }

    fn pop(&mut self) -> Option<Event<'t>> {
        let event = self.events.get_mut(self.next)?.take()?;
        self.next += 1;
        if self.next == self.count {
            (self.next, self.count) = (0, 0);
        }
        Some(event)
    }
}

impl ResponseParser {
    /// Reads the next chunk of the response. Linear in the chunk and in the buffered text before it.
    ///
    /// After [`finish`](Self::finish) nothing more is read.
    pub fn push<'t>(&mut self, chunk: &'t str) -> Events<'_, 't> {
        let chunk = if self.finished { "" } else { chunk };
        let has_mark = self.at == 0 && chunk.starts_with('\u{feff}');
        if has_mark {
            self.reported = '\u{feff}'.len_utf8();
            self.scanner = Scanner::new(Keyword::Patch, self.reported);
            self.whole = FenceWatch::new(self.reported);
        }
        // The byte order mark is not part of the text that may be fenced.
        let skipped = self.reported.saturating_sub(self.at).min(chunk.len());
        self.whole.feed(&chunk[skipped..], self.at + skipped);
        self.at += chunk.len();
        // Before the chunk is added, so that no more is moved than has been kept.
        self.forget();
        steps::count(chunk.len() + 1);
        let joined = !self.buffered.is_empty();
        // The two most frequent chunks need no search: text with nothing in it, and more of a marker that is still cut off.
        let (plain, waits) = if joined {
            self.buffered.push_str(chunk);
            (false, self.scanner.waits(&self.buffered, self.buffered_at))
        } else {
            let is_text = self.marker.is_none() && self.scanner.skim(chunk, self.at - chunk.len());
            (is_text && !chunk.is_empty(), false)
        };
        // The delta is reported by the first call of `next`; the parser is then as if it had been.
        if plain {
            self.reported = self.at;
        }
        let done = plain || waits || chunk.is_empty();
        let mut events = Events {
            parser: self,
            chunk: if joined { "" } else { chunk },
            ready: Ready::default(),
            last: false,
            plain,
            done,
        };
        if has_mark {
            let span = 0..'\u{feff}'.len_utf8();
            events.ready.push(Event::ByteOrderMark { span });
        }
        events
    }

    /// Ends the response: returns the events of the buffered text, and those that only the end decides.
    pub fn finish(&mut self) -> Events<'_, 'static> {
        self.forget();
        let done = std::mem::replace(&mut self.finished, true);
        Events {
            parser: self,
            chunk: "",
            ready: Ready::default(),
            last: true,
            plain: false,
            done,
        }
    }
}

impl<'t> Events<'_, 't> {
    /// Returns whether the response, as far as it has arrived, may be in one fence that begins with a marker.
    pub(crate) fn may_be_wrapped(&self) -> bool {
        self.parser.whole.is_possible()
    }

    /// Returns the current text: the chunk, or the buffer with it.
    fn current(&self) -> &str {
        match self.chunk {
            "" => &self.parser.buffered,
            chunk => chunk,
        }
    }

    /// Returns a part of the current text.
    fn at_hand(&self, range: &Range<usize>) -> &str {
        part_of(self.current(), self.parser.at, range)
    }

    /// Returns a part of the current text, borrowed if it is in the chunk.
    fn text(&self, range: Range<usize>) -> Cow<'t, str> {
        if self.chunk.is_empty() {
            steps::count(range.len());
            return Cow::Owned(self.at_hand(&range).to_owned());
        }
        Cow::Borrowed(part_of(self.chunk, self.parser.at, &range))
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        let text = self.current().as_bytes();
        text.get((offset + text.len()).checked_sub(self.parser.at)?)
            .copied()
    }

    /// Reports the text up to `end` that has not been reported.
    fn report_text(&mut self, end: usize) {
        if let Some(delta) = self.delta(end) {
            self.ready.push(delta);
        }
    }

    fn delta(&mut self, end: usize) -> Option<Event<'t>> {
        let start = self.parser.reported;
        if start >= end {
            return None;
        }
        let text = self.text(start..end);
        self.parser.reported = end;
        Some(delta_of(text, self.parser.open.is_some()))
    }

    /// Returns the length of the line ending right after a marker that ends at `end`; `None` while it is not known.
    fn line_ending_at(&self, end: usize) -> Option<usize> {
        match (self.byte(end), self.byte(end + 1)) {
            (Some(b'\n'), _) => Some(1),
            (Some(b'\r'), Some(b'\n')) => Some(2),
            (Some(b'\r'), None) | (None, _) if !self.last => None,
            _ => Some(0),
        }
    }

    /// Reports the buffered marker once the line ending after it is known. Returns `false` before that.
    fn release_marker(&mut self) -> bool {
        let Some(len) = self.line_ending_at(self.parser.reported) else {
            return false;
        };
        if let Some(event) = self.parser.marker.take() {
            self.give_marker(event, len);
        }
        true
    }

    /// Reads to the next marker, or to the end of the current text. Most chunks are one delta, which is returned directly, since
    /// the detour through `ready` would cost more than everything else.
    fn step(&mut self) -> Option<Event<'t>> {
        let is_released = self.parser.marker.is_none() || self.release_marker();
        // In a step of its own, so that `ready` has room for the events of one step.
        if self.ready.count > 0 {
            return None;
        }
        let last = self.last;
        let parser = &mut *self.parser;
        let text = match self.chunk {
            "" => parser.buffered.as_str(),
            chunk => chunk,
        };
        let base = parser.at - text.len();
        let window = Window {
            text,
            base,
            ends_here: last,
        };
        let Some(found) = parser.scanner.next(window) else {
            let kept = if last {
                parser.at
            } else {
                parser.scanner.needed_from(window)
            };
            // A CR after a marker may be half of its line ending.
            let delta = if is_released { self.delta(kept) } else { None };
            self.done = true;
            self.keep();
            if self.ready.count == 0 && !last {
                return delta;
            }
            if let Some(delta) = delta {
                self.ready.push(delta);
            }
            if last {
                self.report_end();
            }
            return None;
        };
        // A marker in a fence is the sign that the fence may be around the whole response.
        if matches!(found.verdict, Verdict::Fenced(_)) {
            parser.whole.note_marker();
        }
        if found.verdict != Verdict::Live {
            // Inside a patch, markers in code are content.
            if let (Item::Marker(marker), None) = (&found.item, &self.parser.open) {
                self.marker_in_code(marker, found.verdict);
            }
        } else {
            self.parser.in_code.reset();
            match found.item {
                Item::Marker(marker) => self.marker(&marker),
                Item::NearMiss(why, span) => self.near_miss(why, &span),
            }
        }
        None
    }

    /// Notes a marker in code, outside of patches.
    fn marker_in_code(&mut self, marker: &Marker, verdict: Verdict) {
        let mut in_code = std::mem::take(&mut self.parser.in_code);
        let is_pair = in_code.take(marker, self.at_hand(&marker.name), verdict);
        let pair = is_pair.then(|| in_code.patch(marker));
        self.parser.in_code = in_code;
        if let Some(pair) = pair {
            let reported = messages::patch_in_code(&pair, false);
            self.report_where_decided(reported, marker.span.start);
        }
    }

    fn marker(&mut self, marker: &Marker) {
        let is_opener = marker.kind == MarkerKind::Opener;
        let is_same = self.at_hand(&marker.name) == self.parser.name;
        match self.parser.open.clone() {
            None if is_opener => self.open(marker),
            Some(_) if is_same && !is_opener => {
                self.report_text(marker.span.start);
                self.parser.open = None;
                let span = marker.span.clone();
                self.report_marker(Event::Closed { span: span.clone() }, &span);
            }
            Some(outer)
                if is_same
                    && marker.begins_line
                    && (!self.parser.open_begins_line || self.parser.has_misspelt_closer) =>
            {
                // The opener before was a mention, or its closer is misspelt. `fold` decides from the text.
                self.report_text(marker.span.start);
                let name = Cow::Owned(self.parser.name.clone());
                self.ready.push(Event::Unterminated { name, span: outer });
                self.parser.open = None;
                self.open(marker);
            }
            Some(outer) if is_same => {
                let reported = messages::nested_opener(&self.parser.name, marker, &outer);
                self.report_diagnostic(reported, marker.span.start);
            }
            Some(_) => {
                let is_near = !is_opener && is_near(self.at_hand(&marker.name), &self.parser.name);
                self.parser.has_misspelt_closer |= is_near;
            }
            None => {
                let name = self.at_hand(&marker.name);
                let reported = messages::stray_closer(name, &Keyword::Patch, marker);
                self.report_diagnostic(reported, marker.span.start);
            }
        }
    }

    fn open(&mut self, marker: &Marker) {
        self.report_text(marker.span.start);
        let name = self.text(marker.name.clone());
        // Buffered attributes are read from a copy.
        let attributes = match self.text(marker.attributes()) {
            Cow::Borrowed(text) => Attributes::read(text),
            Cow::Owned(text) => Attributes::read(&text).into_owned(),
        };
        let span = marker.span.clone();
        self.parser.name.clear();
        self.parser.name.push_str(&name);
        self.parser.open = Some(span.clone());
        self.parser.open_begins_line = marker.begins_line;
        self.parser.has_misspelt_closer = false;
        let event = Event::Opened {
            name,
            attributes,
            span: span.clone(),
        };
        self.report_marker(event, &span);
    }

    /// Reports a marker, or buffers it until the line ending after it is known.
    fn report_marker(&mut self, event: Event<'t>, span: &Range<usize>) {
        self.parser.reported = span.end;
        match self.line_ending_at(span.end) {
            Some(len) => self.give_marker(event, len),
            None => self.parser.marker = Some(event.into_owned()),
        }
    }

    /// Reports a marker with the line ending of `len` bytes after it.
    fn give_marker(&mut self, mut event: Event<'t>, len: usize) {
        if let Event::Opened { span, .. } | Event::Closed { span } = &mut event {
            span.end += len;
        }
        self.parser.reported += len;
        self.ready.push(event);
    }

    fn near_miss(&mut self, why: NearMiss, span: &Range<usize>) {
        // Content may show the markers of documents.
        if why == NearMiss::OtherKeyword && self.parser.open.is_some() {
            return;
        }
        let reported = messages::near_miss(&Keyword::Patch, why, span);
        self.report_where_decided(reported, span.start);
    }

    /// Reports a problem of text that was not buffered for it. Its position among the deltas is that of the decision, which does
    /// not depend on the chunks.
    fn report_where_decided(&mut self, diagnostic: Diagnostic, start: usize) {
        let at = self.parser.scanner.decided_at().unwrap_or(start);
        let at = self
            .parser
            .scanner
            .first_waiting()
            .map_or(at, |waiting| waiting.min(at));
        self.report_diagnostic(diagnostic, at);
    }

    fn report_diagnostic(&mut self, diagnostic: Diagnostic, at: usize) {
        self.report_text(at);
        self.ready.push(Event::Diagnostic(diagnostic));
    }

    /// Reports what the end of the response decides.
    fn report_end(&mut self) {
        if let Some(span) = self.parser.open.take() {
            let name = Cow::Owned(std::mem::take(&mut self.parser.name));
            self.ready.push(Event::Unterminated { name, span });
        }
        if let Some(opener) = self.parser.whole.finish() {
            self.ready
                .push(Event::Diagnostic(messages::whole_fence(opener)));
        }
    }

    /// Buffers the part of the chunk that has not been reported.
    fn keep(&mut self) {
        if !self.chunk.is_empty() {
            let base = self.parser.at - self.chunk.len();
            self.parser.buffered_at = self.parser.reported.max(base);
            self.parser
                .buffered
                .push_str(&self.chunk[self.parser.buffered_at - base..]);
        }
    }
}

/// Returns a part of the text that ends at the offset `end`.
fn part_of<'a>(text: &'a str, end: usize, range: &Range<usize>) -> &'a str {
    let base = end - text.len();
    let range = range.start.saturating_sub(base)..range.end.saturating_sub(base);
    text.get(range).unwrap_or_default()
}

fn delta_of(text: Cow<'_, str>, in_patch: bool) -> Event<'_> {
    if in_patch {
        Event::Content(text)
    } else {
        Event::Text(text)
    }
}

impl<'t> Iterator for Events<'_, 't> {
    type Item = Event<'t>;

    fn next(&mut self) -> Option<Event<'t>> {
        loop {
            if self.ready.count > 0 {
                return self.ready.pop();
            }
            if std::mem::take(&mut self.plain) {
                let text = Cow::Borrowed(self.chunk);
                return Some(delta_of(text, self.parser.open.is_some()));
            }
            if self.done {
                return None;
            }
            if let Some(delta) = self.step() {
                return Some(delta);
            }
        }
    }
}

impl std::iter::FusedIterator for Events<'_, '_> {}

impl Drop for Events<'_, '_> {
    fn drop(&mut self) {
        // The parser has to read the chunk even if the caller takes no event.
        if !self.done {
            self.for_each(drop);
        }
    }
}

use std::borrow::Cow;
use std::ops::Range;

use interline_text::{Diagnostic, is_near};

use crate::read::{FenceWatch, messages};
use crate::scan::{
    Attributes, CodedPairs, Item, Keyword, Marker, MarkerKind, NearMiss, Scanner, Verdict, Window,
    steps,
};

use super::event::Event;

/// Reads a response as it arrives.
///
/// The pieces may be of any size and cut the text anywhere: the events, with neighbouring deltas joined, are those of
/// the whole. An event is never taken back. The spans of markers and the deltas together are the response, each byte once: the
/// line ending right after a marker is inside the span of its event, and a byte order mark is an event.
///
/// Held back is only what may still become a marker or belong to one, and from a marker in the middle of a line on, what its paragraph
/// needs to decide whether it is code, at most [`LOOKAHEAD_LIMIT`](crate::LOOKAHEAD_LIMIT) bytes; see
/// [`pending`](Self::pending). Time is linear in the response however small the pieces.
///
/// A patch of any length takes no memory. Amid usual text a parser takes about 1.3 KiB, itself included; what a
/// hostile response makes it hold, in text, unsettled markers and nesting, is at most 1.25 MiB. A piece of which nothing
/// is held back, and before which nothing was, allocates nothing once the parser has seen text of the same shape.
///
/// ```
/// use interline_patch_template::{Event, ResponseParser};
///
/// let mut parser = ResponseParser::new();
/// let mut content = String::new();
/// for piece in ["<!-- pat", "ch:status -->\nbu", "ild: green\n<!-- /patch:status", " -->\n"] {
///     for event in parser.push(piece) {
///         if let Event::Content(delta) = event {
///             content.push_str(&delta);
///         }
///     }
/// }
/// assert_eq!(parser.finish().count(), 0);
/// assert_eq!(content, "build: green\n");
/// ```
#[derive(Clone, Debug)]
pub struct ResponseParser {
    scanner: Scanner,
    /// Text that was not told, and what has been joined to it; some of what was told may still stand before it.
    held: String,
    /// Offset of its first byte.
    held_at: usize,
    /// Offset of the next byte that is pushed.
    at: usize,
    /// Up to here the response has been told.
    told: usize,
    /// The bytes of the opener of the patch that is open.
    open: Option<Range<usize>>,
    /// Its name. The memory serves for every patch.
    name: String,
    /// Whether that opener begins its line.
    open_begins_line: bool,
    /// A closer with nearly that name has come.
    has_misspelt_closer: bool,
    /// The event of a marker right after which more has to come: a line ending belongs to the marker.
    marker: Option<Event<'static>>,
    coded: CodedPairs,
    whole: FenceWatch,
    finished: bool,
}

/// The events of one piece. What is not taken from it is lost to the caller, but not to the parser.
#[derive(Debug)]
pub struct Events<'p, 't> {
    parser: &'p mut ResponseParser,
    /// The piece; empty when it was joined to what was held.
    piece: &'t str,
    ready: Ready<'t>,
    last: bool,
    /// The piece as a whole is one delta.
    plain: bool,
    done: bool,
}

/// The events of one step: text, the end of a patch that is opened again, and a marker; no more than three.
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

impl Default for ResponseParser {
    fn default() -> Self {
        Self::new()
    }
}

impl ResponseParser {
    /// A parser at the begin of a response.
    #[must_use]
    pub fn new() -> Self {
        Self {
            scanner: Scanner::new(Keyword::Patch, 0),
            held: String::new(),
            held_at: 0,
            at: 0,
            told: 0,
            open: None,
            name: String::new(),
            open_begins_line: false,
            has_misspelt_closer: false,
            marker: None,
            coded: CodedPairs::default(),
            whole: FenceWatch::new(0),
            finished: false,
        }
    }

    /// The next piece of the response. Linear in the piece, and in what was held back before it.
    ///
    /// Behind [`finish`](Self::finish) nothing more is read.
    pub fn push<'t>(&mut self, piece: &'t str) -> Events<'_, 't> {
        let piece = if self.finished { "" } else { piece };
        let has_mark = self.at == 0 && piece.starts_with('\u{feff}');
        if has_mark {
            self.told = '\u{feff}'.len_utf8();
            self.scanner = Scanner::new(Keyword::Patch, self.told);
            self.whole = FenceWatch::new(self.told);
        }
        let skipped = self.told.saturating_sub(self.at).min(piece.len());
        self.whole.feed(&piece[skipped..], self.at + skipped);
        self.at += piece.len();
        self.forget();
        steps::count(piece.len() + 1);
        let joined = !self.held.is_empty();
        // What needs no more than a look: text with nothing in it, and more of a marker that is not there yet.
        let (plain, waits) = if joined {
            self.held.push_str(piece);
            (false, self.scanner.stays_cut_off(&self.held, self.held_at))
        } else {
            let is_text = self.marker.is_none() && self.scanner.skim(piece, self.at - piece.len());
            (is_text && !piece.is_empty(), false)
        };
        if plain {
            self.told = self.at;
        }
        let done = plain || waits || piece.is_empty();
        let mut events = Events {
            parser: self,
            piece: if joined { "" } else { piece },
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

    /// The end of the response: what was held comes out, and what only the end can settle is told.
    pub fn finish(&mut self) -> Events<'_, 'static> {
        self.forget();
        let done = std::mem::replace(&mut self.finished, true);
        Events {
            parser: self,
            piece: "",
            ready: Ready::default(),
            last: true,
            plain: false,
            done,
        }
    }

    /// Bytes of the response that have been pushed and not told.
    #[must_use]
    pub fn pending(&self) -> usize {
        let marker = match &self.marker {
            Some(Event::Opened { span, .. } | Event::Closed { span }) => span.len(),
            _ => 0,
        };
        self.at - self.told + marker
    }

    /// The name of the patch that is open.
    #[must_use]
    pub fn open_patch(&self) -> Option<&str> {
        self.open.as_ref().map(|_| self.name.as_str())
    }

    /// Drops what has been told from what is held.
    fn forget(&mut self) {
        let told = self.told.saturating_sub(self.held_at).min(self.held.len());
        let kept = self.held.len() - told;
        if kept == 0 {
            self.held.clear();
        } else if told >= kept / 2 {
            // What is kept is moved at the cost of what goes.
            steps::count(kept);
            self.held.drain(..told);
        } else {
            return;
        }
        self.held_at += told;
    }
}

impl<'t> Events<'_, 't> {
    /// Whether all of the response, as far as it has come, may be in one fence that begins with a marker.
    pub(crate) fn may_be_wrapped(&self) -> bool {
        self.parser.whole.is_possible()
    }

    /// The text at hand and the offset of its first byte.
    fn window(&self) -> (usize, bool) {
        let len = if self.piece.is_empty() {
            self.parser.held.len()
        } else {
            self.piece.len()
        };
        (self.parser.at - len, self.piece.is_empty())
    }

    /// A part of the text at hand.
    fn at_hand(&self, range: &Range<usize>) -> &str {
        let (base, is_held) = self.window();
        let text = if is_held {
            &self.parser.held
        } else {
            self.piece
        };
        let range = range.start.saturating_sub(base)..range.end.saturating_sub(base);
        text.get(range).unwrap_or_default()
    }

    /// The same, borrowed where it is the piece itself.
    fn text(&self, range: Range<usize>) -> Cow<'t, str> {
        let (base, is_held) = self.window();
        if is_held {
            steps::count(range.len());
            return Cow::Owned(self.at_hand(&range).to_owned());
        }
        let range = range.start.saturating_sub(base)..range.end.saturating_sub(base);
        Cow::Borrowed(self.piece.get(range).unwrap_or_default())
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        let (base, is_held) = self.window();
        let text = if is_held {
            self.parser.held.as_bytes()
        } else {
            self.piece.as_bytes()
        };
        text.get(offset.checked_sub(base)?).copied()
    }

    /// Tells the text up to `end`, as far as it has not been told.
    fn tell_text(&mut self, end: usize) {
        if let Some(delta) = self.delta(end) {
            self.ready.push(delta);
        }
    }

    fn delta(&mut self, end: usize) -> Option<Event<'t>> {
        let start = self.parser.told;
        if start >= end {
            return None;
        }
        let text = self.text(start..end);
        self.parser.told = end;
        Some(delta_of(text, self.parser.open.is_some()))
    }

    /// How long the line ending right after a marker that ends at `end` is; `None` while that is not known.
    fn line_ending_at(&self, end: usize) -> Option<usize> {
        match (self.byte(end), self.byte(end + 1)) {
            (Some(b'\n'), _) => Some(1),
            (Some(b'\r'), Some(b'\n')) => Some(2),
            (Some(b'\r'), None) | (None, _) if !self.last => None,
            _ => Some(0),
        }
    }

    /// Gives out the marker that was held, when it is known what comes after it. False while it is not.
    fn release_marker(&mut self) -> bool {
        let Some(len) = self.line_ending_at(self.parser.told) else {
            return false;
        };
        if let Some(event) = self.parser.marker.take() {
            self.give_marker(event, len);
        }
        true
    }

    /// Reads on to the next marker, or to the end of what is at hand. Most pieces are one delta, which is given at once,
    /// since a detour through `ready` would cost more than the rest.
    fn step(&mut self) -> Option<Event<'t>> {
        let is_released = self.parser.marker.is_none() || self.release_marker();
        // By itself, so that the events of one step are few.
        if self.ready.count > 0 {
            return None;
        }
        let (base, is_held) = self.window();
        let last = self.last;
        let parser = &mut *self.parser;
        let text = if is_held {
            parser.held.as_str()
        } else {
            self.piece
        };
        let window = Window {
            text,
            base,
            ends_here: last,
        };
        let Some(found) = parser.scanner.next(window) else {
            let kept = if last {
                parser.at
            } else {
                parser.scanner.settle(window)
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
                self.tell_end();
            }
            return None;
        };
        if matches!(found.verdict, Verdict::Fenced(_)) {
            parser.whole.note_marker();
        }
        if found.verdict != Verdict::Live {
            if let (Item::Marker(marker), None) = (&found.item, &self.parser.open) {
                self.coded_marker(marker, found.verdict);
            }
        } else {
            self.parser.coded.reset();
            match found.item {
                Item::Marker(marker) => self.marker(&marker),
                Item::NearMiss(why, span) => self.near_miss(why, &span),
            }
        }
        None
    }

    /// A marker in code, outside of patches.
    fn coded_marker(&mut self, marker: &Marker, verdict: Verdict) {
        let mut coded = std::mem::take(&mut self.parser.coded);
        let is_pair = coded.take(marker, self.at_hand(&marker.name), verdict);
        let pair = is_pair.then(|| coded.pair(marker));
        self.parser.coded = coded;
        if let Some(pair) = pair {
            let told = messages::patch_in_code(&pair, false);
            self.tell_where_decided(told, marker.span.start);
        }
    }

    fn marker(&mut self, marker: &Marker) {
        let is_opener = marker.kind == MarkerKind::Opener;
        let is_same = self.at_hand(&marker.name) == self.parser.name;
        match self.parser.open.clone() {
            None if is_opener => self.open(marker),
            Some(_) if is_same && !is_opener => {
                self.tell_text(marker.span.start);
                self.parser.open = None;
                let span = marker.span.clone();
                self.tell_marker(Event::Closed { span: span.clone() }, &span);
            }
            Some(outer)
                if is_same
                    && marker.begins_line
                    && (!self.parser.open_begins_line || self.parser.has_misspelt_closer) =>
            {
                // The opener before was a mention, or its closer is misspelt: `fold` reads that from the text.
                self.tell_text(marker.span.start);
                let name = Cow::Owned(self.parser.name.clone());
                self.ready.push(Event::Unterminated { name, span: outer });
                self.parser.open = None;
                self.open(marker);
            }
            Some(outer) if is_same => {
                let told = messages::nested_opener(&self.parser.name, marker, &outer);
                self.tell_diagnostic(told, marker.span.start);
            }
            Some(_) => {
                let is_near = !is_opener && is_near(self.at_hand(&marker.name), &self.parser.name);
                self.parser.has_misspelt_closer |= is_near;
            }
            None => {
                let name = self.at_hand(&marker.name);
                let told = messages::stray_closer(name, &Keyword::Patch, marker);
                self.tell_diagnostic(told, marker.span.start);
            }
        }
    }

    fn open(&mut self, marker: &Marker) {
        self.tell_text(marker.span.start);
        let name = self.text(marker.name.clone());
        // The attributes may be held, so they are read from a copy in that case.
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
        self.tell_marker(event, &span);
    }

    /// Gives out the event of a marker, or holds it until it is known whether a line ending comes after it.
    fn tell_marker(&mut self, event: Event<'t>, span: &Range<usize>) {
        self.parser.told = span.end;
        match self.line_ending_at(span.end) {
            Some(len) => self.give_marker(event, len),
            None => self.parser.marker = Some(event.into_owned()),
        }
    }

    /// Gives out the event of a marker with the line ending of `len` bytes after it.
    fn give_marker(&mut self, mut event: Event<'t>, len: usize) {
        if let Event::Opened { span, .. } | Event::Closed { span } = &mut event {
            span.end += len;
        }
        self.parser.told += len;
        self.ready.push(event);
    }

    fn near_miss(&mut self, why: NearMiss, span: &Range<usize>) {
        // Content may show markers of documents.
        if why == NearMiss::OtherKeyword && self.parser.open.is_some() {
            return;
        }
        let told = messages::near_miss(&Keyword::Patch, why, span);
        self.tell_where_decided(told, span.start);
    }

    /// Tells something about text that was not held back for it, so that its place among the deltas is where it was decided.
    fn tell_where_decided(&mut self, diagnostic: Diagnostic, start: usize) {
        let at = self.parser.scanner.decided_at().unwrap_or(start);
        let at = self
            .parser
            .scanner
            .first_waiting()
            .map_or(at, |waiting| waiting.min(at));
        self.tell_diagnostic(diagnostic, at);
    }

    fn tell_diagnostic(&mut self, diagnostic: Diagnostic, at: usize) {
        self.tell_text(at);
        self.ready.push(Event::Diagnostic(diagnostic));
    }

    /// What the end of the response settles.
    fn tell_end(&mut self) {
        if let Some(span) = self.parser.open.take() {
            let name = Cow::Owned(std::mem::take(&mut self.parser.name));
            self.ready.push(Event::Unterminated { name, span });
        }
        if let Some(opener) = self.parser.whole.finish() {
            self.ready
                .push(Event::Diagnostic(messages::unwrapped(opener)));
        }
    }

    /// Keeps of the piece what has not been told.
    fn keep(&mut self) {
        if !self.piece.is_empty() {
            let base = self.parser.at - self.piece.len();
            self.parser.held_at = self.parser.told.max(base);
            self.parser
                .held
                .push_str(&self.piece[self.parser.held_at - base..]);
        }
    }
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
        if self.ready.count > 0 {
            return self.ready.pop();
        }
        if std::mem::take(&mut self.plain) {
            return Some(delta_of(
                Cow::Borrowed(self.piece),
                self.parser.open.is_some(),
            ));
        }
        loop {
            if self.ready.count > 0 {
                return self.ready.pop();
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
        if !self.done {
            self.for_each(drop);
        }
    }
}

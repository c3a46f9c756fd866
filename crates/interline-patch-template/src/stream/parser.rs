use std::ops::Range;

use crate::scan::{Keyword, PatchesInCode, Scanner, steps};

use super::event::Event;
use super::fence_watch::FenceWatch;

/// Reads a response as it arrives.
///
/// The chunks may be of any size and cut the text anywhere: the events, with neighbouring deltas joined, are those of
/// the whole. An event is never taken back. The spans of markers and the deltas together are the response, each byte once: the
/// line ending right after a marker is inside the span of its event, and a byte order mark is an event.
///
/// Held back is only what may still become a marker or belong to one, and from a marker in the middle of a line on, what its paragraph
/// needs to decide whether it is code, at most [`LOOKAHEAD_LIMIT`](crate::LOOKAHEAD_LIMIT) bytes; see
/// [`pending`](Self::pending). Time is linear in the response however small the chunks.
///
/// A patch of any length takes no memory. Amid usual text a parser takes about 1.3 KiB, itself included; what a
/// hostile response makes it hold, in text, unsettled markers and nesting, is at most 1.25 MiB. A chunk of which nothing
/// is buffered back, and before which nothing was, allocates nothing once the parser has seen text of the same shape.
///
/// ```
/// use interline_patch_template::{Event, ResponseParser};
///
/// let mut parser = ResponseParser::new();
/// let mut content = String::new();
/// for chunk in ["<!-- pat", "ch:status -->\nbu", "ild: green\n<!-- /patch:status", " -->\n"] {
///     for event in parser.push(chunk) {
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
    pub(super) scanner: Scanner,
    /// Text that was not reported, and what has been joined to it; some of what was reported may still stand before it.
    pub(super) buffered: String,
    /// Offset of its first byte.
    pub(super) buffered_at: usize,
    /// Offset of the next byte that is pushed.
    pub(super) at: usize,
    /// Up to here the response has been reported.
    pub(super) reported: usize,
    /// The bytes of the opener of the patch that is open.
    pub(super) open: Option<Range<usize>>,
    /// Its name. The memory serves for every patch.
    pub(super) name: String,
    /// Whether that opener begins its line.
    pub(super) open_begins_line: bool,
    /// A closer with nearly that name has come.
    pub(super) has_misspelt_closer: bool,
    /// The event of a marker right after which more has to come: a line ending belongs to the marker.
    pub(super) marker: Option<Event<'static>>,
    pub(super) in_code: PatchesInCode,
    pub(super) whole: FenceWatch,
    pub(super) finished: bool,
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
            buffered: String::new(),
            buffered_at: 0,
            at: 0,
            reported: 0,
            open: None,
            name: String::new(),
            open_begins_line: false,
            has_misspelt_closer: false,
            marker: None,
            in_code: PatchesInCode::default(),
            whole: FenceWatch::new(0),
            finished: false,
        }
    }

    /// Bytes of the response that have been pushed and not reported.
    #[must_use]
    pub fn pending(&self) -> usize {
        let marker = match &self.marker {
            Some(Event::Opened { span, .. } | Event::Closed { span }) => span.len(),
            _ => 0,
        };
        self.at - self.reported + marker
    }

    /// The name of the patch that is open.
    #[must_use]
    pub fn open_patch(&self) -> Option<&str> {
        self.open.as_ref().map(|_| self.name.as_str())
    }

    /// Drops what has been reported from what is buffered.
    pub(super) fn forget(&mut self) {
        let reported = self
            .reported
            .saturating_sub(self.buffered_at)
            .min(self.buffered.len());
        let kept = self.buffered.len() - reported;
        if kept == 0 {
            self.buffered.clear();
        } else if reported >= kept / 2 {
            // What is kept is moved at the cost of what goes.
            steps::count(kept);
            self.buffered.drain(..reported);
        } else {
            return;
        }
        self.buffered_at += reported;
    }
}

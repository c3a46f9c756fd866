use std::ops::Range;

use crate::scan::{PatchesInCode, Scanner};
use crate::steps;

use super::event::Event;
use super::fence_watch::FenceWatch;

/// Parses a response as it arrives.
///
/// The chunks may be of any size and cut the text anywhere: the events, with neighbouring deltas joined, are the same. An event
/// is never taken back. The spans of markers and the deltas together are the response, each byte once: the line ending right
/// after a marker is inside the span of its event, and a byte order mark is an event.
///
/// Only text is buffered that may still become a marker or belong to one, and from a marker in the middle of a line on, the text
/// of its paragraph that decides whether it is code, at most [`LOOKAHEAD_LIMIT`](crate::LOOKAHEAD_LIMIT) bytes; see
/// [`pending`](Self::pending). Time is linear in the response however small the chunks are.
///
/// A patch of any length takes no memory. Whatever the response is, a parser holds at most 1.25 MiB: buffered text, undecided
/// markers and nesting. If nothing is buffered before and after a chunk, pushing it allocates nothing, once the parser has seen
/// text of the same shape.
///
/// # Examples
///
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
#[derive(Clone, Debug, Default)]
pub struct ResponseParser {
    pub(super) scanner: Scanner,
    /// Text that has not been reported, and perhaps some that has before it.
    pub(super) buffered: String,
    /// The offset of the first byte of the buffer.
    pub(super) buffered_at: usize,
    /// The offset of the next byte that is pushed.
    pub(super) at: usize,
    /// The offset up to which the response has been reported.
    pub(super) reported: usize,
    /// The opener of the open patch.
    pub(super) open: Option<Range<usize>>,
    /// The name of the open patch. Its memory is reused for every patch.
    pub(super) name: String,
    /// Whether the opener begins its line.
    pub(super) open_begins_line: bool,
    /// Whether a closer with nearly the name of the open patch has come.
    pub(super) has_misspelt_closer: bool,
    /// The event of a marker whose line ending has not arrived: it belongs to the span of the marker.
    pub(super) marker: Option<Event<'static>>,
    pub(super) in_code: PatchesInCode,
    pub(super) whole: FenceWatch,
    pub(super) finished: bool,
}

impl ResponseParser {
    /// Makes a parser at the start of a response.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of bytes that have been pushed and not reported.
    #[must_use]
    pub fn pending(&self) -> usize {
        let marker = match &self.marker {
            Some(Event::Opened { span, .. } | Event::Closed { span }) => span.len(),
            _ => 0,
        };
        self.at - self.reported + marker
    }

    /// Returns the name of the open patch.
    #[must_use]
    pub fn open_patch(&self) -> Option<&str> {
        self.open.as_ref().map(|_| self.name.as_str())
    }

    /// Drops the reported text from the buffer.
    pub(super) fn forget(&mut self) {
        let reported = self
            .reported
            .saturating_sub(self.buffered_at)
            .min(self.buffered.len());
        let kept = self.buffered.len() - reported;
        if kept == 0 {
            self.buffered.clear();
        // A short rest at the end of a long buffer is moved; a long rest waits until enough has been reported.
        } else if reported >= kept / 2 {
            // Moving the rest costs no more than the dropped text did, so that the time stays linear.
            steps::count(kept);
            self.buffered.drain(..reported);
        } else {
            return;
        }
        self.buffered_at += reported;
    }
}

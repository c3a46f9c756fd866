use std::collections::VecDeque;
use std::iter::FusedIterator;
use std::task::{Poll, ready};

use super::event::Event;
use super::parser::ResponseParser;

/// The events of a response whose chunks an iterator gives, with those of its end. See [`events`].
#[derive(Clone, Debug)]
pub struct EventIter<I> {
    chunks: I,
    parser: ResponseParser,
    ready: VecDeque<Event<'static>>,
    has_ended: bool,
}

/// Parses a response whose chunks come from an iterator, as [`ResponseParser`] does. Each event is independent of its chunk.
///
/// A chunk is taken only after all events of those before it. The response ends when `chunks` gives `None` for the first time.
/// Linear in all chunks; holds the events of one chunk and what the parser holds.
///
/// # Examples
///
/// ```
/// use interline_patch_template::{Event, events, fold};
///
/// let text = "<!-- patch:status -->\n- build: green\n<!-- /patch:status -->\n";
/// let chunks = [&text[..9], &text[9..30], &text[30..]];
/// let events: Vec<Event<'static>> = events(chunks).collect();
/// assert!(matches!(&events[0], Event::Opened { name, .. } if name == "status"));
/// assert_eq!(fold(text, events).patches[0].content, "- build: green\n");
/// ```
pub fn events<I>(chunks: I) -> EventIter<I::IntoIter>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    EventIter::new(chunks.into_iter())
}

impl<I> EventIter<I> {
    pub(super) fn new(chunks: I) -> Self {
        Self {
            chunks,
            parser: ResponseParser::new(),
            ready: VecDeque::new(),
            has_ended: false,
        }
    }

    /// Returns the next event; `next` asks for the next chunk.
    pub(super) fn poll_event<C: AsRef<str>>(
        &mut self,
        mut next: impl FnMut(&mut I) -> Poll<Option<C>>,
    ) -> Poll<Option<Event<'static>>> {
        loop {
            // All events of a chunk before the next, so that dropping a stream loses no chunk that was taken.
            if let Some(event) = self.ready.pop_front() {
                return Poll::Ready(Some(event));
            }
            if self.has_ended {
                return Poll::Ready(None);
            }
            match ready!(next(&mut self.chunks)) {
                Some(chunk) => {
                    let events = self.parser.push(chunk.as_ref());
                    self.ready.extend(events.map(Event::into_owned));
                }
                None => {
                    // The chunks may not be fused and must not be asked for again.
                    self.has_ended = true;
                    self.ready.extend(self.parser.finish());
                }
            }
        }
    }

    #[cfg(feature = "futures")]
    pub(super) fn is_over(&self) -> bool {
        self.has_ended && self.ready.is_empty()
    }

    /// Returns the parser, to see what is pending or open.
    #[must_use]
    pub fn parser(&self) -> &ResponseParser {
        &self.parser
    }
}

impl<I> Iterator for EventIter<I>
where
    I: Iterator,
    I::Item: AsRef<str>,
{
    type Item = Event<'static>;

    fn next(&mut self) -> Option<Event<'static>> {
        match self.poll_event(|chunks| Poll::Ready(chunks.next())) {
            Poll::Ready(event) => event,
            Poll::Pending => None,
        }
    }
}

impl<I> FusedIterator for EventIter<I>
where
    I: Iterator,
    I::Item: AsRef<str>,
{
}

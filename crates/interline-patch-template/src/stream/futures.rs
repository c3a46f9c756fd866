use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::{FusedStream, Stream};

use super::event::Event;
use super::parser::ResponseParser;

/// The events of a response that a [`Stream`] gives in pieces, with those of its end. See [`event_stream`].
#[derive(Clone, Debug)]
#[must_use = "a stream does nothing unless it is polled"]
pub struct EventStream<S> {
    pieces: S,
    parser: ResponseParser,
    ready: VecDeque<Event<'static>>,
    has_ended: bool,
}

/// The events of a response that arrives in pieces, as [`events`](crate::events) gives them for an iterator.
///
/// `pieces` has to be [`Unpin`] to be polled; one that is not goes into a `Box::pin`. It is polled only when all events
/// of the pieces before have been taken, and not again once it has ended. Dropping the result loses nothing but what was
/// not polled; nothing is read ahead.
///
/// A stream whose pieces can fail is stopped at the first failure by the caller, with what the executor's crate has for
/// it: the response ends there, and a patch that is open is [`Event::Unterminated`].
pub fn event_stream<S>(pieces: S) -> EventStream<S>
where
    S: Stream,
    S::Item: AsRef<str>,
{
    EventStream {
        pieces,
        parser: ResponseParser::new(),
        ready: VecDeque::new(),
        has_ended: false,
    }
}

impl<S> EventStream<S> {
    /// The parser, to ask for what is pending or open.
    #[must_use]
    pub fn parser(&self) -> &ResponseParser {
        &self.parser
    }
}

impl<S> Stream for EventStream<S>
where
    S: Stream + Unpin,
    S::Item: AsRef<str>,
{
    type Item = Event<'static>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Event<'static>>> {
        let this = self.get_mut();
        loop {
            if let Some(event) = this.ready.pop_front() {
                return Poll::Ready(Some(event));
            }
            if this.has_ended {
                return Poll::Ready(None);
            }
            match ready!(Pin::new(&mut this.pieces).poll_next(context)) {
                Some(piece) => {
                    let events = this.parser.push(piece.as_ref());
                    this.ready.extend(events.map(Event::into_owned));
                }
                None => {
                    this.has_ended = true;
                    this.ready.extend(this.parser.finish());
                }
            }
        }
    }
}

impl<S> FusedStream for EventStream<S>
where
    S: Stream + Unpin,
    S::Item: AsRef<str>,
{
    fn is_terminated(&self) -> bool {
        self.has_ended && self.ready.is_empty()
    }
}

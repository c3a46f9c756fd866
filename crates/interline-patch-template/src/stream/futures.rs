use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::{FusedStream, Stream};

use super::event::Event;
use super::iter::EventIter;
use super::parser::ResponseParser;

/// The events of a response whose chunks a [`Stream`] gives, with those of its end. See [`event_stream`].
#[derive(Clone, Debug)]
#[must_use = "a stream does nothing unless it is polled"]
pub struct EventStream<S>(EventIter<S>);

/// Parses a response whose chunks arrive in a [`Stream`], as [`events`](crate::events) does for an iterator.
///
/// `chunks` has to be [`Unpin`] to be polled; use `Box::pin` for one that is not. It is polled only after all events of the
/// chunks before have been taken, and not again after its end. Nothing is read ahead, so that dropping the result loses only
/// chunks that were not polled.
///
/// If the chunks can fail, the caller ends the stream at the first failure, with an adaptor of the executor's crate: the response
/// ends there, and an open patch is [`Event::Unterminated`].
pub fn event_stream<S>(chunks: S) -> EventStream<S>
where
    S: Stream,
    S::Item: AsRef<str>,
{
    EventStream(EventIter::new(chunks))
}

impl<S> EventStream<S> {
    /// Returns the parser, to see what is pending or open.
    #[must_use]
    pub fn parser(&self) -> &ResponseParser {
        self.0.parser()
    }
}

impl<S> Stream for EventStream<S>
where
    S: Stream + Unpin,
    S::Item: AsRef<str>,
{
    type Item = Event<'static>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Event<'static>>> {
        let events = &mut self.get_mut().0;
        events.poll_event(|chunks| Pin::new(chunks).poll_next(context))
    }
}

impl<S> FusedStream for EventStream<S>
where
    S: Stream + Unpin,
    S::Item: AsRef<str>,
{
    fn is_terminated(&self) -> bool {
        self.0.is_over()
    }
}

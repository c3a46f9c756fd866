//! The adaptors give what the parser gives.

use interline_patch_template::{Event, events as adapted};
use proptest::prelude::*;

use crate::laws::{events, join};
use crate::stream::{cut, response};

fn joined(events: impl IntoIterator<Item = Event<'static>>) -> Vec<Event<'static>> {
    let mut all = Vec::new();
    for event in events {
        join(&mut all, event);
    }
    all
}

#[test]
fn an_iterator_is_read_no_further_than_needed() {
    let mut taken = 0;
    let pieces = ["a", "<!-- pat", "ch:x -->\n", "b"];
    let mut adapted = adapted(pieces.iter().inspect(|_| taken += 1));
    assert_eq!(adapted.next(), Some(Event::Text("a".into())));
    assert_eq!(adapted.parser().pending(), 0);
    assert!(matches!(adapted.next(), Some(Event::Opened { .. })));
    assert_eq!(adapted.parser().open_patch(), Some("x"));
    drop(adapted);
    assert_eq!(taken, 3);
}

#[test]
fn reports_the_end_once() {
    let mut adapted = adapted(["<!-- patch:x -->".to_owned()]);
    assert!(matches!(adapted.next(), Some(Event::Opened { .. })));
    assert!(matches!(adapted.next(), Some(Event::Unterminated { .. })));
    assert_eq!(adapted.next(), None);
    assert_eq!(adapted.next(), None);
}

proptest! {
    #![proptest_config(interline_testing::proptest_cases(256))]

    #[test]
    fn an_iterator_gives_the_events_of_the_parser(text in response(), places in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
        prop_assert_eq!(joined(adapted(cut(&text, &places))), events([text.as_str()]));
    }
}

#[cfg(feature = "futures")]
mod stream {
    use std::collections::VecDeque;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use futures_core::{FusedStream, Stream};
    use interline_patch_template::{Event, event_stream};
    use proptest::prelude::*;

    use super::joined;
    use crate::laws::events;
    use crate::stream::{cut, response};

    /// Pieces of which every other poll finds none.
    struct Pieces {
        pieces: VecDeque<String>,
        is_ready: bool,
        has_ended: bool,
    }

    impl Stream for Pieces {
        type Item = String;

        fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<String>> {
            self.is_ready = !self.is_ready;
            if !self.is_ready {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            assert!(!self.has_ended, "polled after its end");
            let piece = self.pieces.pop_front();
            self.has_ended = piece.is_none();
            Poll::Ready(piece)
        }
    }

    fn collect(pieces: VecDeque<String>) -> (Vec<Event<'static>>, usize) {
        let mut stream = event_stream(Pieces {
            pieces,
            is_ready: true,
            has_ended: false,
        });
        let mut context = Context::from_waker(Waker::noop());
        let (mut all, mut pending) = (Vec::new(), 0);
        loop {
            match Pin::new(&mut stream).poll_next(&mut context) {
                Poll::Ready(Some(event)) => all.push(event),
                Poll::Ready(None) => break,
                Poll::Pending => pending += 1,
            }
        }
        assert!(stream.is_terminated());
        assert_eq!(
            Pin::new(&mut stream).poll_next(&mut context),
            Poll::Ready(None)
        );
        (all, pending)
    }

    #[test]
    fn waiting_is_passed_on() {
        let pieces = ["<!-- patch:x -->", "1<!-- /patch:x -->"];
        let (events, pending) = collect(pieces.map(str::to_owned).into());
        assert_eq!((events.len(), pending), (3, 3));
    }

    #[test]
    fn a_stream_ends_after_its_last_event() {
        let mut stream = event_stream(Pieces {
            pieces: ["<!-- patch:x -->1".to_owned(), "<!-- /pa".to_owned()].into(),
            is_ready: false,
            has_ended: false,
        });
        let mut context = Context::from_waker(Waker::noop());
        let mut next = || match Pin::new(&mut stream).poll_next(&mut context) {
            Poll::Ready(event) => event.map(|event| {
                let parser = stream.parser();
                let open = parser.open_patch().map(str::to_owned);
                (event, open, parser.pending(), stream.is_terminated())
            }),
            Poll::Pending => None,
        };
        let mut taken = Vec::new();
        for _ in 0..10 {
            taken.extend(next());
        }
        let [opened, content, rest, unterminated] = &taken[..] else {
            panic!("{taken:?}");
        };
        assert_eq!(
            (&opened.1, opened.2, opened.3),
            (&Some("x".to_owned()), 0, false)
        );
        assert_eq!((content.2, content.3), (0, false));
        assert_eq!((rest.2, rest.3), (0, false));
        assert!(matches!(unterminated.0, Event::Unterminated { .. }));
        assert_eq!(
            (&unterminated.1, unterminated.2, unterminated.3),
            (&None, 0, true)
        );
    }

    proptest! {
        #![proptest_config(interline_testing::proptest_cases(256))]

        #[test]
        fn a_stream_gives_the_events_of_the_parser(text in response(), places in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
            let pieces = cut(&text, &places).into_iter().map(str::to_owned).collect();
            prop_assert_eq!(joined(collect(pieces).0), events([text.as_str()]));
        }
    }
}

#[test]
fn nothing_gives_nothing() {
    assert_eq!(adapted(Vec::<String>::new()).next(), None);
}

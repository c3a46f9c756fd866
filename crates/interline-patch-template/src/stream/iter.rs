use std::collections::VecDeque;
use std::iter::FusedIterator;

use super::event::Event;
use super::parser::ResponseParser;

/// The events of a response that an iterator gives in pieces, with those of its end. See [`events`].
#[derive(Clone, Debug)]
pub struct EventIter<I> {
    pieces: I,
    parser: ResponseParser,
    ready: VecDeque<Event<'static>>,
    has_ended: bool,
}

/// The events of a response that comes in pieces, as [`ResponseParser`] gives them, each independent of its piece.
///
/// A piece is taken only when all events of those before it have been. Behind the last piece, or rather when `pieces`
/// gives `None` for the first time, the response ends. Linear in all pieces; held are the events of one piece and what
/// the parser holds.
///
/// ```
/// use interline_patch_template::{Event, events, fold};
///
/// let text = "<!-- patch:status -->\n- build: green\n<!-- /patch:status -->\n";
/// let pieces = [&text[..9], &text[9..30], &text[30..]];
/// let events: Vec<Event<'static>> = events(pieces).collect();
/// assert!(matches!(&events[0], Event::Opened { name, .. } if name == "status"));
/// assert_eq!(fold(text, events).patches[0].content, "- build: green\n");
/// ```
pub fn events<I>(pieces: I) -> EventIter<I::IntoIter>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    EventIter {
        pieces: pieces.into_iter(),
        parser: ResponseParser::new(),
        ready: VecDeque::new(),
        has_ended: false,
    }
}

impl<I> EventIter<I> {
    /// The parser, to ask for what is pending or open.
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
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if self.has_ended {
                return None;
            }
            match self.pieces.next() {
                Some(piece) => {
                    let events = self.parser.push(piece.as_ref());
                    self.ready.extend(events.map(Event::into_owned));
                }
                None => {
                    self.has_ended = true;
                    self.ready.extend(self.parser.finish());
                }
            }
        }
    }
}

impl<I> FusedIterator for EventIter<I>
where
    I: Iterator,
    I::Item: AsRef<str>,
{
}

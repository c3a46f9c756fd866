use std::iter::FusedIterator;
use std::vec;

use super::chunk_events::Events;
use super::event::Event;
use super::parser::ResponseParser;

/// An error: bytes of a response are not UTF-8.
///
/// [`ByteParser`] describes how to continue after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{}", self.message())]
pub struct InvalidUtf8 {
    offset: usize,
    len: usize,
    is_cut_off: bool,
}

impl InvalidUtf8 {
    /// Returns the offset of the first invalid byte, counted in bytes of text from the start of the response, as the spans of
    /// events are. Invalid bytes before it are not counted.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the number of invalid bytes, 1 to 3: those that one replacement character replaces.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the response ended inside a character.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    fn message(&self) -> String {
        let offset = self.offset;
        match self.is_cut_off {
            true => {
                format!(
                    "the response ends within a character that begins at byte {offset}; push the rest of it first"
                )
            }
            false => format!("byte {offset} of the response is not UTF-8; send it as UTF-8"),
        }
    }
}

/// Parses a response that arrives in bytes, as [`ResponseParser`] does; chunks may be cut inside a character.
///
/// The start of a character at the end of a chunk, at most three bytes, is kept until the rest of it comes. Everything else is as
/// in `ResponseParser`: the same events for the same text, the same bounds.
///
/// Bytes that are not UTF-8 are an error after the events of all text before them, so that no text is lost. The parser then
/// continues right before those bytes, which it drops, and the rest of the chunk is not read: [`ByteEvents::unread`] returns it.
/// The caller has three choices:
///
/// * stop: [`finish`](Self::finish) returns the events of the buffered text;
/// * replace: push `"\u{fffd}".as_bytes()`, then the unread rest;
/// * leave out: push the unread rest alone.
///
/// # Examples
///
/// ```
/// use interline_patch_template::{ByteParser, Event};
///
/// let mut parser = ByteParser::new();
/// let mut text = String::new();
/// let mut offsets = Vec::new();
/// for chunk in [&b"caf\xc3"[..], b"\xa9, na\xefve"] {
///     let mut rest = chunk;
///     while !rest.is_empty() {
///         let mut events = parser.push(rest);
///         let mut is_bad = false;
///         for event in &mut events {
///             match event {
///                 Ok(Event::Text(delta)) => text.push_str(&delta),
///                 Ok(_) => {}
///                 Err(error) => {
///                     offsets.push(error.offset());
///                     is_bad = true;
///                 }
///             }
///         }
///         rest = events.unread();
///         drop(events);
///         if is_bad {
///             for event in parser.push("\u{fffd}".as_bytes()) {
///                 if let Ok(Event::Text(delta)) = event {
///                     text.push_str(&delta);
///                 }
///             }
///         }
///     }
/// }
/// assert_eq!(parser.finish().count(), 0);
/// assert_eq!(text, "café, na\u{fffd}ve");
/// assert_eq!(offsets, [9]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct ByteParser {
    parser: ResponseParser,
    /// The start of a character that is cut off.
    cut: Vec<u8>,
    /// Bytes of text that have been pushed, those of the cut character not counted.
    at: usize,
    is_finished: bool,
}

/// The events of one chunk of bytes, and an error after them if not all of it is UTF-8. Those that are not taken are lost to the
/// caller, but not to the parser.
#[derive(Debug)]
pub struct ByteEvents<'p, 't> {
    /// The events of a character that was cut in two.
    first: vec::IntoIter<Event<'static>>,
    rest: Events<'p, 't>,
    error: Option<InvalidUtf8>,
    unread: &'t [u8],
}

impl ByteParser {
    /// Makes a parser at the start of a response.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next bytes of the response. Linear in the chunk and in the buffered text before it.
    ///
    /// After [`finish`](Self::finish) nothing more is read.
    pub fn push<'t>(&mut self, chunk: &'t [u8]) -> ByteEvents<'_, 't> {
        let mut chunk = if self.is_finished { &[] } else { chunk };
        let mut first = Vec::new();
        let mut error = None;
        // At most three bytes long: byte by byte the cut character is completed or turns out to be invalid.
        while !self.cut.is_empty() && error.is_none() {
            let Some((&byte, rest)) = chunk.split_first() else {
                break;
            };
            self.cut.push(byte);
            match std::str::from_utf8(&self.cut) {
                Ok(character) => {
                    first.extend(self.parser.push(character).map(Event::into_owned));
                    self.at += self.cut.len();
                    self.cut.clear();
                    chunk = rest;
                }
                Err(wrong) if wrong.error_len().is_none() => chunk = rest,
                // The byte may begin another character.
                Err(_) => error = Some(self.wrong(self.cut.len() - 1, false)),
            }
        }
        let mut text = "";
        let mut unread = chunk;
        if error.is_none() {
            let (valid, wrong) = match std::str::from_utf8(chunk) {
                Ok(valid) => (valid, None),
                Err(wrong) => (
                    std::str::from_utf8(&chunk[..wrong.valid_up_to()]).unwrap_or_default(),
                    wrong.error_len(),
                ),
            };
            text = valid;
            self.at += valid.len();
            unread = &chunk[valid.len()..];
            match wrong {
                // The chunk ends inside a character, which the next chunk may complete.
                None => self.cut.extend_from_slice(std::mem::take(&mut unread)),
                Some(len) => {
                    error = Some(self.wrong(len, false));
                    unread = &unread[len..];
                }
            }
        }
        ByteEvents {
            first: first.into_iter(),
            rest: self.parser.push(text),
            error,
            unread,
        }
    }

    /// Ends the response: returns the events of the buffered text and those that only the end decides, and last an error if the
    /// response ended inside a character.
    pub fn finish(&mut self) -> ByteEvents<'_, 'static> {
        self.is_finished = true;
        let error = (!self.cut.is_empty()).then(|| self.wrong(self.cut.len(), true));
        ByteEvents {
            first: Vec::new().into_iter(),
            rest: self.parser.finish(),
            error,
            unread: &[],
        }
    }

    /// Returns the number of bytes that have been pushed and not reported, those of a cut character included.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.parser.pending() + self.cut.len()
    }

    /// Returns the name of the open patch.
    #[must_use]
    pub fn open_patch(&self) -> Option<&str> {
        self.parser.open_patch()
    }

    // The cut character is dropped with the error: the caller decides what takes its place.
    fn wrong(&mut self, len: usize, is_cut_off: bool) -> InvalidUtf8 {
        self.cut.clear();
        InvalidUtf8 {
            offset: self.at,
            len,
            is_cut_off,
        }
    }
}

impl<'t> ByteEvents<'_, 't> {
    /// Returns the part of the chunk that was not read: the bytes after those that are not UTF-8. Empty without an error.
    #[must_use]
    pub fn unread(&self) -> &'t [u8] {
        self.unread
    }
}

impl<'t> Iterator for ByteEvents<'_, 't> {
    type Item = Result<Event<'t>, InvalidUtf8>;

    fn next(&mut self) -> Option<Self::Item> {
        let event = self.first.next().or_else(|| self.rest.next());
        event.map(Ok).or_else(|| self.error.take().map(Err))
    }
}

impl FusedIterator for ByteEvents<'_, '_> {}

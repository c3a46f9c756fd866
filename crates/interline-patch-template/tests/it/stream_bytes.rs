//! Responses that arrive in bytes.

use interline_patch_template::{ByteParser, Event, InvalidUtf8, ResponseParser};
use proptest::prelude::*;

use crate::laws::{events, join};
use crate::stream::response;

/// Returns the events of the chunks, with neighbouring deltas joined, and all errors; invalid UTF-8 is replaced or left out.
fn read<'t>(
    pieces: impl IntoIterator<Item = &'t [u8]>,
    replacement: &str,
) -> (Vec<Event<'static>>, Vec<InvalidUtf8>) {
    let mut parser = ByteParser::new();
    let (mut all, mut errors) = (Vec::new(), Vec::new());
    for piece in pieces {
        let mut rest = piece;
        loop {
            let mut events = parser.push(rest);
            let before = errors.len();
            for event in &mut events {
                match event {
                    Ok(event) => join(&mut all, event),
                    Err(error) => errors.push(error),
                }
            }
            assert!(errors.len() <= before + 1);
            rest = events.unread();
            drop(events);
            if errors.len() == before {
                assert!(rest.is_empty());
                break;
            }
            for event in parser.push(replacement.as_bytes()) {
                join(&mut all, event.unwrap());
            }
        }
    }
    for event in parser.finish() {
        match event {
            Ok(event) => join(&mut all, event),
            Err(error) => errors.push(error),
        }
    }
    assert_eq!(parser.pending(), 0);
    assert_eq!(parser.push(b"more").count(), 0);
    assert_eq!(parser.finish().count(), 0);
    (all, errors)
}

fn text(delta: &str) -> Event<'_> {
    Event::Text(delta.into())
}

#[test]
fn a_cut_character_is_kept() {
    for (character, len) in [("é", 2), ("€", 3), ("😀", 4)] {
        assert_eq!(character.len(), len);
        let mut parser = ByteParser::new();
        for (at, byte) in character.bytes().enumerate() {
            let events: Vec<_> = parser
                .push(&[byte])
                .map(|event| event.unwrap().into_owned())
                .collect();
            let is_last = at + 1 == len;
            assert_eq!(
                events,
                if is_last {
                    vec![text(character)]
                } else {
                    vec![]
                }
            );
            assert_eq!(parser.pending(), if is_last { 0 } else { at + 1 });
        }
        assert_eq!(parser.finish().count(), 0);
    }
}

#[test]
fn a_byte_order_mark_may_be_cut() {
    let source = "\u{feff}<!-- patch:é -->1<!-- /patch:é -->";
    for at in 0..=source.len() {
        let (head, tail) = source.as_bytes().split_at(at);
        assert_eq!(read([head, tail], "").0, events([source]), "{at}");
    }
}

#[test]
fn reports_text_before_an_invalid_byte_first() {
    let mut parser = ByteParser::new();
    let piece = b"one <!-- patch:a -->\ntwo\xff three";
    let mut events = parser.push(piece);
    assert_eq!(events.next(), Some(Ok(text("one "))));
    assert!(matches!(events.next(), Some(Ok(Event::Opened { name, .. })) if name == "a"));
    assert_eq!(events.next(), Some(Ok(Event::Content("two".into()))));
    let error = events.next().unwrap().unwrap_err();
    assert_eq!(
        (error.offset(), error.len(), error.is_cut_off()),
        (24, 1, false)
    );
    assert_eq!(
        error.to_string(),
        "byte 24 of the response is not UTF-8; send it as UTF-8"
    );
    assert_eq!(events.next(), None);
    assert_eq!(events.unread(), b" three");
    drop(events);
    assert_eq!(parser.open_patch(), Some("a"));
    let rest: Vec<_> = parser.push(b" three").collect();
    assert_eq!(rest, [Ok(Event::Content(" three".into()))]);
    let end: Vec<_> = parser.finish().collect();
    assert!(matches!(&end[..], [Ok(Event::Unterminated { .. })]));
}

#[test]
fn reports_text_buffered_before_an_invalid_byte_at_the_end() {
    let mut parser = ByteParser::new();
    let pushed: Vec<_> = parser.push(b"x\n<!-- pat\xc3\xc3").collect();
    assert_eq!(pushed.len(), 2);
    assert_eq!(pushed[0], Ok(text("x\n")));
    assert_eq!(pushed[1].as_ref().unwrap_err().offset(), 10);
    assert_eq!(parser.pending(), 8);
    let end: Vec<_> = parser.finish().collect();
    assert_eq!(end, [Ok(text("<!-- pat"))]);
}

#[test]
fn reports_a_cut_character_at_the_end_last() {
    let mut parser = ByteParser::new();
    assert_eq!(parser.push(b"a <!-\xf0\x9f").count(), 1);
    let end: Vec<_> = parser.finish().collect();
    assert_eq!(end.len(), 2);
    assert_eq!(end[0], Ok(text("<!-")));
    let error = end[1].clone().unwrap_err();
    assert_eq!(
        (error.offset(), error.len(), error.is_cut_off()),
        (5, 2, true)
    );
    assert_eq!(
        error.to_string(),
        "the response ends within a character that begins at byte 5; push the rest of it first"
    );
    assert_eq!(parser.finish().count(), 0);
}

#[test]
fn reads_events_that_are_not_taken() {
    let mut parser = ByteParser::new();
    drop(parser.push(b"<!-- patch:a -->\n\xc3"));
    drop(parser.push(b"\xa9<!-- /patch:a"));
    assert_eq!(parser.open_patch(), Some("a"));
    // A line ending right after it would belong to the marker.
    assert_eq!(parser.push(b" -->").count(), 0);
    assert_eq!(parser.push(b"x").count(), 2);
    assert_eq!(parser.open_patch(), None);
}

const BYTES: &[&[u8]] = &[
    b"<!-- patch:a -->\n",
    b"<!-- /patch:a -->\n",
    "<!-- patch:é -->".as_bytes(),
    b"text ",
    b"`",
    b"\n",
    "é".as_bytes(),
    "€".as_bytes(),
    "😀".as_bytes(),
    b"\xc3",
    b"\xe2\x82",
    b"\xf0\x9f",
    b"\xf0\x9f\x98",
    b"\x80",
    b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
];

proptest! {
    #![proptest_config(crate::cases(500))]

    #[test]
    fn chunks_may_be_cut_anywhere(text in response()) {
        let whole = events([text.as_str()]);
        let bytes = text.as_bytes();
        for at in 0..=bytes.len() {
            prop_assert_eq!(&read([&bytes[..at], &bytes[at..]], "").0, &whole);
        }
        prop_assert_eq!(&read(bytes.chunks(1), "").0, &whole);
        prop_assert_eq!(&read(bytes.chunks(3), "").0, &whole);
    }

    #[test]
    fn replacing_gives_the_events_of_the_lossy_text(
        parts in prop::collection::vec(prop::sample::select(BYTES), 0..16), len in 1usize..6)
    {
        let bytes = parts.concat();
        let lossy = String::from_utf8_lossy(&bytes);
        let (all, errors) = read(bytes.chunks(len), "\u{fffd}");
        let (mut expected, mut offsets, mut at) = (String::new(), Vec::new(), 0);
        for chunk in bytes.utf8_chunks() {
            expected.push_str(chunk.valid());
            at += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                offsets.push((at, chunk.invalid().len()));
                expected.push('\u{fffd}');
                at += '\u{fffd}'.len_utf8();
            }
        }
        prop_assert_eq!(&expected, &lossy);
        let found: Vec<_> = errors.iter().map(|error| (error.offset(), error.len())).collect();
        prop_assert_eq!(found, offsets);
        // The start of a character at the end is an error that has no replacement any more.
        let is_cut_off = errors.last().is_some_and(InvalidUtf8::is_cut_off);
        let text = if is_cut_off { lossy.strip_suffix('\u{fffd}').unwrap() } else { &lossy };
        prop_assert_eq!(all, events([text]));
    }
}

#[test]
fn both_parsers_hold_the_same() {
    let source = "a <!-- patch:x -->`é\n1<!-- /patch:x -->\n<!-- ";
    let (mut bytes, mut texts) = (ByteParser::new(), ResponseParser::new());
    for character in source.split("").filter(|piece| !piece.is_empty()) {
        assert_eq!(
            bytes.push(character.as_bytes()).count(),
            texts.push(character).count()
        );
        assert_eq!(bytes.pending(), texts.pending());
    }
}

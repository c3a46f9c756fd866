//! Input: response, choices. What is read at once, what is read in pieces, and what is folded agree; nothing is lost.

use interline_patch_template::{
    ByteParser, Event, FenceRecovery, LOOKAHEAD_LIMIT, PatchBlock, ResponseOptions, ResponseParser,
    Unterminated, WholeFence, fold_with, parse_patches_with,
};

use crate::input::{Choices, Input};
use crate::pieces::MARKDOWN;
use crate::{assert_span, assert_told};

fn join(all: &mut Vec<Event<'static>>, event: Event<'_>) {
    match (all.last_mut(), event.into_owned()) {
        (Some(Event::Content(last)), Event::Content(more))
        | (Some(Event::Text(last)), Event::Text(more)) => {
            assert!(!more.is_empty());
            last.to_mut().push_str(&more);
        }
        (_, event) => all.push(event),
    }
}

/// The events of the pieces, neighbouring deltas joined.
fn events<'t>(pieces: impl IntoIterator<Item = &'t str>) -> Vec<Event<'static>> {
    let mut parser = ResponseParser::new();
    let mut all = Vec::new();
    let mut pushed = 0;
    for piece in pieces {
        pushed += piece.len();
        parser.push(piece).for_each(|event| join(&mut all, event));
        assert!(parser.pending() <= pushed.min(LOOKAHEAD_LIMIT + 1024));
    }
    parser.finish().for_each(|event| join(&mut all, event));
    assert_eq!(parser.pending(), 0);
    assert_eq!(parser.finish().count(), 0);
    all
}

/// The same from bytes, which are those of a text.
fn byte_events<'t>(pieces: impl IntoIterator<Item = &'t [u8]>) -> Vec<Event<'static>> {
    let mut parser = ByteParser::new();
    let mut all = Vec::new();
    for piece in pieces {
        let mut events = parser.push(piece);
        for event in &mut events {
            join(&mut all, event.unwrap());
        }
        assert!(events.unread().is_empty());
    }
    for event in parser.finish() {
        join(&mut all, event.unwrap());
    }
    all
}

/// That the events are the text, every byte once, and that what is opened ends.
fn check(text: &str, events: &[Event<'_>]) {
    let line_ending = |at: usize| match &text.as_bytes()[at..] {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        _ => 0,
    };
    let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut open: Option<String> = None;
    for event in events {
        match event {
            Event::Opened { name, span, .. } => {
                assert_eq!(open.replace(name.to_string()), None);
                assert_eq!(at, span.start);
                at = span.end + line_ending(span.end);
            }
            Event::Closed { span } => {
                assert!(open.take().is_some());
                assert_eq!(at, span.start);
                at = span.end + line_ending(span.end);
            }
            Event::Unterminated { name, .. } => assert_eq!(open.take(), Some(name.to_string())),
            Event::Content(delta) | Event::Text(delta) => {
                assert_eq!(matches!(event, Event::Content(_)), open.is_some());
                assert_eq!(&text[at..at + delta.len()], &**delta);
                at += delta.len();
            }
            Event::Diagnostic(told) => assert_told(std::slice::from_ref(told), text),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((at, open), (text.len(), None));
}

fn options(choices: &mut Choices<'_>) -> (ResponseOptions, Unterminated) {
    let unterminated = choices.of(&[
        Unterminated::AsText,
        Unterminated::Apply,
        Unterminated::Drop,
    ]);
    let options = ResponseOptions::new()
        .unterminated(unterminated)
        .fence_recovery(choices.of(&[FenceRecovery::Recover, FenceRecovery::Strict]))
        .whole_fence(choices.of(&[WholeFence::Unwrap, WholeFence::Keep]));
    (options, unterminated)
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, MARKDOWN);
    let text = input.text();
    let mut choices = input.choices();
    let (options, unterminated) = options(&mut choices);
    let response = parse_patches_with(&text, &options);
    assert_told(&response.diagnostics, &text);

    // Patches and gaps are apart, and what is in neither is blank or told.
    let gaps = response.gaps.iter().map(|gap| gap.span.clone());
    let mut spans: Vec<_> = response
        .patches
        .iter()
        .map(PatchBlock::span)
        .chain(gaps)
        .collect();
    spans.sort_by_key(|span| (span.start, span.end));
    spans.iter().for_each(|span| assert_span(span, &text));
    assert!(
        spans.windows(2).all(|pair| pair[0].end <= pair[1].start),
        "{spans:?}"
    );
    for patch in &response.patches {
        assert_eq!(&text[patch.content_span.clone()], &*patch.content);
    }
    let told = |code: &str| response.diagnostics.iter().any(|told| told.code == code);
    if unterminated == Unterminated::AsText && !told("whole-fence") && !told("unclosed-patch") {
        let mut at = 0;
        for span in spans.iter().cloned().chain([text.len()..text.len()]) {
            let between = text[at..span.start].trim_start_matches('\u{feff}');
            assert!(between.trim().is_empty(), "{between:?} is in nothing");
            at = span.end;
        }
    }

    let whole = events([text.as_str()]);
    check(&text, &whole);
    assert_eq!(fold_with(&text, whole.iter().cloned(), &options), response);
    let mut again = choices.clone();
    assert_eq!(events(choices.cut(&text)), whole);
    let mut cuts = vec![0, text.len()];
    while !again.is_empty() && cuts.len() < 64 {
        cuts.push(again.below(text.len() + 1));
    }
    cuts.sort_unstable();
    let bytes = text.as_bytes();
    assert_eq!(
        byte_events(cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]])),
        whole
    );
    if text.len() < 512 {
        assert_eq!(
            events(text.split("").filter(|piece| !piece.is_empty())),
            whole
        );
    }
}

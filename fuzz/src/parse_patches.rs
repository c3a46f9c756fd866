//! Input: response, choices. One call, a stream in chunks and the folded events agree, and no byte is lost. Markers in code and
//! mentions change nothing, near misses of markers are reported, and a fence around a response is removed.

use interline_patch_template::{
    ByteParser, Event, FenceRecovery, Fenced, ResponseOptions, Unterminated, WholeFence, fold_with,
    parse_patches_with,
};

use crate::answers;
use crate::assert_diagnostics;
use crate::input::{Choices, Input};
use crate::laws::patch_template::{check_events, check_response, events, join};
use crate::pieces::MARKDOWN;

/// Returns the events of chunks of bytes, which together are UTF-8.
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

/// Returns options, and whether all text outside of patches is in a gap with them.
fn options(choices: &mut Choices<'_>) -> (ResponseOptions, bool) {
    let unterminated = choices.of(&[
        Unterminated::AsText,
        Unterminated::Apply,
        Unterminated::Drop,
    ]);
    let fenced = choices.of(&[Fenced::Report, Fenced::Apply]);
    let options = ResponseOptions::new()
        .unterminated(unterminated)
        .fence_recovery(choices.of(&[FenceRecovery::Recover, FenceRecovery::Strict]))
        .whole_fence(choices.of(&[WholeFence::Unwrap, WholeFence::Keep]))
        .fenced(fenced);
    // With `Fenced::Apply`, the fence around applied patches is in no gap.
    let is_text = unterminated == Unterminated::AsText && fenced == Fenced::Report;
    (options, is_text)
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, MARKDOWN);
    let text = input.text();
    let mut choices = input.choices();
    let (options, is_text) = options(&mut choices);
    match choices.byte() % 4 {
        1 => return answers::check_mentions(&text, &mut choices),
        2 => return answers::check_fences(&text, &mut choices),
        _ => {}
    }
    let response = parse_patches_with(&text, &options);
    assert_diagnostics(&response.diagnostics, &text);

    check_response(&text, &response, is_text);

    let whole = events([text.as_str()]);
    check_events(&text, &whole);
    for event in &whole {
        if let Event::Diagnostic(diagnostic) = event {
            assert_diagnostics(std::slice::from_ref(diagnostic), &text);
        }
    }
    assert_eq!(fold_with(&text, whole.iter().cloned(), &options), response);
    answers::check_code(&text);
    if options == ResponseOptions::new() {
        answers::check_data(&text, &response, &whole);
    }
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

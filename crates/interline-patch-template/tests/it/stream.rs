//! Responses as they arrive: whatever the chunks, the events are those of the whole.

use interline_patch_template::{
    Event, FenceRecovery, ResponseOptions, ResponseParser, Unterminated, WholeFence, fold_with,
    parse_patches, parse_patches_with,
};
use interline_text::Diagnostic;
use proptest::prelude::*;

use crate::laws::{check_events, events, join};

/// Checks that folding gives the response, whatever the options, and that a fence around all of it is reported.
pub(crate) fn check_fold(text: &str, events: &[Event<'static>]) -> Result<(), TestCaseError> {
    let is_whole = |diagnostic: &Diagnostic| diagnostic.code == "whole-fence";
    let is_reported = events
        .iter()
        .any(|event| matches!(event, Event::Diagnostic(diagnostic) if is_whole(diagnostic)));
    // A marker that is in code within the fence is is_reported too: the stream does not read what is in it as Markdown.
    let is_wrapped = parse_patches(text).diagnostics.iter().any(is_whole);
    prop_assert!(is_reported || !is_wrapped, "{:?}", text);
    for unterminated in [
        Unterminated::AsText,
        Unterminated::Apply,
        Unterminated::Drop,
    ] {
        for fence in [FenceRecovery::Recover, FenceRecovery::Strict] {
            for whole in [WholeFence::Unwrap, WholeFence::Keep] {
                let options = ResponseOptions::new()
                    .unterminated(unterminated)
                    .fence_recovery(fence)
                    .whole_fence(whole);
                let folded = fold_with(text, events.iter().cloned(), &options);
                prop_assert_eq!(folded, parse_patches_with(text, &options));
            }
        }
    }
    Ok(())
}

const PIECES: &[&str] = &[
    "<!-- patch:a -->",
    "<!-- patch:a -->\n",
    "<!-- /patch:a -->",
    "\n<!-- /patch:a -->\n",
    "<!-- patch:b k='v w' -->\r\n",
    "<!-- /patch:b -->\r\n",
    "<!-- patch:-",
    "<!-- patch:a",
    "<!-- patch:a ->\n",
    "<!--",
    "-->",
    "<",
    "<!-",
    "\r",
    "\n",
    "\n\n",
    "\r\n",
    "text ",
    "é🎉",
    "`",
    "``",
    "```\n",
    "```md\n",
    "```rs\n",
    "~~~\n",
    "> ",
    "- ",
    "    ",
    "\t",
    "<pre>\n",
    "</pre>\n",
    "<div>\n",
    "<a b=\"",
    "\">",
    "\\",
    "[x](",
    ")",
    "[a]: /u\n",
    "# ",
    "---\n",
    "a `<!-- patch:a -->` b\n",
    "x <!-- patch:a -->1<!-- /patch:a --> y\n",
    "   <!-- /patch:a -->\n",
    "1. ",
    "<?",
    "\u{feff}",
];

pub(crate) fn response() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

pub(crate) fn cut<'t>(text: &'t str, places: &[prop::sample::Index]) -> Vec<&'t str> {
    let starts: Vec<usize> = text
        .char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .collect();
    let mut cuts: Vec<usize> = places
        .iter()
        .map(|place| starts[place.index(starts.len())])
        .collect();
    cuts.extend([0, text.len()]);
    cuts.sort_unstable();
    cuts.windows(2)
        .map(|pair| &text[pair[0]..pair[1]])
        .collect()
}

pub(crate) fn characters(text: &str) -> impl Iterator<Item = &str> {
    text.split("").filter(|piece| !piece.is_empty())
}

proptest! {
    #![proptest_config(crate::cases(400))]

    #[test]
    fn any_chunks_give_the_same_events(text in response(), places in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
        let whole = events([text.as_str()]);
        check_events(&text, &whole);
        check_fold(&text, &whole)?;
        prop_assert_eq!(&events(characters(&text)), &whole);
        prop_assert_eq!(&events(cut(&text, &places)), &whole);
    }

    #[test]
    fn every_cut_in_two_gives_the_same_events(text in response()) {
        let whole = events([text.as_str()]);
        for (at, _) in text.char_indices() {
            prop_assert_eq!(&events([&text[..at], "", &text[at..]]), &whole);
        }
    }

    #[test]
    fn nothing_is_taken_back(text in response()) {
        let whole = events([text.as_str()]);
        for (at, _) in text.char_indices() {
            let mut parser = ResponseParser::new();
            let mut seen: Vec<Event<'static>> = Vec::new();
            for event in parser.push(&text[..at]) {
                join(&mut seen, event);
            }
            let mut rest = whole.iter();
            for (index, event) in seen.iter().enumerate() {
                let last = index + 1 == seen.len();
                match (event, rest.next()) {
                    (Event::Content(part), Some(Event::Content(delta))) | (Event::Text(part), Some(Event::Text(delta))) => {
                        let is_begin = delta.starts_with(&**part);
                        prop_assert!(is_begin && (last || delta == part));
                    }
                    (event, expected) => prop_assert_eq!(Some(event), expected),
                }
            }
        }
    }
}

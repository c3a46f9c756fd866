//! Responses as models write them and as programs construct them. Markers in code, mentions and near misses change nothing, a fence
//! around a response is removed, and constructed patches are applied like parsed ones.

use std::borrow::Cow;
use std::ops::Range;

use interline_patch_template::{
    ApplyOptions, BoundaryId, Document, Event, FenceRecovery, Fenced, PatchBlock, Response,
    ResponseOptions, WholeFence, apply_patches, code_spans, fold_with, is_code, parse_patches_with,
};
use interline_text::Diagnostic;

use crate::input::Choices;
use crate::laws::patch_template::{events, join};

/// Comments that resemble markers, with `KEY` for the keyword.
const NEAR: &[&str] = &[
    "<!-- KEY :status -->",
    "<!-- KEY: status -->",
    "<!-- / KEY:status -->",
    "<!-- /KEY -->",
    "<!-- end KEY:status -->",
    "<!-- END /KEY:status -->",
    "<!--\u{a0}KEY:status -->",
    "<!-- KEY\u{200b}:status -->",
    "<!-- KEY:boundary -->",
    "<!-- KEY:a b=\"c -->",
    "<!-- KEY:a --!>",
    "<!-- KEY:a",
    "<!-- KEY:",
];

/// Markers whose keyword has another case.
const OTHER_CASE: [&str; 2] = ["<!-- Patch:status -->", "<!-- AGENT:status -->"];

/// The length of the longest line that opens a fence around a whole response, without its line ending.
const MAX_OPENER: usize = 128;

/// A patch with a name that no input contains.
const PATCH: &str = "<!-- patch:quite.another -->\nnew\n<!-- /patch:quite.another -->\n";
const MENTION: &str = "Text about <!-- patch:quite.another --> is here.\n\n";

fn has(diagnostics: &[Diagnostic], codes: &[&str]) -> bool {
    diagnostics
        .iter()
        .any(|found| codes.contains(&&*found.code))
}

/// Returns the name, content and span of each patch.
fn patches<'r>(response: &'r Response<'_>, shift: isize) -> Vec<(&'r str, &'r str, Range<isize>)> {
    let at = |offset: usize| isize::try_from(offset).unwrap() + shift;
    response
        .patches
        .iter()
        .map(|patch| {
            let span = patch.span();
            (&*patch.name, &*patch.content, at(span.start)..at(span.end))
        })
        .collect()
}

/// Checks that the folded events of a stream equal the response parsed in one call.
pub(crate) fn check_fold<'t>(text: &'t str, options: &ResponseOptions) -> Response<'t> {
    let response = parse_patches_with(text, options);
    let middle = (0..=text.len() / 2)
        .rev()
        .find(|&at| text.is_char_boundary(at));
    let (start, end) = text.split_at(middle.unwrap_or(0));
    let whole = events([text]);
    assert_eq!(events([start, end]), whole);
    assert_eq!(fold_with(text, whole, options), response);
    response
}

/// Returns the text with the openers of comments in code made ordinary text, or `None` when there are none.
fn without_markers_in_code(text: &str) -> Option<String> {
    let mut plain = text.as_bytes().to_vec();
    let mut is_changed = false;
    for span in code_spans(text) {
        let start = span.start;
        for (at, _) in text[span].match_indices("<!--") {
            plain[start + at + 1] = b'+';
            is_changed = true;
        }
    }
    is_changed.then(|| String::from_utf8(plain).unwrap())
}

/// The codes that depend on where a comment that is not a marker ends, which may be in code.
const BY_THE_END: [&str; 5] = [
    "bad-attributes",
    "bad-name",
    "long-marker",
    "reserved-marker-name",
    "unclosed-marker",
];

/// Checks that markers in code are text: they change no patch, and no diagnostic except `patch-in-code`.
pub(crate) fn check_code(text: &str) {
    let Some(plain) = without_markers_in_code(text) else {
        return;
    };
    let options = ResponseOptions::new()
        .fence_recovery(FenceRecovery::Strict)
        .whole_fence(WholeFence::Keep);
    let [was, is] = [text, &plain].map(|text| parse_patches_with(text, &options));
    assert_eq!(spans(&was), spans(&is), "{text:?}");
    let others = |response: &Response<'_>| -> Vec<_> {
        let all = reported(&response.diagnostics).into_iter();
        let all = all.filter(|(code, _)| code != "patch-in-code");
        all.map(|(code, at)| match BY_THE_END.contains(&&*code) {
            true => ("not a marker".to_owned(), at),
            false => (code, at),
        })
        .collect()
    };
    assert_eq!(others(&was), others(&is), "{text:?}");
}

/// Returns the spans of all markers, contents and gaps.
fn spans(response: &Response<'_>) -> Vec<Range<usize>> {
    let patches = response.patches.iter().flat_map(|patch| {
        let closer = patch.closer.clone();
        [patch.opener.clone(), patch.content_span.clone()]
            .into_iter()
            .chain(closer)
    });
    let gaps = response.gaps.iter().map(|gap| gap.span.clone());
    patches.chain(gaps).collect()
}

/// Returns the code and start of each diagnostic. The end may differ: how far text resembles a marker depends on the text after it.
fn reported(diagnostics: &[Diagnostic]) -> Vec<(String, usize)> {
    diagnostics
        .iter()
        .map(|found| (found.code.to_string(), found.span.start))
        .collect()
}

/// Checks the same for a document.
pub(crate) fn check_code_in_document(text: &str, document: &Document<'_>) {
    if has(document.diagnostics(), &["unclosed-fence"]) {
        return;
    }
    let (header, body) = text.split_at(document.body_start());
    let Some(plain) = without_markers_in_code(body) else {
        return;
    };
    let plain = format!("{header}{plain}");
    let plain = Document::parse(&plain);
    assert_eq!(document.components(), plain.components(), "{text:?}");
    assert_eq!(document.boundaries(), plain.boundaries(), "{text:?}");
    let [was, is] = [document, &plain].map(|document| reported(document.diagnostics()));
    assert_eq!(was, is, "{text:?}");
}

/// Returns whether a line at the end of `text` is outside of patches and code.
fn is_free(text: &str) -> bool {
    let probe = format!("{text}{PATCH}");
    let read = parse_patches_with(&probe, &ResponseOptions::new());
    let last = read.patches.last();
    last.is_some_and(|patch| patch.opener == (text.len()..text.len() + 28))
        && !has(&read.diagnostics, &["whole-fence", "unclosed-fence"])
        && !is_code(&probe, text.len())
}

/// Checks that prose that mentions a marker changes no patch, and that text that resembles a marker is reported.
pub(crate) fn check_mentions(text: &str, choices: &mut Choices<'_>) {
    let options = ResponseOptions::new();
    let text = format!("{text}\n\n");
    if !is_free(&text) || text.starts_with('\u{feff}') {
        return;
    }
    let shift = isize::try_from(MENTION.len()).unwrap();
    let answer = format!("{text}{PATCH}");
    let mentioned = format!("{MENTION}{answer}");
    let [was, is] = [&answer, &mentioned].map(|text| check_fold(text, &options));
    assert!(has(&is.diagnostics, &["mention"]), "{mentioned:?}");
    assert_eq!(patches(&was, shift), patches(&is, 0), "{mentioned:?}");
    let prose = MENTION.trim_end();
    assert!(is.gaps[0].text.starts_with(prose), "{mentioned:?}");

    // A near miss of a marker is text, and is reported.
    let near = choices.of(NEAR).replace("KEY", "patch");
    let near = if choices.flag() {
        OTHER_CASE[0].to_owned()
    } else {
        near
    };
    let answer = format!("{text}{near}\n");
    let read = check_fold(&answer, &options);
    // The other response has a patch where this one has the near miss.
    let found = was.patches.len() - 1;
    assert_eq!(patches(&read, 0), patches(&was, 0)[..found], "{answer:?}");
    let is_reported = |found: &Diagnostic| found.span.start == text.len();
    assert!(
        read.diagnostics.iter().any(is_reported),
        "{answer:?}: {:?}",
        read.diagnostics
    );
}

/// Checks that a near miss of a marker in a document is text, and is reported.
pub(crate) fn check_near_in_document(text: &str, choices: &mut Choices<'_>) {
    let text = format!("{text}\n\n");
    let probe = format!("{text}<!-- agent:quite.another -->\n<!-- /agent:quite.another -->\n");
    let read = Document::parse(&probe);
    let is_free = read
        .component("quite.another")
        .is_some_and(|component| component.opener.start == text.len());
    if !is_free || has(read.diagnostics(), &["unclosed-fence"]) {
        return;
    }
    let near = choices.of(NEAR).replace("KEY", "agent");
    let near = if choices.flag() {
        OTHER_CASE[1].to_owned()
    } else {
        near
    };
    let near = format!("{text}{near}\n");
    let document = Document::parse(&near);
    let is_reported = |found: &Diagnostic| found.span.start == text.len();
    assert!(
        document.diagnostics().iter().any(is_reported),
        "{near:?}: {:?}",
        document.diagnostics()
    );
    assert_eq!(
        document.components(),
        Document::parse(&text).components(),
        "{near:?}"
    );
}

/// Returns a fence that is longer than every run of backticks in the text.
fn fence_for(text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat((longest + 1).max(3))
}

/// Checks that a fence around a response is removed, and that patches in a fence among prose are applied on request.
pub(crate) fn check_fences(text: &str, choices: &mut Choices<'_>) {
    if text.starts_with('\u{feff}') || text.trim().is_empty() {
        return;
    }
    let mut text = Cow::Borrowed(text);
    if !text.ends_with('\n') {
        text.to_mut().push('\n');
    }
    let keep = ResponseOptions::new().whole_fence(WholeFence::Keep);
    let inner = parse_patches_with(&text, &keep);
    let Some(first) = inner.patches.first() else {
        return;
    };
    let info = choices.of(&["", "markdown", "md", "MDX", "html", "text", "xml"]);

    // A fence around the response that no line in it closes.
    let fence = fence_for(&text);
    if fence.len() + info.len() > MAX_OPENER {
        return;
    }
    let answer = format!("{fence}{info}\n{text}{fence}\n");
    let shift = isize::try_from(fence.len() + info.len() + 1).unwrap();
    let read = check_fold(&answer, &ResponseOptions::new());
    let is_recovered = has(&inner.diagnostics, &["unclosed-fence", "unclosed-patch"]);
    if !is_recovered {
        assert!(has(&read.diagnostics, &["whole-fence"]), "{answer:?}");
        assert_eq!(patches(&inner, shift), patches(&read, 0), "{answer:?}");
    }

    // A fence of three backticks, which the fences in patches may equal in length.
    let is_first = text[..first.opener.start].trim().is_empty()
        && text[..first.opener.start].chars().all(|c| c == '\n')
        && text[first.opener.end..]
            .trim_start_matches([' ', '\t'])
            .starts_with(['\n', '\r']);
    let unpaired = [
        "unclosed-patch",
        "stray-closer",
        "nested-opener",
        "misspelt-closer",
        "unclosed-fence",
        "mention",
        "patch-in-code",
    ];
    let has_fence = |text: &str| text.contains("```") || text.contains("~~~");
    if is_first
        && !has(&inner.diagnostics, &unpaired)
        && !inner.gaps.iter().any(|gap| has_fence(&gap.text))
        && !text.contains('\r')
    {
        let answer = format!("```{info}\n{text}```\n");
        let read = check_fold(&answer, &ResponseOptions::new());
        let shift = isize::try_from(info.len() + 4).unwrap();
        assert!(has(&read.diagnostics, &["whole-fence"]), "{answer:?}");
        assert_eq!(patches(&inner, shift), patches(&read, 0), "{answer:?}");
    }

    // Patches in a fence among prose.
    let answer = format!("Sure:\n\n{fence}{info}\n{text}{fence}\n\nDone.\n");
    let shift = isize::try_from(fence.len() + info.len() + 8).unwrap();
    let report = check_fold(&answer, &ResponseOptions::new());
    let apply = check_fold(&answer, &ResponseOptions::new().fenced(Fenced::Apply));
    if inner.gaps.is_empty() && inner.diagnostics.is_empty() {
        assert_eq!(patches(&inner, shift), patches(&apply, 0), "{answer:?}");
        assert_eq!(apply.unmatched(), "Sure:\n\nDone.", "{answer:?}");
        assert!(has(&report.diagnostics, &["patch-in-code"]), "{answer:?}");
    }
    assert!(report.patches.is_empty(), "{answer:?}");
}

/// Constructs the same response as a program would.
pub(crate) fn rebuilt<'r>(response: &'r Response<'_>) -> Response<'r> {
    let mut gaps = response.gaps.iter().peekable();
    let mut made = Response::new();
    for patch in &response.patches {
        while let Some(gap) = gaps.next_if(|gap| gap.span.start < patch.opener.start) {
            made = made.text(&*gap.text);
        }
        let mut new = PatchBlock::new(&*patch.name, &*patch.content);
        for attribute in patch.attributes.iter() {
            let value = attribute.value.as_deref().unwrap_or_default();
            new = new.attribute(&*attribute.key, value);
        }
        made = made.patch(new);
    }
    gaps.fold(made, |made, gap| made.text(&*gap.text))
}

/// Checks that a response that is constructed, read from JSON, or folded from events without spans is equal.
pub(crate) fn check_data(text: &str, response: &Response<'_>, events: &[Event<'_>]) {
    let json = serde_json::to_string(response).unwrap();
    assert_eq!(
        &serde_json::from_str::<Response<'_>>(&json).unwrap(),
        response
    );
    let made = rebuilt(response);
    let parts = |response: &Response<'_>| -> (Vec<(String, String)>, Vec<String>) {
        let patches = response.patches.iter();
        let gaps = response
            .gaps
            .iter()
            .map(|gap| gap.text.to_string())
            .collect();
        (
            patches
                .map(|patch| (patch.name.to_string(), patch.content.to_string()))
                .collect(),
            gaps,
        )
    };
    assert_eq!(parts(&made), parts(response), "{text:?}");

    let is_decided_at_end = |event: &Event<'_>| match event {
        Event::Unterminated { .. } => true,
        Event::Diagnostic(found) => found.code == "whole-fence",
        _ => false,
    };
    if events.iter().any(is_decided_at_end) {
        return;
    }
    let mut bare = Vec::new();
    for event in events {
        let event = match event.clone() {
            Event::Opened {
                name, attributes, ..
            } => Event::Opened {
                name,
                attributes,
                span: 0..0,
            },
            Event::Closed { .. } => Event::Closed { span: 0..0 },
            Event::ByteOrderMark { .. } => continue,
            event => event,
        };
        join(&mut bare, event);
    }
    let folded = fold_with("", bare, &ResponseOptions::new());
    assert_eq!(parts(&folded), parts(response), "{text:?}");
    for (patch, folded) in response.patches.iter().zip(&folded.patches) {
        assert_eq!(patch.attributes, folded.attributes);
    }
}

/// Checks that a constructed response is applied like the parsed one.
pub(crate) fn check_made(source: &str, response: &Response<'_>, options: &ApplyOptions) {
    let options = options
        .clone()
        .boundary_id(BoundaryId::Given("abcd".into()));
    let read = apply_patches(source, response, &options);
    let made = apply_patches(source, &rebuilt(response), &options);
    assert_eq!(read.text(), made.text());
    assert_eq!(read.outcomes, made.outcomes);
}

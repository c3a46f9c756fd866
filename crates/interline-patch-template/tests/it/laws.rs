//! Laws of responses and documents, checked by properties here and by the targets in `fuzz`.

use std::collections::HashMap;
use std::ops::Range;

use interline_patch_template::{
    Applied, ApplyOptions, BoundaryId, BoundaryPolicy, Document, DocumentOptions, Event,
    LOOKAHEAD_LIMIT, Mode, Offsets, Outcome, Part, PatchBlock, Response, ResponseParser, Status,
    apply_patches, parse_patches,
};
use interline_text::{Bias, TextEdit, utf16_to_byte};

/// Adds an event, which may be more of the last.
pub(crate) fn join(all: &mut Vec<Event<'static>>, event: Event<'_>) {
    match (all.last_mut(), event.into_owned()) {
        (Some(Event::Content(last)), Event::Content(more))
        | (Some(Event::Text(last)), Event::Text(more)) => {
            assert!(!more.is_empty());
            last.to_mut().push_str(&more);
        }
        (_, event) => all.push(event),
    }
}

/// Returns the events of the chunks, with neighbouring deltas joined.
pub(crate) fn events<'t>(pieces: impl IntoIterator<Item = &'t str>) -> Vec<Event<'static>> {
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

/// Checks that the events are the text, every byte once, and that each opened patch ends.
pub(crate) fn check_events(text: &str, events: &[Event<'_>]) {
    let mut at = 0;
    let mut open: Option<String> = None;
    for event in events {
        match event {
            Event::Opened { name, span, .. } => {
                assert_eq!(open.replace(name.to_string()), None);
                assert_eq!(at, span.start);
                at = span.end;
            }
            Event::Closed { span } => {
                assert!(open.take().is_some());
                assert_eq!(at, span.start);
                at = span.end;
            }
            Event::Unterminated { name, .. } => assert_eq!(open.take(), Some(name.to_string())),
            Event::Content(delta) | Event::Text(delta) => {
                assert_eq!(matches!(event, Event::Content(_)), open.is_some());
                assert_eq!(&text[at..at + delta.len()], &**delta);
                at += delta.len();
            }
            Event::ByteOrderMark { span } => {
                assert_eq!((at, span), (0, &(0..3)));
                at = span.end;
            }
            Event::Diagnostic(diagnostic) => assert!(
                text.get(diagnostic.span.clone()).is_some(),
                "{diagnostic:?}"
            ),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((at, open), (text.len(), None));
}

/// Checks that patches and gaps are apart and in the text, and that text in neither is blank or reported. `is_text` is whether an unclosed patch is
/// text.
pub(crate) fn check_response(text: &str, response: &Response<'_>, is_text: bool) {
    // Patches and gaps are apart, and text in neither is blank or reported.
    let gaps = response.gaps.iter().map(|gap| gap.span.clone());
    let mut spans: Vec<_> = response
        .patches
        .iter()
        .map(PatchBlock::span)
        .chain(gaps)
        .collect();
    spans.sort_by_key(|span| (span.start, span.end));
    assert!(
        spans.windows(2).all(|pair| pair[0].end <= pair[1].start),
        "{spans:?}"
    );
    for patch in &response.patches {
        assert_eq!(&text[patch.content_span.clone()], &*patch.content);
    }
    let reports = |code: &str| {
        response
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.code == code)
    };
    if is_text && !reports("whole-fence") && !reports("unclosed-patch") {
        let mut at = 0;
        spans.push(text.len()..text.len());
        for span in spans {
            let between = text[at..span.start].trim_start_matches('\u{feff}');
            assert!(between.trim().is_empty(), "{between:?} is in nothing");
            at = span.end;
        }
    }
}

/// Checks that components are a tree with true locations and lines, and so are boundaries.
pub(crate) fn check_document(document: &Document<'_>, text: &str) {
    let assert_span = |span: &Range<usize>| {
        assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}");
    };
    let components = document.components();
    for (index, component) in components.iter().enumerate() {
        let (opener, content, closer) = (&component.opener, &component.content, &component.closer);
        for span in [opener, content, closer] {
            assert_span(span);
        }
        assert!(opener.end <= content.start && content.end <= closer.start);
        assert!(text[opener.clone()].starts_with("<!--") && text[opener.clone()].ends_with("-->"));
        assert!(text[closer.clone()].starts_with("<!--") && text[closer.clone()].ends_with("-->"));
        assert_eq!(
            component.line,
            1 + text[..opener.start].matches('\n').count()
        );
        assert!(opener.start >= document.body_start());
        if let Some(parent) = component.parent {
            assert!(parent < index);
            assert!(
                components[parent].opener.end <= opener.start
                    && closer.end <= components[parent].closer.start
            );
        }
    }
    for boundary in document.boundaries() {
        assert_span(&boundary.span);
        assert_eq!(
            boundary.line,
            1 + text[..boundary.span.start].matches('\n').count()
        );
        if let Some(component) = boundary.component {
            assert!(components[component].span().contains(&boundary.span.start));
        }
    }
}

/// Returns the text that a component must contain of a part: in the line ending of the document, ending its line unless inline.
pub(crate) fn as_content(text: &str, document: &Document<'_>, inline: bool) -> String {
    let line_ending = document.line_ending();
    // A carriage return at the end is half of a line ending.
    let text = text.strip_suffix('\r').unwrap_or(text);
    let mut text = text.replace("\r\n", "\n").replace('\n', line_ending);
    if inline {
        if let Some(line) = text.strip_suffix('\n') {
            text.truncate(line.strip_suffix('\r').unwrap_or(line).len());
        }
    } else if !text.is_empty() && !text.ends_with('\n') {
        text.push_str(line_ending);
    }
    text
}

fn part_text<'r>(response: &'r Response<'_>, part: Part) -> &'r str {
    match part {
        Part::Patch(index) => &response.patches[index].content,
        Part::Gap(index) => &response.gaps[index].text,
    }
}

/// Checks everything that is promised of the result, without a look at how it was made.
pub(crate) fn check_applied(
    source: &str,
    response: &Response<'_>,
    applied: &Applied,
    policy: BoundaryPolicy,
) {
    check_applied_with(source, response, applied, policy, &DocumentOptions::new());
}

/// Checks the same for a document that is read with these options.
pub(crate) fn check_applied_with(
    source: &str,
    response: &Response<'_>,
    applied: &Applied,
    policy: BoundaryPolicy,
    options: &DocumentOptions,
) {
    let old = Document::parse_with(source, options);
    let new = Document::parse_with(applied.text(), options);
    assert_eq!(&applied.edits.apply(source).unwrap(), applied.text());
    assert_eq!(applied.edits.is_empty(), source == applied.text());
    assert_eq!(
        applied.outcomes.len(),
        response.patches.len() + response.gaps.len()
    );

    // Nothing is reported that was not reported before.
    let map = |offset: usize| applied.edits.map_offset(offset, Bias::After);
    for diagnostic in new.diagnostics() {
        let before = |old: &interline_text::Diagnostic| {
            old.code == diagnostic.code && map(old.span.start) == diagnostic.span.start
        };
        assert!(old.diagnostics().iter().any(before), "new: {diagnostic:?}");
    }

    // The removed text is the content of a component that is replaced, or a boundary and its line.
    let is_replaced = |index: usize| {
        let name = &*old.components()[index].name;
        old.components().iter().position(|c| c.name == name) == Some(index)
            && applied.outcomes.iter().any(|outcome| {
                outcome.mode == Some(Mode::Replace)
                    && matches!(outcome.status, Status::Applied | Status::Superseded)
                    && outcome.component.as_deref() == Some(name)
            })
    };
    // Of two with one name the second may be meant, when the first was removed with the text around it.
    let may_be_replaced = |name: &str| {
        applied.outcomes.iter().any(|outcome| {
            outcome.mode == Some(Mode::Replace) && outcome.component.as_deref() == Some(name)
        })
    };
    let replaced: Vec<_> = old
        .components()
        .iter()
        .filter(|c| may_be_replaced(&c.name))
        .map(|c| c.content.clone())
        .collect();
    for edit in &applied.edits {
        for (at, c) in source[edit.range.clone()].char_indices() {
            let at = edit.range.start + at;
            let goes = c.is_ascii_whitespace()
                || c == '>'
                || replaced.iter().any(|range| range.contains(&at))
                || policy != BoundaryPolicy::Ignore
                    && old.boundaries().iter().any(|b| b.span.contains(&at));
            assert!(goes, "{:?} is gone: {edit:?}", &source[edit.range.clone()]);
        }
    }

    let has_duplicates = old
        .diagnostics()
        .iter()
        .any(|diagnostic| diagnostic.code == "duplicate-component");
    if !has_duplicates {
        // The components are the old ones, without those inside replaced ones, and perhaps a new exchange.
        let mut gone = vec![false; old.components().len()];
        let mut names = Vec::new();
        for (index, component) in old.components().iter().enumerate() {
            gone[index] = component
                .parent
                .is_some_and(|parent| gone[parent] || is_replaced(parent));
            if !gone[index] {
                names.push(&*component.name);
            }
        }
        let mut found: Vec<_> = new
            .components()
            .iter()
            .map(|component| &*component.name)
            .collect();
        if !names.contains(&"exchange") {
            found.retain(|name| *name != "exchange");
        }
        assert_eq!(found, names);

        // A component that one part replaced, and nothing else went into, holds exactly that part.
        for outcome in &applied.outcomes {
            let Some(name) = outcome.component.as_deref() else {
                continue;
            };
            let others = applied
                .outcomes
                .iter()
                .filter(|o| o.component.as_deref() == Some(name) && o.status == Status::Applied);
            let is_alone = outcome.status == Status::Applied
                && outcome.mode == Some(Mode::Replace)
                && others.count() == 1;
            let component = new.component(name);
            let has_boundary = component.is_some_and(|c| {
                new.boundaries()
                    .iter()
                    .any(|b| c.content.contains(&b.span.start))
            });
            if is_alone && !outcome.repaired && !has_boundary {
                let inline = old
                    .component(name)
                    .is_some_and(|component| component.inline);
                let wanted = as_content(part_text(response, outcome.part), &old, inline);
                let content = new.content(component.unwrap());
                // An HTML block is ended by a blank line where text comes after the component.
                let is_ended = wanted.contains('<') && content.trim_end() == wanted.trim_end();
                assert!(content == wanted || is_ended, "{content:?}, not {wanted:?}");
            }
        }
    }

    // A part that was applied and not repaired is in its component, in order.
    let mut from: HashMap<&str, usize> = HashMap::new();
    for outcome in applied
        .outcomes
        .iter()
        .filter(|o| o.status == Status::Applied && !o.repaired)
    {
        let name = outcome.component.as_deref().unwrap();
        let content = new.content(new.component(name).unwrap());
        let wanted = as_content(part_text(response, outcome.part), &old, true);
        if outcome.mode == Some(Mode::Prepend) {
            assert!(content.contains(&wanted), "{wanted:?} not in {content:?}");
            continue;
        }
        let start = from.get(name).copied().unwrap_or(0);
        let at = content[start..].find(&wanted);
        assert!(at.is_some(), "{wanted:?} not in {:?}", &content[start..]);
        from.insert(name, start + at.unwrap());
    }

    // If there is an exchange, the document has exactly one boundary, at its end.
    if policy == BoundaryPolicy::Refresh {
        let is_kept = applied
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.code == "boundary-kept");
        match (new.component("exchange"), &applied.boundary) {
            (Some(exchange), Some(id)) if !is_kept => {
                assert_eq!(new.boundaries().len(), 1);
                assert_eq!(&*new.boundaries()[0].id, id);
                let after = &applied.text()[new.boundaries()[0].span.end..exchange.content.end];
                assert!(after.trim().is_empty());
            }
            (Some(_), _) => {}
            (None, _) => assert!(new.boundaries().is_empty() || !applied.diagnostics.is_empty()),
        }
    }
}

/// Checks that replacing again changes nothing, where nothing else was done.
pub(crate) fn check_again(response: &Response<'_>, applied: &Applied, options: &ApplyOptions) {
    let is_replaced = |outcome: &Outcome| {
        outcome.mode == Some(Mode::Replace) && outcome.status == Status::Applied
    };
    if applied.outcomes.iter().all(is_replaced) {
        let again = apply_patches(applied.text(), response, options);
        assert!(again.edits.is_empty(), "{:?}", again.edits);
    }
}

/// Checks that applying at once equals applying one after another. Routed parts are set apart from each other, and a repair may be due only to a neighbour.
pub(crate) fn check_one_by_one(
    source: &str,
    response: &Response<'_>,
    applied: &Applied,
    options: &ApplyOptions,
) {
    let is_plain = |applied: &Applied| {
        applied
            .outcomes
            .iter()
            .all(|o| !o.repaired && !o.routed && o.status != Status::Rejected)
    };
    if !is_plain(applied) {
        return;
    }
    let mut text = Some(source.to_owned());
    for patch in &response.patches {
        let mut one = Response::default();
        one.patches.push(patch.clone());
        let next = text.as_ref().map(|text| apply_patches(text, &one, options));
        text = next.filter(is_plain).map(Applied::into_text);
    }
    assert!(
        text.is_none_or(|text| text == applied.text()),
        "one after another is something else"
    );
}

/// Checks that the line endings of a document change nothing else.
pub(crate) fn check_line_endings(source: &str, answer: &str, options: &ApplyOptions) {
    let unix = source.replace("\r\n", "\n");
    if !unix.contains('\n') || unix.contains('\r') {
        return;
    }
    let answer = answer.replace("\r\n", "\n");
    let options = options
        .clone()
        .boundary_id(BoundaryId::Given("abcd".into()));
    let apply = |text: &str| apply_patches(text, &parse_patches(&answer), &options).into_text();
    assert_eq!(
        apply(&unix).replace('\n', "\r\n"),
        apply(&unix.replace('\n', "\r\n"))
    );
}

/// Makes an edit of a live document. Gives what it takes away.
pub(crate) fn make(text: &mut String, edit: &TextEdit, offsets: Offsets) -> String {
    let range = match offsets {
        Offsets::Utf16 => {
            utf16_to_byte(text, edit.range.start)..utf16_to_byte(text, edit.range.end)
        }
        _ => edit.range.clone(),
    };
    let gone = text[range.clone()].to_owned();
    text.replace_range(range, &edit.insert);
    gone
}

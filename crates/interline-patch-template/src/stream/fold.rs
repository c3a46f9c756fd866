use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostics;
use crate::options::{Fenced, ResponseOptions, WholeFence};
use crate::read::{PatchBlock, Response, gap_of, parse_patches_with};

use super::event::Event;

/// Makes a response of the events of its stream: the same that [`parse_patches`](crate::parse_patches) gives for `text`. Linear.
///
/// Where only the end of the response decides, as with an unclosed patch or a fence around the whole response, the text is parsed
/// again.
#[must_use]
pub fn fold<'t, 'e>(text: &'t str, events: impl IntoIterator<Item = Event<'e>>) -> Response<'t> {
    fold_with(text, events, &ResponseOptions::new())
}

/// Makes a response of events as [`fold`] does, with options: the same that [`parse_patches_with`] gives for `text`. Linear.
///
/// Events that a program makes need no text: if an opener has an empty span, contents and the text outside patches are taken from
/// the deltas.
#[must_use]
pub fn fold_with<'t, 'e>(
    text: &'t str,
    events: impl IntoIterator<Item = Event<'e>>,
    options: &ResponseOptions,
) -> Response<'t> {
    let mut events = events.into_iter();
    let mut response = Response::default();
    let mut gap_start = 0;
    let mut open = None;
    let fits = |span: &Range<usize>| text.get(span.clone()).is_some();
    let mut before = String::new();
    while let Some(event) = events.next() {
        match event {
            Event::Opened { ref span, .. } if span.is_empty() => {
                // An empty span comes from a program that made the event, so that no text has the content.
                return fold_deltas(before, Some(event).into_iter().chain(events));
            }
            // These are the events of another text.
            Event::Opened { ref span, .. } | Event::Closed { ref span }
                if span.start < gap_start || !fits(span) =>
            {
                return parse_patches_with(text, options);
            }
            Event::Opened {
                name,
                attributes,
                span,
            } => {
                response
                    .gaps
                    .extend(gap_of(text, gap_start..span.start, &[]));
                open = Some((name.into_owned(), attributes.into_owned(), span));
            }
            Event::Closed { span } => {
                let Some((name, attributes, opener)) = open.take() else {
                    continue;
                };
                gap_start = span.end;
                let content_span = opener.end.min(span.start)..span.start;
                response.patches.push(PatchBlock {
                    name: Cow::Owned(name),
                    attributes,
                    content: Cow::Borrowed(text.get(content_span.clone()).unwrap_or_default()),
                    opener: without_line_ending(text, opener),
                    content_span,
                    closer: Some(without_line_ending(text, span)),
                });
            }
            Event::Unterminated { .. } => return parse_patches_with(text, options),
            Event::Diagnostic(diagnostic)
                if diagnostic.code == diagnostics::WHOLE_FENCE
                    && options.whole_fence == WholeFence::Unwrap
                    || diagnostic.code == diagnostics::PATCH_IN_CODE
                        && options.fenced == Fenced::Apply =>
            {
                return parse_patches_with(text, options);
            }
            Event::Diagnostic(diagnostic) if diagnostic.code == diagnostics::WHOLE_FENCE => {}
            Event::Diagnostic(diagnostic) => response.diagnostics.push(diagnostic),
            Event::ByteOrderMark { span } => gap_start = span.end,
            Event::Text(delta) if text.is_empty() => before.push_str(&delta),
            Event::Content(_) | Event::Text(_) => {}
        }
    }
    if text.is_empty() {
        return response.text(before);
    }
    response
        .gaps
        .extend(gap_of(text, gap_start..text.len(), &[]));
    response
        .diagnostics
        .sort_by_key(|diagnostic| diagnostic.span.start);
    response
}

/// Makes a response of events without a text. `text` is the text before them, outside patches.
fn fold_deltas<'t, 'e>(mut text: String, events: impl Iterator<Item = Event<'e>>) -> Response<'t> {
    let mut response = Response::new();
    let mut open: Option<PatchBlock<'static>> = None;
    for event in events {
        match event {
            Event::Opened {
                name, attributes, ..
            } => {
                response = response.text(std::mem::take(&mut text));
                let mut patch = PatchBlock::new(name.into_owned(), String::new());
                patch.attributes = attributes.into_owned();
                open = Some(patch);
            }
            Event::Content(delta) => {
                if let Some(patch) = &mut open {
                    patch.content.to_mut().push_str(&delta);
                }
            }
            Event::Text(delta) => text.push_str(&delta),
            Event::Closed { .. } | Event::Unterminated { .. } => {
                if let Some(patch) = open.take() {
                    response = response.patch(patch);
                }
            }
            Event::Diagnostic(found) => response.diagnostics.push(found),
            Event::ByteOrderMark { .. } => {}
        }
    }
    // A response that breaks off keeps its last patch.
    if let Some(patch) = open {
        response = response.patch(patch);
    }
    response.text(text)
}

fn without_line_ending(text: &str, mut span: Range<usize>) -> Range<usize> {
    let marker = text.get(span.clone()).unwrap_or_default();
    span.end = span.start + marker.trim_end_matches(['\r', '\n']).len();
    span
}

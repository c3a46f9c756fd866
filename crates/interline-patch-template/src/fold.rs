use std::borrow::Cow;
use std::ops::Range;

use crate::event::Event;
use crate::gap::gap_of;
use crate::options::{ResponseOptions, WholeFence};
use crate::reader::line_ending_end;
use crate::response::{PatchBlock, Response, parse_patches_with};

/// What [`parse_patches`](crate::parse_patches) gives for `text`, from the events of its stream. Linear.
///
/// What only the end of the response can settle, a patch that is not closed and a fence round the whole, is read again
/// from the text.
#[must_use]
pub fn fold<'t, 'e>(text: &'t str, events: impl IntoIterator<Item = Event<'e>>) -> Response<'t> {
    fold_with(text, events, &ResponseOptions::new())
}

/// What [`parse_patches_with`] gives for `text`, from the events of its stream. Linear.
#[must_use]
pub fn fold_with<'t, 'e>(
    text: &'t str,
    events: impl IntoIterator<Item = Event<'e>>,
    options: &ResponseOptions,
) -> Response<'t> {
    let mut response = Response::default();
    let mut gap_start = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let mut open = None;
    let fits = |span: &Range<usize>| text.get(span.clone()).is_some();
    for event in events {
        match event {
            // Not the events of this text.
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
                gap_start = line_ending_end(text, span.end).unwrap_or(span.end);
                let content_start = line_ending_end(text, opener.end)
                    .unwrap_or(opener.end)
                    .min(span.start);
                let content_span = content_start..span.start;
                response.patches.push(PatchBlock {
                    name: Cow::Owned(name),
                    attributes,
                    content: Cow::Borrowed(text.get(content_span.clone()).unwrap_or_default()),
                    opener,
                    content_span,
                    closer: Some(span),
                });
            }
            Event::Unterminated { .. } => return parse_patches_with(text, options),
            Event::Diagnostic(told) if told.code == "whole-fence" => {
                if options.whole_fence == WholeFence::Unwrap {
                    return parse_patches_with(text, options);
                }
            }
            Event::Diagnostic(told) => response.diagnostics.push(told),
            Event::Content(_) | Event::Text(_) => {}
        }
    }
    response
        .gaps
        .extend(gap_of(text, gap_start..text.len(), &[]));
    response.diagnostics.sort_by_key(|told| told.span.start);
    response
}

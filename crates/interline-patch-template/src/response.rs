use std::borrow::Cow;
use std::ops::Range;

use interline_text::{Diagnostic, LineIndex, Severity, log_all};
use serde::{Deserialize, Serialize};

use crate::attribute::Attributes;
use crate::diagnose;
use crate::gap::{Gap, gap_of};
use crate::marker::{Keyword, Marker, MarkerKind};
use crate::options::{ResponseOptions, Unterminated};
use crate::queue::{Queue, marker_of};
use crate::reader::{Reader, is_alone_on_line, line_end, line_ending_end};
use crate::scan::Item;
use crate::wrap::whole_fence;

/// What an agent answered: patches, and the text around them.
///
/// Borrowed from the response. Patches and gaps are in the order of the response; their spans tell how they lie
/// between each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Response<'t> {
    /// The patches, in order.
    #[serde(borrow)]
    pub patches: Vec<PatchBlock<'t>>,
    /// The text outside the patches, piece by piece, in order.
    #[serde(borrow)]
    pub gaps: Vec<Gap<'t>>,
    /// What was seen that is not as it should be, in order. Spans are those of the response.
    pub diagnostics: Vec<Diagnostic>,
}

/// One patch: `<!-- patch:name -->` content `<!-- /patch:name -->`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PatchBlock<'t> {
    /// The component that it is for.
    #[serde(borrow)]
    pub name: Cow<'t, str>,
    /// The attributes of the opener.
    #[serde(borrow)]
    pub attributes: Attributes<'t>,
    /// What stands between the markers, verbatim. The line ending right behind the opener is not part of it.
    #[serde(borrow)]
    pub content: Cow<'t, str>,
    /// Bytes of the opener, from `<` to behind `>`.
    pub opener: Range<usize>,
    /// Bytes of the content.
    pub content_span: Range<usize>,
    /// Bytes of the closer; `None` where it never came.
    pub closer: Option<Range<usize>>,
}

impl PatchBlock<'_> {
    /// Bytes of the whole block, from the opener to the end of the closer.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.opener.start
            ..self
                .closer
                .as_ref()
                .map_or(self.content_span.end, |closer| closer.end)
    }

    /// The same, independent of the response.
    #[must_use]
    pub fn into_owned(self) -> PatchBlock<'static> {
        PatchBlock {
            name: Cow::Owned(self.name.into_owned()),
            attributes: self.attributes.into_owned(),
            content: Cow::Owned(self.content.into_owned()),
            opener: self.opener,
            content_span: self.content_span,
            closer: self.closer,
        }
    }
}

impl Response<'_> {
    /// The text outside the patches: the gaps, joined by one blank line. Allocates only for several gaps.
    #[must_use]
    pub fn unmatched(&self) -> Cow<'_, str> {
        match self.gaps.as_slice() {
            [] => Cow::Borrowed(""),
            [gap] => Cow::Borrowed(&gap.text),
            gaps => Cow::Owned(
                gaps.iter()
                    .map(|gap| &*gap.text)
                    .collect::<Vec<_>>()
                    .join("\n\n"),
            ),
        }
    }

    /// The same, independent of the text it was read from.
    #[must_use]
    pub fn into_owned(self) -> Response<'static> {
        Response {
            patches: self
                .patches
                .into_iter()
                .map(PatchBlock::into_owned)
                .collect(),
            gaps: self.gaps.into_iter().map(Gap::into_owned).collect(),
            diagnostics: self.diagnostics,
        }
    }
}

/// Reads the patches of a response. Total: whatever the text is, every byte of it is a marker, in the content of a
/// patch, or unmatched text. Linear in the response.
///
/// The same as [`parse_patches_with`] and the default options.
#[must_use]
pub fn parse_patches(response: &str) -> Response<'_> {
    parse_patches_with(response, &ResponseOptions::new())
}

/// Reads the patches of a response, as the options have it. Linear in the response.
///
/// What is told is also given to the log, at warning level with the target `interline`.
#[must_use]
pub fn parse_patches_with<'t>(response: &'t str, options: &ResponseOptions) -> Response<'t> {
    let start = if response.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let mut text = response;
    let mut from = start;
    let mut wrapped = None;
    if let Some(fence) = whole_fence(response, start, options.whole_fence) {
        // Ranges stay those of the whole response: only its end is cut off.
        text = &response[..fence.content.end];
        from = fence.content.start;
        wrapped = Some(fence.opener);
    }
    let mut assembly = Assembly {
        text,
        lines: None,
        unterminated: options.unterminated,
        queue: Queue::new(
            text,
            Reader::new(text, from, Keyword::Patch, options.fence_recovery),
        ),
        response: Response::default(),
        gap_start: from,
        cuts: Vec::new(),
    };
    if let Some(opener) = wrapped {
        assembly
            .response
            .diagnostics
            .push(diagnose::unwrapped(opener));
    }
    assembly.run(from);
    let mut response = assembly.response;
    response
        .diagnostics
        .sort_by_key(|diagnostic| diagnostic.span.start);
    log_all(&response.diagnostics, None, text);
    response
}

struct Assembly<'t> {
    text: &'t str,
    lines: Option<LineIndex<'t>>,
    unterminated: Unterminated,
    queue: Queue<'t>,
    response: Response<'t>,
    /// Where the text outside patches that is being gathered begins, and what is to be left out of it.
    gap_start: usize,
    cuts: Vec<Range<usize>>,
}

impl<'t> Assembly<'t> {
    fn run(&mut self, from: usize) {
        let mut from = Some(from);
        while let Some(offset) = from {
            self.queue.restart(offset);
            from = self.assemble();
        }
        self.close_gap(self.text.len());
    }

    /// Takes in what is live; gives the offset to go on from, when a patch was closed from within a fence.
    fn assemble(&mut self) -> Option<usize> {
        while let Some(item) = self.queue.take() {
            let opener = match item {
                Item::NearMiss(why, span) => {
                    self.tell(diagnose::near_miss(Keyword::Patch, why, &span));
                    continue;
                }
                Item::Marker(marker) if marker.kind == MarkerKind::Closer => {
                    self.tell(diagnose::stray_closer(
                        &self.text[marker.name.clone()],
                        Keyword::Patch,
                        &marker,
                    ));
                    continue;
                }
                Item::Marker(marker) => marker,
            };
            let name = &self.text[opener.name.clone()];
            if let Some(count) = self.queue.closer(name) {
                for _ in 0..count {
                    if let Some(item) = self.queue.take() {
                        self.tell_inner(&item, name, &opener);
                    }
                }
                let closer = self.queue.take();
                let span = closer.map_or(opener.span.clone(), |closer| closer.span().clone());
                self.patch(&opener, span.start, Some(span));
                continue;
            }
            let fence = self.queue.reader().unclosed_fence();
            let closer = fence.and_then(|fence| self.queue.reader().lone_closer_of(name, fence));
            if let Some((fence, closer)) = fence.zip(closer) {
                for item in std::iter::from_fn(|| self.queue.take()).collect::<Vec<_>>() {
                    self.tell_inner(&item, name, &opener);
                }
                let text = self.text;
                let lines = self.lines.get_or_insert_with(|| LineIndex::new(text));
                let told =
                    diagnose::closed_in_fence(lines, Keyword::Patch, name, fence, &closer.marker);
                self.tell(told);
                let span = closer.marker.span;
                self.patch(&opener, span.start, Some(span));
                return Some(self.gap_start);
            }
            self.unterminated(&opener, name);
        }
        None
    }

    fn unterminated(&mut self, opener: &Marker, name: &str) {
        let text = self.text;
        let lines = self.lines.get_or_insert_with(|| LineIndex::new(text));
        let told = diagnose::unterminated(lines, self.unterminated, name, opener);
        self.tell(told);
        let next_opener = || {
            let mut openers = self
                .queue
                .ahead()
                .filter_map(marker_of)
                .filter(|m| m.kind == MarkerKind::Opener);
            openers
                .next()
                .map_or(text.len(), |marker| marker.span.start)
        };
        match self.unterminated {
            Unterminated::AsText => self.cuts.push(whole_line_of(self.text, &opener.span)),
            Unterminated::Apply => {
                let end = next_opener();
                self.patch(opener, end, None);
            }
            Unterminated::Drop => {
                let end = next_opener();
                self.cuts.push(opener.span.start..end);
            }
        }
    }

    fn patch(&mut self, opener: &Marker, content_end: usize, closer: Option<Range<usize>>) {
        self.close_gap(opener.span.start);
        let content_start = line_ending_end(self.text, opener.span.end).unwrap_or(opener.span.end);
        let content_span = content_start.min(content_end)..content_end;
        self.gap_start = match &closer {
            Some(closer) => line_ending_end(self.text, closer.end).unwrap_or(closer.end),
            None => content_end,
        };
        self.response.patches.push(PatchBlock {
            name: Cow::Borrowed(&self.text[opener.name.clone()]),
            attributes: Attributes::read(&self.text[opener.attributes()]),
            content: Cow::Borrowed(&self.text[content_span.clone()]),
            opener: opener.span.clone(),
            content_span,
            closer,
        });
    }

    fn close_gap(&mut self, end: usize) {
        let cuts = std::mem::take(&mut self.cuts);
        self.response
            .gaps
            .extend(gap_of(self.text, self.gap_start..end, &cuts));
    }

    /// Tells what is odd about an item in the content of a patch.
    fn tell_inner(&mut self, item: &Item, name: &str, opener: &Marker) {
        match item {
            Item::NearMiss(why, span) => {
                self.tell(diagnose::near_miss(Keyword::Patch, *why, span));
            }
            Item::Marker(marker)
                if marker.kind == MarkerKind::Opener && self.text[marker.name.clone()] == *name =>
            {
                self.tell(diagnose::nested_opener(name, marker, &opener.span));
            }
            Item::Marker(_) => {}
        }
    }

    fn tell(&mut self, diagnostic: Diagnostic) {
        self.response.diagnostics.push(diagnostic);
    }
}

/// The marker with its whole line when it is alone on it.
fn whole_line_of(text: &str, span: &Range<usize>) -> Range<usize> {
    if is_alone_on_line(text, span) {
        crate::reader::line_start(text, span.start)..line_end(text, span.end)
    } else {
        span.clone()
    }
}

impl Response<'_> {
    /// Whether anything is told at error level.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

use std::borrow::Cow;
use std::ops::Range;

use interline_text::{Diagnostic, LineIndex, Severity, log_all};
use serde::{Deserialize, Serialize};

use crate::options::{FenceRecovery, Fenced, ResponseOptions, Unterminated};
use crate::scan::{
    Attributes, Item, Keyword, Marker, MarkerKind, NearMiss, Reader, is_alone_on_line, line_end,
    line_ending_end,
};

use super::gap::{Gap, gap_of, without_blank_edges};
use super::lookahead::{Queue, marker_of};
use super::messages;
use super::whole_fence::{Wrapping, fenced_content, whole_fence};

/// What an agent answered: patches, and the text around them.
///
/// Borrowed from the response. Patches and gaps are in the order of the response; their spans tell how they lie
/// between each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Response<'t> {
    /// The patches, in order.
    #[serde(borrow, default)]
    pub patches: Vec<PatchBlock<'t>>,
    /// The text outside the patches, piece by piece, in order.
    #[serde(borrow, default)]
    pub gaps: Vec<Gap<'t>>,
    /// What was seen that is not as it should be, in order. Spans are those of the response.
    #[serde(default)]
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
    #[serde(borrow, default)]
    pub attributes: Attributes<'t>,
    /// What stands between the markers, verbatim. The line ending right behind the opener is not part of it.
    #[serde(borrow)]
    pub content: Cow<'t, str>,
    /// Bytes of the opener, from `<` through `>`. Empty in a patch that was not read from a text.
    #[serde(default)]
    pub opener: Range<usize>,
    /// Bytes of the content.
    #[serde(default)]
    pub content_span: Range<usize>,
    /// Bytes of the closer; `None` where it never came.
    #[serde(default)]
    pub closer: Option<Range<usize>>,
}

impl<'t> PatchBlock<'t> {
    /// Makes a patch that replaces, or is added to, the content of the component `name`.
    ///
    /// The content is data: whatever markers it shows, its own closer included, it goes into the component as a whole. Where
    /// it would not read back, it is escaped and that is reported, as for any patch.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_patch_template::{ApplyOptions, PatchBlock, Response, apply_patches};
    ///
    /// let response = Response::new()
    ///     .text("Done.")
    ///     .patch(PatchBlock::new("status", "green\n").attribute("by", "ci"));
    /// let document = "<!-- agent:status -->\nred\n<!-- /agent:status -->\n";
    /// let applied = apply_patches(document, &response, &ApplyOptions::new());
    /// assert!(applied.text().starts_with("<!-- agent:status -->\ngreen\n<!-- /agent:status -->\n"));
    /// ```
    #[must_use]
    pub fn new(name: impl Into<Cow<'t, str>>, content: impl Into<Cow<'t, str>>) -> Self {
        Self {
            name: name.into(),
            attributes: Attributes::default(),
            content: content.into(),
            opener: 0..0,
            content_span: 0..0,
            closer: None,
        }
    }

    /// Adds an attribute to the opener.
    #[must_use]
    pub fn attribute(
        mut self,
        key: impl Into<Cow<'t, str>>,
        value: impl Into<Cow<'t, str>>,
    ) -> Self {
        self.attributes.push(key.into(), Some(value.into()));
        self
    }
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

impl<'t> Response<'t> {
    /// Makes a response without patches and text.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a patch after everything that is there. A patch without spans gets empty ones that give its place in the order
    /// of the response.
    #[must_use]
    pub fn patch(mut self, mut patch: PatchBlock<'t>) -> Self {
        if patch.opener.is_empty() {
            let at = self.end();
            patch.opener = at..at;
            patch.content_span = at..at;
            patch.closer = Some(at..at);
        }
        self.patches.push(patch);
        self
    }

    /// Adds text outside patches after everything that is there. Its leading and trailing blank lines are left out, and text
    /// that is blank adds nothing.
    #[must_use]
    pub fn text(mut self, text: impl Into<Cow<'t, str>>) -> Self {
        let text = text.into();
        let kept = without_blank_edges(&text);
        if !kept.is_empty() {
            let at = self.end();
            let text = match text {
                Cow::Borrowed(text) => Cow::Borrowed(&text[kept]),
                Cow::Owned(text) => Cow::Owned(text[kept].to_owned()),
            };
            self.gaps.push(Gap { text, span: at..at });
        }
        self
    }

    /// An offset after all parts.
    fn end(&self) -> usize {
        let patch = self.patches.last().map_or(0, |patch| patch.span().end + 1);
        let gap = self.gaps.last().map_or(0, |gap| gap.span.end + 1);
        patch.max(gap)
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
    let mut read = match whole_fence(response, start, options) {
        Some(Wrapping { opener, content }) => {
            let mut read = read(response, content, options);
            read.diagnostics.push(messages::unwrapped(opener));
            read
        }
        None => read(response, start..response.len(), options),
    };
    read.diagnostics
        .sort_by_key(|diagnostic| diagnostic.span.start);
    log_all(&read.diagnostics, None, response);
    read
}

/// Reads the part of a response in `range`. Offsets are those of the whole response; diagnostics are not sorted.
pub(crate) fn read<'t>(
    response: &'t str,
    range: Range<usize>,
    options: &ResponseOptions,
) -> Response<'t> {
    let text = &response[..range.end];
    let reader = Reader::new(text, range.start, Keyword::Patch, options.fence_recovery);
    let mut assembly = Assembly {
        text,
        lines: None,
        options,
        queue: Queue::new(text, reader),
        response: Response::default(),
        gap_start: range.start,
        cuts: Vec::new(),
    };
    assembly.run(range.start);
    assembly.response
}

struct Assembly<'t, 'o> {
    text: &'t str,
    lines: Option<LineIndex<'t>>,
    options: &'o ResponseOptions,
    queue: Queue<'t>,
    response: Response<'t>,
    /// Where the text outside patches that is being gathered begins, and what is to be left out of it.
    gap_start: usize,
    cuts: Vec<Range<usize>>,
}

impl<'t> Assembly<'t, '_> {
    fn run(&mut self, from: usize) {
        let mut from = Some(from);
        while let Some(offset) = from {
            self.queue.restart(offset);
            from = self.assemble();
        }
        self.queue.reader().read_unclosed_fence();
        self.close_gap(self.text.len());
    }

    /// Takes in what is live; gives the offset to go on from, when a patch was closed from within a fence.
    fn assemble(&mut self) -> Option<usize> {
        while let Some(item) = self.queue.take() {
            let opener = match item {
                Item::NearMiss(why, span) => {
                    self.tell(messages::near_miss(&Keyword::Patch, why, &span));
                    continue;
                }
                Item::Marker(marker) if marker.kind == MarkerKind::Closer => {
                    self.tell(messages::stray_closer(
                        &self.text[marker.name.clone()],
                        &Keyword::Patch,
                        &marker,
                    ));
                    continue;
                }
                Item::Marker(marker) => marker,
            };
            let name = &self.text[opener.name.clone()];
            let closer = self.queue.closer(name);
            let before = closer.unwrap_or_else(|| self.queue.ahead_len());
            let reopened = self.queue.reopened(name, before);
            if let Some(count) = reopened {
                if !opener.begins_line {
                    self.mention(&opener, name, count);
                    continue;
                }
                // Nobody opens a patch twice: the closer between the two is misspelt, if there is one that may be.
                if let Some(count) = self.queue.misspelt_closer(name, count) {
                    self.end_at_misspelt_closer(&opener, name, count);
                    continue;
                }
            }
            if let Some(count) = closer {
                self.end_at_closer(&opener, name, count);
                continue;
            }
            let fence = self.queue.reader().unclosed_fence();
            let lone = fence.and_then(|fence| self.queue.reader().lone_closer_of(name, fence));
            if let Some((fence, closer)) = fence.zip(lone) {
                for item in std::iter::from_fn(|| self.queue.take()).collect::<Vec<_>>() {
                    self.tell_inner(&item, name, &opener);
                }
                let text = self.text;
                let lines = self.lines.get_or_insert_with(|| LineIndex::new(text));
                let told =
                    messages::closed_in_fence(lines, &Keyword::Patch, name, fence, &closer.marker);
                self.tell(told);
                let span = closer.marker.span;
                self.patch(&opener, span.start, Some(span));
                return Some(self.gap_start);
            }
            match self.queue.misspelt_closer(name, before) {
                Some(count) => self.end_at_misspelt_closer(&opener, name, count),
                None => self.unterminated(&opener, name),
            }
        }
        None
    }

    /// The patch ends at the closer after `count` items.
    fn end_at_closer(&mut self, opener: &Marker, name: &str, count: usize) {
        for _ in 0..count {
            if let Some(item) = self.queue.take() {
                self.tell_inner(&item, name, opener);
            }
        }
        let closer = self.queue.take();
        let span = closer.map_or(opener.span.clone(), |closer| closer.span().clone());
        self.patch(opener, span.start, Some(span));
    }

    fn end_at_misspelt_closer(&mut self, opener: &Marker, name: &str, count: usize) {
        self.end_at_closer(opener, name, count);
        let closer = self
            .response
            .patches
            .last()
            .and_then(|patch| patch.closer.clone());
        if let Some(closer) = closer {
            self.tell(messages::misspelt_closer(name, &closer, &opener.span));
        }
    }

    /// An opener in the middle of a line that comes before the real one is prose about it. It stays in the text.
    fn mention(&mut self, opener: &Marker, name: &str, count: usize) {
        let real = self
            .queue
            .ahead()
            .nth(count)
            .map(|item| item.span().clone());
        self.tell(messages::mention(name, &opener.span, real));
    }

    fn unterminated(&mut self, opener: &Marker, name: &str) {
        let text = self.text;
        let policy = self.options.unterminated;
        let lines = self.lines.get_or_insert_with(|| LineIndex::new(text));
        let told = messages::unterminated(lines, policy, name, opener);
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
        match policy {
            // In the middle of a line it is prose about a patch as a rule.
            Unterminated::AsText if !is_alone_on_line(text, &opener.span) => {}
            Unterminated::AsText => self.cuts.push(whole_line_of(text, &opener.span)),
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

    /// The text outside patches that began at `gap_start` ends.
    fn close_gap(&mut self, end: usize) {
        let cuts = std::mem::take(&mut self.cuts);
        if self.queue.reader().has_coded_pairs() {
            self.take_coded_pairs(end, &cuts);
        }
        self.response
            .gaps
            .extend(gap_of(self.text, self.gap_start..end, &cuts));
    }

    /// Reports the patches in code blocks before `end`, or takes them, as the options have it.
    #[cold]
    fn take_coded_pairs(&mut self, end: usize, cuts: &[Range<usize>]) {
        // Those inside the patches that came before are content.
        for pair in self.queue.reader().coded_pairs_before(end) {
            if pair.opener.start < self.gap_start {
                continue;
            }
            let fenced = match (self.options.fenced, pair.fence) {
                (Fenced::Apply, Some(opened)) if opened >= self.gap_start => {
                    fenced_patches(self.text, opened, end)
                }
                _ => None,
            };
            self.tell(messages::patch_in_code(&pair, fenced.is_some()));
            if let Some((fence, patches)) = fenced {
                let before = self.gap_start..fence.start;
                self.response.gaps.extend(gap_of(self.text, before, cuts));
                self.response.patches.extend(patches);
                self.gap_start = fence.end;
            }
        }
    }

    /// Tells what is odd about an item in the content of a patch.
    fn tell_inner(&mut self, item: &Item, name: &str, opener: &Marker) {
        match item {
            // Content may show markers of documents.
            Item::NearMiss(NearMiss::OtherKeyword, _) => {}
            Item::NearMiss(why, span) => {
                self.tell(messages::near_miss(&Keyword::Patch, *why, span));
            }
            Item::Marker(marker)
                if marker.kind == MarkerKind::Opener && self.text[marker.name.clone()] == *name =>
            {
                self.tell(messages::nested_opener(name, marker, &opener.span));
            }
            Item::Marker(_) => {}
        }
    }

    fn tell(&mut self, diagnostic: Diagnostic) {
        self.response.diagnostics.push(diagnostic);
    }
}

/// The patches in the fenced code block whose first line begins at `opened`, and the bytes of that block, when it ends
/// before `end` and has nothing else in it. Linear in the block.
fn fenced_patches(
    text: &str,
    opened: usize,
    end: usize,
) -> Option<(Range<usize>, Vec<PatchBlock<'_>>)> {
    let (content, block_end) = fenced_content(&text[..end], opened)?;
    let options = ResponseOptions::new().fence_recovery(FenceRecovery::Strict);
    let inner = read(text, content, &options);
    let only_patches = inner.gaps.is_empty() && inner.diagnostics.is_empty();
    (only_patches && !inner.patches.is_empty()).then_some((opened..block_end, inner.patches))
}

/// The marker with its whole line when it is alone on it.
fn whole_line_of(text: &str, span: &Range<usize>) -> Range<usize> {
    if is_alone_on_line(text, span) {
        crate::scan::line_start(text, span.start)..line_end(text, span.end)
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

//! Puts the items of a response together into patches and gaps.

use std::borrow::Cow;
use std::ops::Range;

use interline_text::{Diagnostic, LineIndex};

use crate::options::{FenceRecovery, Fenced, ResponseOptions, Unterminated};
use crate::scan::{
    Attributes, Item, Keyword, Marker, MarkerKind, NearMiss, Reader, is_alone_on_line, line_end,
    line_ending_end, line_start,
};

use super::fence_line::fenced_content;
use super::gap::gap_of;
use super::lookahead::{Lookahead, marker_of};
use super::messages;
use super::patch_block::PatchBlock;
use super::response::Response;

/// Parses the part of a response in `range`. Offsets are those of the whole response; diagnostics are not sorted.
pub(super) fn assemble<'t>(
    response: &'t str,
    range: Range<usize>,
    options: &ResponseOptions,
) -> Response<'t> {
    let text = &response[..range.end];
    let recovers = options.fence_recovery == FenceRecovery::Recover;
    let reader = Reader::new(text, range.start, Keyword::Patch, recovers);
    let mut assembly = Assembly {
        text,
        lines: None,
        options,
        items: Lookahead::new(text, reader),
        response: Response::default(),
        gap_start: range.start,
        cuts: Vec::new(),
    };
    assembly.run(range.start);
    assembly.response
}

struct Assembly<'t, 'o> {
    text: &'t str,
    /// Made for the first message that names a line.
    lines: Option<LineIndex<'t>>,
    options: &'o ResponseOptions,
    items: Lookahead<'t>,
    response: Response<'t>,
    /// The start of the gap that is open.
    gap_start: usize,
    /// Ranges that are removed from that gap: the openers of unterminated patches.
    cuts: Vec<Range<usize>>,
}

impl<'t> Assembly<'t, '_> {
    fn run(&mut self, from: usize) {
        let mut from = Some(from);
        while let Some(offset) = from {
            self.items.restart(offset);
            from = self.assemble();
        }
        self.items.reader().read_unclosed_fence();
        self.close_gap(self.text.len());
    }

    /// Takes the live items of one stretch. Returns the offset to continue from if a patch was closed inside a fence.
    fn assemble(&mut self) -> Option<usize> {
        while let Some(item) = self.items.take() {
            let opener = match item {
                Item::NearMiss(why, span) => {
                    self.report(messages::near_miss(&Keyword::Patch, why, &span));
                    continue;
                }
                Item::Marker(marker) if marker.kind == MarkerKind::Closer => {
                    self.report(messages::stray_closer(
                        &self.text[marker.name.clone()],
                        &Keyword::Patch,
                        &marker,
                    ));
                    continue;
                }
                Item::Marker(marker) => marker,
            };
            let name = &self.text[opener.name.clone()];
            let closer = self.items.closer(name);
            let before = closer.unwrap_or_else(|| self.items.ahead_len());
            let reopened = self.items.reopened(name, before);
            if let Some(count) = reopened {
                if !opener.begins_line {
                    self.mention(&opener, name, count);
                    continue;
                }
                // A patch is not opened twice, so that a closer with nearly its name between the two openers is misspelt.
                if let Some(count) = self.items.misspelt_closer(name, count) {
                    self.end_at_misspelt_closer(&opener, name, count);
                    continue;
                }
            }
            if let Some(count) = closer {
                self.end_at_closer(&opener, name, count);
                continue;
            }
            let reader = self.items.reader();
            let fence = reader.unclosed_fence();
            let lone = fence.and_then(|fence| reader.lone_closers().of_name(name, fence).cloned());
            if let Some((fence, closer)) = fence.zip(lone) {
                // All live items that are left are inside the patch, which ends only in the fence after them.
                for item in std::iter::from_fn(|| self.items.take()).collect::<Vec<_>>() {
                    self.report_inner(&item, name, &opener);
                }
                let text = self.text;
                let lines = self.lines.get_or_insert_with(|| LineIndex::new(text));
                let diagnostic =
                    messages::closed_in_fence(lines, &Keyword::Patch, name, fence, &closer.marker);
                self.report(diagnostic);
                let span = closer.marker.span;
                self.patch(&opener, span.start, Some(span));
                return Some(self.gap_start);
            }
            match self.items.misspelt_closer(name, before) {
                Some(count) => self.end_at_misspelt_closer(&opener, name, count),
                None => self.unterminated(&opener, name),
            }
        }
        None
    }

    /// Ends the patch at the closer after `count` items, and returns the closer.
    fn end_at_closer(&mut self, opener: &Marker, name: &str, count: usize) -> Range<usize> {
        for _ in 0..count {
            if let Some(item) = self.items.take() {
                self.report_inner(&item, name, opener);
            }
        }
        let closer = self.items.take();
        let span = closer.map_or(opener.span.clone(), |closer| closer.span().clone());
        self.patch(opener, span.start, Some(span.clone()));
        span
    }

    fn end_at_misspelt_closer(&mut self, opener: &Marker, name: &str, count: usize) {
        let closer = self.end_at_closer(opener, name, count);
        self.report(messages::misspelt_closer(name, &closer, &opener.span));
    }

    /// Reports an opener in the middle of a line before the real one: it is prose about the patch, and stays in the text.
    fn mention(&mut self, opener: &Marker, name: &str, count: usize) {
        let real = self
            .items
            .ahead()
            .nth(count)
            .map(|item| item.span().clone());
        self.report(messages::mention(name, &opener.span, real));
    }

    fn unterminated(&mut self, opener: &Marker, name: &str) {
        let text = self.text;
        let policy = self.options.unterminated;
        let lines = self.lines.get_or_insert_with(|| LineIndex::new(text));
        let diagnostic = messages::unterminated(lines, policy, name, opener);
        self.report(diagnostic);
        let next_opener = || {
            let mut markers = self.items.ahead().filter_map(marker_of);
            let opener = markers.find(|marker| marker.kind == MarkerKind::Opener);
            opener.map_or(text.len(), |marker| marker.span.start)
        };
        match policy {
            // In the middle of a line an opener is usually prose about a patch.
            Unterminated::AsText if !is_alone_on_line(text, &opener.span) => {}
            // The line of the opener is removed and its text stays: a lost closer must not lose an answer.
            Unterminated::AsText => {
                let (start, end) = (opener.span.start, opener.span.end);
                self.cuts.push(line_start(text, start)..line_end(text, end));
            }
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

    /// Ends the gap that began at `gap_start`.
    fn close_gap(&mut self, end: usize) {
        let cuts = std::mem::take(&mut self.cuts);
        if self.items.reader().has_patches_in_code() {
            self.take_patches_in_code(end, &cuts);
        }
        self.response
            .gaps
            .extend(gap_of(self.text, self.gap_start..end, &cuts));
    }

    /// Reports the patches in code blocks before `end`, or applies them if the options say so.
    #[cold]
    fn take_patches_in_code(&mut self, end: usize, cuts: &[Range<usize>]) {
        for patch in self.items.reader().take_in_code_before(end) {
            // Inside the patch before, it is content.
            if patch.opener.start < self.gap_start {
                continue;
            }
            let fenced = match (self.options.fenced, patch.fence) {
                (Fenced::Apply, Some(opened)) if opened >= self.gap_start => {
                    fenced_patches(self.text, opened, end)
                }
                _ => None,
            };
            self.report(messages::patch_in_code(&patch, fenced.is_some()));
            if let Some((fence, patches)) = fenced {
                let before = self.gap_start..fence.start;
                self.response.gaps.extend(gap_of(self.text, before, cuts));
                self.response.patches.extend(patches);
                self.gap_start = fence.end;
            }
        }
    }

    /// Reports an item in the content of a patch that is probably a mistake.
    fn report_inner(&mut self, item: &Item, name: &str, opener: &Marker) {
        match item {
            // Content may show the markers of documents.
            Item::NearMiss(NearMiss::OtherKeyword, _) => {}
            Item::NearMiss(why, span) => {
                self.report(messages::near_miss(&Keyword::Patch, *why, span));
            }
            Item::Marker(marker)
                if marker.kind == MarkerKind::Opener && self.text[marker.name.clone()] == *name =>
            {
                self.report(messages::nested_opener(name, marker, &opener.span));
            }
            Item::Marker(_) => {}
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.response.diagnostics.push(diagnostic);
    }
}

/// Returns the bytes of the fenced code block whose first line begins at `opened`, and its patches, if it ends before `end` and
/// contains nothing else. Linear in the block.
fn fenced_patches(
    text: &str,
    opened: usize,
    end: usize,
) -> Option<(Range<usize>, Vec<PatchBlock<'_>>)> {
    let (content, block_end) = fenced_content(&text[..end], opened)?;
    let options = ResponseOptions::new().fence_recovery(FenceRecovery::Strict);
    let inner = assemble(text, content, &options);
    let only_patches = inner.gaps.is_empty() && inner.diagnostics.is_empty();
    (only_patches && !inner.patches.is_empty()).then_some((opened..block_end, inner.patches))
}

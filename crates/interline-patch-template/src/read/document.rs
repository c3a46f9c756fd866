use std::borrow::Cow;
use std::ops::Range;

use interline_text::Diagnostic;
use memchr::memchr;

use crate::scan::{SafeStart, fence_at_end, without_prefix};

use super::boundary::Boundary;
use super::component::Component;

/// A parsed document: its components, boundaries and diagnostics.
///
/// It borrows from its text. Problems are reported with their location; everything valid is still usable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document<'t> {
    pub(super) text: &'t str,
    pub(super) body: usize,
    pub(super) components: Vec<Component<'t>>,
    pub(super) boundaries: Vec<Boundary<'t>>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Offsets of the live markers and near misses, in order.
    pub(super) live: Vec<usize>,
    /// The offset after the last recovery from an unclosed fence, with no block open.
    pub(super) restarted: usize,
    /// The offsets of live markers, in order, with their safe starts. Text is appended right before such markers, so that its open
    /// blocks are found without reading all of the document again.
    pub(super) safe_starts: Vec<(usize, SafeStart)>,
}

impl<'t> Document<'t> {
    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the offset of the body in bytes: after the frontmatter, or 0.
    #[must_use]
    pub fn body_start(&self) -> usize {
        self.body
    }

    /// Returns the components in the order of their openers, so that a component comes before those inside it.
    #[must_use]
    pub fn components(&self) -> &[Component<'t>] {
        &self.components
    }

    /// Returns the first component with that name, which is the one that takes patches. Linear in the components.
    #[must_use]
    pub fn component(&self, name: &str) -> Option<&Component<'t>> {
        self.components
            .iter()
            .find(|component| component.name == name)
    }

    /// Returns the content of a component, without the [prefix](Component::prefix) of its lines. Linear in the content; allocates
    /// only to remove a prefix.
    #[must_use]
    pub fn content(&self, component: &Component<'_>) -> Cow<'t, str> {
        self.content_in(component, component.content.clone())
    }

    /// Returns the text in a range of a component, without the prefix of its lines.
    pub(crate) fn content_in(
        &self,
        component: &Component<'_>,
        range: Range<usize>,
    ) -> Cow<'t, str> {
        let content = self.text.get(range.clone()).unwrap_or_default();
        // Nearly all components are at column 0, and their content is returned without a copy.
        if component.prefix.is_empty() {
            return Cow::Borrowed(content);
        }
        let begins_line = self.text[..range.start].ends_with('\n');
        Cow::Owned(without_prefix(content, &component.prefix, begins_line))
    }

    /// Returns the boundaries outside code, in order.
    #[must_use]
    pub fn boundaries(&self) -> &[Boundary<'t>] {
        &self.boundaries
    }

    /// Returns the problems found in the document, in order.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the line ending of the first line, LF if it has none.
    #[must_use]
    pub fn line_ending(&self) -> &'static str {
        let bytes = self.text.as_bytes();
        match memchr(b'\n', bytes) {
            Some(at) if at > 0 && bytes[at - 1] == b'\r' => "\r\n",
            _ => "\n",
        }
    }

    /// Returns the offsets of markers and near misses outside code, in order.
    pub(crate) fn live(&self) -> &[usize] {
        &self.live
    }

    /// Returns the offset after the last recovery from an unclosed fence, with no block open.
    pub(crate) fn restart_offset(&self) -> usize {
        self.restarted
    }

    /// Returns the safe start of the live marker at `offset`, if one is known.
    pub(crate) fn safe_start(&self, offset: usize) -> Option<SafeStart> {
        let found = self
            .safe_starts
            .binary_search_by_key(&offset, |pair| pair.0);
        found.ok().map(|index| self.safe_starts[index].1)
    }

    /// Returns the last known line start up to `offset` at which no block is open, from which reading gives the same as reading
    /// everything.
    pub(crate) fn safe_start_before(&self, offset: usize) -> Option<usize> {
        let after = self
            .safe_starts
            .partition_point(|(_, start)| start.offset <= offset);
        match after.checked_sub(1).map(|last| self.safe_starts[last]) {
            // Between the start and its marker is no fence.
            Some((marker, start)) if offset <= marker => Some(start.nearest(self.text, offset)),
            Some((_, start)) => Some(start.offset),
            None => Some(self.restarted).filter(|&start| start <= offset),
        }
    }

    /// Returns the start of the line that opens the fence which is open at the end of the document, outside block quotes and list
    /// items. Linear in the text after the last recovery.
    pub(crate) fn open_fence_at_end(&self) -> Option<usize> {
        // From the last recovery on: before it no block is open, whatever the text there is.
        let fence = fence_at_end(self.text, self.restarted)?;
        fence.is_top_level.then_some(fence.opened)
    }
}

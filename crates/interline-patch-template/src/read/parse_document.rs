//! Puts the items of a document together into components and boundaries.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use interline_text::{Diagnostic, LineIndex};
use memchr::memchr_iter;

use crate::config::Mode;
use crate::error::Error;
use crate::options::{DocumentOptions, FenceRecovery};
use crate::scan::{
    Attributes, Item, Keyword, Marker, MarkerKind, Reader, SafeStart, blank_line_end,
    is_blank_to_line_end, line_end, line_start, mark_len,
};

use super::boundary::Boundary;
use super::component::Component;
use super::document::Document;
use super::messages;

impl<'t> Document<'t> {
    /// Parses a document into its components and boundaries. YAML frontmatter is skipped. Linear in the text.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_patch_template::Document;
    ///
    /// let document = Document::parse("<!-- agent:status -->\ngreen\n<!-- /agent:status -->\n");
    /// let status = document.component("status").unwrap();
    /// assert_eq!(document.content(status), "green\n");
    /// assert!(document.diagnostics().is_empty());
    /// ```
    #[must_use]
    pub fn parse(text: &'t str) -> Self {
        Self::parse_with(text, &DocumentOptions::new())
    }

    /// Parses a document as [`parse`](Self::parse) does, with options. Linear in the text.
    #[must_use]
    pub fn parse_with(text: &'t str, options: &DocumentOptions) -> Self {
        let document = Self::read(text, options);
        #[cfg(feature = "log")]
        interline_text::log_all(&document.diagnostics, None, text);
        document
    }

    /// Parses a document without logging, as the result of applying is read again several times.
    pub(crate) fn read(text: &'t str, options: &DocumentOptions) -> Self {
        let body = interline_frontmatter::split(text).body_start();
        // A byte order mark is not part of the first line.
        let start = body.max(mark_len(text));
        let recovers = options.fence_recovery == FenceRecovery::Recover;
        let mut assembly = Assembly {
            text,
            reader: Reader::new(text, start, options.keyword(), recovers),
            keyword: options.keyword(),
            line: 1,
            ..Assembly::default()
        };
        assembly.run(start);
        assembly.finish(body)
    }

    /// Parses a document that must not have any problem.
    ///
    /// # Errors
    ///
    /// The first diagnostic that [`parse`](Self::parse) would report.
    pub fn parse_strict(text: &'t str) -> Result<Self, Error> {
        let document = Self::parse(text);
        match document.diagnostics.first() {
            None => Ok(document),
            Some(diagnostic) => Err(Error::structure(text, diagnostic.clone())),
        }
    }
}

/// An opener, and its closer once it has been found.
struct Slot {
    opener: Marker,
    line: usize,
    /// The innermost slot around it.
    parent: Option<usize>,
    closer: Option<Range<usize>>,
}

#[derive(Default)]
struct Assembly<'t> {
    text: &'t str,
    keyword: Keyword,
    reader: Reader<'t>,
    lines: Option<LineIndex<'t>>,
    /// The line at the offset `counted`. Offsets only increase, so that all lines together are counted in one pass.
    line: usize,
    counted: usize,
    slots: Vec<Slot>,
    /// The open slots, the innermost last.
    open: Vec<usize>,
    /// The open slots by name, so that closing one among many takes constant time.
    open_by_name: HashMap<&'t str, Vec<usize>>,
    /// Each boundary with its line and the innermost slot around it.
    boundaries: Vec<(Marker, usize, Option<usize>)>,
    diagnostics: Vec<Diagnostic>,
    live: Vec<usize>,
    safe_starts: Vec<(usize, SafeStart)>,
    restarted: usize,
}

impl<'t> Assembly<'t> {
    fn run(&mut self, body: usize) {
        let mut from = Some(body);
        while let Some(offset) = from {
            self.reader.restart(offset);
            self.restarted = offset;
            from = self.assemble();
        }
    }

    fn line_of(&mut self, offset: usize) -> usize {
        if offset > self.counted {
            let text = &self.text.as_bytes()[self.counted..offset];
            self.line += memchr_iter(b'\n', text).count();
            self.counted = offset;
        }
        self.line
    }

    /// Takes the live items of one stretch. Returns the offset to continue from if a component was closed inside a fence.
    fn assemble(&mut self) -> Option<usize> {
        while let Some(item) = self.reader.next() {
            self.live.push(item.span().start);
            if let Some(start) = self.reader.safe_start() {
                self.safe_starts.push((item.span().start, start));
            }
            match item {
                Item::NearMiss(why, span) => {
                    self.diagnostics
                        .push(messages::near_miss(&self.keyword, why, &span));
                }
                Item::Marker(marker) => match marker.kind {
                    MarkerKind::Opener => self.open(marker),
                    MarkerKind::Closer => self.close(&marker),
                    MarkerKind::Boundary => {
                        let line = self.line_of(marker.span.start);
                        self.boundaries
                            .push((marker, line, self.open.last().copied()));
                    }
                },
            }
        }
        let fence = self.reader.unclosed_fence()?;
        let open = &self.open_by_name;
        let has_names = self.keyword.has_names();
        let is_open =
            |name: &str| !has_names || open.get(name).is_some_and(|slots| !slots.is_empty());
        let closers = if self.open.is_empty() {
            &[]
        } else {
            self.reader.lone_closers().from(fence)
        };
        let closer = closers
            .iter()
            .find(|closer| is_open(closer.name))
            .cloned()?;
        let lines = self.lines.get_or_insert_with(|| LineIndex::new(self.text));
        let diagnostic =
            messages::closed_in_fence(lines, &self.keyword, closer.name, fence, &closer.marker);
        self.diagnostics.push(diagnostic);
        self.live.push(closer.marker.span.start);
        self.close(&closer.marker);
        let end = closer.marker.span.end;
        Some(line_end(self.text, end))
    }

    fn open(&mut self, opener: Marker) {
        let line = self.line_of(opener.span.start);
        let slot = self.slots.len();
        self.open_by_name
            .entry(&self.text[opener.name.clone()])
            .or_default()
            .push(slot);
        self.slots.push(Slot {
            opener,
            line,
            parent: self.open.last().copied(),
            closer: None,
        });
        self.open.push(slot);
    }

    /// Closes the innermost open component with that name; those opened inside it stay without a closer.
    fn close(&mut self, closer: &Marker) {
        let name = &self.text[closer.name.clone()];
        let named = self.open_by_name.get(name);
        // Sections without names are nested like brackets: a closer ends the innermost.
        let slot = match self.keyword.has_names() {
            true => named.and_then(|slots| slots.last().copied()),
            false => self.open.last().copied(),
        };
        let Some(slot) = slot else {
            self.diagnostics.push(messages::stray_closer(
                &self.text[closer.name.clone()],
                &self.keyword,
                closer,
            ));
            return;
        };
        // Those opened inside lose their closer to this one: a missing closer must not swallow the rest of the document.
        while let Some(inner) = self.open.pop() {
            let inner_name = &self.text[self.slots[inner].opener.name.clone()];
            if let Some(slots) = self.open_by_name.get_mut(inner_name) {
                slots.pop();
            }
            if inner == slot {
                break;
            }
        }
        self.slots[slot].closer = Some(closer.span.clone());
    }

    fn finish(self, body: usize) -> Document<'t> {
        let (text, keyword) = (self.text, self.keyword);
        let mut diagnostics = self.diagnostics;
        let mut components: Vec<Component<'t>> = Vec::with_capacity(self.slots.len());
        // The component of each slot, or the one around it if the slot was never closed.
        let mut indices: Vec<Option<usize>> = Vec::with_capacity(self.slots.len());
        let mut first: HashMap<&str, usize> = HashMap::with_capacity(self.slots.len());
        for slot in self.slots {
            let name = &text[slot.opener.name.clone()];
            let parent = slot.parent.and_then(|parent| indices[parent]);
            let Some(closer) = slot.closer else {
                // Components inside an unclosed one belong to the component around it.
                indices.push(parent);
                diagnostics.push(messages::unclosed_component(
                    &keyword,
                    name,
                    slot.line,
                    &slot.opener,
                ));
                continue;
            };
            indices.push(Some(components.len()));
            let first = *first.entry(name).or_insert(components.len());
            if let Some(first) = components.get(first) {
                diagnostics.push(messages::duplicate(
                    &keyword,
                    name,
                    slot.line,
                    &slot.opener,
                    first,
                ));
            }
            let (content, inline) = content_of(text, &slot.opener.span, &closer);
            let component = Component {
                name: Cow::Borrowed(name),
                attributes: match keyword {
                    Keyword::Custom(_) => Attributes::default(),
                    _ => Attributes::read(&text[slot.opener.attributes()]),
                },
                prefix: self.reader.prefix_of(&slot.opener).to_owned().into(),
                opener: slot.opener.span,
                content,
                inline,
                closer,
                line: slot.line,
                parent,
            };
            diagnostics.extend(unknown_modes(&component));
            components.push(component);
        }
        let boundaries = self
            .boundaries
            .into_iter()
            .map(|(marker, line, slot)| Boundary {
                id: Cow::Borrowed(&text[marker.name]),
                span: marker.span,
                line,
                component: slot.and_then(|slot| indices[slot]),
            });
        let boundaries = boundaries.collect();
        diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        Document {
            text,
            body,
            components,
            boundaries,
            diagnostics,
            live: self.live,
            restarted: self.restarted,
            safe_starts: self.safe_starts,
        }
    }
}

/// Returns the content of a component, and whether it is inline.
pub(crate) fn content_of(
    text: &str,
    opener: &Range<usize>,
    closer: &Range<usize>,
) -> (Range<usize>, bool) {
    let lines_start = blank_line_end(text, opener.end);
    let start = lines_start.unwrap_or(opener.end).min(closer.start);
    let indent = text.as_bytes()[start..closer.start]
        .iter()
        .rev()
        // Indentation and quote markers before a closer are its own, so that they stay when the content is replaced.
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'>'))
        .count();
    let closer_start = closer.start - indent;
    let begins_line = line_start(text, closer.start.min(closer_start)) == closer_start;
    // A closer with nothing after it can get a line of its own.
    let ends_line = || {
        let has_lines = lines_start.is_some() || text[start..closer.start].contains('\n');
        has_lines && is_blank_to_line_end(text, closer.end)
    };
    let end = match begins_line {
        true => closer_start,
        false => closer.start,
    };
    (start..end, !begins_line && !ends_line())
}

/// Reports the modes in the attributes that are not known.
fn unknown_modes(component: &Component<'_>) -> Vec<Diagnostic> {
    ["patch", "mode"]
        .into_iter()
        .filter_map(|key| {
            let why = component.attributes.get(key)?.parse::<Mode>().err()?;
            Some(messages::unknown_mode(component, key, &why))
        })
        .collect()
}

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use interline_text::{Diagnostic, LineIndex, log_all};
use memchr::{memchr, memchr_iter};

use crate::config::Mode;
use crate::error::Error;
use crate::options::DocumentOptions;
use crate::scan::{
    Attributes, Blocks, Item, Keyword, Marker, MarkerKind, Reader, blank_line_end,
    is_blank_to_line_end, line_end, line_start, without_prefix,
};

use super::component::{Boundary, Component};
use super::messages;

/// A document with components, read but not changed.
///
/// Borrowed from its text. Reading is total: whatever is not sound is told, and everything sound stays usable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document<'t> {
    text: &'t str,
    body: usize,
    components: Vec<Component<'t>>,
    boundaries: Vec<Boundary<'t>>,
    diagnostics: Vec<Diagnostic>,
    /// Where the live markers and near misses begin, in order.
    live: Vec<usize>,
    /// From here on the structure was read without a recovery.
    restarted: usize,
    /// For live markers, in order, a line start before each from which reading gives what reading everything gives, with no
    /// fence between.
    safe_starts: Vec<(usize, usize)>,
}

impl<'t> Document<'t> {
    /// Reads the components of a document. Its YAML frontmatter is skipped. Linear in the text.
    #[must_use]
    pub fn parse(text: &'t str) -> Self {
        Self::parse_with(text, &DocumentOptions::new())
    }

    /// Reads the components of a document, as the options have it. Linear in the text.
    ///
    /// What is told is also given to the log, at warning level with the target `interline`.
    #[must_use]
    pub fn parse_with(text: &'t str, options: &DocumentOptions) -> Self {
        let document = Self::read(text, options);
        log_all(&document.diagnostics, None, text);
        document
    }

    /// The same without the log.
    pub(crate) fn read(text: &'t str, options: &DocumentOptions) -> Self {
        let body = interline_frontmatter::split(text).body_start();
        // A byte order mark is no part of the first line.
        let start = if body == 0 && text.starts_with('\u{feff}') {
            '\u{feff}'.len_utf8()
        } else {
            body
        };
        let mut assembly = Assembly {
            text,
            reader: Reader::new(text, start, options.keyword(), options.fence_recovery),
            keyword: options.keyword(),
            lines: None,
            count: LineCount { at: 0, line: 1 },
            slots: Vec::new(),
            open: Vec::new(),
            open_by_name: HashMap::new(),
            boundaries: Vec::new(),
            diagnostics: Vec::new(),
            live: Vec::new(),
            safe_starts: Vec::new(),
            restarted: start,
        };
        assembly.run(start);
        assembly.finish(body)
    }

    /// Reads the components of a document that has to be sound.
    ///
    /// # Errors
    ///
    /// The first thing that [`parse`](Self::parse) would tell.
    pub fn parse_strict(text: &'t str) -> Result<Self, Error> {
        let document = Self::parse(text);
        match document.diagnostics.first() {
            None => Ok(document),
            Some(diagnostic) => Err(Error::structure(text, diagnostic.clone())),
        }
    }

    /// The text that was read.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Where the body begins, in bytes: behind the frontmatter, or at 0.
    #[must_use]
    pub fn body_start(&self) -> usize {
        self.body
    }

    /// The components in the order of their openers, so that a component comes before those inside it.
    #[must_use]
    pub fn components(&self) -> &[Component<'t>] {
        &self.components
    }

    /// The first component of that name, which is the one that patches are for. Linear in the components.
    #[must_use]
    pub fn component(&self, name: &str) -> Option<&Component<'t>> {
        self.components
            .iter()
            .find(|component| component.name == name)
    }

    /// The content of a component, without the [prefix](Component::prefix) of its lines. Linear in the content; allocates only
    /// where there is a prefix.
    #[must_use]
    pub fn content(&self, component: &Component<'_>) -> Cow<'t, str> {
        let content = self.text.get(component.content.clone()).unwrap_or_default();
        if component.prefix.is_empty() {
            return Cow::Borrowed(content);
        }
        let begins_line = self.text[..component.content.start].ends_with('\n');
        Cow::Owned(without_prefix(content, &component.prefix, begins_line))
    }

    /// The boundaries outside code, in order.
    #[must_use]
    pub fn boundaries(&self) -> &[Boundary<'t>] {
        &self.boundaries
    }

    /// What was seen that is not as it should be, in order.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The line ending of the document: that of its first line, LF where it has none.
    #[must_use]
    pub fn line_ending(&self) -> &'static str {
        let bytes = self.text.as_bytes();
        match memchr(b'\n', bytes) {
            Some(at) if at > 0 && bytes[at - 1] == b'\r' => "\r\n",
            _ => "\n",
        }
    }

    /// Where markers and what nearly are markers begin, outside code, in order.
    pub(crate) fn live(&self) -> &[usize] {
        &self.live
    }

    /// From here on the structure was read without a recovery, with nothing open.
    pub(crate) fn restart_offset(&self) -> usize {
        self.restarted
    }

    /// A line start before the live marker at `offset` from which reading gives what reading everything gives, with no fence
    /// between, where one is known.
    pub(crate) fn safe_start(&self, offset: usize) -> Option<usize> {
        let found = self
            .safe_starts
            .binary_search_by_key(&offset, |pair| pair.0);
        found.ok().map(|index| self.safe_starts[index].1)
    }

    /// Where the line of a fence begins that is open at the end of the document, outside block quotes and list items.
    /// Linear in what follows the last recovery.
    pub(crate) fn open_fence_at_end(&self) -> Option<usize> {
        let mut blocks = Blocks::default();
        blocks.reset(self.restarted);
        blocks.feed(&self.text.as_bytes()[self.restarted..]);
        blocks.finish();
        blocks
            .fence()
            .filter(|fence| fence.is_top_level)
            .map(|fence| fence.opened)
    }
}

/// A component whose closer is looked for, or has been found.
struct Slot {
    opener: Marker,
    line: usize,
    /// The slot that it stands in.
    parent: Option<usize>,
    closer: Option<Range<usize>>,
}

struct Assembly<'t> {
    text: &'t str,
    keyword: Keyword,
    reader: Reader<'t>,
    lines: Option<LineIndex<'t>>,
    count: LineCount,
    slots: Vec<Slot>,
    /// Slots that are open, the innermost last.
    open: Vec<usize>,
    /// The same by name.
    open_by_name: HashMap<&'t str, Vec<usize>>,
    /// With the slot they stand in.
    boundaries: Vec<(Marker, usize, Option<usize>)>,
    diagnostics: Vec<Diagnostic>,
    live: Vec<usize>,
    safe_starts: Vec<(usize, usize)>,
    restarted: usize,
}

/// The line of offsets that only grow.
struct LineCount {
    at: usize,
    line: usize,
}

impl LineCount {
    fn line_of(&mut self, text: &str, offset: usize) -> usize {
        if offset > self.at {
            self.line += memchr_iter(b'\n', &text.as_bytes()[self.at..offset]).count();
            self.at = offset;
        }
        self.line
    }
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

    /// Takes in one stretch; gives the offset to go on from, when a component was closed from within a fence.
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
                        let line = self.count.line_of(self.text, marker.span.start);
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
            self.reader.lone_closers_from(fence)
        };
        let closer = closers
            .iter()
            .find(|closer| is_open(closer.name))
            .cloned()?;
        let lines = self.lines.get_or_insert_with(|| LineIndex::new(self.text));
        let told =
            messages::closed_in_fence(lines, &self.keyword, closer.name, fence, &closer.marker);
        self.diagnostics.push(told);
        self.live.push(closer.marker.span.start);
        self.close(&closer.marker);
        let end = closer.marker.span.end;
        Some(line_end(self.text, end))
    }

    fn open(&mut self, opener: Marker) {
        let line = self.count.line_of(self.text, opener.span.start);
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

    /// Closes the innermost open component of that name; those opened inside it stay without a closer.
    fn close(&mut self, closer: &Marker) {
        let name = &self.text[closer.name.clone()];
        let named = self.open_by_name.get(name);
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
        // The component that each slot is, or stands in when it was never closed.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.slots.len());
        let mut first: HashMap<&str, usize> = HashMap::with_capacity(self.slots.len());
        for slot in self.slots {
            let name = &text[slot.opener.name.clone()];
            let parent = slot.parent.and_then(|parent| places[parent]);
            let Some(closer) = slot.closer else {
                places.push(parent);
                diagnostics.push(messages::unclosed_component(
                    &keyword,
                    name,
                    slot.line,
                    &slot.opener,
                ));
                continue;
            };
            places.push(Some(components.len()));
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
            let prefix = self.reader.prefix_of(&slot.opener);
            let mut component = component(text, &slot.opener, closer, slot.line, parent, prefix);
            if let Keyword::Custom(_) = keyword {
                component.attributes = Attributes::default();
            }
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
                component: slot.and_then(|slot| places[slot]),
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

fn component<'t>(
    text: &'t str,
    opener: &Marker,
    closer: Range<usize>,
    line: usize,
    parent: Option<usize>,
    prefix: &str,
) -> Component<'t> {
    let lines_start = blank_line_end(text, opener.span.end);
    let start = lines_start.unwrap_or(opener.span.end).min(closer.start);
    let indent = text.as_bytes()[start..closer.start]
        .iter()
        .rev()
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'>'))
        .count();
    let begin = closer.start - indent;
    let begins_line = line_start(text, closer.start.min(begin)) == begin;
    // Where nothing comes after the closer, it can get a line of its own.
    let ends_line = || {
        let has_lines = lines_start.is_some() || text[start..closer.start].contains('\n');
        has_lines && is_blank_to_line_end(text, closer.end)
    };
    Component {
        name: Cow::Borrowed(&text[opener.name.clone()]),
        attributes: Attributes::read(&text[opener.attributes()]),
        opener: opener.span.clone(),
        content: start..if begins_line { begin } else { closer.start },
        inline: !begins_line && !ends_line(),
        closer,
        prefix: match prefix {
            "" => Cow::Borrowed(""),
            prefix => Cow::Owned(prefix.to_owned()),
        },
        line,
        parent,
    }
}

/// What the attributes ask for that is no mode.
fn unknown_modes(component: &Component<'_>) -> Vec<Diagnostic> {
    ["patch", "mode"]
        .into_iter()
        .filter_map(|key| {
            let why = component.attributes.get(key)?.parse::<Mode>().err()?;
            Some(messages::unknown_mode(component, key, &why))
        })
        .collect()
}

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use interline_text::{Edits, TextEdit, utf16_len};

use crate::apply::{
    Applied, ApplyOptions, BoundaryPolicy, Unmatched, apply_patches, joint, outline_in, own_line,
};
use crate::config::{Mode, resolve_mode};
use crate::options::ResponseOptions;
use crate::read::{Component, Document, parse_patches_with};
use crate::scan::{Old, Outline};
use crate::steps;
use crate::stream::{Event, ResponseParser};

use super::inserted::Inserted;
use super::offsets::Offsets;
use super::pending::{Pending, Seen};

/// Turns a response into edits of a document while it arrives.
///
/// Text that is appended appears at once: one insert for each delta, where the result of [`apply_patches`] would have it.
/// Everything else, patches that replace or prepend and parts that have to be repaired, comes with [`finish`](Self::finish). The
/// edits apply one after another, each to the document as the ones before it left it. The document after `finish` is what
/// [`apply_patches`] gives for the whole response. No edit deletes text that stays, and none changes the inside of a boundary.
///
/// A part for a component in a block quote or list item waits for the end, and so does everything after an opener in the middle
/// of a line and in a fence around the whole response. A routed part waits too if the document has neither `exchange` nor
/// `output`: the new `exchange` is made at the end.
///
/// The response is kept until the end. A push takes time linear in its chunk, and `finish` in document and response.
///
/// # Examples
///
///
/// ```
/// use interline_patch_template::{ApplyOptions, BoundaryPolicy, LiveApply};
///
/// let mut document = "<!-- agent:exchange -->\nHi\n<!-- /agent:exchange -->\n".to_owned();
/// let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
/// let mut live = LiveApply::new(&document.clone(), &options);
/// for token in ["Hel", "lo", " there."] {
///     for edit in live.push(token) {
///         document.replace_range(edit.range, &edit.insert);
///     }
/// }
/// assert!(document.contains("Hi\n\nHello there."));
/// let (edits, applied) = live.finish();
/// for edit in edits {
///     document.replace_range(edit.range, &edit.insert);
/// }
/// assert_eq!(document, applied.text());
/// ```
#[derive(Debug)]
pub struct LiveApply {
    document: String,
    options: ApplyOptions,
    response_options: ResponseOptions,
    offsets: Offsets,
    parser: ResponseParser,
    response: String,
    line_ending: &'static str,
    /// The first component of each name.
    targets: HashMap<String, Target>,
    inserted: Inserted,
    /// The part that arrives, if it is inserted as it arrives; `None` if it waits for the end.
    current: Option<Current>,
    /// Whether everything from here on waits for the end, because it may depend on a part that does.
    waits_for_end: bool,
    /// Whether the response may be in a fence that is removed at the end.
    may_be_wrapped: bool,
}

/// The changes of a component that are possible before the end.
#[derive(Clone, Debug)]
enum Target {
    /// Appended text is inserted at this offset as it arrives.
    Append(usize),
    /// Patches wait for the end; the range of the content that they may replace.
    Wait(Range<usize>),
}

/// The part that arrives.
#[derive(Debug)]
struct Current {
    offset: usize,
    is_routed: bool,
    /// Whether it is text outside patches, whose blank lines at both ends are left out.
    is_gap: bool,
    /// Whether some of it has been inserted.
    has_begun: bool,
    /// The text that is inserted only if more follows.
    pending: Pending,
}

impl LiveApply {
    /// Makes the state before a response arrives. Linear in the document.
    #[must_use]
    pub fn new(document: &str, options: &ApplyOptions) -> Self {
        let read = Document::read(document, &options.document);
        let mut targets = HashMap::new();
        let mut offsets: Vec<(usize, Outline)> = Vec::new();
        for (index, component) in read.components().iter().enumerate() {
            targets
                .entry(component.name.to_string())
                .or_insert_with(|| {
                    let Some(offset) = append_offset(&read, index, component, options) else {
                        return Target::Wait(component.content.clone());
                    };
                    offsets.push((offset, outline_in(&read, component, offset)));
                    Target::Append(offset)
                });
        }
        Self {
            inserted: Inserted::new(document, offsets),
            line_ending: read.line_ending(),
            document: document.to_owned(),
            options: options.clone(),
            response_options: ResponseOptions::new(),
            offsets: Offsets::Bytes,
            parser: ResponseParser::new(),
            response: String::new(),
            targets,
            current: None,
            waits_for_end: false,
            may_be_wrapped: false,
        }
    }

    /// Sets the options with which the response is parsed.
    #[must_use]
    pub fn response_options(mut self, options: ResponseOptions) -> Self {
        self.response_options = options;
        self
    }

    /// Sets the unit of the ranges of edits.
    #[must_use]
    pub fn offsets(mut self, offsets: Offsets) -> Self {
        self.offsets = offsets;
        self
    }

    /// Reads the next chunk of the response: returns edits of the current document. Linear in the chunk, and for each edit
    /// logarithmic in the number of components.
    pub fn push(&mut self, chunk: &str) -> Vec<TextEdit> {
        self.response.push_str(chunk);
        let mut parser = std::mem::take(&mut self.parser);
        let mut edits = Vec::new();
        let events = parser.push(chunk);
        self.may_be_wrapped = events.may_be_wrapped();
        for event in events {
            self.event(&event, &mut edits);
        }
        self.parser = parser;
        edits
    }

    /// Ends the response: returns the edits that turn the current document into what [`apply_patches`] gives, and that result.
    /// Linear in document and response.
    #[must_use]
    pub fn finish(self) -> (Vec<TextEdit>, Applied) {
        let applied = apply_patches(
            &self.document,
            &parse_patches_with(&self.response, &self.response_options),
            &self.options,
        );
        let mut runs: BTreeMap<usize, String> = self.inserted.into_texts().collect();
        // The edits of the old document, each with the text inserted at its offset or inside its range.
        let mut whole: Vec<(TextEdit, String)> = Vec::new();
        for edit in &applied.edits {
            let (start, end) = (edit.range.start, edit.range.end);
            let inside = if start == end {
                start..start + 1
            } else {
                start + 1..end
            };
            let offsets: Vec<usize> = runs.range(inside).map(|(&offset, _)| offset).collect();
            let inserted = offsets
                .iter()
                .filter_map(|offset| runs.remove(offset))
                .collect();
            whole.push((edit.clone(), inserted));
        }
        for (offset, run) in runs {
            whole.push((TextEdit::insert(offset, String::new()), run));
        }
        whole.sort_by_key(|(edit, _)| (edit.range.start, edit.range.end));
        let units = |text: &str| {
            steps::count(text.len());
            match self.offsets {
                Offsets::Bytes => text.len(),
                Offsets::Utf16 => utf16_len(text),
            }
        };
        // An offset in the old document, and the same in the new one. Both only move forward, so that all code units are counted once.
        let (mut done, mut at) = (0, 0);
        let mut edits: Vec<TextEdit> = Vec::new();
        for (edit, run) in whole {
            at += units(&self.document[done..edit.range.start]);
            done = edit.range.end;
            if run.is_empty() || !edit.range.is_empty() {
                let len = units(&self.document[edit.range]) + units(&run);
                let end = at + units(&edit.insert);
                edits.push(TextEdit::replace(at..at + len, edit.insert));
                at = end;
                continue;
            }
            let mut seen = 0;
            for part in Edits::between(&run, &edit.insert) {
                at += units(&run[seen..part.range.start]);
                seen = part.range.end;
                let (len, inserted) = (units(&run[part.range]), units(&part.insert));
                edits.push(TextEdit::replace(at..at + len, part.insert));
                at += inserted;
            }
            at += units(&run[seen..]);
        }
        edits.retain(|edit| !(edit.range.is_empty() && edit.insert.is_empty()));
        (edits, applied)
    }

    fn event(&mut self, event: &Event<'_>, edits: &mut Vec<TextEdit>) {
        match event {
            Event::Opened { name, span, .. } => {
                self.current = None;
                // In a fence that is removed everything is parsed again, and an opener in the middle of a line may turn out to be
                // a mention.
                let begins_line = span.start == 0
                    || matches!(self.response.as_bytes().get(span.start - 1), Some(b'\n'));
                self.waits_for_end |= self.may_be_wrapped || !begins_line;
                self.begin(Some(name));
            }
            Event::Unterminated { .. } => {
                self.current = None;
                self.waits_for_end = true;
            }
            Event::Closed { .. } => {
                // The content of a patch is inserted to its end, blank lines included.
                self.insert(usize::MAX, edits);
                self.current = None;
            }
            Event::Text(delta) => {
                if self.current.is_none() && self.options.unmatched == Unmatched::Route {
                    self.begin(None);
                }
                self.delta(delta, edits);
            }
            Event::Content(delta) => self.delta(delta, edits),
            _ => {}
        }
    }

    /// Begins a part, and finds where it is inserted if that is certain already.
    fn begin(&mut self, name: Option<&str>) {
        // Parts keep their order, so that after one that waits nothing can be inserted before it.
        if self.waits_for_end {
            return;
        }
        let named = name.and_then(|name| self.targets.get(name));
        let routed = || {
            self.targets
                .get("exchange")
                .or_else(|| self.targets.get("output"))
        };
        match named.or_else(routed) {
            Some(&Target::Append(offset)) => {
                let (is_routed, is_gap) = (named.is_none(), name.is_none());
                self.current = Some(Current {
                    offset,
                    is_routed,
                    is_gap,
                    has_begun: false,
                    pending: Pending::default(),
                });
            }
            Some(Target::Wait(content)) => {
                // Parts after this one may be inserted as they arrive, unless their components are inside the content that may be
                // replaced.
                self.waits_for_end = named.is_none() || self.inserted.has_offset_in(content);
            }
            None => self.waits_for_end = true,
        }
    }

    /// Adds text to the part that arrives.
    fn delta(&mut self, delta: &str, edits: &mut Vec<TextEdit>) {
        let Some(current) = &mut self.current else {
            return;
        };
        if current.is_gap && !current.has_begun {
            current.pending.push_at_start(delta);
        } else {
            current.pending.push(delta);
        }
        if self.may_be_wrapped {
            return;
        }
        // Line endings and spaces at the end may be dropped, or be followed by the text that they belong to.
        let kept = current.pending.kept();
        // The first line decides which text is written before it.
        if !current.has_begun && !current.pending.has_plain_start() {
            return;
        }
        match current.pending.marker() {
            Some(Seen::Whole) => {
                // The marker may have to be escaped, and the text after it as well.
                self.current = None;
                self.waits_for_end = true;
            }
            Some(Seen::Begin(at)) => self.insert(kept.min(at), edits),
            None => self.insert(kept, edits),
        }
    }

    /// Inserts the first `len` bytes of the pending text.
    fn insert(&mut self, len: usize, edits: &mut Vec<TextEdit>) {
        let Some(current) = &mut self.current else {
            return;
        };
        let text = current.pending.take(len);
        if text.is_empty() {
            return;
        }
        let offset = current.offset;
        let Some(run) = self.inserted.at(offset) else {
            return;
        };
        let mut insert = String::with_capacity(text.len() + 4);
        if !current.has_begun {
            if !run.text.is_empty() && !run.text.ends_with('\n') {
                insert.push_str(self.line_ending);
            }
            // Text that arrives later may need more between the two, which is written at the end.
            run.read(self.line_ending.len());
            let apart = !run.text.is_empty() && (current.is_routed || run.is_routed);
            insert.push_str(&joint(
                &run.outline,
                &text,
                Old::Before,
                apart,
                self.line_ending,
            ));
        }
        current.has_begun = true;
        run.is_routed = current.is_routed;
        let unix = text.replace("\r\n", "\n");
        insert.push_str(&if self.line_ending == "\n" {
            unix
        } else {
            unix.replace('\n', self.line_ending)
        });
        let at = self.inserted.add(offset, &insert, self.offsets);
        edits.push(TextEdit::insert(at, insert));
    }
}

/// Returns the offset at which text appended to a component is inserted as it arrives: the component appends, and the text begins
/// and ends on lines of its own.
fn append_offset(
    document: &Document<'_>,
    index: usize,
    component: &Component<'_>,
    options: &ApplyOptions,
) -> Option<usize> {
    let mode = resolve_mode(
        &component.name,
        &component.attributes,
        &options.modes,
        &options.config,
    );
    if component.inline || mode != Mode::Append || !component.prefix.is_empty() {
        return None;
    }
    let text = document.text();
    let mut boundaries = document.boundaries().iter().rev();
    let boundary = match options.boundary {
        BoundaryPolicy::Ignore => None,
        _ => boundaries.find(|boundary| boundary.component == Some(index)),
    };
    let offset = match boundary {
        Some(boundary) => own_line(text, &boundary.span)?.start,
        None => component.content.end,
    };
    text[..offset].ends_with('\n').then_some(offset)
}

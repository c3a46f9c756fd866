use std::ops::Range;

use interline_text::{Diagnostic, Location, Severity, TextEdit};

use crate::Error;

/// A replacement in the original text.
#[derive(Clone, Debug)]
pub(super) struct Replacement {
    pub(super) range: Range<usize>,
    pub(super) insert: String,
    /// Whether it is an edit of the file too. The file keeps a field that its tool does not read as YAML.
    pub(super) is_written: bool,
}

/// The changes of a repair, and what is reported about them.
#[derive(Clone, Debug, Default)]
pub(super) struct Repairs {
    pub(super) changes: Vec<Replacement>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Repairs {
    pub(super) fn change(&mut self, range: Range<usize>, insert: impl Into<String>) {
        self.changes.push(Replacement {
            range,
            insert: insert.into(),
            is_written: true,
        });
    }

    pub(super) fn warn(&mut self, code: &'static str, span: Range<usize>, message: String) {
        let diagnostic = Diagnostic::new(Severity::Warning, code, span, message);
        self.diagnostics.push(diagnostic);
    }
}

/// A header that was repaired to be YAML.
#[derive(Clone, Debug)]
pub struct Repaired {
    text: String,
    /// The offset of the header in the original text.
    base: usize,
    /// The changes are in the order of the text.
    pub(super) repairs: Repairs,
    /// The start of each change in the repaired text, in the same order.
    starts: Vec<usize>,
}

impl Repaired {
    pub(super) fn new(text: &str, span: Range<usize>, mut repairs: Repairs) -> Self {
        let changes = &mut repairs.changes;
        changes.sort_by_key(|change| (change.range.start, change.range.end));
        // A value of several lines that is read as text may contain comments, whose control characters were replaced before.
        let mut done = span.start;
        changes.retain(|change| {
            let is_apart = change.range.start >= done;
            done = done.max(change.range.end);
            is_apart
        });
        let mut repaired = String::with_capacity(span.len() + 64);
        let mut starts = Vec::with_capacity(changes.len());
        let mut done = span.start;
        for change in changes {
            repaired.push_str(text.get(done..change.range.start).unwrap_or_default());
            starts.push(repaired.len());
            repaired.push_str(&change.insert);
            done = change.range.end;
        }
        repaired.push_str(text.get(done..span.end).unwrap_or_default());
        Self {
            text: repaired,
            base: span.start,
            repairs,
            starts,
        }
    }

    /// Returns the header after the repair, without fences.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the repairs, one for each fault.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.repairs.diagnostics
    }

    /// Iterates over the edits that make the original text the repaired one. A field that its tool does not read as YAML has none.
    pub fn edits(&self) -> impl Iterator<Item = TextEdit> {
        let written = self
            .repairs
            .changes
            .iter()
            .filter(|change| change.is_written);
        written.map(|change| TextEdit::replace(change.range.clone(), change.insert.clone()))
    }

    /// Maps a span of the repaired text to the original text.
    ///
    /// Logarithmic in the number of repairs.
    #[must_use]
    pub fn original(&self, span: Range<usize>) -> Range<usize> {
        let start = self.offset(span.start, false);
        start..self.offset(span.end, span.end > span.start).max(start)
    }

    fn offset(&self, at: usize, is_end: bool) -> usize {
        // An end belongs to the change that ends there, a start to the one that begins there.
        let count = self
            .starts
            .partition_point(|start| if is_end { *start < at } else { *start <= at });
        let Some(index) = count.checked_sub(1) else {
            return self.base + at;
        };
        let (Some(start), Some(change)) = (self.starts.get(index), self.repairs.changes.get(index))
        else {
            return self.base + at;
        };
        let end = start + change.insert.len();
        if at >= end && !(is_end && at == end) {
            change.range.end + (at - end)
        } else if is_end {
            change.range.end
        } else {
            change.range.start
        }
    }

    /// Maps an error of the repaired text to the original text.
    #[must_use]
    pub fn locate(&self, text: &str, mut error: Error) -> Error {
        let map = |at: &mut Location| {
            // Path and name of the location stay; only the position is that of another text.
            let mapped = Location::new(text, self.original(at.span.clone()));
            at.span = mapped.span;
            at.position = mapped.position;
        };
        if let Error::DuplicateKey { first, .. } = &mut error {
            map(first);
        }
        if let Some(at) = error.location_mut() {
            map(at);
        }
        error
    }
}

//! Diagnostics and edits with offsets as JavaScript counts.

use std::ops::Range;

use interline::text::{Diagnostic, Edits, Position, TextEdit, Utf16Edit, utf16_len};
use serde::Serialize;

use crate::failure::Failure;

/// An edit: replaces the code units `from..to` by `insert`.
///
/// CodeMirror calls these fields so, and takes a list of such edits as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct JsEdit {
    from: usize,
    to: usize,
    insert: String,
}

impl From<Utf16Edit> for JsEdit {
    fn from(edit: Utf16Edit) -> Self {
        Self {
            from: edit.range.start,
            to: edit.range.end,
            insert: edit.insert,
        }
    }
}

/// An edit whose range is in UTF-16 code units already.
impl From<TextEdit> for JsEdit {
    fn from(edit: TextEdit) -> Self {
        Self {
            from: edit.range.start,
            to: edit.range.end,
            insert: edit.insert,
        }
    }
}

/// Converts edits of `text`.
pub(crate) fn js_edits(edits: &Edits, text: &str) -> Result<Vec<JsEdit>, Failure> {
    let edits = edits
        .to_utf16(text)
        .map_err(|error| Failure::at(&error, "internal", None, None))?;
    Ok(edits.into_iter().map(JsEdit::from).collect())
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct JsDiagnostic<'a> {
    severity: &'static str,
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    from: usize,
    to: usize,
    line: usize,
    column: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<JsRelated<'a>>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct JsRelated<'a> {
    message: &'a str,
    from: usize,
    to: usize,
    line: usize,
    column: usize,
}

/// The distance of two marks in bytes. A look-up counts the characters after the nearest mark, so that it takes constant time.
const STRIDE: usize = 1024;

/// Converts byte offsets of a text that may grow to code units and positions.
///
/// A response grows chunk by chunk while its diagnostics may be about any part of it. Counting from the start for each of them would be
/// quadratic.
#[derive(Debug)]
pub(crate) struct Places {
    /// One for each `STRIDE` bytes, the first at the start of the text.
    marks: Vec<Mark>,
}

/// A byte offset, and the same offset in the other units.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    byte: usize,
    unit: usize,
    position: Position,
}

impl Mark {
    /// Moves over `text`.
    fn advance(&mut self, text: &str) {
        self.byte += text.len();
        self.unit += utf16_len(text);
        match text.rfind('\n') {
            None => self.position.column += text.chars().count(),
            Some(last) => {
                self.position.line += text.bytes().filter(|&byte| byte == b'\n').count();
                self.position.column = 1 + text[last + 1..].chars().count();
            }
        }
    }
}

impl Default for Places {
    fn default() -> Self {
        Self {
            marks: vec![Mark::default()],
        }
    }
}

impl Places {
    fn new(text: &str) -> Self {
        let mut places = Self::default();
        places.extend(text);
        places
    }

    /// Reads the part of `text` that is new since the last call. Linear in that part.
    pub(crate) fn extend(&mut self, text: &str) {
        let mut last = self.last();
        while last.byte + STRIDE <= text.len() {
            let end = floor_boundary(text, last.byte + STRIDE);
            last.advance(&text[last.byte..end]);
            self.marks.push(last);
        }
    }

    fn last(&self) -> Mark {
        self.marks.last().copied().unwrap_or_default()
    }

    /// Returns the offset in code units, and the position.
    fn at(&self, text: &str, offset: usize) -> (usize, Position) {
        let offset = floor_boundary(text, offset);
        let after = self.marks.partition_point(|mark| mark.byte <= offset);
        let mut mark = after
            .checked_sub(1)
            .and_then(|index| self.marks.get(index).copied())
            .unwrap_or_default();
        mark.advance(&text[mark.byte..offset]);
        (mark.unit, mark.position)
    }

    /// Returns the start and end in code units, and the position of the start.
    fn of(&self, text: &str, span: &Range<usize>) -> (usize, usize, Position) {
        let (from, position) = self.at(text, span.start);
        (from, self.at(text, span.end).0, position)
    }

    /// Converts ranges of `text` to code units.
    pub(crate) fn ranges(&self, text: &str, spans: &[Range<usize>]) -> Vec<(usize, usize)> {
        let converted = spans.iter().map(|span| {
            let (from, to, _) = self.of(text, span);
            (from, to)
        });
        converted.collect()
    }

    /// Converts diagnostics of `text`. `source` says which of several texts it is.
    pub(crate) fn diagnostics<'a>(
        &self,
        diagnostics: &'a [Diagnostic],
        text: &str,
        source: Option<&'static str>,
    ) -> Vec<JsDiagnostic<'a>> {
        let related = |diagnostic: &'a Diagnostic| {
            let related = diagnostic.related.iter().map(|related| {
                let (from, to, position) = self.of(text, &related.span);
                JsRelated {
                    message: &related.message,
                    from,
                    to,
                    line: position.line,
                    column: position.column,
                }
            });
            related.collect()
        };
        let converted = diagnostics.iter().map(|diagnostic| {
            let (from, to, position) = self.of(text, &diagnostic.span);
            JsDiagnostic {
                severity: diagnostic.severity.as_str(),
                code: &diagnostic.code,
                message: &diagnostic.message,
                source,
                from,
                to,
                line: position.line,
                column: position.column,
                related: related(diagnostic),
            }
        });
        converted.collect()
    }
}

/// Returns the greatest `char` boundary that is not after `offset`.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Converts diagnostics of `text`. `source` says which of several texts it is.
pub(crate) fn js_diagnostics<'a>(
    diagnostics: &'a [Diagnostic],
    text: &str,
    source: Option<&'static str>,
) -> Vec<JsDiagnostic<'a>> {
    if diagnostics.is_empty() {
        return Vec::new();
    }
    Places::new(text).diagnostics(diagnostics, text, source)
}

/// Converts ranges of `text` to code units.
pub(crate) fn js_ranges(text: &str, spans: &[Range<usize>]) -> Vec<(usize, usize)> {
    if spans.is_empty() {
        return Vec::new();
    }
    Places::new(text).ranges(text, spans)
}

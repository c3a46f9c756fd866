//! Splits an invalid header at its keys, and repairs the invalid parts.

use std::collections::HashMap;
use std::ops::Range;

use super::comments::without_controls_in_comments;
use super::field::{FieldKind, Fields};
use super::line::{
    Line, WHITESPACE, is_blank, is_indented, is_prose, key_line, lines, looks_like_key,
    tight_key_line,
};
use super::part::{FirstLine, Part, PartKind};
use super::repaired::{Repaired, Repairs};
use super::scalar::{Outcome, repair_scalars};
use crate::diagnostics as codes;
use crate::{Document, Error, ReadOptions};

/// With more repairs than this, the text was hardly meant as a header. It also bounds the time for headers larger than the default limit:
/// each repair counts its line from the start of the text.
const MAX_REPAIRS: usize = 200;

/// Repairs the header at `span` of `text`, which `strict` has refused.
///
/// The result has not been parsed yet: the caller parses [`Repaired::text`], and locates an error with [`Repaired::locate`].
///
/// Every part is read at most four times, so the time is linear in the header.
///
/// # Errors
///
/// `strict` when a part begins without a key, there is nothing to repair, or there are too many repairs; otherwise the error of the part
/// that has no certain reading: a key given twice, a bracket that nothing closes, a limit.
pub fn repair(
    text: &str,
    span: Range<usize>,
    options: &ReadOptions,
    fields: &Fields<'_>,
    strict: &Error,
) -> Result<Repaired, Error> {
    let (clean, repairs) = without_controls_in_comments(text, span.clone());
    let mut repairer = Repairer {
        text: &clean,
        options,
        fields,
        strict,
        lines: lines(&clean, span.clone()),
        end: span.end,
        repairs,
        count: 0,
    };
    // Known keys first: they are certain, and a valid part between two of them is never touched.
    for part in repairer.split_at_known_keys() {
        repairer.read(part)?;
    }
    // Without a change it would be refused again.
    if repairer.repairs.changes.is_empty() {
        return Err(strict.clone());
    }
    Ok(Repaired::new(text, span, repairer.repairs))
}

/// Returns whether a repair may help against an error.
pub(super) fn is_repairable(error: &Error) -> bool {
    use Error::{Data, DuplicateKey, NotAMapping, Syntax};
    matches!(
        error,
        Syntax { .. } | Data { .. } | DuplicateKey { .. } | NotAMapping { .. }
    )
}

pub(super) struct Repairer<'a, 'o> {
    pub(super) text: &'a str,
    pub(super) options: &'o ReadOptions,
    fields: &'o Fields<'o>,
    pub(super) strict: &'o Error,
    pub(super) lines: Vec<Line<'a>>,
    end: usize,
    pub(super) repairs: Repairs,
    count: usize,
}

/// Returns whether a text starts with a YAML document marker.
fn begins_with_mark(text: &str) -> bool {
    let rest = text.strip_prefix("---").or(text.strip_prefix("..."));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(WHITESPACE))
}

/// Returns `x` of a line that is `<x>`.
fn tag(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('<')?.strip_suffix('>')?;
    let is_name = name
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    (is_name && !name.is_empty()).then_some(name)
}

fn closing_tag(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix("</")?.strip_suffix('>')?;
    (!name.is_empty()).then_some(name)
}

impl<'a, 'o> Repairer<'a, 'o> {
    /// Splits the header at known keys in column 1; the text before the first of them is a part of its own.
    ///
    /// Between `<x>` and `</x>` on lines of their own nothing is a key.
    fn split_at_known_keys(&self) -> Vec<Part> {
        let mut last_closing: HashMap<&str, usize> = HashMap::new();
        for (i, line) in self.lines.iter().enumerate() {
            if let Some(name) = closing_tag(line.text) {
                last_closing.insert(name, i);
            }
        }
        let mut parts = vec![Part {
            kind: PartKind::Text,
            first: 0,
            end: 0,
        }];
        let mut inside: Option<&str> = None;
        for (i, line) in self.lines.iter().enumerate() {
            if let Some(name) = inside {
                if closing_tag(line.text) == Some(name) {
                    inside = None;
                }
            } else if let Some(name) = tag(line.text) {
                // A tag that nothing closes hides nothing, so that one stray `<x>` does not make text of all keys.
                inside = Some(name).filter(|name| last_closing.get(name).is_some_and(|at| *at > i));
            } else if key_line(line.text).is_some_and(|(key, _)| (self.fields)(key).is_some()) {
                parts.push(Part {
                    kind: PartKind::Key,
                    first: i,
                    end: i,
                });
            }
            if let Some(part) = parts.last_mut() {
                part.end = i + 1;
            }
        }
        parts.retain(|part| part.first < part.end);
        parts
    }

    fn read(&mut self, part: Part) -> Result<(), Error> {
        let Some(error) = self.read_yaml(part)? else {
            return self.look_at_begin(part);
        };
        let parts = self.split_at_any_key(part);
        // A part that cannot be split has its fault in its only value.
        if let [part] = parts.as_slice() {
            return self.take(*part, &error);
        }
        for part in parts {
            if part.kind == PartKind::Tight {
                self.take_tight(part)?;
            } else if let Some(error) = self.read_yaml(part)? {
                self.take(part, &error)?;
            } else if part.kind == PartKind::Indented {
                self.unindent(part);
            } else {
                self.look_at_begin(part)?;
            }
        }
        Ok(())
    }

    /// Returns the span of a part, without the indent of its key.
    fn span(&self, part: Part) -> Range<usize> {
        let line = self.lines.get(part.first).copied();
        let start = line.map_or(self.end, |line| match part.kind {
            PartKind::Indented => line.end() - line.text.trim_start().len(),
            _ => line.start,
        });
        let end = self.lines.get(part.end).map_or(self.end, |line| line.start);
        start..end
    }

    /// Returns the error of a part that is not YAML; `None` for one that is.
    fn read_yaml(&self, part: Part) -> Result<Option<Error>, Error> {
        match Document::parse_span(self.text, self.span(part), self.options) {
            Ok(_) => Ok(None),
            Err(error) if is_repairable(&error) => Ok(Some(error)),
            Err(error) => Err(error),
        }
    }

    /// Checks the part before the first known key. Its keys may be YAML alone, but not beside the others: when they are indented, as below
    /// a line that was made a comment, or in braces.
    fn look_at_begin(&mut self, part: Part) -> Result<(), Error> {
        if part.kind != PartKind::Text {
            return Ok(());
        }
        let Ok(document) = Document::parse_span(self.text, self.span(part), self.options) else {
            return Ok(());
        };
        for (key, _) in document.entries() {
            let span = key.span();
            let before = self.text.get(..span.start).unwrap_or_default();
            let line_start = before.rfind('\n').map_or(0, |end| end + 1);
            let line = before.get(line_start..).unwrap_or_default();
            if line.trim_start().starts_with('{') {
                return Err(self.strict.clone());
            }
            if !line.is_empty() && is_blank(line) {
                // At the start of its line it would be a document marker, not a key.
                if begins_with_mark(key.source()) {
                    return Err(self.strict.clone());
                }
                self.unindented(line_start..span.start, key.source(), span);
            }
        }
        Ok(())
    }

    /// Splits an invalid part at every line that starts with a certain key.
    fn split_at_any_key(&self, part: Part) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut now = part;
        let mut key: Option<(&str, &str)> = None;
        let mut free_text = false;
        for i in part.first..part.end {
            let Some(line) = self.lines.get(i) else { break };
            if is_blank(line.text) || line.text.starts_with('#') {
                continue;
            }
            let prose = key.is_some_and(|(key, _)| is_prose(key, self.fields));
            let kind = match key_line(line.text) {
                Some(found) if !prose || (!free_text && looks_like_key(found.0)) => {
                    Some((PartKind::Key, found))
                }
                Some(_) => None,
                None if prose => None,
                None if is_indented(line.text) => self.stray_key(line.text, key),
                None => {
                    tight_key_line(line.text, self.fields).map(|found| (PartKind::Tight, found))
                }
            };
            if let Some((kind, found)) = kind {
                if i > part.first && key.is_some() {
                    parts.push(Part { end: i, ..now });
                    now.first = i;
                } else if key.is_none() && i > now.first && now.kind == PartKind::Text {
                    let text_before = (now.first..i)
                        .filter_map(|i| self.lines.get(i))
                        .any(|line| !is_blank(line.text) && !line.text.starts_with('#'));
                    // Only text is a part of its own; blank lines and comments before a key belong to it.
                    if text_before {
                        parts.push(Part { end: i, ..now });
                    }
                    now.first = i;
                }
                now.kind = kind;
                key = Some(found);
                free_text = false;
            } else if !is_indented(line.text) {
                free_text = true;
            }
        }
        parts.push(now);
        parts
    }

    /// Returns an indented known key below a key whose value such a line cannot continue.
    fn stray_key<'l>(
        &self,
        line: &'l str,
        above: Option<(&str, &str)>,
    ) -> Option<(PartKind, (&'l str, &'l str))> {
        let (key, rest) = above?;
        let value = rest.trim();
        let is_open =
            value.is_empty() || value.starts_with(['|', '>', '[', '{', '"', '\'', '&', '!', '#']);
        if is_open || is_prose(key, self.fields) {
            return None;
        }
        let found = key_line(line.trim_start())?;
        (self.fields)(found.0).map(|_| (PartKind::Indented, found))
    }

    pub(super) fn count_repairs(&mut self, count: usize) -> Result<(), Error> {
        self.count += count;
        if self.count > MAX_REPAIRS {
            return Err(self.strict.clone());
        }
        Ok(())
    }

    /// Splits the first line of a part at its colon.
    pub(super) fn key_of(&self, part: Part) -> Option<FirstLine<'a>> {
        let line = self.lines.get(part.first)?;
        let content = match part.kind {
            PartKind::Indented => line.text.trim_start(),
            PartKind::Key | PartKind::Tight => line.text,
            PartKind::Text => return None,
        };
        let (key, rest) = key_line(content).or_else(|| tight_key_line(content, self.fields))?;
        let start = line.end() - content.len();
        let before = content.get(..content.len() - rest.len() - 1)?;
        Some(FirstLine {
            key,
            key_span: start..start + before.trim_end().len(),
            rest,
            rest_start: line.end() - rest.len(),
        })
    }

    /// Repairs a part that is one key: the scalars of a list or mapping, otherwise its value as text.
    fn take(&mut self, part: Part, error: &Error) -> Result<(), Error> {
        self.count_repairs(1)?;
        if part.kind == PartKind::Indented {
            self.unindent(part);
        }
        // Text without a key before the first one can be anything, and is not guessed.
        let Some(first) = self.key_of(part) else {
            return Err(if part.kind == PartKind::Text {
                error
            } else {
                self.strict
            }
            .clone());
        };
        let kind = (self.fields)(first.key);
        let last = self.last_line(part, first.key);
        let shape = self.shape(&first, part.first + 1..last);
        let is_bracket = first.rest.trim_start().starts_with(['[', '{']);
        let is_text = match (kind, shape) {
            (Some(FieldKind::Prose | FieldKind::Bare), Shape::Text | Shape::Lines)
            | (Some(FieldKind::Text) | None, Shape::Text) => true,
            (Some(FieldKind::Any), Shape::Text) => !is_bracket,
            _ => false,
        };
        // A duplicate key is never repaired: either value could be meant. In running text it is not a key.
        if let (false, Error::DuplicateKey { .. }) = (is_text, error) {
            return Err(error.clone());
        }
        if is_text {
            self.take_as_text(&first, part.first + 1..last, error, kind);
            return Ok(());
        }
        // Text where a list or mapping is expected is not quoted: that would make it a string for good.
        let is_never_text = matches!(kind, Some(FieldKind::Texts | FieldKind::Structure));
        if is_never_text && shape == Shape::Text && !is_bracket {
            return Err(error.clone());
        }
        match self.take_scalars(part, &first, kind)? {
            Outcome::Repaired => Ok(()),
            // Its tool does not read the field as YAML, so that no value of it is an error.
            _ if kind == Some(FieldKind::Bare) => {
                self.take_as_text(&first, part.first + 1..last, error, kind);
                Ok(())
            }
            Outcome::Unclosed(at) => {
                let bracket = self.text.get(at..at + 1).unwrap_or_default();
                let partner = if bracket == "[" { "]" } else { "}" };
                Err(Error::Syntax {
                    message: format!("nothing closes this `{bracket}`: expected `{partner}`"),
                    at: crate::error::locate(self.text, at..at + 1),
                })
            }
            Outcome::Broken if kind == Some(FieldKind::Text) && shape != Shape::Flow => {
                self.take_as_text(&first, part.first + 1..last, error, kind);
                Ok(())
            }
            Outcome::Broken => Err(error.clone()),
        }
    }

    /// Returns the line after the last line of the value. A comment before the next key belongs to that key.
    fn last_line(&self, part: Part, key: &str) -> usize {
        let mut last = part.end;
        while last > part.first + 1
            && self.lines.get(last - 1).is_some_and(|line| {
                is_blank(line.text) || (line.text.starts_with('#') && !is_prose(key, self.fields))
            })
        {
            last -= 1;
        }
        last
    }

    fn shape(&self, first: &FirstLine<'_>, more: Range<usize>) -> Shape {
        let rest = first.rest.trim_matches(WHITESPACE);
        if rest.is_empty() || rest.starts_with('#') {
            let lines = self.lines.get(more).unwrap_or_default();
            let mut lines = lines
                .iter()
                .filter(|line| !is_blank(line.text) && !line.text.trim_start().starts_with('#'));
            return match lines.next() {
                Some(line) if is_indented(line.text) || line.text.starts_with("- ") => Shape::Lines,
                _ => Shape::Text,
            };
        }
        // `{{NAME}}` is a placeholder that was never filled in.
        if !rest.starts_with(['[', '{']) || rest.starts_with("{{") {
            return Shape::Text;
        }
        let last = self.lines.get(more).and_then(<[_]>::last);
        let end = last.map_or(first.rest_start + first.rest.len(), Line::end);
        let value = self.text.get(first.rest_start..end).unwrap_or_default();
        if super::delimiters::ends_with_partner(value) {
            Shape::Flow
        } else {
            Shape::Text
        }
    }

    fn take_scalars(
        &mut self,
        part: Part,
        first: &FirstLine<'a>,
        kind: Option<FieldKind>,
    ) -> Result<Outcome, Error> {
        let lines = self.lines.get(part.first..part.end).unwrap_or_default();
        let is_names = kind == Some(FieldKind::Texts);
        let column = match part.kind {
            PartKind::Indented => 0,
            _ => first.key_span.start - lines.first().map_or(0, |line| line.start),
        };
        let found = repair_scalars(
            self.text,
            lines,
            first.rest_start,
            column,
            is_names,
            self.options,
        );
        let found = match found {
            Ok(found) => found,
            Err(outcome) => return Ok(outcome),
        };
        if found.changes.is_empty() {
            return Ok(Outcome::Broken);
        }
        self.count_repairs(found.changes.len() - 1)?;
        let repaired = Repaired::new(self.text, self.span(part), found);
        let all = repaired.text();
        match Document::parse_span(all, 0..all.len(), self.options).map(drop) {
            Ok(()) => {
                let found = repaired.repairs;
                self.repairs.changes.extend(found.changes);
                self.repairs.diagnostics.extend(found.diagnostics);
                Ok(Outcome::Repaired)
            }
            Err(error @ Error::DuplicateKey { .. }) => Err(repaired.locate(self.text, error)),
            Err(_) => Ok(Outcome::Broken),
        }
    }

    fn unindent(&mut self, part: Part) {
        let Some(FirstLine { key, key_span, .. }) = self.key_of(part) else {
            return;
        };
        let start = self.lines.get(part.first).map_or(0, |line| line.start);
        self.unindented(start..key_span.start, key, key_span);
    }

    fn unindented(&mut self, indent: Range<usize>, key: &str, span: Range<usize>) {
        let message =
            format!("`{key}` is indented where no mapping is: begin the line with `{key}:`");
        self.repairs.warn(codes::INDENTED_KEY, span, message);
        self.repairs.change(indent, "");
    }
}

/// The outer syntax of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Text on the line of its key.
    Text,
    /// Indented lines, or items, below its key.
    Lines,
    /// A bracket that ends with its partner.
    Flow,
}

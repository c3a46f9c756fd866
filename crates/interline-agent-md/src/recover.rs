//! Reads a header that is not YAML: cut at the keys that some dialect knows, part by part.

use std::collections::HashMap;
use std::ops::Range;

use interline_frontmatter::{self as frontmatter, Document, Place, ReadOptions};
use interline_text::{Diagnostic, Severity};

use crate::header::Piece;
use crate::key::{is_known, is_prose, key_line, looks_like_key, tight_key_line};
use crate::quote::double_quoted;
use crate::values::ReadValue;

/// More repairs than this and the header was never meant to be one. Bounds the work on headers that are larger than the default
/// allows: each repair looks for its line from the beginning of the text.
const MAX_REPAIRS: usize = 200;

/// A part of a header that is not YAML, taken as the text it plainly is.
#[derive(Debug)]
pub(crate) struct Repair {
    pub(crate) key: String,
    pub(crate) key_span: Range<usize>,
    /// What stands after the colon, continuation lines included.
    pub(crate) span: Range<usize>,
    pub(crate) value: ReadValue,
    /// Why it is no YAML.
    pub(crate) reason: String,
    /// What it is told with.
    pub(crate) diagnostic: Diagnostic,
}

/// A line of the header, by bytes of the whole text, without its ending.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    start: usize,
    text: &'a str,
}

/// How a part begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begin {
    /// With a key in column 1.
    Key,
    /// With a key behind blanks where no key may stand.
    Indented,
    /// With a key whose colon is followed by no blank.
    Tight,
    /// With no key.
    Text,
}

/// Some lines of the header.
#[derive(Clone, Copy, Debug)]
struct Part {
    begin: Begin,
    first: usize,
    /// One past the last line.
    end: usize,
}

/// A line that begins with a key.
struct FirstLine<'a> {
    key: &'a str,
    /// The key, with its quotes.
    key_span: Range<usize>,
    /// What follows the colon.
    rest: &'a str,
    rest_start: usize,
}

struct Recovery<'a, 'o> {
    text: &'a str,
    options: &'o ReadOptions,
    lines: Vec<Line<'a>>,
    end: usize,
    pieces: Vec<Piece<'a>>,
    repairs: usize,
    /// A line `...` has ended the YAML: what comes behind it may be meant as the body.
    has_ended: bool,
}

/// The pieces of the header at `span` of `text`, in their order.
///
/// Every part is read at most three times, so all of it is linear in the header.
///
/// # Errors
///
/// `strict`, the error about all of the header, when a part begins with no key, keys come behind a line that ends the YAML, there
/// are too many to repair, or there is nothing to tell; otherwise what a part fails with that is no question of syntax: a limit, or a key that stands twice.
pub(crate) fn recover<'a>(
    text: &'a str,
    span: Range<usize>,
    options: &ReadOptions,
    strict: &frontmatter::Error,
) -> Result<Vec<Piece<'a>>, frontmatter::Error> {
    let mut recovery = Recovery {
        text,
        options,
        lines: lines(text, span.clone()),
        end: span.end,
        pieces: Vec::new(),
        repairs: 0,
        has_ended: false,
    };
    for part in recovery.cut_at_known_keys() {
        recovery.read(part, strict)?;
    }
    unique(text, &recovery.pieces)?;
    // Whatever the header is refused for, it would be lost in silence.
    let is_told = |piece: &Piece<'_>| !matches!(piece, Piece::Yaml(_));
    if !recovery.pieces.iter().any(is_told) {
        return Err(strict.clone());
    }
    Ok(recovery.pieces)
}

fn lines(text: &str, span: Range<usize>) -> Vec<Line<'_>> {
    let mut start = span.start;
    let mut lines = Vec::new();
    for line in text.get(span).unwrap_or_default().split_inclusive('\n') {
        let without = line.strip_suffix('\n').unwrap_or(line);
        let text = without.strip_suffix('\r').unwrap_or(without);
        lines.push(Line { start, text });
        start += line.len();
    }
    lines
}

/// What is no text for a reader of YAML. Other blanks are.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

fn is_blank(line: &str) -> bool {
    line.trim_matches(BLANKS).is_empty()
}

/// Whether the mark that a document of YAML begins or ends stands before a text.
fn begins_with_mark(text: &str) -> bool {
    let rest = text.strip_prefix("---").or(text.strip_prefix("..."));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(BLANKS))
}

/// Whether a line is the mark of YAML that a document ends.
fn ends_yaml(line: &str) -> bool {
    line.strip_prefix("...")
        .is_some_and(|rest| rest.is_empty() || is_indented(rest))
}

fn is_indented(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

/// `x` of a line that is `<x>`.
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

impl<'a> Recovery<'a, '_> {
    /// Parts that begin with a known key in column 1; before the first of them one without.
    ///
    /// Between `<x>` and `</x>` on lines of their own nothing is a key.
    fn cut_at_known_keys(&self) -> Vec<Part> {
        let mut last_closing: HashMap<&str, usize> = HashMap::new();
        for (i, line) in self.lines.iter().enumerate() {
            if let Some(name) = closing_tag(line.text) {
                last_closing.insert(name, i);
            }
        }
        let mut parts = vec![Part {
            begin: Begin::Text,
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
                inside = Some(name).filter(|name| last_closing.get(name).is_some_and(|at| *at > i));
            } else if key_line(line.text).is_some_and(|(key, _)| is_known(key)) {
                parts.push(Part {
                    begin: Begin::Key,
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

    fn read(&mut self, part: Part, strict: &frontmatter::Error) -> Result<(), frontmatter::Error> {
        let Some(error) = self.read_yaml(part, strict)? else {
            return self.look_at_begin(part, strict);
        };
        let parts = self.cut_at_any_key(part);
        if let [part] = parts.as_slice() {
            return self.take_as_text(*part, &error, strict);
        }
        for part in parts {
            match part.begin {
                Begin::Tight => self.take_tight(part, strict)?,
                _ => {
                    if let Some(error) = self.read_yaml(part, strict)? {
                        self.take_as_text(part, &error, strict)?;
                    } else if part.begin == Begin::Indented {
                        self.tell_indented(part);
                    } else {
                        self.look_at_begin(part, strict)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Where the part begins, blanks before its key left out, and where it ends.
    fn span(&self, part: Part) -> Range<usize> {
        let line = self.lines.get(part.first).copied();
        let start = line.map_or(self.end, |line| {
            let indent = line.text.len() - line.text.trim_start().len();
            line.start
                + if part.begin == Begin::Indented {
                    indent
                } else {
                    0
                }
        });
        let end = self.lines.get(part.end).map_or(self.end, |line| line.start);
        start..end
    }

    /// Reads a part as YAML; gives the error when it is none.
    fn read_yaml(
        &mut self,
        part: Part,
        strict: &frontmatter::Error,
    ) -> Result<Option<frontmatter::Error>, frontmatter::Error> {
        use frontmatter::Error::{Data, DuplicateKey, NotAMapping, Syntax};
        match Document::parse_span(self.text, self.span(part), self.options) {
            Ok(_) if self.has_ended => Err(strict.clone()),
            Ok(document) => {
                let lines = self.lines.get(part.first..part.end).unwrap_or_default();
                self.has_ended = lines.iter().any(|line| ends_yaml(line.text));
                self.pieces.push(Piece::Yaml(document));
                Ok(None)
            }
            Err(
                error @ (Syntax { .. } | Data { .. } | NotAMapping { .. } | DuplicateKey { .. }),
            ) => Ok(Some(error)),
            Err(error) => Err(error),
        }
    }

    /// Keys before the first that is known are YAML alone, but not beside the others when they are indented, as below a line that
    /// was made a comment, or in braces.
    fn look_at_begin(
        &mut self,
        part: Part,
        strict: &frontmatter::Error,
    ) -> Result<(), frontmatter::Error> {
        let (Begin::Text, Some(Piece::Yaml(document))) = (part.begin, self.pieces.last()) else {
            return Ok(());
        };
        let mut told = Vec::new();
        for (key, _) in document.entries() {
            let span = key.span();
            let before = self.text.get(..span.start).unwrap_or_default();
            let line = before.get(before.rfind('\n').map_or(0, |end| end + 1)..);
            let line = line.unwrap_or_default();
            if line.trim_start().starts_with('{') {
                return Err(strict.clone());
            }
            if !line.is_empty() && is_blank(line) {
                // At the begin of its line it would be a mark of YAML and no key.
                if begins_with_mark(key.source()) {
                    return Err(strict.clone());
                }
                told.push(Piece::Told(indented(key.source(), span)));
            }
        }
        self.pieces.extend(told);
        Ok(())
    }

    /// Parts of a part that is not YAML: cut at every line that begins with what can only be a key.
    fn cut_at_any_key(&self, part: Part) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut now = part;
        let mut key: Option<(&str, &str)> = None;
        let mut free_text = false;
        for i in part.first..part.end {
            let Some(line) = self.lines.get(i) else { break };
            if is_blank(line.text) || line.text.starts_with('#') {
                continue;
            }
            let prose = key.is_some_and(|(key, _)| is_prose(key));
            let begin = match key_line(line.text) {
                Some(found) if !prose || (!free_text && looks_like_key(found.0)) => {
                    Some((Begin::Key, found))
                }
                Some(_) => None,
                None if is_indented(line.text) => stray_key(line.text, key),
                None => tight_key_line(line.text)
                    .filter(|_| !prose)
                    .map(|found| (Begin::Tight, found)),
            };
            if let Some((begin, found)) = begin {
                if i > part.first && key.is_some() {
                    parts.push(Part { end: i, ..now });
                    now.first = i;
                } else if key.is_none() && i > now.first && now.begin == Begin::Text {
                    let text_before = (now.first..i)
                        .filter_map(|i| self.lines.get(i))
                        .any(|line| !is_blank(line.text) && !line.text.starts_with('#'));
                    if text_before {
                        parts.push(Part { end: i, ..now });
                    }
                    now.first = i;
                }
                now.begin = begin;
                key = Some(found);
                free_text = false;
            } else if !is_indented(line.text) {
                free_text = true;
            }
        }
        parts.push(now);
        parts
    }

    fn count_repair(&mut self, strict: &frontmatter::Error) -> Result<(), frontmatter::Error> {
        self.repairs += 1;
        if self.repairs > MAX_REPAIRS || self.has_ended {
            return Err(strict.clone());
        }
        Ok(())
    }

    /// The first line of a part, split at its colon.
    fn key_of(&self, part: Part) -> Option<FirstLine<'a>> {
        let line = self.lines.get(part.first)?;
        let content = match part.begin {
            Begin::Indented => line.text.trim_start(),
            Begin::Key | Begin::Tight => line.text,
            Begin::Text => return None,
        };
        let (key, rest) = key_line(content).or_else(|| tight_key_line(content))?;
        let start = line.start + line.text.len() - content.len();
        let before = content.get(..content.len() - rest.len() - 1)?;
        Some(FirstLine {
            key,
            key_span: start..start + before.trim_end().len(),
            rest,
            rest_start: line.start + line.text.len() - rest.len(),
        })
    }

    fn take_as_text(
        &mut self,
        part: Part,
        error: &frontmatter::Error,
        strict: &frontmatter::Error,
    ) -> Result<(), frontmatter::Error> {
        self.count_repair(strict)?;
        if part.begin == Begin::Indented {
            self.tell_indented(part);
        }
        let Some(FirstLine {
            key,
            key_span,
            rest,
            rest_start,
        }) = self.key_of(part)
        else {
            return Err(if part.begin == Begin::Text {
                error
            } else {
                strict
            }
            .clone());
        };
        let mut last = part.end;
        // A comment before the next key says something about that key.
        while last > part.first + 1
            && self.lines.get(last - 1).is_some_and(|line| {
                is_blank(line.text) || (line.text.starts_with('#') && !is_prose(key))
            })
        {
            last -= 1;
        }
        let more = self.lines.get(part.first + 1..last).unwrap_or_default();
        let value = plain_text(rest, more);
        let end = more.last().or(self.lines.get(part.first));
        let end = end.map_or(rest_start, |line| line.start + line.text.len());
        let begin = rest_start + (rest.len() - rest.trim_start_matches(BLANKS).len());
        let span = begin..end.max(begin);
        let reason = match error {
            frontmatter::Error::Syntax { message, .. } => message.clone(),
            other => other.to_string(),
        };
        let quoted = double_quoted(&value);
        let message = format!("{reason}; read as the text it is: write `{key}: {quoted}`");
        let diagnostic =
            Diagnostic::new(Severity::Warning, "repaired-value", error.span(), message);
        self.pieces.push(Piece::Repaired(Box::new(Repair {
            key: key.to_owned(),
            key_span,
            span,
            value: value.into(),
            reason,
            diagnostic,
        })));
        Ok(())
    }

    /// A part such as `skill:true`, with what it would be after a blank.
    fn take_tight(
        &mut self,
        part: Part,
        strict: &frontmatter::Error,
    ) -> Result<(), frontmatter::Error> {
        self.count_repair(strict)?;
        let Some(FirstLine {
            key,
            key_span,
            rest,
            rest_start,
        }) = self.key_of(part)
        else {
            return Err(strict.clone());
        };
        let more = self.lines.get(part.first + 1..part.end).unwrap_or_default();
        let value = plain_text(rest, more);
        let on_one_line = Some(&value).filter(|value| !value.contains('\n'));
        let read = on_one_line.and_then(|value| ReadValue::read(value, rest_start, self.options));
        let (value, form) = match read {
            Some(read) => (read, value),
            None => {
                let form = double_quoted(&value);
                (ReadValue::from(value), form)
            }
        };
        let end = more
            .last()
            .map_or(rest_start + rest.len(), |line| line.start + line.text.len());
        let message = format!("no blank after the colon of `{key}`: write `{key}: {form}`");
        self.pieces.push(Piece::Repaired(Box::new(Repair {
            key: key.to_owned(),
            key_span: key_span.clone(),
            span: rest_start..end,
            value,
            reason: message.clone(),
            diagnostic: Diagnostic::new(
                Severity::Warning,
                "missing-blank",
                key_span.start..rest_start,
                message,
            ),
        })));
        Ok(())
    }

    fn tell_indented(&mut self, part: Part) {
        let Some(FirstLine { key, key_span, .. }) = self.key_of(part) else {
            return;
        };
        self.pieces.push(Piece::Told(indented(key, key_span)));
    }
}

fn indented(key: &str, span: Range<usize>) -> Diagnostic {
    let message = format!("`{key}` is indented where no mapping is: begin the line with `{key}:`");
    Diagnostic::new(Severity::Warning, "indented-key", span, message)
}

/// A known key behind blanks, below a key with a value on its own line that such a line cannot continue.
fn stray_key<'a>(
    line: &'a str,
    above: Option<(&str, &str)>,
) -> Option<(Begin, (&'a str, &'a str))> {
    let (key, rest) = above?;
    let value = rest.trim();
    let is_open = value.is_empty() || value.starts_with(['|', '>', '[', '{', '"', '\'', '&', '!']);
    if is_open || is_prose(key) {
        return None;
    }
    let found = key_line(line.trim_start())?;
    is_known(found.0).then_some((Begin::Indented, found))
}

/// What stands after a colon and on the lines below, without the blanks that all these lines begin with.
fn plain_text(rest: &str, more: &[Line<'_>]) -> String {
    let indent = more
        .iter()
        .filter(|line| !is_blank(line.text))
        .map(|line| {
            line.text
                .bytes()
                .take_while(|b| matches!(b, b' ' | b'\t'))
                .count()
        })
        .min()
        .unwrap_or(0);
    let mut text = rest.trim_matches(BLANKS).to_owned();
    for line in more {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line.text.get(indent..).unwrap_or_default());
    }
    text.truncate(text.trim_end_matches(BLANKS).len());
    text
}

/// A key that stands in two parts is an error, as it is in YAML.
fn unique(text: &str, pieces: &[Piece<'_>]) -> Result<(), frontmatter::Error> {
    let mut seen: HashMap<&str, Range<usize>> = HashMap::new();
    for (key, span, _) in pieces.iter().flat_map(Piece::entries) {
        if let Some(first) = seen.insert(key, span.clone()) {
            return Err(frontmatter::Error::DuplicateKey {
                key: key.to_owned(),
                at: Place::new(text, span),
                first: Place::new(text, first),
            });
        }
    }
    Ok(())
}

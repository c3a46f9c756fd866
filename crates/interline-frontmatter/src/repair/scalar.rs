//! Repairs the scalars of one key, so that lists and mappings stay what they are.

use std::ops::Range;

use super::line::{Line, WHITESPACE, is_blank};
use super::repaired::Repairs;
use crate::diagnostics as codes;
use crate::yaml::{closing_quote, double_quoted};
use crate::{Document, Error, ReadOptions};

/// The result of repairing the scalars of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Repaired,
    /// Nothing closes the bracket at this offset.
    Unclosed(usize),
    /// The fault is not in a scalar.
    Broken,
}

/// Returns the changes that make `lines` valid YAML. The first line starts with a key in `column`; its value starts at `value`.
///
/// With `is_names` the items of a list are text, whatever colons they hold. Linear: every byte belongs to one scalar, which is read once.
pub(super) fn repair_scalars(
    text: &str,
    lines: &[Line<'_>],
    value: usize,
    column: usize,
    is_names: bool,
    options: &ReadOptions,
) -> Result<Repairs, Outcome> {
    let mut scan = Scan {
        text,
        lines,
        is_names,
        options,
        repairs: Repairs::default(),
        has_tab: false,
    };
    let mut next = scan.value(0, value, column)?;
    while next < lines.len() {
        next = scan.line(next)?;
    }
    Ok(scan.repairs)
}

struct Scan<'s> {
    text: &'s str,
    lines: &'s [Line<'s>],
    is_names: bool,
    options: &'s ReadOptions,
    repairs: Repairs,
    /// Tabs are reported once.
    has_tab: bool,
}

/// Returns the width of the whitespace before a line; a tab counts as two, the usual step of YAML.
fn indent(line: &str) -> usize {
    line.bytes()
        .map_while(|b| match b {
            b' ' => Some(1),
            b'\t' => Some(2),
            _ => None,
        })
        .sum()
}

impl<'s> Scan<'s> {
    fn at(&self, index: usize) -> Option<Line<'s>> {
        self.lines.get(index).copied()
    }

    /// Returns the text between two offsets; empty when they are out of range.
    fn slice(&self, start: usize, end: usize) -> &'s str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Writes spaces for the tabs before a line.
    fn tabs(&mut self, line: Line<'_>) {
        let spaces = line.text.len() - line.text.trim_start_matches([' ', '\t']).len();
        let before = line.text.get(..spaces).unwrap_or_default();
        let Some(tab) = before.find('\t') else { return };
        if !self.has_tab {
            self.has_tab = true;
            let at = line.start + tab;
            let message = "a tab in the indent: use spaces".to_owned();
            self.repairs.warn(codes::TAB_INDENT, at..at + 1, message);
        }
        self.repairs.change(
            line.start..line.start + spaces,
            " ".repeat(indent(line.text)),
        );
    }

    /// Reads a line of a block; returns the number of the next.
    fn line(&mut self, index: usize) -> Result<usize, Outcome> {
        let Some(line) = self.at(index) else {
            return Ok(index + 1);
        };
        if is_blank(line.text) || line.text.trim_start().starts_with('#') {
            return Ok(index + 1);
        }
        self.tabs(line);
        let mut content = line.text.trim_start_matches([' ', '\t']);
        let mut start = line.end() - content.len();
        let mut column = indent(line.text);
        let mut owner = column.checked_sub(1);
        let mut is_item = false;
        while let Some(rest) = content.strip_prefix('-') {
            if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
                break;
            }
            let inner = rest.trim_start_matches([' ', '\t']);
            owner = Some(column);
            column += content.len() - inner.len();
            start += content.len() - inner.len();
            content = inner;
            is_item = true;
        }
        if content.is_empty() || content.starts_with('#') {
            return Ok(index + 1);
        }
        if content.starts_with("? ") {
            return Err(Outcome::Broken);
        }
        let Some(key) = self.key(content, is_item) else {
            return self.value(index, start, owner.unwrap_or(0));
        };
        let after = key
            + content
                .get(key..)
                .and_then(|rest| rest.find(':'))
                .unwrap_or(0)
            + 1;
        let name = content.get(..key).unwrap_or_default().trim_end();
        if !name.starts_with(['"', '\'']) {
            // A key may be invalid alone too, such as one that starts with `@`.
            self.scalar(start..start + name.len(), name, false, true);
        }
        self.value(index, start + after, column)
    }

    /// Returns the length of the key of a line in bytes, whitespace before the colon included.
    fn key(&self, content: &str, is_item: bool) -> Option<usize> {
        if is_item && self.is_names {
            return None;
        }
        if content.starts_with(['"', '\'']) {
            let end = closing_quote(content)?;
            let rest = content.get(end..)?;
            let spaces = rest.len() - rest.trim_start().len();
            let colon = rest.get(spaces..)?.strip_prefix(':')?;
            return (colon.is_empty() || colon.starts_with([' ', '\t'])).then_some(end + spaces);
        }
        if content.starts_with(['[', '|', '>'])
            || (content.starts_with('{') && !content.starts_with("{{"))
        {
            return None;
        }
        let bytes = content.as_bytes();
        let colon = bytes.iter().enumerate().position(|(at, byte)| {
            *byte == b':' && matches!(bytes.get(at + 1), None | Some(b' ' | b'\t'))
        })?;
        let name = content.get(..colon)?;
        // `- Use it when: asked` and `- Bash(git: *)` are text, `- matcher: x` is a mapping.
        let is_text =
            name.contains(" #") || (is_item && name.trim_end().contains([' ', '\t', '(']));
        (!is_text).then_some(colon)
    }

    /// Reads the value at `start` of a line, which belongs to the key or dash in the column `owner`; returns the line after it.
    fn value(&mut self, index: usize, start: usize, owner: usize) -> Result<usize, Outcome> {
        let Some(line) = self.at(index) else {
            return Ok(index + 1);
        };
        let rest = self.slice(start, line.end());
        let value = rest.trim_start_matches(WHITESPACE);
        let start = start + rest.len() - value.len();
        // An anchor or tag may precede a whole block, whose lines are read one by one.
        if value.is_empty() || value.starts_with('#') || value.starts_with(['&', '!']) {
            return Ok(index + 1);
        }
        if is_block_scalar(value) {
            // Everything in a block scalar is text, whatever it looks like.
            return Ok(self.below(index, owner));
        }
        if value.starts_with(['[', '{']) && !value.starts_with("{{") {
            let (end, last) = self.flow(index, start, owner)?;
            let line = self.at(last).unwrap_or(line);
            let rest = self.slice(end, line.end()).trim_start();
            if rest.is_empty() || rest.starts_with('#') {
                return Ok(last + 1);
            }
            if last > index {
                return Err(Outcome::Broken);
            }
        }
        let next = self.below(index, owner);
        if value.starts_with(['"', '\'']) {
            let last = self.at(next - 1).unwrap_or(line);
            let all = self.slice(start, last.end());
            let rest = closing_quote(all).and_then(|end| all.get(end..));
            let is_closed = rest.is_some_and(|rest| {
                let rest = rest.trim_start();
                rest.is_empty() || rest.starts_with('#')
            });
            if is_closed {
                return Ok(next);
            }
        }
        // A quote that is not closed, or text after it: all of it is one plain text that needs quotes.
        self.joined(index, start, next);
        Ok(next)
    }

    /// Returns the line after those that continue the value of line `index`.
    fn below(&self, index: usize, owner: usize) -> usize {
        let mut next = index + 1;
        let mut end = next;
        while let Some(line) = self.at(next) {
            next += 1;
            if is_blank(line.text) {
                continue;
            }
            if indent(line.text) <= owner {
                break;
            }
            end = next;
        }
        end
    }

    /// Checks a scalar of one line or several, which YAML joins with spaces.
    fn joined(&mut self, index: usize, start: usize, next: usize) {
        let Some(first) = self.at(index) else { return };
        let head = self.slice(start, first.end());
        let mut scalar = before_comment(head).to_owned();
        let mut end = start + scalar.len();
        for line in self.lines.get(index + 1..next).unwrap_or_default() {
            let text = before_comment(line.text).trim_matches(WHITESPACE);
            if text.is_empty() {
                continue;
            }
            if !scalar.is_empty() {
                scalar.push(' ');
            }
            scalar.push_str(text);
            end = line.start + before_comment(line.text).len();
        }
        self.scalar(start..end, &scalar, false, false);
    }

    /// Quotes a scalar that is not valid YAML alone.
    fn scalar(&mut self, span: Range<usize>, scalar: &str, in_flow: bool, is_key: bool) {
        if scalar.is_empty() || self.is_alias(scalar) {
            return;
        }
        let Some(reason) = objection(scalar, in_flow, self.options) else {
            return;
        };
        let form = double_quoted(scalar);
        let what = if is_key { "key" } else { "text" };
        let colon = if is_key { ":" } else { "" };
        let message = format!("{reason}; read as the {what} it is: write `{form}{colon}`");
        self.repairs
            .warn(codes::REPAIRED_VALUE, span.clone(), message);
        self.repairs.change(span, form);
    }

    /// Returns whether a scalar is an alias of an anchor in the text.
    fn is_alias(&self, scalar: &str) -> bool {
        scalar.strip_prefix('*').is_some_and(|name| {
            let begins = name.starts_with(|c: char| c.is_alphanumeric());
            let is_name = name
                .chars()
                .all(|c| c.is_alphanumeric() || "_-".contains(c));
            begins && is_name && self.text.contains(&format!("&{name}"))
        })
    }

    /// Reads a collection in brackets from `start`; returns its end and the number of the line of that.
    fn flow(
        &mut self,
        mut index: usize,
        start: usize,
        owner: usize,
    ) -> Result<(usize, usize), Outcome> {
        let mut open: Vec<(u8, usize)> = Vec::new();
        let mut at = start;
        let mut is_reported = false;
        while let Some(line) = self.at(index) {
            let end = line.end();
            while at < end {
                let rest = self.slice(at, end);
                let Some(byte) = rest.bytes().next() else {
                    break;
                };
                match byte {
                    b' ' | b'\t' | b',' | b':' => at += 1,
                    b'#' => at = end,
                    b'{' if rest.starts_with("{{") && rest.contains("}}") => {
                        at = self.token(at, rest, &open);
                    }
                    b'[' | b'{' => {
                        open.push((byte, at));
                        at += 1;
                    }
                    b']' | b'}' => {
                        let partner = if byte == b']' { b'[' } else { b'{' };
                        match open.pop() {
                            Some((bracket, _)) if bracket == partner => {}
                            Some((_, bracket)) => return Err(Outcome::Unclosed(bracket)),
                            None => return Err(Outcome::Broken),
                        }
                        at += 1;
                        if open.is_empty() {
                            return Ok((at, index));
                        }
                    }
                    b'"' | b'\'' => match self.quoted_in_flow(at, rest, &open) {
                        Some(next) => at = next,
                        // A quoted scalar of several lines.
                        None => return Err(Outcome::Broken),
                    },
                    _ => at = self.token(at, rest, &open),
                }
            }
            index += 1;
            let Some(line) = self.at(index) else { break };
            at = line.start;
            if is_blank(line.text) {
                continue;
            }
            self.tabs(line);
            let column = indent(line.text);
            // Readers take a bracket in the column of its key.
            let closes = line.text.trim_start().starts_with([']', '}']);
            if column < owner || (column == owner && !closes) {
                let content = line.text.trim_start();
                let first = line.start + line.text.len() - content.len();
                let end = first + content.chars().next().map_or(0, char::len_utf8);
                if !is_reported {
                    is_reported = true;
                    let missing = owner + 1 - column;
                    let spaces = if missing == 1 { "a space" } else { "spaces" };
                    let bracket = open
                        .first()
                        .map_or("[", |(b, _)| if *b == b'[' { "[" } else { "{" });
                    let message = format!(
                        "this line belongs to the `{bracket}` above and is not indented below its key: insert {spaces} before it"
                    );
                    self.repairs.warn(codes::FLOW_INDENT, first..end, message);
                }
                self.repairs
                    .change(line.start..line.start, " ".repeat(owner + 1 - column));
            }
        }
        Err(open
            .first()
            .map_or(Outcome::Broken, |(_, at)| Outcome::Unclosed(*at)))
    }

    /// Reads a quoted scalar; returns its end, `None` when its line does not close it.
    fn quoted_in_flow(&mut self, at: usize, rest: &str, open: &[(u8, usize)]) -> Option<usize> {
        let end = closing_quote(rest)?;
        let after = rest.get(end..)?.trim_start();
        if after.is_empty() || after.starts_with([',', ']', '}', ':', '#']) {
            return Some(at + end);
        }
        // Text after the quote: all of it is one scalar.
        Some(self.token(at, rest, open))
    }

    /// Checks a plain scalar in brackets; returns its end.
    fn token(&mut self, at: usize, rest: &str, open: &[(u8, usize)]) -> usize {
        let in_list = open.last().is_some_and(|(bracket, _)| *bracket == b'[');
        let bytes = rest.as_bytes();
        let mut depth = 0_usize;
        // In `Bash(git: *)` nothing is a key.
        let mut in_parentheses = false;
        let mut end = 0;
        while let Some(&byte) = bytes.get(end) {
            let next = bytes.get(end + 1).copied();
            match byte {
                b'(' => in_parentheses = true,
                b')' => in_parentheses = false,
                b'[' | b'{' => depth += 1,
                b']' | b'}' if depth > 0 => depth -= 1,
                b',' | b']' | b'}' if depth == 0 => break,
                b':' if depth == 0
                    && !in_parentheses
                    && matches!(
                        next,
                        None | Some(b' ' | b'\t' | b',' | b']' | b'}' | b'[' | b'{')
                    )
                    && !(self.is_names && in_list) =>
                {
                    break;
                }
                b'#' if end > 0 && matches!(bytes.get(end - 1), Some(b' ' | b'\t')) => break,
                _ => {}
            }
            end += 1;
        }
        let token = rest.get(..end).unwrap_or_default().trim_end();
        if token.is_empty() {
            return at + end.max(1);
        }
        let is_key = bytes.get(end) == Some(&b':');
        self.scalar(at..at + token.len(), token, true, is_key);
        at + end
    }
}

/// Returns whether a value is the header of a block scalar, such as `|-` or `>2 # c`.
fn is_block_scalar(value: &str) -> bool {
    let Some(rest) = value.strip_prefix(['|', '>']) else {
        return false;
    };
    let rest = rest.trim_start_matches(|c: char| c == '+' || c == '-' || c.is_ascii_digit());
    rest.is_empty() || rest.trim_start().starts_with('#') || rest.trim_start().is_empty()
}

/// Returns a value without the comment after it. Where the value is invalid, a `#` before a word is more often text than a comment.
fn before_comment(value: &str) -> &str {
    let end = value.find(" # ").unwrap_or(value.len());
    value
        .get(..end)
        .unwrap_or_default()
        .trim_end_matches(WHITESPACE)
}

/// Returns why a scalar alone is not valid YAML; `None` for a valid scalar.
pub(super) fn objection(scalar: &str, in_flow: bool, options: &ReadOptions) -> Option<String> {
    let is_word =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'_' | b'.' | b'/' | b'-');
    if scalar.starts_with(|c: char| c.is_ascii_alphanumeric()) && scalar.bytes().all(is_word) {
        return None;
    }
    let (before, after) = if in_flow {
        ("v: [", "]\n")
    } else {
        ("v: ", "\n")
    };
    let text = format!("{before}{scalar}{after}");
    match Document::parse_span(&text, 0..text.len(), options) {
        Err(Error::Syntax { message, .. }) => Some(message),
        Err(error) => Some(error.message()),
        Ok(document) => {
            let is_scalar = document.entries().all(|(_, value)| {
                let item = value.items().next();
                let node = if in_flow { item } else { Some(value) };
                let alone = !in_flow || value.items().count() == 1;
                alone && node.is_none_or(|node| !node.is_sequence() && !node.is_mapping())
            });
            (!is_scalar).then(|| "this is not one value: quote the value".to_owned())
        }
    }
}

//! Reads the value of a part as text.

use std::ops::Range;

use interline_text::{Diagnostic, Severity};

use super::field::FieldKind;
use super::line::{Line, WHITESPACE, invisible_name, is_blank, is_invisible};
use super::part::{FirstLine, Part};
use super::repaired::Replacement;
use super::repairer::Repairer;
use super::scalar::objection;
use crate::diagnostics as codes;
use crate::yaml::double_quoted;
use crate::{Document, Error};

impl Repairer<'_, '_> {
    pub(super) fn take_as_text(
        &mut self,
        first: &FirstLine<'_>,
        more: Range<usize>,
        error: &Error,
        kind: Option<FieldKind>,
    ) {
        let (key, rest) = (first.key, first.rest);
        let rest_end = first.rest_start + rest.len();
        let more = self.lines.get(more).unwrap_or_default();
        let value = plain_text(rest, more);
        let end = more.last().map_or(rest_end, Line::end);
        let start = rest_end - rest.trim_start_matches(WHITESPACE).len();
        let span = start..end.max(start);
        let reason = match error {
            Error::Syntax { message, .. } => message.clone(),
            other => other.message(),
        };
        let form = double_quoted(&value);
        let is_written = kind != Some(FieldKind::Bare);
        let (severity, code, message) = if is_written {
            let message = format!("{reason}; read as the text it is: write `{key}: {form}`");
            (Severity::Warning, codes::REPAIRED_VALUE, message)
        } else {
            let message = format!("`{key}` is not YAML, and is read as it is written: {value}");
            (Severity::Info, codes::BARE_VALUE, message)
        };
        // The error shows where YAML failed; a bare field is not at fault anywhere.
        let at = if is_written {
            error.span()
        } else {
            span.clone()
        };
        let diagnostic = Diagnostic::new(severity, code, at, message);
        self.repairs.diagnostics.push(diagnostic);
        // One space after the colon, whatever was there.
        let between = first.key_span.end..start;
        let mut change = |range: Range<usize>, insert: String| {
            self.repairs.changes.push(Replacement {
                range,
                insert,
                is_written,
            });
        };
        if self.text.get(between.clone()) != Some(": ") {
            change(between, ": ".to_owned());
        }
        change(span, form);
    }

    /// Repairs a part such as `skill:true`: adds the missing space.
    pub(super) fn take_tight(&mut self, part: Part) -> Result<(), Error> {
        self.count_repairs(1)?;
        let Some(first) = self.key_of(part) else {
            return Err(self.strict.clone());
        };
        let (key, rest) = (first.key, first.rest);
        let space = rest.chars().next().and_then(invisible_name);
        let rest_end = first.rest_start + rest.len();
        let rest = rest.trim_start_matches(|c| is_invisible(c) || c == ' ');
        let rest_start = rest_end - rest.len();
        let more = self.lines.get(part.first + 1..part.end).unwrap_or_default();
        let value = plain_text(rest, more);
        let last = more
            .iter()
            .rev()
            .find(|line| !is_blank(line.text))
            .map_or(rest_start + rest.trim_end().len(), Line::end);
        // Only the space was missing: a list, a mapping or a plain scalar keeps its type, everything else becomes a string.
        let is_yaml = !value.contains('\n')
            && (value.starts_with(['[', '{']) && {
                let line = format!("v: {value}\n");
                Document::parse_span(&line, 0..line.len(), self.options).is_ok()
            } || objection(&value, false, self.options).is_none());
        let form = if is_yaml {
            value
        } else {
            double_quoted(&value)
        };
        let message = match space {
            Some(space) => {
                format!("{space} after the colon of `{key}`: write `{key}: {form}` with a space")
            }
            None => format!("no space after the colon of `{key}`: write `{key}: {form}`"),
        };
        let span = first.key_span.start..rest_start;
        self.repairs.warn(codes::MISSING_SPACE, span, message);
        self.repairs.change(first.key_span.end..rest_start, ": ");
        if !is_yaml {
            self.repairs.change(rest_start..last, form);
        }
        Ok(())
    }
}

/// Returns the text after a colon and the lines below it, without the indent that all these lines share.
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
    let mut text = rest.trim_matches(WHITESPACE).to_owned();
    for line in more {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line.text.get(indent..).unwrap_or_default());
    }
    text.truncate(text.trim_end_matches(WHITESPACE).len());
    text
}

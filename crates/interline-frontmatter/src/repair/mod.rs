//! Reads headers that are not YAML: finds what is broken, down to a single scalar, and writes it so that it is YAML.
//!
//! The type of a key decides how its value is repaired, so the caller passes it as [`Fields`]. The result is a text, [`Repaired`],
//! that is parsed like any other: what is read is what the repaired file says, and positions are mapped back to the original.

mod field;
mod flow;
mod header;
mod line;
mod part;
mod repaired;
mod scalar;
mod text;

use std::borrow::Cow;
use std::ops::Range;

use interline_text::{Diagnostic, Severity};

pub use field::{FieldKind, Fields};
pub use header::{Header, near_fence, text_in_comment};
pub use line::{invisible_name, is_header_line, is_invisible, key_line};
pub use part::double_quoted;
pub use repaired::Repaired;

use crate::diagnostics as codes;
use crate::{Document, Error, ReadOptions};
use line::lines;
use part::Repairer;

/// More repairs than this and the header was never meant to be one. Bounds the work on headers that are larger than the default
/// allows: each repair looks for its line from the start of the text.
const MAX_REPAIRS: usize = 200;

/// Repairs the header at `span` of `text`, which `strict` has refused.
///
/// The result has not been parsed yet: the caller parses [`Repaired::text`], and locates an error with [`Repaired::locate`].
///
/// Every part is read at most four times, so the work is linear in the header.
///
/// # Errors
///
/// `strict` when a part begins without a key, there is nothing to repair, or there are too many repairs; otherwise the error of the part
/// that has no certain reading: a key given twice, a bracket that nothing closes, a limit.
pub fn repair(
    text: &str,
    span: Range<usize>,
    options: &ReadOptions,
    fields: &dyn Fields,
    strict: &Error,
) -> Result<Repaired, Error> {
    let (clean, comments) = without_controls_in_comments(text, span.clone());
    let mut repairer = Repairer::new(&clean, span.clone(), options, fields, strict);
    for (range, diagnostic) in comments {
        let spaces = " ".repeat(range.len());
        repairer.change(range, spaces);
        repairer.report(diagnostic);
    }
    repairer.run()?;
    repairer.finish(text, span)
}

type Found = Vec<(Range<usize>, Diagnostic)>;

/// The text up to the end of the header, with spaces for the control characters of its comments, so that positions stay; and
/// where they are.
fn without_controls_in_comments(text: &str, span: Range<usize>) -> (Cow<'_, str>, Found) {
    let is_control = |c: char| {
        (c.is_control() && c != '\t') || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let mut found = Vec::new();
    let header = text.get(..span.end).unwrap_or_default();
    if !header.contains('#') {
        return (Cow::Borrowed(header), found);
    }
    for line in lines(text, span.clone()) {
        if !line.text.trim_start().starts_with('#') {
            continue;
        }
        for (at, c) in line.text.char_indices().filter(|(_, c)| is_control(*c)) {
            let range = line.start + at..line.start + at + c.len_utf8();
            let message = format!(
                "control character U+{:04X} in a comment: remove it",
                u32::from(c)
            );
            let diagnostic = Diagnostic::new(
                Severity::Warning,
                codes::CONTROL_CHARACTER,
                range.clone(),
                message,
            );
            found.push((range, diagnostic));
        }
    }
    if found.is_empty() {
        return (Cow::Borrowed(header), found);
    }
    let mut clean = String::with_capacity(header.len());
    let mut done = 0;
    for (range, _) in &found {
        clean.push_str(header.get(done..range.start).unwrap_or_default());
        clean.extend(std::iter::repeat_n(' ', range.len()));
        done = range.end;
    }
    clean.push_str(header.get(done..).unwrap_or_default());
    (Cow::Owned(clean), found)
}

/// Why a scalar alone is not YAML; `None` when it is, and is a scalar.
fn objection(scalar: &str, in_flow: bool, options: &ReadOptions) -> Option<String> {
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
        Err(error) => Some(error.to_string()),
        Ok(document) => {
            let is_scalar = document.entries().all(|(_, value)| {
                let item = value.items().next();
                let node = if in_flow { item } else { Some(value) };
                let alone = !in_flow || value.items().count() == 1;
                alone && node.is_none_or(|node| !node.is_sequence() && !node.is_mapping())
            });
            (!is_scalar).then(|| "this is not one value: put the value in quotes".to_owned())
        }
    }
}

//! Data for templates: a file in JSON or YAML, and values on the command line.

use std::path::Path;
use std::str::FromStr;

use interline::frontmatter::{Document, Map, ReadOptions, Value};
use interline::text::{Diagnostic, Location, Position, Severity};

use crate::diagnostics as codes;
use crate::failure::Failure;
use crate::finding::{Finding, of_header_error};
use crate::input;
use crate::key_path::KeyPath;
use crate::scalar;

/// The bytes of YAML that are read.
const MAX_YAML: usize = 64 * 1024 * 1024;

/// `KEY=VALUE`: the value at a path of keys.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    path: KeyPath,
    value: Value,
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (path, value) = text
            .split_once('=')
            .ok_or_else(|| format!("expected `KEY=VALUE`, found `{text}`"))?;
        Ok(Self {
            path: path.parse()?,
            value: scalar::scalar(value)?.value,
        })
    }
}

/// Reads the data of a template.
///
/// A diagnostic, when the file is not a mapping in JSON or YAML.
pub(crate) fn read(
    path: Option<&Path>,
    assignments: &[Assignment],
) -> Result<Result<Map, Finding>, Failure> {
    let mut data = match path {
        None => Map::new(),
        Some(path) => match parse(path)? {
            Ok(data) => data,
            Err(found) => return Ok(Err(found)),
        },
    };
    for Assignment { path, value } in assignments {
        let keys: Vec<&str> = path.keys().collect();
        assign(&mut data, &keys, value);
    }
    Ok(Ok(data))
}

fn parse(path: &Path) -> Result<Result<Map, Finding>, Failure> {
    let source = input::read(path)?;
    let text = source.text.as_str();
    // YAML is nearly a superset of JSON, but not of all its strings and its depth.
    if text.trim_start().starts_with('{') {
        match serde_json::from_str(text) {
            Ok(data) => return Ok(Ok(data)),
            Err(error) if is_json(path) => {
                let offset = offset_of(text, error.line(), error.column());
                // The location is that of the diagnostic.
                let message = error.to_string();
                let message = message.split(" at line ").next().unwrap_or_default();
                let message = format!("invalid JSON: {message}");
                let diagnostic = Diagnostic::new(
                    Severity::Error,
                    codes::INVALID_DATA,
                    offset..offset,
                    message,
                );
                return Ok(Err(Finding::one(&source, diagnostic)));
            }
            Err(_) => {}
        }
    }
    let options = ReadOptions::new().block_bytes(MAX_YAML);
    Ok(match Document::parse_span(text, 0..text.len(), &options) {
        Ok(document) => Ok(document.mapping()),
        Err(error) => {
            let mut diagnostic = of_header_error(&error);
            diagnostic.code = codes::INVALID_DATA.into();
            Err(Finding::one(&source, diagnostic))
        }
    })
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}

/// Returns the offset of a line and a column in bytes, both from 1.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1));
    let start: usize = before.map(str::len).sum();
    let mut offset = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Sets a value; what is on the way and not a mapping is replaced by one.
fn assign(map: &mut Map, keys: &[&str], value: &Value) {
    let Some((first, rest)) = keys.split_first() else {
        return;
    };
    if rest.is_empty() {
        map.insert(*first, value.clone());
        return;
    }
    if !matches!(map.get(first), Some(Value::Map(_))) {
        map.insert(*first, Value::Map(Map::new()));
    }
    if let Some(Value::Map(inner)) = map.get_mut(first) {
        assign(inner, rest, value);
    }
}

/// Makes one of an error with a report of its own, which knows the text.
pub(crate) fn located(
    code: &'static str,
    message: &str,
    location: Option<&Location>,
    report: Option<interline::text::Report<'_>>,
) -> Finding {
    let diagnostic = crate::finding::of_error(code, message, location);
    let path = location.and_then(|at| {
        let path = at.path.as_ref().map(|path| path.display().to_string());
        path.or_else(|| at.name.clone())
    });
    let position: Option<Position> = location.map(|at| at.position);
    let excerpt = report.map(|report| report.code(code).to_string());
    Finding::without_text(path, diagnostic)
        .at(position)
        .with_excerpt(excerpt)
}

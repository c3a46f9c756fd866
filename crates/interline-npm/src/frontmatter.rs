//! Frontmatter: read, edited, written.

use interline::frontmatter::{
    Document, Editor, Error, FrontmatterFormat, Map, NewValue, Node, PathElement, Plain,
    ReadOptions, Split, Value, ValuePath, split, to_document,
};
use interline::text::utf16_len;
use serde::Serialize;

use crate::arguments::{Arguments, parse_json};
use crate::failure::Failure;
use crate::spans::{JsDiagnostic, js_diagnostics, js_edits, js_ranges};
use crate::values::{Special, specials};

/// Converts an error of the crate `interline-frontmatter`. The only place that reads such errors.
pub(crate) fn failure(error: &Error, text: &str) -> Failure {
    let code = match error {
        Error::Unterminated { .. } => "unterminated-frontmatter",
        Error::LimitExceeded { .. } => "limit-exceeded",
        Error::Syntax { .. } => "invalid-yaml",
        Error::DuplicateKey { .. } => "duplicate-key",
        Error::NotAMapping { .. } => "not-a-mapping",
        Error::UnreadHeader { .. } => "unread-header",
        Error::Data { .. } => "invalid-data",
        Error::Serialize { .. } => "not-serializable",
        Error::EditRefused { .. } => "edit-refused",
        _ => "invalid-frontmatter",
    };
    let mut failure = Failure::at(error, code, None, None);
    if let Some(location) = error.location() {
        failure.set_position(location.position);
        failure.set_span(text, &location.span);
    }
    failure
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ParsedReply<'a> {
    data: &'a Map,
    specials: Vec<Special>,
    body_from: usize,
    has_frontmatter: bool,
    diagnostics: Vec<JsDiagnostic<'a>>,
}

/// Parses the frontmatter of a document. `format` is `toml`, or empty for YAML.
///
/// # Errors
///
/// When there is frontmatter that cannot be read.
pub fn parse_frontmatter(text: &str, format: &str) -> Result<String, Failure> {
    let options = ReadOptions::new();
    let document = match format {
        "" | "yaml" => Document::parse_with(text, &options),
        "toml" => Document::parse_toml(text, &options),
        other => {
            return Err(Failure::argument(format!(
                "unknown format `{other}`: expected `yaml` or `toml`"
            )));
        }
    }
    .map_err(|error| failure(&error, text))?;
    let data = document.mapping();
    let diagnostics = document.diagnostics();
    let body = text.len() - document.body().len();
    let body_from = utf16_len(&text[..body]);
    let reply = ParsedReply {
        specials: specials(&Value::Map(data.clone())),
        data: &data,
        body_from,
        has_frontmatter: document.split().block().is_some()
            || document.format() != FrontmatterFormat::Yaml,
        diagnostics: js_diagnostics(&diagnostics, text, None),
    };
    Ok(serde_json::to_string(&reply)?)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SplitReply {
    has_frontmatter: bool,
    is_unterminated: bool,
    from: usize,
    to: usize,
    body_from: usize,
}

/// Finds the frontmatter of a document without reading it.
///
/// # Errors
///
/// Never; the type is that of the other functions.
pub fn split_frontmatter(text: &str) -> Result<String, Failure> {
    let found = split(text);
    let yaml = found
        .block()
        .map_or(0..0, interline::frontmatter::Block::yaml_span);
    let body = found.body_start();
    let ranges = js_ranges(text, &[yaml, body..body]);
    let at = |index: usize| ranges.get(index).copied().unwrap_or_default();
    let reply = SplitReply {
        has_frontmatter: found.block().is_some(),
        is_unterminated: matches!(found, Split::Unterminated { .. }),
        from: at(0).0,
        to: at(0).1,
        body_from: at(1).0,
    };
    Ok(serde_json::to_string(&reply)?)
}

/// A key, when the path is one; `set` of a key refuses a dotted name that may be meant as a path.
fn only_key(path: &ValuePath) -> Option<&str> {
    match path.elements() {
        [PathElement::Key(key)] => Some(key),
        _ => None,
    }
}

/// Makes one change.
fn make(editor: &mut Editor<'_, '_>, given: &mut Arguments) -> Result<Result<(), Error>, Failure> {
    let op = given.string("op")?.unwrap_or_default();
    let path = given.path()?;
    Ok(match op.as_str() {
        "set" => {
            let value = given.take("value").unwrap_or_default();
            let is_plain = given.bool("plain")?;
            match value {
                Value::String(text) if is_plain => {
                    Plain::new(&text).and_then(|value| set(editor, path, value))
                }
                value => set(editor, path, value),
            }
        }
        "remove" => match only_key(&path) {
            Some(key) => editor.remove(key).map(|_| ()),
            None => editor.remove_path(path).map(|_| ()),
        },
        "rename" => {
            let name = given.string("name")?.unwrap_or_default();
            match only_key(&path) {
                Some(key) => editor.rename(key, &name).map(|_| ()),
                None => editor.rename_path(path, &name).map(|_| ()),
            }
        }
        "push" => {
            let value = given.take("value").unwrap_or_default();
            editor.push(path, value).map(|_| ())
        }
        "insert" => {
            let value = given.take("value").unwrap_or_default();
            let index = given.number("index")?.unwrap_or_default();
            let index = usize::try_from(index).unwrap_or(usize::MAX);
            editor.insert(path, index, value).map(|_| ())
        }
        _ => return Err(given.invalid(&"`op` is unknown")),
    })
}

fn set(
    editor: &mut Editor<'_, '_>,
    path: ValuePath,
    value: impl Into<NewValue>,
) -> Result<(), Error> {
    let value = value.into();
    match only_key(&path) {
        Some(key) => editor.set(key, value).map(|_| ()),
        None => editor.set_path(path, value).map(|_| ()),
    }
}

#[derive(Serialize)]
struct EditedReply<E> {
    edits: E,
}

/// Makes the changes, a JSON list, all or none: returns the edits.
///
/// # Errors
///
/// When the frontmatter cannot be read, and when a change cannot be made without changing more.
pub fn edit_frontmatter(text: &str, changes: &str) -> Result<String, Failure> {
    let Value::List(changes) = parse_json(changes, "change")? else {
        return Err(Failure::argument("the changes are not a list"));
    };
    let document = Document::parse(text).map_err(|error| failure(&error, text))?;
    let mut editor = document.edit();
    for change in changes {
        Arguments::of(change, "change", |given| make(&mut editor, given))?
            .map_err(|error| failure(&error, text))?;
    }
    let edits = editor.finish().map_err(|error| failure(&error, text))?;
    let edits = js_edits(&edits, text)?;
    Ok(serde_json::to_string(&EditedReply { edits })?)
}

#[derive(Serialize)]
struct MatterReply<'a> {
    data: &'a Map,
    specials: Vec<Special>,
    dates: Vec<Vec<Value>>,
}

/// Parses the code units `from..to` of a text as YAML, as `compat/gray-matter` does it, which finds the header itself. Returns the paths of
/// the plain scalars that may be dates too.
///
/// # Errors
///
/// When the lines are not a mapping.
pub fn parse_matter(text: &str, from: usize, to: usize) -> Result<String, Failure> {
    let span = byte_at(text, from)..byte_at(text, to);
    let document = Document::parse_span(text, span, &ReadOptions::new())
        .map_err(|error| failure(&error, text))?;
    let data = document.mapping();
    let (mut path, mut dates) = (Vec::new(), Vec::new());
    for (key, value) in document.entries() {
        path.push(key.text().unwrap_or_default().into());
        collect_dates(&value, &mut path, &mut dates);
        path.pop();
    }
    let reply = MatterReply {
        specials: specials(&Value::Map(data.clone())),
        data: &data,
        dates,
    };
    Ok(serde_json::to_string(&reply)?)
}

/// Returns the byte offset of a code unit.
fn byte_at(text: &str, unit: usize) -> usize {
    let mut units = 0;
    for (at, character) in text.char_indices() {
        if units >= unit {
            return at;
        }
        units += character.len_utf16();
    }
    text.len()
}

/// Values are at most 128 levels deep, so that recursion is bounded.
fn collect_dates(node: &Node<'_, '_>, path: &mut Vec<Value>, dates: &mut Vec<Vec<Value>>) {
    if node.is_mapping() {
        for (key, value) in node.entries() {
            path.push(key.text().unwrap_or_default().into());
            collect_dates(&value, path, dates);
            path.pop();
        }
    } else if node.is_sequence() {
        for (index, item) in node.items().enumerate() {
            path.push(Value::from(index as u64));
            collect_dates(&item, path, dates);
            path.pop();
        }
    } else if node.is_plain() && node.text().is_some_and(may_be_date) {
        dates.push(path.clone());
    }
}

/// Returns whether a scalar begins as a date does: `2026-`.
fn may_be_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 8 && bytes[..4].iter().all(u8::is_ascii_digit) && bytes[4] == b'-'
}

/// Writes a document with this frontmatter, a JSON object, and this body.
///
/// # Errors
///
/// When the data cannot be written.
pub fn write_frontmatter(data: &str, body: &str) -> Result<String, Failure> {
    let Value::Map(data) = parse_json(data, "data")? else {
        return Err(Failure::argument("invalid data: expected an object"));
    };
    to_document(&data, body).map_err(|error| failure(&error, ""))
}

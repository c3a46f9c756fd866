//! The frontmatter of templates: split off, read, its strings compiled.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use interline_frontmatter::{Document, Error as YamlError, Node, Split, split};
use interline_mustache_context::{
    Environment, Error as EngineError, Map, Template, TemplateContext, Value,
};
use interline_text::{Diagnostic, Location, Position, position};

use crate::Error;

/// A frontmatter whose strings are templates.
#[derive(Debug)]
pub(crate) struct Metadata {
    entries: Vec<(String, Part)>,
    name: Arc<str>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The strings with tags, each once.
    pub(crate) templates: Vec<Template>,
    /// The file up to the body, for reports.
    source: Arc<str>,
}

#[derive(Debug)]
enum Part {
    /// A value without tags.
    Fixed(Value),
    Text(Text),
    List(Vec<Part>),
    Map(Vec<(String, Part)>),
}

/// A string with tags in it.
#[derive(Debug)]
struct Text {
    compiled: Template,
    place: TextPlace,
}

/// The location of a string of the frontmatter in the file.
#[derive(Clone, Copy, Debug)]
struct TextPlace {
    offset: usize,
    /// Bytes of the value as it is written.
    len: usize,
    /// Whether the source text is the string itself, on one line, so that offsets in it are offsets in the file.
    is_verbatim: bool,
}

/// The source to compile of a template file: the frontmatter, if there is one, is made a comment that is as long and has as many
/// lines. So every place in the body is one of the whole file, and nothing of the frontmatter is output.
///
/// `None` when there is no frontmatter, or one that nothing closes.
pub(crate) fn commented(text: &str) -> Option<String> {
    let Split::Block(block) = split(text) else {
        return None;
    };
    let mut source = String::with_capacity(text.len());
    // A byte order mark is not part of a body; spaces before the tag keep it alone on its lines.
    source.extend(block.bom_span().map(|_| ' '));
    // Three dashes are as long as either of these.
    source.push_str("{{!");
    source.push_str(block.opener().get(3..).unwrap_or_default());
    // Text that would end the comment is escaped.
    source.extend(block.yaml().chars().map(|c| if c == '}' { ' ' } else { c }));
    source.push_str(" }}");
    source.push_str(block.closer().get(3..).unwrap_or_default());
    source.push_str(block.body());
    Some(source)
}

/// Where a value without quotes that begins with a tag made the YAML invalid, and the line as it is to be written.
///
/// YAML reads the first brace as the start of a mapping, and its error is on the same line: about a mapping as a key, a comment, or
/// text after the last brace.
fn unquoted_tag(text: &str, error: &YamlError) -> Option<(Location, Option<String>)> {
    /// Longer lines are not repeated in a message.
    const MAX_LINE: usize = 100;

    let at = error.location()?.position;
    let line = text.split('\n').nth(at.line.checked_sub(1)?)?;
    let line_start = line.as_ptr() as usize - text.as_ptr() as usize;
    let (before, _) = line.split_once("{{")?;
    let value = line.get(before.len()..)?;
    let lead = before.trim_end_matches([' ', '\t']);
    let is_after_key = lead.len() < before.len() && lead.ends_with(':');
    let is_item = lead.ends_with('-') && lead.trim_matches([' ', '\t', '-']).is_empty();
    let column = before.chars().count() + 1;
    // An error before the value is about something else, such as a key that is given twice.
    if !(is_after_key || is_item) || at.column < column {
        return None;
    }
    let value = value
        .split_once(" #")
        .map_or(value, |(value, _)| value)
        .trim_end();
    let fix = (line.len() <= MAX_LINE).then(|| {
        let lead = lead.trim_start();
        if value.contains(['"', '\\']) {
            format!("{lead} '{}'", value.replace('\'', "''"))
        } else {
            format!("{lead} \"{value}\"")
        }
    });
    let offset = line_start + before.len();
    let at = Position {
        line: at.line,
        column,
    };
    Some((Location::at(offset..offset + value.len(), at), fix))
}

impl Metadata {
    /// Reads the frontmatter of a template; `None` when it has none. Linear in the frontmatter, whose size is bounded.
    pub(crate) fn read(text: &str, path: &str, name: &Arc<str>) -> Result<Option<Self>, Error> {
        let document = Document::parse(text).map_err(|error| match unquoted_tag(text, &error) {
            Some((at, fix)) => Error::UnquotedTag {
                location: Box::new(at.with_path(path)),
                fix,
            },
            None => Error::Frontmatter(Box::new(error.with_path(path))),
        })?;
        let Some(block) = document.split().block() else {
            return Ok(None);
        };
        let diagnostics = document.ignored_tags();
        #[cfg(feature = "log")]
        interline_text::log_all(&diagnostics, Some(name), text);
        let header = text.get(..block.body_span().start).unwrap_or_default();
        let reader = Reader {
            name,
            value_name: value_name(name),
            source: header.into(),
            compiled: RefCell::default(),
        };
        let entries = reader.entries(document.entries())?;
        Ok(Some(Self {
            entries,
            name: Arc::clone(name),
            diagnostics,
            templates: reader.compiled.into_inner().into_values().collect(),
            source: reader.source,
        }))
    }

    /// Its values, with the strings rendered. `room` is the bytes that they may have together, and gets less by those that they have;
    /// where there is too little, all of it is used up and `None` is given.
    pub(crate) fn render(
        &self,
        context: &TemplateContext,
        environment: &Environment,
        room: &mut u64,
    ) -> Result<Option<Map>, Error> {
        let left = Cell::new(Some(*room));
        let render = |text: &Text| {
            if left.get().is_none() {
                // The result will not be used.
                return Ok(String::new());
            }
            let rendered = text.compiled.render_with(context, environment);
            let mut rendered =
                rendered.map_err(|error| text.place.moved(error, &self.name, &self.source))?;
            // Kept beside thousands of others, and the room for it was a guess.
            rendered.shrink_to_fit();
            let bytes = rendered.len() as u64;
            left.set(left.get().and_then(|left| left.checked_sub(bytes)));
            Ok(rendered)
        };
        let map = render_entries(&self.entries, &render)?;
        *room = left.get().unwrap_or_default();
        Ok(left.get().is_some().then_some(map))
    }
}

fn render_entries(
    entries: &[(String, Part)],
    render: &impl Fn(&Text) -> Result<String, Error>,
) -> Result<Map, Error> {
    entries
        .iter()
        .map(|(key, part)| Ok((key.as_str(), render_part(part, render)?)))
        .collect()
}

/// Recursion is bounded by the depth of a frontmatter, 128.
fn render_part(
    part: &Part,
    render: &impl Fn(&Text) -> Result<String, Error>,
) -> Result<Value, Error> {
    Ok(match part {
        Part::Fixed(value) => value.clone(),
        Part::Text(text) => render(text)?.into(),
        Part::List(items) => {
            let items = items.iter().map(|item| render_part(item, render));
            Value::List(items.collect::<Result<_, _>>()?)
        }
        Part::Map(entries) => render_entries(entries, render)?.into(),
    })
}

struct Reader<'a> {
    name: &'a Arc<str>,
    value_name: Arc<str>,
    source: Arc<str>,
    /// The compiled strings by their address, which for an alias is that of its anchor. Aliases of aliases repeat one thousands of
    /// times.
    compiled: RefCell<HashMap<*const u8, Template>>,
}

impl Reader<'_> {
    fn entries<'d, 'a: 'd>(
        &self,
        entries: impl Iterator<Item = (Node<'d, 'a>, Node<'d, 'a>)>,
    ) -> Result<Vec<(String, Part)>, EngineError> {
        entries
            .map(|(key, value)| {
                let key = key.text().unwrap_or_default().to_owned();
                Ok((key, self.part(value)?))
            })
            .collect()
    }

    /// Recursion is bounded by the depth of a frontmatter, 128.
    fn part(&self, node: Node<'_, '_>) -> Result<Part, EngineError> {
        if node.is_sequence() {
            let items = node.items().map(|item| self.part(item));
            return Ok(Part::List(items.collect::<Result<_, _>>()?));
        }
        if node.is_mapping() {
            return Ok(Part::Map(self.entries(node.entries())?));
        }
        match node.value() {
            Value::String(text) if text.contains("{{") => Ok(Part::Text(self.text(node, &text)?)),
            value => Ok(Part::Fixed(value)),
        }
    }

    fn text(&self, node: Node<'_, '_>, text: &str) -> Result<Text, EngineError> {
        let span = node.span();
        let written = node.source();
        let within = written.find(text).filter(|_| !text.contains('\n'));
        let (offset, len) = match within {
            Some(within) => (span.start + within, text.len()),
            None => (span.start, span.len()),
        };
        let place = TextPlace {
            offset,
            len,
            is_verbatim: within.is_some(),
        };
        let compiled = self
            .compile(node, text)
            .map_err(|error| place.moved(error, self.name, &self.source))?;
        Ok(Text { compiled, place })
    }

    fn compile(&self, node: Node<'_, '_>, text: &str) -> Result<Template, EngineError> {
        let address = node.text().unwrap_or_default().as_ptr();
        if let Some(known) = self.compiled.borrow().get(&address) {
            return Ok(known.clone());
        }
        let compiled = Template::parse_named(Arc::clone(&self.value_name), text)?;
        self.compiled.borrow_mut().insert(address, compiled.clone());
        Ok(compiled)
    }
}

/// The name of the templates in the frontmatter of a file. No partial has it, since the names of partials hold no NUL.
fn value_name(name: &str) -> Arc<str> {
    format!("{name}\0").into()
}

impl TextPlace {
    /// Returns the error of the string with locations in the file.
    fn moved(self, error: EngineError, name: &str, source: &Arc<str>) -> EngineError {
        let EngineError::Template(error) = error else {
            return error;
        };
        let at = position(source, self.offset);
        let error = error.relocated(&value_name(name), source, |location| {
            location.name = Some(name.to_owned());
            if self.is_verbatim {
                // On one line, which is the first of the string.
                location.span = location.span.start + self.offset..location.span.end + self.offset;
                location.position = Position {
                    line: at.line,
                    column: at.column + location.position.column - 1,
                };
            } else {
                location.span = self.offset..self.offset + self.len;
                location.position = at;
            }
        });
        EngineError::Template(error)
    }
}

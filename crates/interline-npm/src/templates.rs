//! Mustache templates: compiled, rendered, checked.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use interline::frontmatter::{PathElement, ValuePath};
use interline::mustache_context::{
    Data, Environment, Error, ErrorKind, Escape, Lambda, LambdaCall, Limits, Map, Missing,
    MissingKind, MissingName, NameKind, NodeKind, Sections, Template, TemplateContext,
    TemplateError, Value,
};
use serde::Serialize;

use crate::arguments::{Arguments, parse_json, value_path};
use crate::failure::Failure;
use crate::spans::js_ranges;

/// The functions of the caller that a render may call.
pub trait Callbacks {
    /// Calls the function `index` of the data. `render` renders text with the scopes of the call.
    ///
    /// # Errors
    ///
    /// The message of the exception that the function threw.
    fn lambda(
        &self,
        index: usize,
        source: &str,
        render: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Result<String, String>;

    /// Returns the source of a partial; `None` when no partial has the name.
    ///
    /// # Errors
    ///
    /// The message of the exception that the function threw.
    fn partial(&self, name: &str) -> Result<Option<String>, String>;

    /// Escapes a value.
    fn escape(&self, text: &str) -> String;
}

thread_local! {
    /// The callbacks of the renders that run, the innermost last.
    ///
    /// The engine takes only functions that may move between threads, which those of JavaScript may not. So it gets functions that look
    /// here.
    static CALLBACKS: RefCell<Vec<Rc<dyn Callbacks>>> = const { RefCell::new(Vec::new()) };
}

/// Returns the callbacks of the innermost render.
fn callbacks() -> Option<Rc<dyn Callbacks>> {
    CALLBACKS.with_borrow(|all| all.last().cloned())
}

/// Runs `action` with these callbacks.
fn with_callbacks<T>(callbacks: Rc<dyn Callbacks>, action: impl FnOnce() -> T) -> T {
    CALLBACKS.with_borrow_mut(|all| all.push(callbacks));
    let result = action();
    CALLBACKS.with_borrow_mut(Vec::pop);
    result
}

/// The partials that are kept compiled for each template.
const CACHED_PARTIALS: usize = 256;

/// Escapes by the function of the innermost render.
fn escape_by_callback(text: &str, out: &mut String) {
    if let Some(callbacks) = callbacks() {
        out.push_str(&callbacks.escape(text));
    }
}

/// A partial that could not be read because its function threw. The engine asks for a message.
struct AskedPartials;

impl interline::mustache_context::Partials for AskedPartials {
    fn source(&self, name: &str) -> std::io::Result<Option<std::borrow::Cow<'_, str>>> {
        let Some(callbacks) = callbacks() else {
            return Ok(None);
        };
        callbacks
            .partial(name)
            .map(|source| source.map(Into::into))
            .map_err(std::io::Error::other)
    }
}

/// Reads the settings of an environment.
fn environment(given: &mut Arguments) -> Result<Environment, Failure> {
    let mut environment = Environment::new();
    if let Some(partials) = given.map("partials")? {
        let partials =
            texts(partials).ok_or_else(|| given.invalid(&"`partials` are not strings"))?;
        environment = environment.partials(partials).cache(CACHED_PARTIALS);
    }
    if given.bool("asksForPartials")? {
        environment = environment.partials(AskedPartials);
    }
    let is_strict = given.bool("strict")?;
    let missing = match given.string("missing")?.as_deref() {
        None if is_strict => Missing::Error,
        None | Some("empty") => Missing::Empty,
        Some("error") => Missing::Error,
        Some("keep") => Missing::Keep,
        Some(other) => return Err(unknown(given, other, "`empty`, `error`, `keep`")),
    };
    let sections = match given.string("sections")?.as_deref() {
        None if is_strict => Sections::Strict,
        None | Some("lenient") => Sections::Lenient,
        Some("strict") => Sections::Strict,
        Some(other) => return Err(unknown(given, other, "`lenient`, `strict`")),
    };
    let escape = match given.string("escape")?.as_deref() {
        None | Some("html") => Escape::Html,
        Some("none") => Escape::None,
        Some("function") => Escape::Custom(escape_by_callback),
        Some(other) => return Err(unknown(given, other, "`html`, `none`, `function`")),
    };
    let limits = match given.map("limits")? {
        Some(map) => Arguments::of(Value::Map(map), "limits", limits)?,
        None => Limits::new(),
    };
    Ok(environment
        .missing(missing)
        .sections(sections)
        .escape(escape)
        .limits(limits))
}

fn limits(given: &mut Arguments) -> Result<Limits, Failure> {
    let mut limits = Limits::new();
    let size =
        |number: Option<u64>| number.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    if let Some(bytes) = size(given.number("outputBytes")?) {
        limits = limits.output_bytes(bytes);
    }
    if let Some(steps) = given.number("steps")? {
        limits = limits.steps(steps);
    }
    if let Some(depth) = size(given.number("partialDepth")?) {
        limits = limits.partial_depth(depth);
    }
    if let Some(depth) = size(given.number("sectionDepth")?) {
        limits = limits.section_depth(depth);
    }
    Ok(limits)
}

fn unknown(given: &Arguments, value: &str, expected: &str) -> Failure {
    given.invalid(&format!(
        "unknown variant `{value}`, expected one of {expected}"
    ))
}

/// Returns the strings of a map; `None` when a value is not a string.
fn texts(map: Map) -> Option<HashMap<String, String>> {
    let texts = map.into_iter().map(|(key, value)| match value {
        Value::String(text) => Some((key, text)),
        _ => None,
    });
    texts.collect()
}

/// A template that was parsed, with the settings to render it with.
#[derive(Debug)]
pub struct Compiled {
    template: Template,
    environment: Environment,
}

impl Compiled {
    /// Parses a template. `options` is a JSON object, or empty.
    ///
    /// # Errors
    ///
    /// When the template or the options are invalid.
    pub fn new(source: &str, options: &str) -> Result<Self, Failure> {
        let (name, environment) = Arguments::parse(options, "options", |given| {
            Ok((given.string("name")?, environment(given)?))
        })?;
        let template = match &name {
            Some(name) => Template::parse_named(name.as_str(), source),
            None => Template::parse(source),
        };
        Ok(Self {
            template: template.map_err(|error| failure(&error, source, name.as_deref()))?,
            environment,
        })
    }

    /// Renders the template with data, a JSON value.
    ///
    /// The values of `serde_json` would take half the time, but lose the order of keys and the last digit of some numbers.
    ///
    /// # Errors
    ///
    /// When the data is invalid, and when the render fails.
    pub fn render(&self, data: &str) -> Result<String, Failure> {
        self.rendered(&parse_data(data)?)
    }

    /// Renders with functions: `functions` is a JSON list of the paths in the data at which the functions are, in the order of their indices.
    ///
    /// # Errors
    ///
    /// Those of [`render`](Self::render), and when a function throws.
    pub fn render_with(
        &self,
        data: &str,
        functions: &str,
        callbacks: Rc<dyn Callbacks>,
    ) -> Result<String, Failure> {
        let mut data = parse_data(data)?;
        bind(&mut data, functions)?;
        with_callbacks(callbacks, || self.rendered(&data))
    }

    /// Renders with layers, a JSON list of objects from the outermost to the innermost.
    ///
    /// # Errors
    ///
    /// Those of [`render_with`](Self::render_with).
    pub fn render_layers(
        &self,
        layers: &str,
        functions: &str,
        callbacks: Rc<dyn Callbacks>,
    ) -> Result<String, Failure> {
        let mut layers = parse_data(layers)?;
        bind(&mut layers, functions)?;
        let context = context(layers)?;
        with_callbacks(callbacks, || {
            self.template
                .render_with(&context, &self.environment)
                .map_err(|error| self.failure(&error))
        })
    }

    fn rendered(&self, data: &Value) -> Result<String, Failure> {
        self.template
            .render_with(data, &self.environment)
            .map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &Error) -> Failure {
        failure(error, self.template.source(), self.template.name())
    }

    /// Compares the template with data: returns the names that are missing and the keys that are not used.
    ///
    /// # Errors
    ///
    /// When the data is invalid.
    pub fn check(&self, data: &str, callbacks: Rc<dyn Callbacks>) -> Result<String, Failure> {
        let data = parse_data(data)?;
        let checked = with_callbacks(callbacks, || {
            self.template
                .check_with(Data::from(&data), &self.environment)
                .map_err(|error| self.failure(&error))
        })?;
        fn names(names: &[MissingName]) -> Vec<MissingReply<'_>> {
            names.iter().map(MissingReply::from).collect()
        }
        let reply = CheckReply {
            missing: names(&checked.missing),
            absent_sections: names(&checked.absent_sections),
            unknown_partials: names(&checked.unknown_partials),
            unused: &checked.unused,
        };
        Ok(serde_json::to_string(&reply)?)
    }

    /// Returns the nodes as [`template_nodes`] does; `None` when the template uses dynamic names or inheritance.
    ///
    /// # Errors
    ///
    /// Never; the type is that of the other functions.
    pub fn nodes(&self) -> Result<Option<String>, Failure> {
        Ok(nodes_json(&self.template)?.ok())
    }

    /// Returns the names in the template.
    ///
    /// # Errors
    ///
    /// Never; the type is that of the other functions.
    pub fn names(&self) -> Result<String, Failure> {
        let names = self.template.names();
        let replies: Vec<NameReply<'_>> = names
            .iter()
            .map(|name| NameReply {
                name: &name.path,
                kind: kind_of(name.kind),
                dynamic: name.is_dynamic,
                line: name.location.position.line,
                column: name.location.position.column,
            })
            .collect();
        Ok(serde_json::to_string(&replies)?)
    }
}

#[derive(Serialize)]
struct NameReply<'a> {
    name: &'a str,
    kind: &'static str,
    dynamic: bool,
    line: usize,
    column: usize,
}

fn kind_of(kind: NameKind) -> &'static str {
    match kind {
        NameKind::Variable => "variable",
        NameKind::Section => "section",
        NameKind::Inverted => "inverted",
        NameKind::Partial => "partial",
        NameKind::Block => "block",
        _ => "other",
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CheckReply<'a> {
    missing: Vec<MissingReply<'a>>,
    absent_sections: Vec<MissingReply<'a>>,
    unknown_partials: Vec<MissingReply<'a>>,
    unused: &'a [String],
}

#[derive(Serialize)]
struct MissingReply<'a> {
    name: &'a str,
    kind: &'static str,
    message: String,
    near: Option<&'a str>,
    path: Option<&'a str>,
    line: usize,
    column: usize,
}

impl<'a> From<&'a MissingName> for MissingReply<'a> {
    fn from(missing: &'a MissingName) -> Self {
        Self {
            name: &missing.name,
            kind: match missing.kind {
                MissingKind::Variable => "variable",
                MissingKind::Partial => "partial",
                MissingKind::Section => "section",
                MissingKind::Inverted => "inverted",
                _ => "other",
            },
            message: missing.to_string(),
            near: missing.near.as_deref(),
            path: missing.location.name.as_deref(),
            line: missing.location.position.line,
            column: missing.location.position.column,
        }
    }
}

fn parse_data(json: &str) -> Result<Value, Failure> {
    parse_json(json, "data")
}

/// Replaces the values at these paths, a JSON list, by the lambdas of functions.
fn bind(data: &mut Value, functions: &str) -> Result<(), Failure> {
    let Value::List(paths) = parse_json(functions, "functions")? else {
        return Ok(());
    };
    for (index, path) in paths.into_iter().enumerate() {
        if let Some(value) = value_path(path).and_then(|path| value_at(data, &path)) {
            *value = Value::from(Lambda::with_render(move |call| call_function(index, call)));
        }
    }
    Ok(())
}

fn value_at<'a>(mut value: &'a mut Value, path: &ValuePath) -> Option<&'a mut Value> {
    for step in path.elements() {
        value = match (value, step) {
            (Value::Map(map), PathElement::Key(key)) => map.get_mut(key)?,
            (Value::List(items), PathElement::Index(index)) => items.get_mut(*index)?,
            _ => return None,
        };
    }
    Some(value)
}

fn call_function(
    index: usize,
    call: &mut LambdaCall<'_, '_>,
) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let callbacks = callbacks().ok_or("the function cannot be called any more")?;
    let source = call.source();
    // An error of the template inside keeps its kind and location.
    let mut failed: Option<Error> = None;
    let result = callbacks.lambda(index, source, &mut |text| {
        call.render(text).map_err(|error| {
            let message = error.to_string();
            failed = Some(error);
            message
        })
    });
    match (result, failed) {
        (Ok(text), _) => Ok(text),
        (Err(_), Some(error)) => Err(error.into()),
        (Err(message), None) => Err(message.into()),
    }
}

fn context(layers: Value) -> Result<TemplateContext, Failure> {
    let Value::List(layers) = layers else {
        return Err(Failure::argument("layers are a list of objects"));
    };
    let mut context: Option<TemplateContext> = None;
    for layer in layers {
        let Value::Map(map) = layer else {
            return Err(Failure::argument("a layer is an object"));
        };
        let next = match &context {
            Some(outer) => outer.new_child(map),
            None => TemplateContext::new(map),
        };
        context = Some(next.map_err(|error| failure(&error, "", None))?);
    }
    match context {
        Some(context) => Ok(context),
        None => TemplateContext::new(Map::new()).map_err(|error| failure(&error, "", None)),
    }
}

/// A node: its kind, its text or name, its start and end, the node that follows when it is skipped, and the start and end of the body of
/// a section.
#[derive(Serialize)]
struct NodeReply<'a>(u8, &'a str, usize, usize, usize, usize, usize);

/// Parses a template into the nodes that `compat/mustache` renders over JavaScript objects. Offsets are UTF-16 code units.
///
/// # Errors
///
/// When the template is invalid, and when it uses dynamic names or inheritance, which mustache.js does not have.
pub fn template_nodes(source: &str) -> Result<String, Failure> {
    let template = Template::parse(source).map_err(|error| failure(&error, source, None))?;
    nodes_json(&template)?.map_err(|span| {
        let tag = &source[span.clone()];
        let message = format!(
            "unsupported tag `{tag}`: mustache.js has no dynamic names and no inheritance; use `mustache` of the package `interline`"
        );
        let mut failure = Failure::argument(message);
        failure.code = "unsupported-tag";
        failure.set_span(source, &span);
        failure
    })
}

/// Returns the nodes as JSON, or the span of a tag that JavaScript does not render.
fn nodes_json(template: &Template) -> Result<Result<String, Range<usize>>, Failure> {
    let nodes: Vec<_> = template.nodes().collect();
    let spans: Vec<_> = nodes
        .iter()
        .flat_map(|node| [node.span.clone(), node.body.clone().unwrap_or_default()])
        .collect();
    let ranges = js_ranges(template.source(), &spans);
    let mut replies = Vec::with_capacity(nodes.len());
    for (node, ranges) in nodes.iter().zip(ranges.chunks_exact(2)) {
        let kind = match node.kind {
            NodeKind::Text => 0,
            NodeKind::Variable => 1,
            NodeKind::Raw => 2,
            NodeKind::Section => 3,
            NodeKind::End => 4,
            NodeKind::Inverted => 5,
            NodeKind::Partial => 6,
            _ => return Ok(Err(node.span.clone())),
        };
        let (from, to) = ranges[0];
        let (body_from, body_to) = ranges[1];
        replies.push(NodeReply(
            kind, node.text, from, to, node.next, body_from, body_to,
        ));
    }
    Ok(Ok(serde_json::to_string(&replies)?))
}

/// Converts an error. Its offsets are known when it is in the template itself, and not in a partial.
fn failure(error: &Error, source: &str, name: Option<&str>) -> Failure {
    let code = match error.template().map(TemplateError::kind) {
        Some(ErrorKind::UnclosedTag { .. }) => "unclosed-tag",
        Some(ErrorKind::UnclosedSection { .. }) => "unclosed-section",
        Some(ErrorKind::MismatchedClose { .. }) => "mismatched-close",
        Some(ErrorKind::StrayClose { .. }) => "stray-close",
        Some(ErrorKind::EmptyTag) => "empty-tag",
        Some(ErrorKind::BadName { .. }) => "bad-name",
        Some(ErrorKind::OtherSyntax { .. }) => "other-syntax",
        Some(ErrorKind::BadDelimiters) => "bad-delimiters",
        Some(ErrorKind::TooLarge) => "too-large",
        Some(ErrorKind::Missing) => "undefined-name",
        Some(ErrorKind::Limit { .. }) => "limit-exceeded",
        Some(ErrorKind::Lambda { .. }) => "lambda",
        Some(ErrorKind::Partial { .. }) => "partial",
        _ => "invalid-data",
    };
    let location = error.location();
    let is_here = location.is_some_and(|location| location.name.as_deref() == name);
    Failure::at(error, code, location, is_here.then_some(source))
}

impl fmt::Debug for dyn Callbacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Callbacks")
    }
}

//! Converting an agent to another dialect.

mod tools;
mod translate;

use interline_frontmatter::{Document, Map, ReadOptions, Value, to_document};
use interline_text::{Diagnostic, Severity};

use crate::agent::{AgentDef, AgentProfile};
use crate::agent_kind::AgentKind;
use crate::diagnostics as codes;
use crate::dialect::Dialect;
use crate::file_kind::FileKind;
use crate::options::Options;
use crate::parse::parse_text;
use crate::rules::Rules;
use crate::rules::shape::{Shape, spelled_flag};
use crate::rules::table::{BodyLimit, RESTRICTIONS, Unknown};
use crate::validate::{missing_description, wrong_shape};
use crate::write::fields;

/// The maximum depth of a value. Deeper values are left out, since they could not be read again.
const MAX_DEPTH: usize = 120;

/// Options of [`to_dialect_with`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct ConvertOptions {
    from: Dialect,
    kind: Option<FileKind>,
    tools: ToolNames,
}

/// How the names of tools are converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolNames {
    /// A name is replaced by the name of the same tool in the target, where it has one. Each replacement is reported, and a warning says
    /// what the agent can do more or less than before. Unknown names are kept, with a warning.
    #[default]
    Translate,
    /// Every name is kept. A name that the target does not have is reported.
    Keep,
}

/// The result of [`to_dialect`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Converted {
    /// The text of the file.
    pub text: String,
    /// Reports the parts of the agent that the dialect cannot express or expresses differently.
    pub diagnostics: Vec<Diagnostic>,
}

impl ConvertOptions {
    /// Makes the options of [`to_dialect`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the dialect that the agent was written in. It decides the meaning of `yes`, `on` and `1` (booleans for Claude Code, strings
    /// and a number for the others) and of the names of tools. Default: [`Dialect::Native`], whose names are those of the target where
    /// it has them, otherwise those of the first dialect that has them.
    pub fn from(mut self, dialect: Dialect) -> Self {
        self.from = dialect;
        self
    }

    /// Sets the kind of the file. Default: unknown, so that the fields of all kinds of the target count.
    ///
    /// A kind that the target does not document is written as its main kind, with a warning.
    pub fn kind(mut self, kind: FileKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Sets how the names of tools are converted. Default: [`ToolNames::Translate`].
    pub fn tools(mut self, names: ToolNames) -> Self {
        self.tools = names;
        self
    }
}

/// Writes an agent as a file of another dialect, and reports the parts that the dialect cannot express.
///
/// A field is written under the name and in the syntax of the dialect. Names of tools are [translated](ToolNames). A field that the
/// dialect does not have is kept where it is ignored, and left out where it would do harm: both are reported with the value, at warning
/// level when the agent can do more or less without it. The body is kept byte for byte. [`parse_with`](crate::parse_with) can read the
/// result. The diagnostics have no span. Linear.
///
/// # Examples
///
/// ```
/// use interline_agent_md::{AgentKind, Dialect, parse, to_dialect};
///
/// let text = "---\nname: reader\ndescription: Reads.\ntools: Read, Grep\nmaxTurns: 5\n---\nYou read.\n";
/// let agent = parse(text, "reader.md", AgentKind::Operator)?.agent;
/// let converted = to_dialect(&agent, Dialect::OpenCode);
/// assert_eq!(converted.text, "\
/// ---
/// name: reader
/// description: Reads.
/// tools:
///   '*': false
///   read: true
///   grep: true
/// steps: 5
/// ---
/// You read.
/// ");
/// let messages: Vec<_> = converted.diagnostics.iter().map(|found| found.message.as_str()).collect();
/// assert_eq!(messages, ["`Read` is `read` for OpenCode", "`Grep` is `grep` for OpenCode"]);
/// # Ok::<(), interline_agent_md::Error>(())
/// ```
pub fn to_dialect(agent: &AgentDef, dialect: Dialect) -> Converted {
    to_dialect_with(agent, dialect, &ConvertOptions::default())
}

/// Writes an agent as a file of another dialect as [`to_dialect`] does, with options.
pub fn to_dialect_with(agent: &AgentDef, dialect: Dialect, options: &ConvertOptions) -> Converted {
    let empty = AgentProfile::default();
    // A kind that the dialect does not document is written as its main kind.
    let rules = Rules::of(dialect, options.kind).or_else(|| Rules::of(dialect, None));
    let mut writer = Writer {
        dialect,
        rules,
        from: options.from,
        tool_names: options.tools,
        profile: agent.profile.as_ref().unwrap_or(&empty),
        header: Map::with_capacity(8),
        diagnostics: Vec::new(),
    };
    if let (Some(kind), Some(rules)) = (options.kind, rules) {
        writer.kind(kind, rules);
    }
    writer.name(&agent.name);
    match rules {
        None => writer.native(),
        Some(rules) => writer.with_rules(rules),
    }
    writer.finish()
}

struct Writer<'w> {
    dialect: Dialect,
    rules: Option<Rules>,
    from: Dialect,
    tool_names: ToolNames,
    profile: &'w AgentProfile,
    header: Map,
    diagnostics: Vec<Diagnostic>,
}

impl<'w> Writer<'w> {
    fn report(&mut self, severity: Severity, code: &'static str, message: String) {
        let diagnostic = Diagnostic::new(severity, code, 0..0, message);
        self.diagnostics.push(diagnostic);
    }

    fn kind(&mut self, kind: FileKind, rules: Rules) {
        let main = rules.main.kind;
        if main != kind {
            let message = format!(
                "{} documents no file for {} in this format: written as {}",
                self.dialect.title(),
                kind.with_article(),
                main.with_article()
            );
            self.report(Severity::Warning, codes::KIND_NOT_DOCUMENTED, message);
        }
    }

    fn name(&mut self, name: &str) {
        // A command or rule has the name of its file.
        let is_of_file = self
            .rules
            .is_some_and(|rules| rules.shape("name").is_none());
        if is_of_file && !name.trim().is_empty() {
            let message = format!(
                "{} takes the name from the file, and has no field `name`: save it as `{name}`",
                self.dialect.title()
            );
            return self.report(Severity::Info, codes::NAME_OF_FILE, message);
        }
        if name.trim().is_empty() {
            self.report(
                Severity::Error,
                codes::MISSING_NAME,
                "the agent has no name".to_owned(),
            );
        } else if let Some(expected) = self.rules.and_then(|rules| rules.main.name.violation(name))
        {
            let title = self.dialect.title();
            let message = format!("{title} does not accept the name `{name}`: expected {expected}");
            self.report(Severity::Warning, codes::NAME_NOT_TAKEN, message);
        }
        self.header.insert("name", name);
    }

    fn extras(&self) -> impl Iterator<Item = (&'w str, &'w Value)> + use<'w> {
        let extras = self.profile.extras.as_map();
        let extras = extras.into_iter().flat_map(Map::iter);
        extras.filter(|(key, _)| *key != "tools")
    }

    fn native(&mut self) {
        for (key, value) in fields(self.profile) {
            self.header.insert(key, value);
        }
        for (key, value) in self.extras() {
            let value = self.flag(key, value);
            self.insert(key, value);
        }
    }

    /// Converts a boolean in the words of the source, when some dialect has the key as a boolean.
    fn flag(&mut self, key: &str, value: &Value) -> Value {
        let is_flag = Dialect::ALL
            .into_iter()
            .filter_map(|dialect| Rules::of(dialect, None))
            .any(|rules| rules.shape(key) == Some(Shape::Flag));
        match spelled_flag(value) {
            Some(flag) if is_flag && self.from == Dialect::ClaudeCode => flag.into(),
            _ => value.clone(),
        }
    }

    fn with_rules(&mut self, rules: Rules) {
        let profile = self.profile;
        if let Some(description) = &profile.description {
            self.field("description", description.as_str().into(), rules);
        }
        if let Some(model) = &profile.model {
            self.model(model, rules);
        }
        self.tools(rules);
        if let Some(effort) = &profile.effort {
            self.field("effort", effort.as_str().into(), rules);
        }
        if let Some(binding) = &profile.worker_binding {
            self.field("worker_binding", binding.as_str().into(), rules);
        }
        for (key, value) in self.extras() {
            if !self.is_tool_list(key) {
                self.field(key, value.clone(), rules);
            }
        }
        self.limits(rules);
    }

    fn limits(&mut self, rules: Rules) {
        let title = self.dialect.title();
        let description = self
            .header
            .get("description")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let count = description.chars().count();
        if count == 0 {
            if let Some(message) = missing_description(self.profile, self.dialect, rules) {
                self.report(Severity::Warning, codes::MISSING_DESCRIPTION, message);
            }
        } else if let Some(max) = rules.main.description.filter(|max| count > *max) {
            let message =
                format!("{title} accepts at most {max} characters of `description`, found {count}");
            self.report(Severity::Warning, codes::LONG_DESCRIPTION, message);
        }
        if let BodyLimit::Characters(max) = rules.main.body {
            let count = self.profile.system_prompt.chars().count();
            if count > max {
                let message =
                    format!("{title} accepts at most {max} characters of text, found {count}");
                self.report(Severity::Warning, codes::LONG_BODY, message);
            }
        }
    }

    fn model(&mut self, model: &str, rules: Rules) {
        match rules.main.models.violation(model) {
            None => self.field("model", model.into(), rules),
            Some(message) => {
                let title = self.dialect.title();
                let message = format!("{title} {message}; left out, so that the default applies");
                self.report(Severity::Warning, codes::MODEL_LEFT_OUT, message);
            }
        }
    }

    /// Writes a field under the name of the dialect.
    fn field(&mut self, key: &str, value: Value, rules: Rules) {
        if depth_exceeds(&value, MAX_DEPTH) {
            return self.insert(key, value);
        }
        let title = self.dialect.title();
        let Some((name, shape)) = rules.name_of(key).map(|field| (field.name, field.shape)) else {
            return self.unknown(key, value, rules.main.unknown);
        };
        // The dialect's own name for a field takes precedence over those of others.
        if self.header.contains_key(name) || (name != key && self.profile.extra(name).is_some()) {
            let message = format!(
                "`{key}` repeats `{name}` of {title}; left out: {}",
                shown(&value)
            );
            return self.report(Severity::Warning, codes::FIELD_LEFT_OUT, message);
        }
        if shape == Shape::Flag && !shape.fits(&value) {
            if let Some(flag) = spelled_flag(&value).filter(|_| self.from == Dialect::ClaudeCode) {
                return self.insert(name, flag.into());
            }
        }
        match shape.coerced(&value) {
            Some(value) => self.insert(name, value),
            None if name == "model" => {
                let message = format!(
                    "{}; left out, so that the default applies: {}",
                    wrong_shape(title, name, shape, &value),
                    shown(&value)
                );
                self.report(Severity::Warning, codes::MODEL_LEFT_OUT, message);
            }
            None => {
                let message = wrong_shape(title, name, shape, &value);
                self.report(Severity::Warning, codes::VALUE_NOT_TAKEN, message);
                self.insert(name, value);
            }
        }
    }

    fn unknown(&mut self, key: &str, value: Value, unknown: Unknown) {
        let title = self.dialect.title();
        let shown = shown(&value);
        let message = match unknown {
            Unknown::Ignored | Unknown::Undocumented => {
                let (severity, code, effect) = if RESTRICTIONS.contains(&key) {
                    let effect = "the restriction has no effect there";
                    (Severity::Warning, codes::RESTRICTION_LOST, effect)
                } else {
                    let effect = "kept, but without effect there";
                    (Severity::Info, codes::FIELD_WITHOUT_EFFECT, effect)
                };
                let message = format!("{title} has no field `{key}`: {effect} ({shown})");
                self.report(severity, code, message);
                return self.insert(key, value);
            }
            Unknown::Reported => format!("{title} has no field `{key}`; left out: {shown}"),
            Unknown::Refused => {
                format!("{title} rejects files with a field `{key}`; left out: {shown}")
            }
            Unknown::PassedOn => {
                format!(
                    "{title} would send `{key}` to the provider of the model; left out: {shown}"
                )
            }
        };
        self.report(Severity::Warning, codes::FIELD_LEFT_OUT, message);
    }

    fn insert(&mut self, key: &str, value: Value) {
        if depth_exceeds(&value, MAX_DEPTH) {
            let message = format!("`{key}` is nested more than {MAX_DEPTH} deep and is left out");
            self.report(Severity::Error, codes::TOO_DEEP, message);
        } else {
            self.header.insert(key, value);
        }
    }

    /// Reports globs that other readers read differently, or not at all.
    fn without_quotes(&mut self, globs: &str) {
        let line = format!("globs: {globs}\n");
        if Document::parse_span(&line, 0..line.len(), &ReadOptions::new()).is_err() {
            let message = format!(
                "Cursor takes quotes literally, so that `globs` has none; for other readers `{globs}` is not YAML"
            );
            return self.report(Severity::Info, codes::GLOBS_WITHOUT_QUOTES, message);
        }
        let read = read_without_quotes(globs);
        if read.as_ref().and_then(Value::as_str) == Some(globs) {
            return;
        }
        let read = read.as_ref().map_or("an error".to_owned(), shown);
        let message = format!(
            "Cursor takes quotes literally, so that `globs` has none; readers of YAML read `{globs}` as {read}"
        );
        self.report(Severity::Warning, codes::GLOBS_WITHOUT_QUOTES, message);
    }

    fn finish(mut self) -> Converted {
        let globs = match (self.dialect, self.header.get("globs")) {
            (Dialect::Cursor, Some(Value::String(globs))) if is_bare(globs) => Some(globs.clone()),
            _ => None,
        };
        if let Some(globs) = &globs {
            self.header.remove("globs");
            self.without_quotes(globs);
        }
        let body = &self.profile.system_prompt;
        // The header is a mapping of bounded depth, which can always be written.
        let header = to_document(&self.header, "").unwrap_or_default();
        let lines = header.strip_suffix("---\n").unwrap_or(&header);
        let globs = globs
            .map(|globs| format!("globs: {globs}\n"))
            .unwrap_or_default();
        Converted {
            text: format!("{lines}{globs}---\n{body}"),
            diagnostics: self.diagnostics,
        }
    }
}

/// Reads globs without quotes in the last line of a header; `None` where they are an error.
fn read_without_quotes(globs: &str) -> Option<Value> {
    let text = format!("---\nname: x\nglobs: {globs}\n---\n");
    let options = Options::new().dialect(Dialect::Cursor);
    let parsed = parse_text(&text, "", AgentKind::Operator, &options, None).ok()?;
    parsed.agent.profile?.extra("globs").cloned()
}

/// Returns whether globs are written without quotes for Cursor, which has no quotes.
fn is_bare(globs: &str) -> bool {
    !globs.is_empty() && globs.trim() == globs && !globs.contains(|c: char| c.is_control())
}

/// Returns a value in one line, for messages.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("`{text}`"),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(shown).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(map) => {
            let entries: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{key}: {}", shown(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::Opaque(opaque) => format!("{opaque:?}"),
    }
}

fn depth_exceeds(value: &Value, left: usize) -> bool {
    let Some(left) = left.checked_sub(1) else {
        return true;
    };
    match value {
        Value::List(items) => items.iter().any(|item| depth_exceeds(item, left)),
        Value::Map(map) => map.values().any(|item| depth_exceeds(item, left)),
        _ => false,
    }
}

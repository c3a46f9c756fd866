use std::collections::HashSet;

use interline_frontmatter::{Map, Value};
use interline_text::{Diagnostic, Severity, is_same_name, nearest};

use crate::agent::{AgentDef, AgentProfile};
use crate::diagnostics as codes;
use crate::dialect::Dialect;
use crate::file_kind::FileKind;
use crate::rules::Rules;
use crate::rules::shape::{Shape, spelled_flag};
use crate::rules::table::{BodyLimit, RESTRICTIONS, ToolsForm, Unknown};
use crate::rules::tool_names::{ToolStatus, base, status};
use crate::tools::{ToolSeparator, Tools, value_names};
use crate::values::describe;

/// The part of a file that a finding is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// The file as a whole.
    File,
    /// A key.
    Key(String),
    /// The value of a key.
    Value(String),
    /// The value of a key in the mapping of a key.
    Entry(String, String),
    /// A name in the list of names of a key.
    Name(String, String),
}

/// A violation of the rules of a dialect.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) at: At,
    pub(crate) diagnostic: Diagnostic,
}

/// The facts about the file of an agent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'c> {
    pub(crate) kind: Option<FileKind>,
    /// The directory that a skill is in.
    pub(crate) directory: Option<&'c str>,
    /// Whether the header gives the name.
    pub(crate) has_name: bool,
}

/// Checks an agent by the rules of a dialect: its name and description, its fields and their values, its tools. [`Dialect::Native`] has no
/// rules.
///
/// The kind of the file is unknown, so that the fields of all kinds of the dialect count; [`validate_as`] takes the kind.
/// An agent has no text, so that the spans are empty; [`parse_with`](crate::parse_with) with the
/// [dialect](crate::Options::dialect) reports the same with locations. Linear.
///
/// # Examples
///
/// ```
/// use interline_agent_md::{AgentKind, Dialect, parse, validate};
///
/// let text = "---\nname: Code Reader\ndescription: Reads.\n---\n";
/// let agent = parse(text, "x.md", AgentKind::Operator)?.agent;
/// assert!(validate(&agent, Dialect::Copilot).is_empty());
/// let found = validate(&agent, Dialect::Gemini);
/// assert_eq!(found[0].message, "Gemini CLI does not accept the name `Code Reader`: expected only `a-z`, `0-9`, `-` and `_`");
/// # Ok::<(), interline_agent_md::Error>(())
/// ```
#[must_use]
pub fn validate(agent: &AgentDef, dialect: Dialect) -> Vec<Diagnostic> {
    diagnostics(agent, dialect, None)
}

/// Checks an agent by the rules of a dialect for a kind of file. A kind that the dialect does not document has no rules.
///
/// # Examples
///
/// ```
/// use interline_agent_md::{AgentKind, Dialect, FileKind, parse, validate_as};
///
/// let agent = parse("---\nname: x\nmaxTurns: 3\n---\n", "x.md", AgentKind::Operator)?.agent;
/// let found = validate_as(&agent, Dialect::ClaudeCode, FileKind::Skill);
/// assert!(found[0].message.starts_with("Claude Code has no field `maxTurns` in a skill, and ignores it"));
/// # Ok::<(), interline_agent_md::Error>(())
/// ```
#[must_use]
pub fn validate_as(agent: &AgentDef, dialect: Dialect, kind: FileKind) -> Vec<Diagnostic> {
    diagnostics(agent, dialect, Some(kind))
}

fn diagnostics(agent: &AgentDef, dialect: Dialect, kind: Option<FileKind>) -> Vec<Diagnostic> {
    // Every agent has a name. Where the dialect takes it from the file, the header has none.
    let has_name = Rules::of(dialect, kind).is_none_or(|rules| rules.shape("name").is_some());
    let context = Context {
        kind,
        directory: None,
        has_name,
    };
    let findings = findings(agent, dialect, context).into_iter();
    findings.map(|finding| finding.diagnostic).collect()
}

pub(crate) fn findings(agent: &AgentDef, dialect: Dialect, context: Context<'_>) -> Vec<Finding> {
    let Some(rules) = Rules::of(dialect, context.kind) else {
        return Vec::new();
    };
    let empty = AgentProfile::default();
    let mut check = Check {
        dialect,
        rules,
        context,
        profile: agent.profile.as_ref().unwrap_or(&empty),
        found: Vec::new(),
    };
    check.name(&agent.name);
    check.required();
    check.description();
    check.model_and_effort();
    check.tools();
    check.extras();
    check.together();
    check.body();
    check.found
}

struct Check<'c> {
    dialect: Dialect,
    rules: Rules,
    context: Context<'c>,
    profile: &'c AgentProfile,
    found: Vec<Finding>,
}

impl Check<'_> {
    fn report(&mut self, severity: Severity, code: &'static str, at: At, message: String) {
        self.found.push(Finding {
            at,
            diagnostic: Diagnostic::new(severity, code, 0..0, message),
        });
    }

    fn title(&self) -> &'static str {
        self.dialect.title()
    }

    fn name(&mut self, name: &str) {
        let (title, main) = (self.title(), self.rules.main);
        let at = || At::Value("name".to_owned());
        if self.context.has_name && self.rules.shape("name").is_none() {
            self.unknown("name");
        }
        if let Some(expected) = main.name.violation(name) {
            let message = format!("{title} does not accept the name `{name}`: expected {expected}");
            self.report(Severity::Warning, codes::NAME_NOT_TAKEN, at(), message);
        }
        let directory = self.context.directory.filter(|_| main.names_directory);
        if let Some(directory) = directory.filter(|directory| *directory != name) {
            let message =
                format!("{title} expects the name of the directory, `{directory}`, found `{name}`");
            self.report(Severity::Warning, codes::NAME_OF_DIRECTORY, at(), message);
        }
        let reserved = main.is_uploaded.then(|| {
            let lower = name.to_ascii_lowercase();
            let mut words = ["claude", "anthropic"].into_iter();
            words.find(|word| lower.contains(word))
        });
        if let Some(word) = reserved.flatten() {
            let message = format!(
                "the word `{word}` in a name is rejected where skills are uploaded, as to claude.ai"
            );
            self.report(Severity::Info, codes::RESERVED_NAME, at(), message);
        }
    }

    fn required(&mut self) {
        let title = self.title();
        for key in self.rules.main.required {
            let message = match *key {
                "name" if !self.context.has_name => {
                    format!("{title} requires a `name`: write a line `name: …`")
                }
                "name" | "description" => continue,
                key if self.profile.extra(key).is_none() => format!("{title} requires a `{key}`"),
                _ => continue,
            };
            self.report(Severity::Warning, codes::MISSING_FIELD, At::File, message);
        }
    }

    fn description(&mut self) {
        let (title, main) = (self.title(), self.rules.main);
        let at = || At::Value("description".to_owned());
        let text = self.profile.description.as_deref().unwrap_or_default();
        if text.is_empty() {
            if let Some(message) = missing_description(self.profile, self.dialect, self.rules) {
                self.report(Severity::Warning, codes::MISSING_DESCRIPTION, at(), message);
            }
            return;
        }
        if self.profile.description.is_some() && self.rules.shape("description").is_none() {
            self.value("description", &text.into());
        }
        let count = text.chars().count();
        if let Some(max) = main.description.filter(|max| count > *max) {
            let message =
                format!("{title} accepts at most {max} characters of `description`, found {count}");
            self.report(Severity::Warning, codes::LONG_DESCRIPTION, at(), message);
        }
        if main.is_uploaded && has_tag(text) {
            let message =
                "an XML tag in a description is rejected where skills are uploaded, as to claude.ai"
                    .to_owned();
            self.report(Severity::Info, codes::TAG_IN_DESCRIPTION, at(), message);
        }
    }

    fn model_and_effort(&mut self) {
        let profile = self.profile;
        if let Some(model) = &profile.model {
            self.text("model", model);
            let is_field = self.rules.shape("model").is_some();
            let violation = self.rules.main.models.violation(model);
            if let Some(message) = violation.filter(|_| is_field) {
                let message = format!("{} {message}", self.title());
                let at = At::Value("model".to_owned());
                self.report(Severity::Warning, codes::MODEL_NOT_TAKEN, at, message);
            }
        }
        if let Some(effort) = &profile.effort {
            self.text("effort", effort);
        }
        if let Some(binding) = &profile.worker_binding {
            self.text("worker_binding", binding);
        }
    }

    fn tools(&mut self) {
        let policy = self.profile.tool_policy();
        if policy.tools == Tools::Unspecified && policy.denied.is_empty() {
            return;
        }
        let title = self.title();
        let at = At::Key("tools".to_owned());
        match (self.rules.main.tools, &policy.tools) {
            _ if self.rules.shape("tools").is_none() => {
                let message = match self.rules.main.tools {
                    ToolsForm::Spaces | ToolsForm::Allowed => {
                        format!("{title} has no field `tools`: its name is `allowed-tools`")
                    }
                    _ => format!(
                        "{title} has no field for `tools`: the restriction has no effect there"
                    ),
                };
                return self.report(Severity::Warning, codes::UNKNOWN_FIELD, at, message);
            }
            (ToolsForm::Commas, Tools::None) => {
                let message = format!("{title} does not define an empty `tools`");
                let at = At::Value("tools".to_owned());
                self.report(Severity::Warning, codes::TOOLS_NOT_DEFINED, at, message);
            }
            _ => {}
        }
        if let Tools::Only(names) = &policy.tools {
            self.tool_names("tools", names.iter().chain(&policy.denied));
        } else {
            self.tool_names("tools", policy.denied.iter());
        }
    }

    fn tool_names<'n>(&mut self, key: &str, names: impl Iterator<Item = &'n String>) {
        let title = self.title();
        let ignored = self
            .rules
            .table
            .tools
            .is_some_and(|tools| tools.ignores_unknown);
        for name in names {
            // Most names are known, so that their location is made for the others only.
            let at = || At::Name(key.to_owned(), name.clone());
            let status = status(name, self.dialect);
            if let ToolStatus::Removed(successor) = status {
                let instead = successor.map_or(String::new(), |name| format!(": use `{name}`"));
                let message = format!("{title} has no tool `{name}` any more{instead}");
                self.report(Severity::Info, codes::REMOVED_TOOL, at(), message);
            } else if let Some(mut message) = status.message(name, title) {
                let mut severity = Severity::Warning;
                if ignored {
                    severity = Severity::Info;
                    message.push_str("; it ignores names that it does not know");
                }
                self.report(severity, codes::UNKNOWN_TOOL, at(), message);
            }
        }
    }

    fn extras(&mut self) {
        let Some(extras) = self.profile.extras.as_map() else {
            return;
        };
        for (key, value) in extras.iter().filter(|(key, _)| *key != "tools") {
            self.value(key, value);
            let is_names = matches!(
                key,
                "disallowedTools" | "allowed-tools" | "disallowed-tools"
            );
            if is_names && self.rules.shape(key).is_some() {
                let (names, _) = value_names(value, ToolSeparator::CommaOrWhitespace);
                self.tool_names(key, names.iter());
            }
        }
    }

    fn text(&mut self, key: &str, text: &str) {
        let shape = self.rules.shape(key);
        // Most values fit, so that a value is made of the others only.
        if !shape.is_some_and(|shape| shape.fits_text(text)) {
            self.value(key, &text.into());
        }
    }

    fn value(&mut self, key: &str, value: &Value) {
        let title = self.title();
        // The editor of Cursor writes keys without a value.
        if value.is_null() && self.dialect == Dialect::Cursor {
            return;
        }
        match (self.rules.shape(key), value) {
            (Some(shape), _) if shape.fits(value) => {}
            (Some(Shape::Flag), _) if self.takes_words() && spelled_flag(value).is_some() => {}
            (Some(Shape::TextMap), Value::Map(map)) => self.entries(key, map),
            (Some(shape), _) => {
                let message = wrong_shape(title, key, shape, value);
                let at = At::Value(key.to_owned());
                self.report(Severity::Warning, codes::VALUE_NOT_TAKEN, at, message);
            }
            (None, _) => self.unknown(key),
        }
    }

    /// Returns whether `yes`, `on` and `1` are booleans, as in skills and commands of Claude Code.
    fn takes_words(&self) -> bool {
        let kind = self.rules.main.kind;
        self.dialect == Dialect::ClaudeCode && matches!(kind, FileKind::Skill | FileKind::Command)
    }

    /// Reports each value of a mapping that is not a string.
    fn entries(&mut self, key: &str, map: &Map) {
        let title = self.title();
        for (entry, value) in map.iter().filter(|(_, value)| value.as_str().is_none()) {
            let found = match value {
                Value::Number(number) => format!("the number {number}"),
                Value::Bool(flag) => format!("the boolean {flag}"),
                _ => describe(value).to_owned(),
            };
            let message = format!(
                "{title} expects a string for `{key}.{entry}`, found {found}: write it in quotes"
            );
            let at = At::Entry(key.to_owned(), entry.to_owned());
            self.report(Severity::Warning, codes::VALUE_NOT_TAKEN, at, message);
        }
    }

    fn unknown(&mut self, key: &str) {
        let (title, main) = (self.title(), self.rules.main);
        let of_kind = self
            .context
            .kind
            .map_or_else(String::new, |kind| format!(" in {}", kind.with_article()));
        let near = self.near(key);
        let (mut severity, what) = match (near, main.unknown) {
            (Some((near, false)), _) => (Severity::Warning, format!(": its name is `{near}`")),
            (_, Unknown::Ignored) => match main.fields {
                [only] => (
                    Severity::Info,
                    format!(", and ignores it: only `{}` is read", only.name),
                ),
                _ => (Severity::Info, ", and ignores it".to_owned()),
            },
            (_, Unknown::Reported) => (
                Severity::Warning,
                ": clients ignore it, and the validator of the format reports it; write it under `metadata`".to_owned(),
            ),
            (_, Unknown::Refused) => (
                Severity::Warning,
                ", and rejects the file: remove it".to_owned(),
            ),
            (_, Unknown::PassedOn) => (
                Severity::Warning,
                ", and sends it to the provider of the model".to_owned(),
            ),
            (_, Unknown::Undocumented) => (Severity::Info, ", as far as is known".to_owned()),
        };
        let mut message = format!("{title} has no field `{key}`{of_kind}{what}");
        if let Some((guess, true)) = near {
            severity = Severity::Warning;
            message.push_str(&format!("; did you mean `{guess}`"));
        }
        if RESTRICTIONS.contains(&key) && !matches!(near, Some((_, false))) {
            severity = Severity::Warning;
            message.push_str("; the restriction has no effect");
        }
        let at = At::Key(key.to_owned());
        self.report(severity, codes::UNKNOWN_FIELD, at, message);
    }

    /// Returns the field that an unknown one was probably meant as, and whether that is a guess. The same name in another case or with other
    /// separators is not.
    fn near(&self, key: &str) -> Option<(&'static str, bool)> {
        let names = || self.rules.fields().map(|field| field.name);
        let same = names().find(|name| is_same_name(name, key));
        let pair = || {
            let (_, other) = PAIRS.iter().find(|(name, _)| *name == key)?;
            names().find(|name| name == other)
        };
        let known = same.or_else(pair).map(|name| (name, false));
        // A shorter key is near too many others.
        let near = || nearest(key, names()).filter(|_| key.len() >= 6);
        known.or_else(|| near().map(|name| (name, true)))
    }

    /// Checks fields that depend on each other.
    fn together(&mut self) {
        let profile = self.profile;
        let extra = |key: &str| profile.extra(key);
        let title = self.title();
        match (self.dialect, self.rules.main.kind) {
            (Dialect::ClaudeCode, FileKind::Skill | FileKind::Command) => {
                let forks = extra("context").and_then(Value::as_str) == Some("fork");
                if extra("agent").is_some() && !forks {
                    let message = format!("{title} reads `agent` only with `context: fork`");
                    let at = At::Key("agent".to_owned());
                    self.report(Severity::Info, codes::NO_EFFECT, at, message);
                }
            }
            (Dialect::ClaudeCode, FileKind::Agent) => self.denied(),
            (Dialect::Cursor, FileKind::Rule) => {
                let always = extra("alwaysApply").and_then(Value::as_bool) == Some(true);
                let globs = extra("globs").is_some_and(|globs| !globs.is_null());
                if always && globs {
                    let message = format!("{title} ignores `globs` beside `alwaysApply: true`");
                    let at = At::Key("globs".to_owned());
                    self.report(Severity::Info, codes::NO_EFFECT, at, message);
                }
            }
            _ => {}
        }
    }

    /// Reports names that are allowed and denied, and denials that deny more than their pattern.
    fn denied(&mut self) {
        let Some(value) = self.profile.extra("disallowedTools") else {
            return;
        };
        let title = self.title();
        let (denied, _) = value_names(value, ToolSeparator::Comma);
        if let Tools::Only(allowed) = self.profile.tool_policy().tools {
            let allowed: HashSet<&str> = allowed.iter().map(String::as_str).collect();
            for name in denied.iter().filter(|name| allowed.contains(name.as_str())) {
                let message =
                    format!("`{name}` is in `tools` and in `disallowedTools`: {title} denies it");
                let at = At::Name("disallowedTools".to_owned(), name.clone());
                self.report(Severity::Warning, codes::ALLOWED_AND_DENIED, at, message);
            }
        }
        for name in denied.iter().filter(|name| {
            let base = base(name);
            base.len() < name.len() && !matches!(base, "Agent" | "Task")
        }) {
            let message = format!(
                "{title} reads no pattern in `disallowedTools`: `{name}` denies `{}` altogether",
                base(name)
            );
            let at = At::Name("disallowedTools".to_owned(), name.clone());
            self.report(Severity::Warning, codes::PATTERN_DENIES_ALL, at, message);
        }
    }

    fn body(&mut self) {
        let title = self.title();
        let body = &self.profile.system_prompt;
        match self.rules.main.body {
            BodyLimit::None => {}
            BodyLimit::Characters(max) => {
                let count = body.chars().count();
                if count > max {
                    let message =
                        format!("{title} accepts at most {max} characters of text, found {count}");
                    self.report(Severity::Warning, codes::LONG_BODY, At::File, message);
                }
            }
            BodyLimit::Advised { lines, tokens } => {
                let count = body.lines().count();
                if lines > 0 && count > lines {
                    let message =
                        format!("{title} recommends at most {lines} lines of text, found {count}");
                    self.report(Severity::Info, codes::LONG_BODY, At::File, message);
                }
                // A token has about four characters.
                let about = body.chars().count() / 4;
                if tokens > 0 && about > tokens {
                    let message = format!(
                        "{title} recommends at most {tokens} tokens of text, found about {about}"
                    );
                    self.report(Severity::Info, codes::LONG_BODY, At::File, message);
                }
            }
        }
    }
}

/// Returns the message for an agent without a description, where it needs one.
pub(crate) fn missing_description(
    profile: &AgentProfile,
    dialect: Dialect,
    rules: Rules,
) -> Option<String> {
    // A remote agent is described where it runs.
    let is_remote = dialect == Dialect::Gemini
        && profile.extra("kind").and_then(Value::as_str) == Some("remote");
    (rules.main.required.contains(&"description") && !is_remote).then(|| {
        format!(
            "{} requires a `description`: describe the purpose of the {}",
            dialect.title(),
            rules.main.kind
        )
    })
}

/// Fields of one kind of file, and the names of the same fields in another kind.
const PAIRS: &[(&str, &str)] = &[
    ("allowed-tools", "tools"),
    ("allowedTools", "tools"),
    ("allowed_tools", "tools"),
    ("disallowed-tools", "disallowedTools"),
    ("max_turns", "maxTurns"),
];

/// Returns whether a text has an XML tag, such as `<example>`.
fn has_tag(text: &str) -> bool {
    text.split('<').skip(1).any(|rest| {
        let name = rest.strip_prefix('/').unwrap_or(rest);
        let end = name.find('>');
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && end.is_some_and(|end| !name.get(..end).unwrap_or_default().contains('\n'))
    })
}

pub(crate) fn wrong_shape(title: &str, key: &str, shape: Shape, value: &Value) -> String {
    let found = match (shape, value) {
        (Shape::Word(words), Value::String(text)) => {
            let near = nearest(text, words.iter().copied())
                .filter(|near| text.len() >= 4 || is_same_name(near, text))
                .map(|near| format!(": did you mean `{near}`"));
            format!("`{text}`{}", near.unwrap_or_default())
        }
        (Shape::TextUpTo(_), Value::String(text)) => text.chars().count().to_string(),
        (Shape::Positive | Shape::UpTo(_), Value::Number(number)) => number.to_string(),
        _ => describe(value).to_owned(),
    };
    format!(
        "{title} expects {} for `{key}`, found {found}",
        shape.expected()
    )
}

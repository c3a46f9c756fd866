use interline_frontmatter::{Mapping, Value, to_document};
use interline_text::{Diagnostic, Severity};

use super::fields::{Rules, ToolsForm, Unknown, name_in, rules};
use super::shape::{Shape, spelled_flag};
use super::validate::{model_objection, tool_objection, wrong_shape};
use super::{Dialect, names};
use crate::tools::{ToolSeparator, split_tools};
use crate::write::{item, names_value};
use crate::{AgentDef, AgentProfile, ToolPolicy, Tools};

/// Deeper values are left out: what is written could not be read again.
const MAX_DEPTH: usize = 120;

/// How [`to_dialect_with`] converts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConvertOptions {
    from: Dialect,
}

impl ConvertOptions {
    /// The defaults of [`to_dialect`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The dialect that the agent was written in. It decides what `yes`, `on` and `1` mean: flags for Claude Code, texts and a
    /// number for the others. Default: [`Dialect::Native`].
    #[must_use]
    pub fn from(mut self, dialect: Dialect) -> Self {
        self.from = dialect;
        self
    }
}

/// The file of an agent in another dialect, and what that dialect cannot express.
///
/// A field goes where the dialect has it, under the dialect's name for it and in its shape. A field that the dialect does
/// not have is kept where it is ignored, and left out where it would do harm: both are told, with the value. The body
/// follows byte for byte. What is written can be read by [`parse_with`](crate::parse_with). Linear.
///
/// ```
/// use interline_agent_md::{AgentKind, Dialect, parse, to_dialect};
///
/// let text = "---\nname: reader\ndescription: Reads.\ntools: Read, Grep\nmaxTurns: 5\n---\nYou read.\n";
/// let agent = parse(text, "reader.md", AgentKind::Operator)?;
/// let (file, told) = to_dialect(&agent, Dialect::OpenCode);
/// assert_eq!(file, "\
/// ---
/// name: reader
/// description: Reads.
/// tools:
///   '*': false
///   Read: true
///   Grep: true
/// maxSteps: 5
/// ---
/// You read.
/// ");
/// let told: Vec<_> = told.iter().map(|told| told.message.as_str()).collect();
/// assert_eq!(told, [
///     "OpenCode has no tool `Read`: its name for it is `read`",
///     "OpenCode has no tool `Grep`: its name for it is `grep`",
/// ]);
/// # Ok::<(), interline_agent_md::Error>(())
/// ```
#[must_use]
pub fn to_dialect(agent: &AgentDef, dialect: Dialect) -> (String, Vec<Diagnostic>) {
    to_dialect_with(agent, dialect, &ConvertOptions::default())
}

/// [`to_dialect`] with options.
#[must_use]
pub fn to_dialect_with(
    agent: &AgentDef,
    dialect: Dialect,
    options: &ConvertOptions,
) -> (String, Vec<Diagnostic>) {
    let empty = AgentProfile::default();
    let mut writer = Writer {
        dialect,
        from: options.from,
        profile: agent.profile.as_ref().unwrap_or(&empty),
        header: Mapping::new(),
        told: Vec::new(),
    };
    writer.name(&agent.name);
    match rules(dialect) {
        None => writer.native(),
        Some(rules) => writer.foreign(rules),
    }
    writer.finish()
}

struct Writer<'w> {
    dialect: Dialect,
    from: Dialect,
    profile: &'w AgentProfile,
    header: Mapping,
    told: Vec<Diagnostic>,
}

impl Writer<'_> {
    fn tell(&mut self, severity: Severity, code: &'static str, message: String) {
        let diagnostic = Diagnostic::new(severity, code, 0..0, message);
        self.told.push(diagnostic);
    }

    fn name(&mut self, name: &str) {
        if name.trim().is_empty() {
            self.tell(
                Severity::Error,
                "missing-name",
                "the agent has no name".to_owned(),
            );
        } else if let Some(expected) = names::objection(name, self.dialect) {
            let title = self.dialect.title();
            let message = format!("{title} does not take the name `{name}`: expected {expected}");
            self.tell(Severity::Warning, "name-not-taken", message);
        }
        self.header.insert("name", name);
    }

    /// Fields of the profile that have a key of their own, the tools aside.
    fn texts(&self) -> Vec<(&'static str, Value)> {
        let profile = self.profile;
        let fields = [
            ("description", &profile.description),
            ("model", &profile.model),
            ("effort", &profile.effort),
            ("worker_binding", &profile.worker_binding),
        ];
        let present = fields
            .into_iter()
            .filter_map(|(key, text)| Some((key, text.as_deref()?.into())));
        present.collect()
    }

    fn extras(&self) -> Vec<(String, Value)> {
        let extras = self.profile.extras.as_mapping();
        let extras = extras.into_iter().flat_map(Mapping::iter);
        let others = extras.filter(|(key, _)| *key != "tools");
        others
            .map(|(key, value)| (key.to_owned(), value.clone()))
            .collect()
    }

    fn native(&mut self) {
        let mut fields = self.texts();
        if let Some(tools) = crate::write::tools_value(self.profile) {
            let place = fields.iter().position(|(key, _)| *key == "worker_binding");
            fields.insert(place.unwrap_or(fields.len()), ("tools", tools));
        }
        for (key, value) in fields {
            self.header.insert(key, value);
        }
        for (key, value) in self.extras() {
            let value = self.flag(&key, value);
            self.put(&key, value);
        }
    }

    /// A flag in the words of the source, when some dialect has the key as a flag.
    fn flag(&mut self, key: &str, value: Value) -> Value {
        let is_flag = Dialect::ALL
            .into_iter()
            .filter_map(rules)
            .any(|rules| rules.shape(key) == Some(Shape::Flag));
        match spelled_flag(&value) {
            Some(flag) if is_flag && self.from == Dialect::ClaudeCode => flag.into(),
            _ => value,
        }
    }

    fn foreign(&mut self, rules: &'static Rules) {
        let mut tools_are_written = false;
        for (key, value) in self.texts() {
            if matches!(key, "effort" | "worker_binding") && !tools_are_written {
                self.tools(rules);
                tools_are_written = true;
            }
            if key == "model" {
                self.model(value, rules);
            } else {
                self.field(key, value, rules);
            }
        }
        if !tools_are_written {
            self.tools(rules);
        }
        for (key, value) in self.extras() {
            if !self.is_tool_list(&key) {
                self.field(&key, value, rules);
            }
        }
        self.limits(rules);
    }

    fn limits(&mut self, rules: &'static Rules) {
        let title = self.dialect.title();
        let description = self
            .header
            .get("description")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let count = description.chars().count();
        if count == 0 && rules.required.contains(&"description") {
            let message = format!("{title} wants a `description`: say what the agent is for");
            self.tell(Severity::Warning, "missing-description", message);
        } else if let Some(max) = rules.description.filter(|max| count > *max) {
            let message =
                format!("{title} takes at most {max} characters of `description`, found {count}");
            self.tell(Severity::Warning, "long-description", message);
        }
        let count = self.profile.system_prompt.chars().count();
        if let Some(max) = rules.body.filter(|max| count > *max) {
            let message = format!("{title} takes at most {max} characters of text, found {count}");
            self.tell(Severity::Warning, "long-body", message);
        }
    }

    fn model(&mut self, value: Value, rules: &'static Rules) {
        let objection = value
            .as_str()
            .and_then(|model| model_objection(model, self.dialect));
        match objection {
            None => self.field("model", value, rules),
            Some(message) => self.tell(
                Severity::Warning,
                "model-left-out",
                format!("{message}; left out, so that the default holds"),
            ),
        }
    }

    /// Puts a field where the dialect has it.
    fn field(&mut self, key: &str, value: Value, rules: &'static Rules) {
        if depth_exceeds(&value, MAX_DEPTH) {
            return self.put(key, value);
        }
        let title = self.dialect.title();
        let Some((name, shape)) = name_in(key, rules) else {
            return self.unknown(key, value, rules.unknown);
        };
        // The dialect's own name for a field goes before those of others.
        if self.header.contains_key(name) || (name != key && self.profile.extra(name).is_some()) {
            let message = format!(
                "`{key}` says again what `{name}` says for {title}; left out: {}",
                shown(&value)
            );
            return self.tell(Severity::Warning, "field-left-out", message);
        }
        if shape == Shape::Flag && !shape.fits(&value) {
            if let Some(flag) = spelled_flag(&value).filter(|_| self.from == Dialect::ClaudeCode) {
                return self.put(name, flag.into());
            }
        }
        match shape.coerced(&value) {
            Some(value) => self.put(name, value),
            None => {
                let message = wrong_shape(title, name, shape, &value);
                self.tell(Severity::Warning, "value-not-taken", message);
                self.put(name, value);
            }
        }
    }

    fn unknown(&mut self, key: &str, value: Value, unknown: Unknown) {
        let title = self.dialect.title();
        let shown = shown(&value);
        match unknown {
            Unknown::Ignored | Unknown::Undocumented => {
                let message = format!(
                    "{title} has no field `{key}`: kept, but without effect there ({shown})"
                );
                self.tell(Severity::Info, "field-without-effect", message);
                self.put(key, value);
            }
            Unknown::Refused => {
                let message =
                    format!("{title} refuses files with a field `{key}`; left out: {shown}");
                self.tell(Severity::Warning, "field-left-out", message);
            }
            Unknown::PassedOn => {
                let message = format!(
                    "{title} would send `{key}` to the provider of the model; left out: {shown}"
                );
                self.tell(Severity::Warning, "field-left-out", message);
            }
        }
    }

    fn put(&mut self, key: &str, value: Value) {
        if depth_exceeds(&value, MAX_DEPTH) {
            let message = format!("`{key}` lies more than {MAX_DEPTH} deep and is left out");
            self.tell(Severity::Error, "too-deep", message);
        } else {
            self.header.insert(key, value);
        }
    }

    /// Keys that [`policy`](Self::policy) has taken in.
    fn is_tool_list(&self, key: &str) -> bool {
        let rules = rules(self.dialect);
        let has = |key| rules.is_some_and(|rules| rules.shape(key).is_some());
        match key {
            "disallowedTools" => !has(key),
            "allowed-tools" => {
                !has(key) && self.from == Dialect::AgentSkills
                    || self.dialect == Dialect::AgentSkills
            }
            _ => false,
        }
    }

    /// The policy of the agent, with what stands under `disallowedTools` and `allowed-tools` where those are what the source or the
    /// target has in the place of `tools`.
    fn policy(&mut self) -> ToolPolicy {
        let mut policy = self.profile.tool_policy();
        let mut taken = |key: &str, separator| {
            let value = self.profile.extra(key).filter(|_| self.is_tool_list(key))?;
            let (names, others) = tool_names(value, separator);
            for other in others {
                let other = shown(other);
                let message = format!("`{key}` expects names of tools: {other} is left out");
                self.tell(Severity::Warning, "tools-left-out", message);
            }
            Some(names)
        };
        let denied = taken("disallowedTools", ToolSeparator::Comma);
        let allowed = taken("allowed-tools", ToolSeparator::CommaOrBlank);
        policy.denied.extend(denied.into_iter().flatten());
        match (&policy.tools, allowed) {
            (_, None) => {}
            (Tools::Unspecified, Some(names)) => policy.tools = Tools::Only(names),
            (tools, Some(names)) => {
                let is_lost = |name: &&String| match tools {
                    Tools::All => false,
                    Tools::Only(kept) => !kept.contains(name),
                    _ => true,
                };
                for name in names.iter().filter(is_lost) {
                    let message =
                        format!("`allowed-tools` gives way to `tools`: `{name}` is left out");
                    self.tell(Severity::Warning, "tools-left-out", message);
                }
            }
        }
        policy
    }

    fn tools(&mut self, rules: &'static Rules) {
        let policy = self.policy();
        if policy.tools == Tools::Unspecified && policy.denied.is_empty() {
            return;
        }
        let title = self.dialect.title();
        if rules.tools == ToolsForm::Nowhere {
            let message = format!(
                "{title} has no field for `tools`: the restriction does not hold there ({})",
                told(&policy)
            );
            return self.tell(Severity::Warning, "tools-left-out", message);
        }
        let names: &[String] = match &policy.tools {
            Tools::Only(names) => names,
            _ => &[],
        };
        for name in names.iter().chain(&policy.denied) {
            if let Some(message) = tool_objection(name, self.dialect) {
                self.tell(Severity::Warning, "unknown-tool", message);
            }
        }
        match rules.tools {
            ToolsForm::Flags => self.flags(&policy),
            ToolsForm::Commas => self.commas(&policy),
            ToolsForm::List => self.list(&policy),
            ToolsForm::Blanks => self.blanks(&policy),
            ToolsForm::Nowhere => {}
        }
    }

    /// With a map, what it does not name stays allowed, so that a restriction begins with everything denied.
    fn flags(&mut self, policy: &ToolPolicy) {
        let mut map = Mapping::new();
        match &policy.tools {
            Tools::Unspecified => {}
            Tools::All => {
                map.insert("*", true);
            }
            Tools::None => {
                map.insert("*", false);
            }
            Tools::Only(names) => {
                map.insert("*", false);
                map.extend(names.iter().map(|name| (name.as_str(), true)));
            }
        }
        map.extend(policy.denied.iter().map(|name| (name.as_str(), false)));
        self.header.insert("tools", map);
    }

    fn commas(&mut self, policy: &ToolPolicy) {
        let title = self.dialect.title();
        match &policy.tools {
            Tools::Unspecified => {}
            Tools::All => {
                let message =
                    format!("{title} gives all tools when `tools` is left out, so it is left out");
                self.tell(Severity::Info, "tools-left-out", message);
            }
            Tools::None => {
                let message = format!("{title} does not say what an empty `tools` means");
                self.tell(Severity::Warning, "tools-not-defined", message);
                self.header.insert("tools", Value::Sequence(Vec::new()));
            }
            Tools::Only(names) => {
                self.header.insert("tools", names_value(names));
            }
        }
        if !policy.denied.is_empty() {
            let own = self
                .profile
                .extra("disallowedTools")
                .map(|own| tool_names(own, ToolSeparator::Comma).0);
            let mut denied = own.unwrap_or_default();
            denied.extend(policy.denied.iter().cloned());
            self.header.insert("disallowedTools", names_value(&denied));
        }
    }

    fn list(&mut self, policy: &ToolPolicy) {
        let title = self.dialect.title();
        let names: &[String] = match &policy.tools {
            Tools::Unspecified => return self.denied_left_out(policy),
            Tools::All => &["*".to_owned()],
            Tools::None => &[],
            Tools::Only(names) => names,
        };
        let mut items = Vec::new();
        for name in names {
            match item(name) {
                Some(item) => items.push(item),
                None => {
                    let message = format!("`{name}` has no form in a list, and is left out");
                    self.tell(Severity::Warning, "tools-left-out", message);
                }
            }
        }
        if items.is_empty() && self.dialect != Dialect::Copilot {
            let message = format!("{title} does not say what an empty `tools` means");
            self.tell(Severity::Warning, "tools-not-defined", message);
        }
        self.header.insert("tools", items);
        self.denied_left_out(policy);
    }

    /// What is allowed need not be denied; where everything is allowed, a denial is lost.
    fn denied_left_out(&mut self, policy: &ToolPolicy) {
        let title = self.dialect.title();
        let (severity, effect) = match policy.tools {
            Tools::Only(_) | Tools::None => (Severity::Info, "they are not in the list either"),
            Tools::Unspecified | Tools::All => (Severity::Warning, "they are allowed there"),
        };
        if !policy.denied.is_empty() {
            let names = policy.denied.join("`, `");
            let message = format!("{title} cannot deny `{names}`: {effect}");
            self.tell(severity, "denial-left-out", message);
        }
    }

    fn blanks(&mut self, policy: &ToolPolicy) {
        let title = self.dialect.title();
        let names: Vec<&str> = match &policy.tools {
            Tools::Unspecified => Vec::new(),
            Tools::All => vec!["*"],
            Tools::None => {
                let message =
                    format!("{title} cannot say that no tool is allowed: `tools` is left out");
                self.tell(Severity::Warning, "tools-left-out", message);
                Vec::new()
            }
            Tools::Only(names) => names.iter().map(String::as_str).collect(),
        };
        if !names.is_empty() {
            let text = names.join(" ");
            let again = split_tools(&text, ToolSeparator::CommaOrBlank).unwrap_or_default();
            if again != names {
                let message =
                    format!("a name with a blank has no place in `allowed-tools`: {text}");
                self.tell(Severity::Warning, "blank-in-tool", message);
            }
            if self.profile.tool_policy().tools != Tools::Unspecified {
                let message = format!(
                    "`allowed-tools` of {title} allows without asking; it does not restrict"
                );
                self.tell(Severity::Info, "tools-only-allowed", message);
            }
            self.header.insert("allowed-tools", text);
        }
        self.denied_left_out(policy);
    }

    fn finish(mut self) -> (String, Vec<Diagnostic>) {
        let globs = match (self.dialect, self.header.get("globs")) {
            (Dialect::Cursor, Some(Value::String(globs))) if is_bare(globs) => Some(globs.clone()),
            _ => None,
        };
        if globs.is_some() {
            self.header.remove("globs");
        }
        let body = &self.profile.system_prompt;
        // The header is a mapping of bounded depth, so that it always has a form.
        let header = to_document(&self.header, "").unwrap_or_default();
        let lines = header.strip_suffix("---\n").unwrap_or(&header);
        let globs = globs
            .map(|globs| format!("globs: {globs}\n"))
            .unwrap_or_default();
        (format!("{lines}{globs}---\n{body}"), self.told)
    }
}

/// Whether Cursor takes a text of globs as it is: it has no quotes.
fn is_bare(globs: &str) -> bool {
    !globs.is_empty() && globs.trim() == globs && !globs.contains(|c: char| c.is_control())
}

/// Names in a text or a list, and what is neither a text nor null.
fn tool_names(value: &Value, separator: ToolSeparator) -> (Vec<String>, Vec<&Value>) {
    let values = value.as_sequence().unwrap_or(std::slice::from_ref(value));
    let (mut names, mut others) = (Vec::new(), Vec::new());
    for value in values.iter().filter(|value| !value.is_null()) {
        match value.as_str() {
            None => others.push(value),
            Some(text) => match split_tools(text, separator) {
                Ok(split) => names.extend(split.into_iter().map(str::to_owned)),
                Err(_) => names.push(text.to_owned()),
            },
        }
    }
    (names, others)
}

/// A value in one line, for messages.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("`{text}`"),
        Value::Sequence(items) => {
            let items: Vec<String> = items.iter().map(shown).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Mapping(map) => {
            let entries: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{key}: {}", shown(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

fn told(policy: &ToolPolicy) -> String {
    let mut parts = match &policy.tools {
        Tools::Unspecified => Vec::new(),
        Tools::All => vec!["all allowed".to_owned()],
        Tools::None => vec!["none allowed".to_owned()],
        Tools::Only(names) => vec![format!("allowed: {}", names.join(", "))],
    };
    if !policy.denied.is_empty() {
        parts.push(format!("denied: {}", policy.denied.join(", ")));
    }
    parts.join("; ")
}

fn depth_exceeds(value: &Value, left: usize) -> bool {
    let Some(left) = left.checked_sub(1) else {
        return true;
    };
    match value {
        Value::Sequence(items) => items.iter().any(|item| depth_exceeds(item, left)),
        Value::Mapping(map) => map.values().any(|item| depth_exceeds(item, left)),
        _ => false,
    }
}

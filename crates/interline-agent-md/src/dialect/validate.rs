use std::borrow::Cow;

use interline_frontmatter::Value;
use interline_text::{Diagnostic, Severity};

use super::Shape;
use super::fields::{Rules, ToolsForm, Unknown, rules};
use super::{Dialect, names, tool_names};
use crate::values::describe;
use crate::{AgentDef, AgentProfile, Tools};

/// Something that a dialect has against an agent, and the key that it is about.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) key: Option<Cow<'static, str>>,
    pub(crate) diagnostic: Diagnostic,
}

/// What a dialect has against an agent: a name or description it refuses, fields it does not have or whose value it cannot
/// use, tools it does not know. Nothing for [`Dialect::Native`].
///
/// An agent has no text, so the spans are empty; [`parse_with`](crate::parse_with) with the
/// [dialect](crate::Options::dialect) gives the same with places. Linear.
///
/// ```
/// use interline_agent_md::{AgentKind, Dialect, parse, validate};
///
/// let text = "---\nname: Code Reader\ndescription: Reads.\n---\n";
/// let agent = parse(text, "x.md", AgentKind::Operator)?;
/// assert!(validate(&agent, Dialect::Copilot).is_empty());
/// let told = validate(&agent, Dialect::Gemini);
/// assert_eq!(told[0].message, "Gemini CLI does not take the name `Code Reader`: expected only `a-z`, `0-9`, `-` and `_`");
/// # Ok::<(), interline_agent_md::Error>(())
/// ```
#[must_use]
pub fn validate(agent: &AgentDef, dialect: Dialect) -> Vec<Diagnostic> {
    let findings = findings(agent, dialect).into_iter();
    findings.map(|finding| finding.diagnostic).collect()
}

pub(crate) fn findings(agent: &AgentDef, dialect: Dialect) -> Vec<Finding> {
    let Some(rules) = rules(dialect) else {
        return Vec::new();
    };
    let empty = AgentProfile::default();
    let mut check = Check {
        dialect,
        rules,
        profile: agent.profile.as_ref().unwrap_or(&empty),
        found: Vec::new(),
    };
    check.name(&agent.name);
    check.description();
    check.model_and_effort();
    check.tools();
    check.extras();
    check.body();
    check.found
}

struct Check<'c> {
    dialect: Dialect,
    rules: &'static Rules,
    profile: &'c AgentProfile,
    found: Vec<Finding>,
}

impl Check<'_> {
    fn tell(
        &mut self,
        severity: Severity,
        code: &'static str,
        key: impl Into<Cow<'static, str>>,
        message: String,
    ) {
        self.found.push(Finding {
            key: Some(key.into()),
            diagnostic: Diagnostic::new(severity, code, 0..0, message),
        });
    }

    fn title(&self) -> &'static str {
        self.dialect.title()
    }

    fn name(&mut self, name: &str) {
        if let Some(expected) = names::objection(name, self.dialect) {
            let message = format!(
                "{} does not take the name `{name}`: expected {expected}",
                self.title()
            );
            self.tell(Severity::Warning, "name-not-taken", "name", message);
        }
    }

    fn description(&mut self) {
        let text = self.profile.description.as_deref().unwrap_or_default();
        if text.is_empty() {
            if self.rules.required.contains(&"description") {
                let message = format!(
                    "{} wants a `description`: say what the agent is for",
                    self.title()
                );
                self.tell(
                    Severity::Warning,
                    "missing-description",
                    "description",
                    message,
                );
            }
            return;
        }
        let count = text.chars().count();
        if let Some(max) = self.rules.description.filter(|max| count > *max) {
            let message = format!(
                "{} takes at most {max} characters of `description`, found {count}",
                self.title()
            );
            self.tell(
                Severity::Warning,
                "long-description",
                "description",
                message,
            );
        }
    }

    fn model_and_effort(&mut self) {
        let profile = self.profile;
        if let Some(model) = &profile.model {
            self.value("model", &model.as_str().into());
            if let Some(message) = model_objection(model, self.dialect) {
                self.tell(Severity::Warning, "model-not-taken", "model", message);
            }
        }
        if let Some(effort) = &profile.effort {
            self.value("effort", &effort.as_str().into());
        }
        if let Some(binding) = &profile.worker_binding {
            self.value("worker_binding", &binding.as_str().into());
        }
    }

    fn tools(&mut self) {
        let policy = self.profile.tool_policy();
        if policy.tools == Tools::Unspecified && policy.denied.is_empty() {
            return;
        }
        let title = self.title();
        match (self.rules.tools, &policy.tools) {
            (ToolsForm::Nowhere, _) => {
                let message = format!(
                    "{title} has no field for `tools`: the restriction does not hold there"
                );
                self.tell(Severity::Warning, "unknown-field", "tools", message);
                return;
            }
            (ToolsForm::Blanks, _) => {
                let message = format!("{title} has `allowed-tools` in the place of `tools`");
                self.tell(Severity::Warning, "unknown-field", "tools", message);
                return;
            }
            (ToolsForm::Commas, Tools::None) => {
                let message = format!("{title} does not say what an empty `tools` means");
                self.tell(Severity::Warning, "tools-not-defined", "tools", message);
            }
            _ => {}
        }
        if let Tools::Only(names) = &policy.tools {
            for name in names.iter().chain(&policy.denied) {
                if let Some(message) = tool_objection(name, self.dialect) {
                    self.tell(Severity::Warning, "unknown-tool", "tools", message);
                }
            }
        }
    }

    fn extras(&mut self) {
        let Some(extras) = self.profile.extras.as_mapping() else {
            return;
        };
        for (key, value) in extras.iter().filter(|(key, _)| *key != "tools") {
            self.value(key, value);
        }
    }

    fn value(&mut self, key: &str, value: &Value) {
        let title = self.title();
        match self.rules.shape(key) {
            Some(shape) if shape.fits(value) => {}
            Some(shape) => {
                let message = wrong_shape(title, key, shape, value);
                self.tell(
                    Severity::Warning,
                    "value-not-taken",
                    key.to_owned(),
                    message,
                );
            }
            None => {
                let (severity, what) = match self.rules.unknown {
                    Unknown::Ignored => (Severity::Info, "and ignores it"),
                    Unknown::Refused => (Severity::Warning, "and refuses the file: remove it"),
                    Unknown::PassedOn => (
                        Severity::Warning,
                        "and sends it to the provider of the model",
                    ),
                    Unknown::Undocumented => (Severity::Info, "as far as is known"),
                };
                let message = format!("{title} has no field `{key}`, {what}");
                self.tell(severity, "unknown-field", key.to_owned(), message);
            }
        }
    }

    fn body(&mut self) {
        let Some(max) = self.rules.body else { return };
        let count = self.profile.system_prompt.chars().count();
        if count > max {
            let message = format!(
                "{} takes at most {max} characters of text, found {count}",
                self.title()
            );
            self.found.push(Finding {
                key: None,
                diagnostic: Diagnostic::new(Severity::Warning, "long-body", 0..0, message),
            });
        }
    }
}

pub(super) fn wrong_shape(title: &str, key: &str, shape: Shape, value: &Value) -> String {
    let found = match (shape, value) {
        (Shape::Word(_), Value::String(text)) => format!("`{text}`"),
        (Shape::TextUpTo(_), Value::String(text)) => format!("{}", text.chars().count()),
        _ => describe(value).to_owned(),
    };
    format!(
        "{title} expects {} for `{key}`, found {found}",
        shape.wanted()
    )
}

pub(super) fn model_objection(model: &str, dialect: Dialect) -> Option<String> {
    let alias = matches!(model, "sonnet" | "opus" | "haiku" | "inherit");
    let title = dialect.title();
    match dialect {
        Dialect::OpenCode if !model.contains('/') => Some(format!(
            "{title} expects `provider/id` for `model`, found `{model}`"
        )),
        Dialect::Gemini if alias && model != "inherit" => Some(format!(
            "{title} expects the id of a model for `model`, found `{model}`, a word of another program"
        )),
        _ => None,
    }
}

pub(super) fn tool_objection(name: &str, dialect: Dialect) -> Option<String> {
    let own = tool_names::objection(name, dialect)?;
    let title = dialect.title();
    Some(match own {
        Some(own) => format!("{title} has no tool `{name}`: its name for it is `{own}`"),
        None => format!("{title} has no tool `{name}`"),
    })
}

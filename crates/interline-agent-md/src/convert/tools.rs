//! The tools of an agent in another dialect.

use interline_frontmatter::{Map, Value};
use interline_text::Severity;

use super::{Writer, shown};
use crate::diagnostics as codes;
use crate::dialect::Dialect;
use crate::rules::Rules;
use crate::rules::table::ToolsForm;
use crate::tools::{ToolPolicy, ToolSeparator, Tools, split_tools, value_names};
use crate::write::{item, names_value};

impl Writer<'_> {
    /// Returns whether [`policy`](Self::policy) includes the names of a key.
    pub(super) fn is_tool_list(&self, key: &str) -> bool {
        let rules = self.rules;
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

    /// Returns the policy of the agent, with the names of `disallowedTools` and `allowed-tools` where the source or the target has these
    /// instead of `tools`; and whether its tools are those of `allowed-tools`, which forbids none.
    fn policy(&mut self) -> (ToolPolicy, bool) {
        let mut policy = self.profile.tool_policy();
        let mut taken = |key: &str, separator| {
            let value = self.profile.extra(key).filter(|_| self.is_tool_list(key))?;
            let (names, others) = value_names(value, separator);
            for other in others {
                let other = shown(other);
                let message = format!("`{key}` expects names of tools: {other} is left out");
                self.report(Severity::Warning, codes::TOOLS_LEFT_OUT, message);
            }
            Some(names)
        };
        let denied = taken("disallowedTools", ToolSeparator::Comma);
        let allowed = taken("allowed-tools", ToolSeparator::CommaOrWhitespace);
        policy.denied.extend(denied.into_iter().flatten());
        let mut is_only_allowed = false;
        match (&policy.tools, allowed) {
            (_, None) => {}
            // An empty `allowed-tools` allows nothing without asking, and does not forbid everything.
            (Tools::Unspecified, Some(names)) if names.is_empty() => {}
            (Tools::Unspecified, Some(names)) => {
                policy.tools = Tools::Only(names);
                is_only_allowed = true;
            }
            (tools, Some(names)) => {
                let is_lost = |name: &&String| match tools {
                    Tools::All => false,
                    Tools::Only(kept) => !kept.contains(name),
                    _ => true,
                };
                for name in names.iter().filter(is_lost) {
                    let message =
                        format!("`allowed-tools` is shadowed by `tools`: `{name}` is left out");
                    self.report(Severity::Warning, codes::TOOLS_LEFT_OUT, message);
                }
            }
        }
        (policy, is_only_allowed)
    }

    /// Writes the tools in the syntax of the dialect.
    pub(super) fn tools(&mut self, rules: Rules) {
        let (policy, is_only_allowed) = self.policy();
        if policy.tools == Tools::Unspecified && policy.denied.is_empty() {
            return;
        }
        let title = self.dialect.title();
        if rules.main.tools == ToolsForm::Nowhere {
            let effect = if is_only_allowed && policy.denied.is_empty() {
                "`allowed-tools` is left out"
            } else {
                "the restriction has no effect there"
            };
            let message = format!(
                "{title} has no field for `tools`: {effect} ({})",
                shown_policy(&policy)
            );
            return self.report(Severity::Warning, codes::TOOLS_LEFT_OUT, message);
        }
        if is_only_allowed && !matches!(rules.main.tools, ToolsForm::Spaces | ToolsForm::Allowed) {
            let message = format!(
                "`allowed-tools` of Agent Skills allows without asking; `tools` of {title} allows nothing else"
            );
            self.report(Severity::Warning, codes::TOOLS_RESTRICT, message);
        }
        let kept = self.profile.extra("tools").and_then(Value::as_map);
        let has_patterns =
            kept.is_some_and(|map| map.values().any(|value| value.as_bool().is_none()));
        let is_own = matches!(self.from, Dialect::OpenCode | Dialect::Native);
        if let (Some(map), true) = (kept, rules.main.tools == ToolsForm::Flags && is_own) {
            // A map of patterns has more than a list of names, so that it is kept.
            if has_patterns || self.from == Dialect::OpenCode {
                let map = map.clone();
                self.header.insert("tools", map);
                return;
            }
        }
        let policy = self.in_target(policy, has_patterns);
        match rules.main.tools {
            ToolsForm::Flags => self.flags(&policy),
            ToolsForm::Commas => self.commas(&policy),
            ToolsForm::List => self.list(&policy),
            ToolsForm::Spaces | ToolsForm::Allowed => self.spaces(&policy),
            ToolsForm::Nowhere => {}
        }
    }

    /// Returns the policy with the names of the target. Tools that a map allows in part are left out.
    fn in_target(&mut self, policy: ToolPolicy, has_patterns: bool) -> ToolPolicy {
        let title = self.dialect.title();
        let tools = match policy.tools {
            Tools::Only(mut names) => {
                if has_patterns && self.dialect != Dialect::Native {
                    let kept = self.profile.extra("tools").and_then(Value::as_map);
                    let in_part = |name: &String| {
                        kept.and_then(|map| map.get(name))
                            .is_some_and(|value| value.as_bool().is_none())
                    };
                    for name in names.iter().filter(|name| in_part(name)) {
                        let value = kept.and_then(|map| map.get(name)).map(shown);
                        let message = format!(
                            "{title} cannot allow `{name}` in part: left out ({})",
                            value.unwrap_or_default()
                        );
                        self.report(Severity::Warning, codes::TOOLS_LEFT_OUT, message);
                    }
                    names.retain(|name| !in_part(name));
                }
                let translated = self.translated(&names, false);
                if !translated.is_usable {
                    let message =
                        format!("no tool of the agent is a tool of {title}: it can use none there");
                    self.report(Severity::Warning, codes::NO_USABLE_TOOL, message);
                }
                if translated.names.is_empty() {
                    Tools::None
                } else {
                    Tools::Only(translated.names)
                }
            }
            other => other,
        };
        let denied = self.translated(&policy.denied, true).names;
        ToolPolicy { tools, denied }
    }

    /// Writes a map. Tools that a map does not name are allowed, so that a restriction begins with `*: false`.
    fn flags(&mut self, policy: &ToolPolicy) {
        let (others, names) = match &policy.tools {
            Tools::Unspecified => (None, &[][..]),
            Tools::All => (Some(("*", true)), &[][..]),
            Tools::None => (Some(("*", false)), &[][..]),
            Tools::Only(names) => (Some(("*", false)), names.as_slice()),
        };
        let allowed = names.iter().map(|name| (name.as_str(), true));
        let denied = policy.denied.iter().map(|name| (name.as_str(), false));
        let map: Map = others.into_iter().chain(allowed).chain(denied).collect();
        self.header.insert("tools", map);
    }

    fn commas(&mut self, policy: &ToolPolicy) {
        let title = self.dialect.title();
        match &policy.tools {
            Tools::Unspecified => {}
            Tools::All => {
                let message =
                    format!("{title} gives all tools when `tools` is left out, so it is left out");
                self.report(Severity::Info, codes::TOOLS_LEFT_OUT, message);
            }
            Tools::None => {
                let message = format!("{title} does not define an empty `tools`");
                self.report(Severity::Warning, codes::TOOLS_NOT_DEFINED, message);
                self.header.insert("tools", Value::List(Vec::new()));
            }
            Tools::Only(names) => {
                self.header.insert("tools", names_value(names));
            }
        }
        if !policy.denied.is_empty() {
            let own = self
                .profile
                .extra("disallowedTools")
                .map(|own| value_names(own, ToolSeparator::Comma).0);
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
                    let message = format!("`{name}` cannot be written in a list, and is left out");
                    self.report(Severity::Warning, codes::TOOLS_LEFT_OUT, message);
                }
            }
        }
        if items.is_empty() && self.dialect != Dialect::Copilot {
            let message = format!("{title} does not define an empty `tools`");
            self.report(Severity::Warning, codes::TOOLS_NOT_DEFINED, message);
        }
        self.header.insert("tools", items);
        self.denied_left_out(policy);
    }

    /// Reports denials. Where only some tools are allowed a denial has no effect; where all are allowed it is lost.
    fn denied_left_out(&mut self, policy: &ToolPolicy) {
        let title = self.dialect.title();
        let (severity, effect) = match policy.tools {
            Tools::Only(_) | Tools::None => (Severity::Info, "only listed tools are allowed there"),
            Tools::Unspecified | Tools::All => (Severity::Warning, "all tools are allowed there"),
        };
        if !policy.denied.is_empty() {
            let names = policy.denied.join("`, `");
            let message = format!("{title} cannot deny `{names}`: {effect}");
            self.report(severity, codes::DENIAL_LEFT_OUT, message);
        }
    }

    fn spaces(&mut self, policy: &ToolPolicy) {
        let title = self.dialect.title();
        let names: Vec<&str> = match &policy.tools {
            Tools::Unspecified => Vec::new(),
            Tools::All => vec!["*"],
            Tools::None => {
                let message =
                    format!("{title} cannot express that no tool is allowed: `tools` is left out");
                self.report(Severity::Warning, codes::TOOLS_LEFT_OUT, message);
                Vec::new()
            }
            Tools::Only(names) => names.iter().map(String::as_str).collect(),
        };
        if !names.is_empty() {
            let text = names.join(" ");
            let again = split_tools(&text, ToolSeparator::CommaOrWhitespace).unwrap_or_default();
            if again != names {
                let message =
                    format!("a name with a space cannot be written in `allowed-tools`: {text}");
                self.report(Severity::Warning, codes::SPACE_IN_TOOL, message);
            }
            if self.profile.tool_policy().tools != Tools::Unspecified {
                let message = format!(
                    "`allowed-tools` of {title} allows without asking; it does not restrict"
                );
                self.report(Severity::Warning, codes::TOOLS_ONLY_ALLOWED, message);
            }
            self.header.insert("allowed-tools", text);
        }
        self.denied_left_out(policy);
    }
}

/// Returns a policy in one line, for messages.
fn shown_policy(policy: &ToolPolicy) -> String {
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

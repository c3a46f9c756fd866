//! Translating the names of tools.

use std::collections::HashSet;

use interline_text::Severity;

use super::{ToolNames, Writer};
use crate::diagnostics as codes;
use crate::dialect::Dialect;
use crate::rules::table;
use crate::rules::table::{Action, Servers, ToolTable};
use crate::rules::tool_names::{base, status};

/// The dialects in which the names of an agent of unknown dialect are looked up.
const GUESSES: [Dialect; 4] = [
    Dialect::ClaudeCode,
    Dialect::OpenCode,
    Dialect::Gemini,
    Dialect::Copilot,
];

/// The names for the target, and the actions of the tools before and after.
#[derive(Debug, Default)]
pub(super) struct Translated {
    pub(super) names: Vec<String>,
    /// The actions of the source, as bits.
    had: u16,
    has: u16,
    /// Whether a name has changed.
    is_changed: bool,
    /// Whether one of the names is a tool of the target.
    pub(super) is_usable: bool,
}

impl Writer<'_> {
    /// Returns the names of tools in the target. Each change is reported; a name that the target does not have is kept.
    pub(super) fn translated(&mut self, names: &[String], are_denied: bool) -> Translated {
        let mut all = Translated::default();
        let target = table(self.dialect).and_then(|table| table.tools);
        for name in names {
            match target {
                Some(target) if self.tool_names == ToolNames::Translate => {
                    self.translate(name, target, are_denied, &mut all);
                }
                _ => self.keep(name, &mut all),
            }
        }
        // Two names may have become one.
        if all.is_changed {
            let mut seen = HashSet::with_capacity(all.names.len());
            all.names.retain(|name| seen.insert(name.clone()));
        }
        let gained = all.has & !all.had;
        let more: Vec<&str> = Action::ALL
            .into_iter()
            .filter(|(action, _)| gained & bits(&[*action]) != 0)
            .map(|(_, description)| description)
            .collect();
        if !more.is_empty() {
            let title = self.dialect.title();
            let (code, effect) = if are_denied {
                (codes::TOOLS_NARROWED, "also forbids to")
            } else {
                (codes::TOOLS_WIDENED, "also allows to")
            };
            let message = format!(
                "`{}` of {title} {effect} {}",
                all.names.join("`, `"),
                more.join(", ")
            );
            self.report(Severity::Warning, code, message);
        }
        all
    }

    fn keep(&mut self, name: &str, all: &mut Translated) {
        let message = status(name, self.dialect).message(name, self.dialect.title());
        match message {
            Some(message) => self.report(Severity::Warning, codes::UNKNOWN_TOOL, message),
            None => all.is_usable = true,
        }
        all.names.push(name.to_owned());
    }

    fn translate(
        &mut self,
        name: &str,
        target: &'static ToolTable,
        are_denied: bool,
        all: &mut Translated,
    ) {
        let title = self.dialect.title();
        let base = base(name);
        if base.is_empty()
            || base == "*"
            || (self.from == self.dialect && self.from != Dialect::Native)
        {
            return self.keep(name, all);
        }
        // Only Claude Code takes `Bash(git:*)`.
        let has_pattern = base.len() < name.len();
        let keeps_pattern = self.dialect == Dialect::ClaudeCode;
        if has_pattern && !keeps_pattern && !are_denied {
            let message = format!(
                "{title} has no patterns of tools: `{name}` is left out, since `{base}` alone would allow more"
            );
            return self.report(Severity::Warning, codes::TOOLS_LEFT_OUT, message);
        }
        let pattern = name.get(base.len()..).unwrap_or_default();
        let pattern = if keeps_pattern { pattern } else { "" };
        if has_pattern && !keeps_pattern {
            let message = format!("{title} has no patterns of tools: `{name}` becomes `{base}`");
            self.report(Severity::Warning, codes::TOOLS_NARROWED, message);
        }
        // A name that the target has is a name of the target, unless it comes from another dialect.
        let own = target.find(base).filter(|_| self.means_target());
        if let Some((_, actions)) = own {
            all.had |= bits(actions);
            all.is_usable = true;
            let kept = if keeps_pattern { name } else { base };
            all.names.push(kept.to_owned());
            return;
        }
        all.is_changed = true;
        if let Some(renamed) = self.of_server(base, target.servers) {
            if renamed != base {
                let message = format!("`{base}` is `{renamed}` for {title}");
                self.report(Severity::Info, codes::TOOL_TRANSLATED, message);
            }
            all.names.push(renamed);
            all.is_usable = true;
            return;
        }
        let Some(actions) = self.actions(base) else {
            // The target has it, or no dialect has it.
            return self.keep(name, all);
        };
        let start = all.names.len();
        for action in actions {
            let with_action = target.names.iter().filter(|(_, own)| own.contains(action));
            match with_action.min_by_key(|(_, own)| own.len()) {
                Some((own, can)) => {
                    all.has |= bits(can);
                    let own = if pattern.is_empty() {
                        (*own).to_owned()
                    } else {
                        format!("{own}{pattern}")
                    };
                    if !all.names[start..].contains(&own) {
                        all.names.push(own);
                    }
                }
                None => {
                    let message = format!(
                        "{title} has no tool to {}: `{name}` is left out",
                        action.describe()
                    );
                    self.report(Severity::Warning, codes::TOOLS_LEFT_OUT, message);
                }
            }
        }
        all.had |= bits(actions);
        let found = &all.names[start..];
        all.is_usable |= !found.is_empty();
        if !found.is_empty() && found != [name] {
            let message = format!("`{name}` is `{}` for {title}", found.join("`, `"));
            self.report(Severity::Info, codes::TOOL_TRANSLATED, message);
        }
    }

    /// Returns whether the dialect of the agent has no tools of its own.
    fn means_target(&self) -> bool {
        table(self.from).is_none_or(|table| table.tools.is_none())
    }

    /// Returns the actions of a tool in the dialect of the agent; `None` when no other dialect has a tool for them.
    fn actions(&self, base: &str) -> Option<&'static [Action]> {
        let of = |dialect: Dialect| table(dialect).and_then(|table| table.tools);
        let found = if self.means_target() {
            GUESSES
                .into_iter()
                .find_map(|dialect| of(dialect)?.find(base))
        } else {
            of(self.from).and_then(|tools| tools.find(base))
        };
        found
            .map(|(_, actions)| actions)
            .filter(|actions| !actions.is_empty())
    }

    /// Returns the name of a tool of an MCP server in the syntax of the target.
    fn of_server(&self, base: &str, form: Servers) -> Option<String> {
        let from = match table(self.from).and_then(|table| table.tools) {
            Some(tools) => tools.servers,
            None if base.starts_with("mcp__") => Servers::DoubleUnderscore,
            None if base.contains('/') => Servers::Slash,
            None => return None,
        };
        let (server, tool) = match from {
            Servers::DoubleUnderscore => {
                let rest = base.strip_prefix("mcp__")?;
                rest.split_once("__").unwrap_or((rest, "*"))
            }
            Servers::Slash => base.split_once('/')?,
            // The end of the name of the server is unknown.
            Servers::Prefix | Servers::Underscore => return None,
        };
        if server.is_empty() || tool.is_empty() {
            return None;
        }
        Some(match form {
            Servers::DoubleUnderscore if tool == "*" => format!("mcp__{server}"),
            Servers::DoubleUnderscore => format!("mcp__{server}__{tool}"),
            Servers::Prefix => format!("mcp_{server}_{tool}"),
            Servers::Underscore => format!("{server}_{tool}"),
            Servers::Slash => format!("{server}/{tool}"),
        })
    }
}

fn bits(actions: &[Action]) -> u16 {
    actions
        .iter()
        .fold(0, |bits, action| bits | 1 << *action as u16)
}

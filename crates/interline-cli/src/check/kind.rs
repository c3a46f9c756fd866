//! Kinds of files, recognized by path and content.

use std::path::Path;

use interline::agent_md::{Dialect, FileKind};

/// The kind of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An agent, skill, command or rule, and the tools that read it.
    Agent(FileKind, &'static [Dialect]),
    /// `FRAGMENT.md`.
    Fragment,
    /// A mustache template.
    Template,
    /// Any other Markdown file: its header and components are checked.
    Document,
    /// `components.toml` of a project.
    Components,
}

/// Directories of tools whose names begin with a dot. They are walked although they are hidden.
pub(crate) const TOOL_DIRECTORIES: &[&str] = &[
    ".agent-doc",
    ".agents",
    ".claude",
    ".codex",
    ".config",
    ".copilot",
    ".cursor",
    ".gemini",
    ".github",
    ".goose",
    ".interline",
    ".opencode",
];

const CLAUDE: &[Dialect] = &[Dialect::ClaudeCode];
const COPILOT: &[Dialect] = &[Dialect::Copilot];
const CURSOR: &[Dialect] = &[Dialect::Cursor];
const OPENCODE: &[Dialect] = &[Dialect::OpenCode];
const GEMINI: &[Dialect] = &[Dialect::Gemini];
const CODEX: &[Dialect] = &[Dialect::Codex];
const GOOSE: &[Dialect] = &[Dialect::Goose];
/// A skill that no tool claims: the common format, and the tool that reads skills of any directory of a plugin.
const ANY_SKILL: &[Dialect] = &[Dialect::AgentSkills, Dialect::ClaudeCode];

/// The kind of a file, as far as its directories decide it.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// The tool whose directory is the nearest.
    tool: Option<Dialect>,
    /// The kind of files in the nearest directory of a known name.
    kind: Option<FileKind>,
    /// The kind of files that plugins have in such a directory.
    of_plugin: Option<FileKind>,
    is_of_components: bool,
    is_of_commands: bool,
    is_of_skills: bool,
}

impl Surroundings {
    /// Reads the names of a directory and those above it.
    ///
    /// `directory` is absolute, so that the directories of tools are seen. `generic` is the part of it in which directories without a
    /// dot, such as `agents`, count: those above a project have such names by chance.
    pub(crate) fn new(directory: &Path, generic: &Path) -> Self {
        let names: Vec<&str> = directory.iter().filter_map(|part| part.to_str()).collect();
        let generic = generic.iter().rev().filter_map(|part| part.to_str());
        Self {
            tool: names.iter().rev().find_map(|name| tool(name)),
            kind: names.iter().rev().find_map(|name| kind_of_directory(name)),
            of_plugin: generic.into_iter().find_map(kind_of_plugin),
            is_of_components: names.last() == Some(&".agent-doc"),
            is_of_commands: names.contains(&"commands"),
            is_of_skills: names.contains(&"skills"),
        }
    }

    /// Returns what the file of a name in the directory is; `None` for a file that is not checked.
    pub(crate) fn kind_of(&self, name: &str) -> Option<Kind> {
        if name == "SKILL.md" {
            return Some(Kind::Agent(FileKind::Skill, skill_dialects(self.tool)));
        }
        if name == "FRAGMENT.md" {
            return Some(Kind::Fragment);
        }
        if name.ends_with(".mustache") {
            return Some(Kind::Template);
        }
        if name == "components.toml" {
            return self.is_of_components.then_some(Kind::Components);
        }
        if name.ends_with(".mdc") {
            return Some(Kind::Agent(FileKind::Rule, CURSOR));
        }
        if name.ends_with(".toml") {
            let is_command = self.tool == Some(Dialect::Gemini) && self.is_of_commands;
            return is_command.then_some(Kind::Agent(FileKind::Command, GEMINI));
        }
        let stem = name
            .strip_suffix(".md")
            .or_else(|| name.strip_suffix(".markdown"))?;
        if matches!(stem, "AGENTS" | "CLAUDE" | "GEMINI" | "README") {
            return Some(Kind::Document);
        }
        if stem.ends_with(".instructions") {
            return Some(Kind::Agent(FileKind::Rule, COPILOT));
        }
        if stem.ends_with(".prompt") {
            return Some(Kind::Agent(FileKind::Command, COPILOT));
        }
        if stem.ends_with(".agent") {
            return Some(Kind::Agent(FileKind::Agent, COPILOT));
        }
        // Other files of a skill are its resources.
        if self.is_of_skills {
            return Some(Kind::Document);
        }
        Some(match (self.tool, self.kind, self.of_plugin) {
            (Some(tool), Some(kind), _) => tool_kind(tool, kind),
            (_, _, Some(kind)) => Kind::Agent(kind, CLAUDE),
            _ => Kind::Document,
        })
    }
}

/// Returns what a file of a directory of a tool is.
fn tool_kind(tool: Dialect, kind: FileKind) -> Kind {
    let dialects = match (tool, kind) {
        (Dialect::ClaudeCode, _) => CLAUDE,
        (Dialect::Copilot, FileKind::Agent) => COPILOT,
        (Dialect::Cursor, FileKind::Agent | FileKind::Command) => CURSOR,
        (Dialect::OpenCode, FileKind::Agent | FileKind::Command) => OPENCODE,
        (Dialect::Gemini, FileKind::Agent) => GEMINI,
        (Dialect::Codex, FileKind::Command) => CODEX,
        _ => return Kind::Document,
    };
    Kind::Agent(kind, dialects)
}

/// Returns the kind of the files in a directory without a tool: plugins have `agents` and `commands`.
fn kind_of_plugin(directory: &str) -> Option<FileKind> {
    match directory {
        "agents" => Some(FileKind::Agent),
        "commands" => Some(FileKind::Command),
        _ => None,
    }
}

fn tool(directory: &str) -> Option<Dialect> {
    Some(match directory {
        ".claude" => Dialect::ClaudeCode,
        ".github" | ".copilot" => Dialect::Copilot,
        ".cursor" => Dialect::Cursor,
        ".opencode" | "opencode" => Dialect::OpenCode,
        ".gemini" => Dialect::Gemini,
        ".codex" => Dialect::Codex,
        ".goose" | "goose" => Dialect::Goose,
        ".agents" => Dialect::AgentSkills,
        _ => return None,
    })
}

fn kind_of_directory(directory: &str) -> Option<FileKind> {
    Some(match directory {
        "agents" | "agent" => FileKind::Agent,
        "commands" | "prompts" => FileKind::Command,
        "rules" | "instructions" => FileKind::Rule,
        _ => return None,
    })
}

fn skill_dialects(tool: Option<Dialect>) -> &'static [Dialect] {
    match tool {
        Some(Dialect::Copilot) => COPILOT,
        Some(Dialect::Cursor) => CURSOR,
        Some(Dialect::OpenCode) => OPENCODE,
        Some(Dialect::Gemini) => GEMINI,
        Some(Dialect::Codex) => CODEX,
        Some(Dialect::Goose) => GOOSE,
        _ => ANY_SKILL,
    }
}

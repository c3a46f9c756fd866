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

/// Returns what a file is by its path; `None` for a file that is not checked.
///
/// `path` is absolute, so that the directories of tools are seen. `generic` is the part of it in which directories without a dot, such as
/// `agents`, count: those above a project have such names by chance.
pub(crate) fn of_path(path: &Path, generic: &Path) -> Option<Kind> {
    let name = path.file_name()?.to_str()?;
    let directories: Vec<&str> = directories(path).collect();
    let tool = directories.iter().rev().find_map(|name| tool(name));
    if name == "SKILL.md" {
        return Some(Kind::Agent(FileKind::Skill, skill_dialects(tool)));
    }
    if name == "FRAGMENT.md" {
        return Some(Kind::Fragment);
    }
    if name.ends_with(".mustache") {
        return Some(Kind::Template);
    }
    if name == "components.toml" {
        return (directories.last() == Some(&".agent-doc")).then_some(Kind::Components);
    }
    if name.ends_with(".mdc") {
        return Some(Kind::Agent(FileKind::Rule, CURSOR));
    }
    if name.ends_with(".toml") {
        let is_command = tool == Some(Dialect::Gemini) && directories.contains(&"commands");
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
    if directories.contains(&"skills") {
        return Some(Kind::Document);
    }
    let kind = directories
        .iter()
        .rev()
        .find_map(|name| kind_of_directory(name));
    Some(match (tool, kind) {
        (Some(tool), Some(kind)) => tool_kind(tool, kind),
        _ => generic_kind(generic),
    })
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

/// Returns what a file below a directory `agents` or `commands` without a tool is: plugins have such directories.
fn generic_kind(path: &Path) -> Kind {
    let names: Vec<&str> = directories(path).collect();
    let kind = names.iter().rev().find_map(|name| match *name {
        "agents" => Some(FileKind::Agent),
        "commands" => Some(FileKind::Command),
        _ => None,
    });
    kind.map_or(Kind::Document, |kind| Kind::Agent(kind, CLAUDE))
}

fn directories(path: &Path) -> impl Iterator<Item = &str> {
    let parent = path.parent().unwrap_or(Path::new(""));
    parent.iter().filter_map(|part| part.to_str())
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

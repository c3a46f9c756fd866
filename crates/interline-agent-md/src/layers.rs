use std::path::{Path, PathBuf};

use interline_files::{Layer, LayerKind};

use crate::dialect::Dialect;
use crate::file_kind::FileKind;

/// Returns the layers in which a dialect searches the files of a kind, from the highest precedence to the lowest.
///
/// `workspace` is the working directory, `home` that of the user. A dialect that searches every directory up to the root of the
/// repository has a layer for each: the root is the first directory, from `workspace` up, that contains `.git`; without one only
/// `workspace` is searched. The directories need not exist, and the file system is not read otherwise.
///
/// Empty for a kind that the dialect does not have as Markdown files. Callers add the directories of organisations, plugins and managed
/// settings themselves.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// use interline_agent_md::{Dialect, FileKind, layers_for};
///
/// let (work, home) = (Path::new("/src/app"), Path::new("/home/me"));
/// let agents = layers_for(Dialect::ClaudeCode, FileKind::Agent, work, home);
/// let skills = layers_for(Dialect::ClaudeCode, FileKind::Skill, work, home);
/// let first = |layers: &[interline_files::Layer]| {
///     layers.iter().max_by_key(|layer| layer.precedence).unwrap().scan_dir()
/// };
/// assert_eq!(first(&agents), Path::new("/src/app/.claude/agents"));
/// assert_eq!(first(&skills), Path::new("/home/me/.claude/skills"));
/// ```
#[must_use]
pub fn layers_for(dialect: Dialect, kind: FileKind, workspace: &Path, home: &Path) -> Vec<Layer> {
    let (project, user) = directories(dialect, kind);
    let walks_up = matches!(
        (dialect, kind),
        (Dialect::ClaudeCode, FileKind::Agent)
            | (Dialect::OpenCode | Dialect::Codex, FileKind::Skill)
    );
    let is_user_first =
        dialect == Dialect::ClaudeCode && matches!(kind, FileKind::Skill | FileKind::Command);
    let roots = if walks_up {
        up_to_repository(workspace)
    } else {
        vec![workspace.to_owned()]
    };
    // From the lowest precedence to the highest.
    let mut dirs: Vec<(LayerKind, &Path, &str)> = Vec::new();
    dirs.extend(user.iter().map(|dir| (LayerKind::User, home, *dir)));
    for root in roots.iter().rev() {
        for dir in project {
            dirs.push((LayerKind::Project, root, dir));
        }
    }
    if is_user_first {
        dirs.rotate_left(user.len());
    }
    let layers = (0..)
        .zip(dirs)
        .map(|(precedence, (kind, root, dir))| Layer::new(kind, root, precedence).within(dir));
    let mut layers: Vec<_> = layers.collect();
    layers.reverse();
    layers
}

type Dirs = &'static [&'static str];

/// Returns the directories of a dialect in the workspace and in that of the user, each list from the lowest precedence to the highest.
fn directories(dialect: Dialect, kind: FileKind) -> (Dirs, Dirs) {
    let both = |dirs: Dirs| (dirs, dirs);
    match (dialect, kind) {
        (Dialect::ClaudeCode, FileKind::Agent) => both(&[".claude/agents"]),
        (Dialect::ClaudeCode, FileKind::Skill) => both(&[".claude/skills"]),
        (Dialect::ClaudeCode, FileKind::Command) => both(&[".claude/commands"]),
        (Dialect::ClaudeCode, FileKind::Rule) => both(&[".claude/rules"]),
        (Dialect::AgentSkills, FileKind::Skill) => both(&[".agents/skills"]),
        (Dialect::OpenCode, FileKind::Agent) => (
            &[".opencode/agents", ".opencode/agent"],
            &[".config/opencode/agents", ".config/opencode/agent"],
        ),
        (Dialect::OpenCode, FileKind::Command) => {
            (&[".opencode/commands"], &[".config/opencode/commands"])
        }
        (Dialect::OpenCode, FileKind::Skill) => (
            &[".agents/skills", ".claude/skills", ".opencode/skills"],
            &[
                ".agents/skills",
                ".claude/skills",
                ".config/opencode/skills",
            ],
        ),
        (Dialect::Copilot, FileKind::Agent) => (&[".github/agents"], &[".copilot/agents"]),
        (Dialect::Copilot, FileKind::Command) => (&[".github/prompts"], &[]),
        (Dialect::Copilot, FileKind::Rule) => (&[".github/instructions"], &[]),
        (Dialect::Gemini, FileKind::Agent) => both(&[".gemini/agents"]),
        (Dialect::Gemini, FileKind::Skill) => both(&[".gemini/skills"]),
        (Dialect::Gemini, FileKind::Command) => both(&[".gemini/commands"]),
        (Dialect::Copilot, FileKind::Skill) => (&[".github/skills"], &[".copilot/skills"]),
        (Dialect::Codex, FileKind::Skill) => {
            (&[".agents/skills"], &[".codex/skills", ".agents/skills"])
        }
        (Dialect::Codex, FileKind::Command) => (&[], &[".codex/prompts"]),
        (Dialect::Goose, FileKind::Skill) => (
            &[".claude/skills", ".goose/skills", ".agents/skills"],
            &[
                ".claude/skills",
                ".config/agents/skills",
                ".config/goose/skills",
            ],
        ),
        (Dialect::Cursor, FileKind::Command) => both(&[".cursor/commands"]),
        (Dialect::Cursor, FileKind::Skill) => both(&[".cursor/skills"]),
        (Dialect::Cursor, FileKind::Agent) => (&[".cursor/agents"], &[]),
        (Dialect::Cursor, FileKind::Rule) => (&[".cursor/rules"], &[]),
        (Dialect::Native, FileKind::Agent) => both(&[".agents/agents"]),
        (Dialect::Native, FileKind::Skill) => both(&[".agents/skills"]),
        (Dialect::Native, FileKind::Command) => both(&[".agents/commands"]),
        (Dialect::Native, FileKind::Rule) => both(&[".agents/rules"]),
        _ => (&[], &[]),
    }
}

/// Returns `workspace` and the directories above it, up to the root of the repository.
fn up_to_repository(workspace: &Path) -> Vec<PathBuf> {
    let root = workspace
        .ancestors()
        .position(|dir| !dir.as_os_str().is_empty() && dir.join(".git").exists());
    let dirs = workspace.ancestors().take(root.unwrap_or(0) + 1);
    dirs.map(Path::to_owned).collect()
}

use std::path::{Path, PathBuf};

use interline_files::{DiscoveryLayer, LayerKind};

use crate::{Dialect, FileKind};

/// Where a dialect looks for the files of a kind, each place with its precedence: the higher wins.
///
/// `workspace` is the directory that is worked in, `home` that of the user. A dialect that looks in every directory up to the root
/// of the repository gets a layer for each: the root is the first directory, from `workspace` up, that holds `.git`; without one it is
/// `workspace` alone. That is the only question to the file system; the directories need not exist.
///
/// Empty for a kind that the dialect does not have as Markdown files. Places of organisations, plugins and managed settings are the
/// caller's to add.
///
/// ```
/// use std::path::Path;
/// use interline_agent_md::{Dialect, FileKind, layers_for};
///
/// let (work, home) = (Path::new("/src/app"), Path::new("/home/me"));
/// let agents = layers_for(Dialect::ClaudeCode, FileKind::Agent, work, home);
/// let skills = layers_for(Dialect::ClaudeCode, FileKind::Skill, work, home);
/// let winner = |layers: &[interline_files::DiscoveryLayer]| {
///     layers.iter().max_by_key(|layer| layer.precedence).unwrap().scan_dir()
/// };
/// assert_eq!(winner(&agents), Path::new("/src/app/.claude/agents"));
/// assert_eq!(winner(&skills), Path::new("/home/me/.claude/skills"));
/// ```
#[must_use]
pub fn layers_for(
    dialect: Dialect,
    kind: FileKind,
    workspace: &Path,
    home: &Path,
) -> Vec<DiscoveryLayer> {
    let Some(places) = places(dialect, kind) else {
        return Vec::new();
    };
    let roots = if places.walks_up {
        up_to_repository(workspace)
    } else {
        vec![workspace.to_owned()]
    };
    // From what loses to what wins.
    let mut dirs: Vec<(LayerKind, &Path, &str)> = Vec::new();
    let user = places.home.iter().map(|dir| (LayerKind::User, home, *dir));
    let project = roots
        .iter()
        .rev()
        .flat_map(|root| places.project.iter().map(move |dir| (root, *dir)))
        .map(|(root, dir)| (LayerKind::Project, root.as_path(), dir));
    if places.user_wins {
        dirs.extend(project);
        dirs.extend(user);
    } else {
        dirs.extend(user);
        dirs.extend(project);
    }
    let layers = (0..).zip(dirs).map(|(precedence, (kind, root, dir))| {
        DiscoveryLayer::new(kind, root, precedence).within(dir)
    });
    let mut layers: Vec<_> = layers.collect();
    layers.reverse();
    layers
}

struct Places {
    project: &'static [&'static str],
    home: &'static [&'static str],
    walks_up: bool,
    user_wins: bool,
}

impl Places {
    const fn new(project: &'static [&'static str], home: &'static [&'static str]) -> Self {
        Self {
            project,
            home,
            walks_up: false,
            user_wins: false,
        }
    }

    const fn walking_up(self) -> Self {
        Self {
            walks_up: true,
            ..self
        }
    }

    const fn user_wins(self) -> Self {
        Self {
            user_wins: true,
            ..self
        }
    }
}

/// Directories of one place from what loses to what wins.
fn places(dialect: Dialect, kind: FileKind) -> Option<Places> {
    let both = |dirs| Places::new(dirs, dirs);
    Some(match (dialect, kind) {
        (Dialect::ClaudeCode, FileKind::Agent) => both(&[".claude/agents"]).walking_up(),
        (Dialect::ClaudeCode, FileKind::Skill) => both(&[".claude/skills"]).user_wins(),
        (Dialect::ClaudeCode, FileKind::Command) => both(&[".claude/commands"]).user_wins(),
        (Dialect::ClaudeCode, FileKind::Rule) => both(&[".claude/rules"]),
        (Dialect::AgentSkills, FileKind::Skill) => both(&[".agents/skills"]),
        (Dialect::OpenCode, FileKind::Agent) => Places::new(
            &[".opencode/agents", ".opencode/agent"],
            &[".config/opencode/agents", ".config/opencode/agent"],
        ),
        (Dialect::OpenCode, FileKind::Command) => {
            Places::new(&[".opencode/commands"], &[".config/opencode/commands"])
        }
        (Dialect::OpenCode, FileKind::Skill) => Places::new(
            &[".agents/skills", ".claude/skills", ".opencode/skills"],
            &[
                ".agents/skills",
                ".claude/skills",
                ".config/opencode/skills",
            ],
        )
        .walking_up(),
        (Dialect::Copilot, FileKind::Agent) => {
            Places::new(&[".github/agents"], &[".copilot/agents"])
        }
        (Dialect::Copilot, FileKind::Command) => Places::new(&[".github/prompts"], &[]),
        (Dialect::Copilot, FileKind::Rule) => Places::new(&[".github/instructions"], &[]),
        (Dialect::Gemini, FileKind::Agent) => both(&[".gemini/agents"]),
        (Dialect::Gemini, FileKind::Skill) => both(&[".gemini/skills"]),
        (Dialect::Gemini, FileKind::Command) => both(&[".gemini/commands"]),
        (Dialect::Copilot, FileKind::Skill) => {
            Places::new(&[".github/skills"], &[".copilot/skills"])
        }
        (Dialect::Codex, FileKind::Skill) => {
            Places::new(&[".agents/skills"], &[".codex/skills", ".agents/skills"]).walking_up()
        }
        (Dialect::Codex, FileKind::Command) => Places::new(&[], &[".codex/prompts"]),
        (Dialect::Goose, FileKind::Skill) => Places::new(
            &[".claude/skills", ".goose/skills", ".agents/skills"],
            &[
                ".claude/skills",
                ".config/agents/skills",
                ".config/goose/skills",
            ],
        ),
        (Dialect::Cursor, FileKind::Command) => both(&[".cursor/commands"]),
        (Dialect::Cursor, FileKind::Skill) => both(&[".cursor/skills"]),
        (Dialect::Cursor, FileKind::Agent) => Places::new(&[".cursor/agents"], &[]),
        (Dialect::Cursor, FileKind::Rule) => Places::new(&[".cursor/rules"], &[]),
        (Dialect::Native, FileKind::Agent) => both(&[".agents/agents"]),
        (Dialect::Native, FileKind::Skill) => both(&[".agents/skills"]),
        (Dialect::Native, FileKind::Command) => both(&[".agents/commands"]),
        (Dialect::Native, FileKind::Rule) => both(&[".agents/rules"]),
        _ => return None,
    })
}

/// `workspace` and the directories above it, as far as the root of the repository.
fn up_to_repository(workspace: &Path) -> Vec<PathBuf> {
    let root = workspace
        .ancestors()
        .position(|dir| !dir.as_os_str().is_empty() && dir.join(".git").exists());
    let dirs = workspace.ancestors().take(root.unwrap_or(0) + 1);
    dirs.map(Path::to_owned).collect()
}

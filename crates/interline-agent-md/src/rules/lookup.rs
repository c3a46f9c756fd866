//! The rules for a file of a dialect.

use super::shape::Shape;
use super::table::{Field, KindTable, Table};
use super::tables;
use crate::dialect::Dialect;
use crate::file_kind::FileKind;

/// Returns the table of a dialect; `None` for the native dialect.
pub(crate) fn table(dialect: Dialect) -> Option<&'static Table> {
    Some(match dialect {
        Dialect::ClaudeCode => &tables::claude_code::TABLE,
        Dialect::AgentSkills => &tables::agent_skills::TABLE,
        Dialect::OpenCode => &tables::opencode::TABLE,
        Dialect::Copilot => &tables::copilot::TABLE,
        Dialect::Gemini => &tables::gemini::TABLE,
        Dialect::Cursor => &tables::cursor::TABLE,
        Dialect::Codex => &tables::codex::TABLE,
        Dialect::Goose => &tables::goose::TABLE,
        Dialect::Native => return None,
    })
}

/// The rules for a file: those of its kind, or of all kinds of a dialect together when the kind is unknown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) table: &'static Table,
    /// The kind, or the main one of the dialect.
    pub(crate) main: &'static KindTable,
    kinds: &'static [KindTable],
}

impl Rules {
    /// Returns the rules; `None` for the native dialect, and for a kind of file that the dialect does not document.
    pub(crate) fn of(dialect: Dialect, kind: Option<FileKind>) -> Option<Self> {
        let table = table(dialect)?;
        let kinds = match (kind, table.kinds) {
            (Some(kind), all) => std::slice::from_ref(all.iter().find(|found| found.kind == kind)?),
            // A skill is recognised by the name of its file, so that a file of unknown kind is not a skill.
            (None, [others @ .., last]) if last.kind == FileKind::Skill && !others.is_empty() => {
                others
            }
            (None, all) => all,
        };
        Some(Self {
            table,
            main: kinds.first()?,
            kinds,
        })
    }

    pub(crate) fn fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.kinds.iter().flat_map(|kind| kind.fields)
    }

    pub(crate) fn shape(&self, key: &str) -> Option<Shape> {
        let field = self.fields().find(|field| field.name == key);
        field.map(|field| field.shape)
    }

    /// Returns the field for `key`: of the same name, or one that means the same under another name.
    pub(crate) fn name_of(&self, key: &str) -> Option<Field> {
        let own = self.fields().find(|field| field.name == key);
        let synonym = || {
            let synonyms = SYNONYMS.iter().find(|synonyms| synonyms.contains(&key))?;
            self.fields().find(|field| synonyms.contains(&field.name))
        };
        own.or_else(synonym).copied()
    }
}

/// Fields that mean the same under another name in another dialect.
const SYNONYMS: &[&[&str]] = &[
    &["maxTurns", "steps", "maxSteps", "max_turns"],
    &["background", "is_background"],
    &["mcpServers", "mcp-servers", "mcp_servers"],
    &["paths", "globs", "applyTo"],
    &["user-invocable", "user-invokable"],
];

use super::agent_skills::{SKILL, skill};
use crate::rules::table::{KindTable, Table, Unknown};

/// Agents and commands of Goose are recipes in YAML, which this crate does not read.
pub(in crate::rules) const TABLE: Table = Table {
    date: "2026-11-28",
    sources: &["goose-docs.ai/docs/guides/context-engineering/using-skills"],
    kinds: &[KindTable {
        unknown: Unknown::Ignored,
        ..skill(".agents/skills/*/SKILL.md", SKILL)
    }],
    tools: None,
};

use super::agent_skills::skill;
use crate::file_kind::FileKind;
use crate::rules::shape::Shape::{Hint, Map, Text, TextUpTo};
use crate::rules::table::{Field, KindTable, NameRule, Table, ToolsForm, Unknown, field};

/// Agents of Codex are files in TOML, which this crate does not read.
const SKILL: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("license", Text),
    field("compatibility", TextUpTo(500)),
    // `short-description` is the part of it that Codex reads.
    field("metadata", Map),
    field("allowed-tools", Text),
];

const PROMPT: &[Field] = &[field("description", Text), field("argument-hint", Hint)];

pub(in crate::rules) const TABLE: Table = Table {
    date: "2026-10-17",
    sources: &[
        "developers.openai.com/codex/skills",
        "learn.chatgpt.com/docs/build-skills",
        "learn.chatgpt.com/docs/custom-prompts",
        "github.com/openai/codex/blob/main/docs/prompts.md",
    ],
    kinds: &[
        KindTable {
            required: &["description"],
            unknown: Unknown::Ignored,
            tools: ToolsForm::Spaces,
            name: NameRule::Free,
            names_directory: false,
            ..skill(".agents/skills/*/SKILL.md", SKILL)
        },
        KindTable::new(FileKind::Command, "~/.codex/prompts/*.md", PROMPT),
    ],
    tools: None,
};

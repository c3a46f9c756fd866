use super::agent_skills::skill;
use crate::file_kind::FileKind;
use crate::rules::shape::Shape::{Flag, Globs, Text, TextMap, TextOrList, TextUpTo};
use crate::rules::table::{BodyLimit, Field, KindTable, Models, Table, ToolsForm, Unknown, field};

const AGENT: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("model", Text),
    field("readonly", Flag),
    field("is_background", Flag),
];

const RULE: &[Field] = &[
    field("description", Text),
    field("globs", Globs),
    field("alwaysApply", Flag),
];

const SKILL: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("license", Text),
    field("compatibility", TextUpTo(500)),
    field("metadata", TextMap),
    field("allowed-tools", Text),
    field("disable-model-invocation", Flag),
    field("paths", TextOrList),
    field("globs", TextOrList),
    field("icon", Text),
    field("color", Text),
];

pub(in crate::rules) const TABLE: Table = Table {
    date: "2026-10-17",
    sources: &[
        "cursor.com/docs/rules",
        "cursor.com/docs/subagents",
        "cursor.com/docs/skills",
        "cursor.com/docs/commands",
    ],
    kinds: &[
        KindTable {
            unknown: Unknown::Undocumented,
            models: Models::Own,
            ..KindTable::new(FileKind::Agent, ".cursor/agents/*.md", AGENT)
        },
        KindTable {
            unknown: Unknown::Ignored,
            body: BodyLimit::Advised {
                lines: 500,
                tokens: 0,
            },
            ..KindTable::new(FileKind::Rule, ".cursor/rules/**/*.mdc", RULE)
        },
        // A text without a header.
        KindTable {
            unknown: Unknown::Undocumented,
            ..KindTable::new(FileKind::Command, ".cursor/commands/*.md", &[])
        },
        KindTable {
            unknown: Unknown::Ignored,
            tools: ToolsForm::Spaces,
            ..skill(".cursor/skills/*/SKILL.md", SKILL)
        },
    ],
    tools: None,
};

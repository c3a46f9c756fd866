use crate::file_kind::FileKind;
use crate::rules::shape::Shape::{Text, TextMap, TextUpTo};
use crate::rules::table::{
    BodyLimit, Field, KindTable, NameRule, Table, ToolsForm, Unknown, field,
};

/// The fields that every client of the format has in common.
pub(super) const SKILL: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("license", Text),
    field("compatibility", TextUpTo(500)),
    field("metadata", TextMap),
    field("allowed-tools", Text),
];

/// A skill by the rules of the format.
pub(super) const fn skill(files: &'static str, fields: &'static [Field]) -> KindTable {
    KindTable {
        required: &["name", "description"],
        unknown: Unknown::Reported,
        tools: ToolsForm::Spaces,
        name: NameRule::Kebab,
        names_directory: true,
        description: Some(1024),
        is_uploaded: false,
        body: BodyLimit::Advised {
            lines: 500,
            tokens: 5000,
        },
        ..KindTable::new(FileKind::Skill, files, fields)
    }
}

pub(in crate::rules) const TABLE: Table = Table {
    date: "2026-10-17",
    sources: &["agentskills.io/specification"],
    kinds: &[KindTable {
        is_uploaded: true,
        ..skill(".agents/skills/*/SKILL.md", SKILL)
    }],
    tools: None,
};

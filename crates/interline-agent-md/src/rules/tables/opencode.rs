use super::agent_skills::skill;
use crate::file_kind::FileKind;
use crate::rules::shape::Shape::{
    Flag, Map, Positive, Text, TextMap, TextOrMap, TextUpTo, UpTo, Word,
};
use crate::rules::table::{
    Action, Field, KindTable, Models, Servers, Table, ToolTable, ToolsForm, Unknown, field,
};

const AGENT: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("mode", Word(&["primary", "subagent", "all"])),
    field("model", Text),
    field("variant", Text),
    field("temperature", UpTo(2)),
    field("top_p", UpTo(1)),
    field("tools", Map),
    field("permission", TextOrMap),
    field("disable", Flag),
    field("hidden", Flag),
    field("steps", Positive),
    field("maxSteps", Positive),
    field("color", Text),
    field("options", Map),
];

const COMMAND: &[Field] = &[
    field("description", Text),
    field("agent", Text),
    field("model", Text),
    field("variant", Text),
    field("subtask", Flag),
];

const SKILL: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("license", Text),
    field("compatibility", TextUpTo(500)),
    field("metadata", TextMap),
    field("disable-model-invocation", Flag),
];

const TOOLS: ToolTable = ToolTable {
    names: &[
        ("read", &[Action::Read]),
        ("write", &[Action::Write]),
        ("edit", &[Action::Edit]),
        ("bash", &[Action::Shell]),
        ("glob", &[Action::Glob]),
        ("grep", &[Action::Grep]),
        ("list", &[Action::List]),
        ("webfetch", &[Action::Fetch]),
        ("websearch", &[Action::Search]),
        ("todowrite", &[Action::Todo]),
        ("task", &[Action::Agent]),
        ("skill", &[Action::Skill]),
        ("question", &[Action::Ask]),
        ("apply_patch", &[]),
        ("codesearch", &[]),
        ("execute", &[]),
        ("lsp", &[]),
        ("multiedit", &[]),
        ("patch", &[]),
        ("shell", &[Action::Shell]),
        ("subagent", &[Action::Agent]),
        ("todoread", &[]),
    ],
    removed: &[],
    any_case: false,
    ignores_unknown: false,
    servers: Servers::Underscore,
};

pub(in crate::rules) const TABLE: Table = Table {
    date: "2026-10-17",
    sources: &[
        "opencode.ai/docs/agents",
        "opencode.ai/docs/commands",
        "opencode.ai/docs/skills",
        "opencode.ai/docs/tools",
        "opencode.ai/config.json",
    ],
    kinds: &[
        KindTable {
            required: &["description"],
            unknown: Unknown::PassedOn,
            tools: ToolsForm::Flags,
            models: Models::WithProvider,
            ..KindTable::new(FileKind::Agent, ".opencode/agents/**/*.md", AGENT)
        },
        KindTable {
            models: Models::WithProvider,
            ..KindTable::new(FileKind::Command, ".opencode/commands/**/*.md", COMMAND)
        },
        KindTable {
            unknown: Unknown::Ignored,
            tools: ToolsForm::Nowhere,
            ..skill(".opencode/skills/*/SKILL.md", SKILL)
        },
    ],
    tools: Some(&TOOLS),
};

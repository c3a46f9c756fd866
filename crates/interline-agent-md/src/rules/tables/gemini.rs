use super::agent_skills::{SKILL, skill};
use crate::file_kind::FileKind;
use crate::rules::shape::Shape::{List, Map, Positive, Text, UpTo, Word};
use crate::rules::table::{
    Action, Field, KindTable, Models, NameRule, Servers, Table, ToolTable, ToolsForm, Unknown,
    field,
};

const AGENT: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("kind", Word(&["local", "remote"])),
    field("display_name", Text),
    field("tools", List),
    field("mcp_servers", Map),
    field("model", Text),
    field("temperature", UpTo(2)),
    field("max_turns", Positive),
    field("timeout_mins", Positive),
    field("agent_card_url", Text),
    field("agent_card_json", Text),
    field("auth", Map),
];

/// A file in TOML.
const COMMAND: &[Field] = &[field("prompt", Text), field("description", Text)];

const TOOLS: ToolTable = ToolTable {
    names: &[
        ("read_file", &[Action::Read]),
        ("write_file", &[Action::Write]),
        ("replace", &[Action::Edit]),
        ("run_shell_command", &[Action::Shell]),
        ("glob", &[Action::Glob]),
        ("grep_search", &[Action::Grep]),
        ("list_directory", &[Action::List]),
        ("web_fetch", &[Action::Fetch]),
        ("google_web_search", &[Action::Search]),
        ("write_todos", &[Action::Todo]),
        ("activate_skill", &[Action::Skill]),
        ("ask_user", &[Action::Ask]),
        ("enter_plan_mode", &[]),
        ("exit_plan_mode", &[]),
        ("get_internal_docs", &[]),
        ("read_many_files", &[]),
        ("save_memory", &[]),
        ("search_file_content", &[Action::Grep]),
    ],
    removed: &[],
    any_case: false,
    ignores_unknown: false,
    servers: Servers::Prefix,
};

pub(in crate::rules) const TABLE: Table = Table {
    date: "2026-10-17",
    sources: &[
        "geminicli.com/docs/core/subagents",
        "geminicli.com/docs/core/remote-agents",
        "geminicli.com/docs/cli/custom-commands",
        "geminicli.com/docs/tools",
    ],
    kinds: &[
        KindTable {
            required: &["name", "description"],
            unknown: Unknown::Refused,
            tools: ToolsForm::List,
            name: NameRule::Snake,
            models: Models::Gemini,
            ..KindTable::new(FileKind::Agent, ".gemini/agents/*.md", AGENT)
        },
        KindTable {
            required: &["prompt"],
            ..KindTable::new(FileKind::Command, ".gemini/commands/**/*.toml", COMMAND)
        },
        KindTable {
            unknown: Unknown::Ignored,
            ..skill(".gemini/skills/*/SKILL.md", SKILL)
        },
    ],
    tools: Some(&TOOLS),
};

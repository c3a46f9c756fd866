use crate::file_kind::FileKind;
use crate::rules::shape::Shape::{
    Flag, Hint, List, Map, NamesOrMaps, Positive, Text, TextOrList, TextUpTo, Word,
};
use crate::rules::table::{
    Action, BodyLimit, Field, KindTable, Models, NameRule, Servers, Table, ToolTable, ToolsForm,
    field,
};

const EFFORTS: &[&str] = &["low", "medium", "high", "xhigh", "max"];
const COLORS: &[&str] = &[
    "red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan",
];
const PERMISSION_MODES: &[&str] = &[
    "default",
    "manual",
    "acceptEdits",
    "plan",
    "auto",
    "dontAsk",
    "bypassPermissions",
];

const AGENT: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("tools", TextOrList),
    field("disallowedTools", TextOrList),
    field("model", Text),
    field("permissionMode", Word(PERMISSION_MODES)),
    field("maxTurns", Positive),
    field("skills", List),
    field("mcpServers", NamesOrMaps),
    field("hooks", Map),
    field("memory", Word(&["user", "project", "local"])),
    field("background", Flag),
    field("effort", Word(EFFORTS)),
    field("isolation", Word(&["worktree"])),
    field("color", Word(COLORS)),
    field("initialPrompt", Text),
    field("omitClaudeMd", Flag),
    field("autoCompactWindow", Positive),
    field("experimental", Map),
];

const SKILL: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("when_to_use", Text),
    field("argument-hint", Hint),
    field("arguments", TextOrList),
    field("disable-model-invocation", Flag),
    field("user-invocable", Flag),
    field("allowed-tools", TextOrList),
    field("disallowed-tools", TextOrList),
    field("model", Text),
    field("effort", Word(EFFORTS)),
    field("context", Word(&["fork"])),
    field("agent", Text),
    field("background", Flag),
    field("hooks", Map),
    field("paths", TextOrList),
    field("shell", Word(&["bash", "powershell"])),
    field("metadata", Map),
    field("license", Text),
    field("compatibility", TextUpTo(500)),
    field("display-name", Text),
    field("default-enabled", Flag),
    field("fallback", Text),
];

const RULE: &[Field] = &[field("paths", TextOrList)];

const SKILL_MODELS: Models = Models::Claude(&[
    "default",
    "best",
    "fable",
    "sonnet",
    "opus",
    "haiku",
    "opusplan",
    "sonnet[1m]",
    "opus[1m]",
    "inherit",
]);

const TOOLS: ToolTable = ToolTable {
    names: &[
        ("Read", &[Action::Read]),
        ("Write", &[Action::Write]),
        ("Edit", &[Action::Edit]),
        ("Bash", &[Action::Shell]),
        ("Glob", &[Action::Glob]),
        ("Grep", &[Action::Grep]),
        ("WebFetch", &[Action::Fetch]),
        ("WebSearch", &[Action::Search]),
        ("TodoWrite", &[Action::Todo]),
        ("Agent", &[Action::Agent]),
        ("Task", &[Action::Agent]),
        ("Skill", &[Action::Skill]),
        ("AskUserQuestion", &[Action::Ask]),
        ("Artifact", &[]),
        ("CronCreate", &[]),
        ("CronDelete", &[]),
        ("CronList", &[]),
        ("EndConversation", &[]),
        ("EnterPlanMode", &[]),
        ("EnterWorktree", &[]),
        ("ExitPlanMode", &[]),
        ("ExitWorktree", &[]),
        ("LSP", &[]),
        ("ListAgents", &[]),
        ("ListMcpResourcesTool", &[]),
        ("Monitor", &[]),
        ("NotebookEdit", &[]),
        ("PowerShell", &[]),
        ("PushNotification", &[]),
        ("ReadMcpResourceTool", &[]),
        ("RemoteTrigger", &[]),
        ("ReportFindings", &[]),
        ("ScheduleWakeup", &[]),
        ("SendFeedback", &[]),
        ("SendMessage", &[]),
        ("SendUserFile", &[]),
        ("ShareOnboardingGuide", &[]),
        ("SubagentHandback", &[]),
        ("TaskCreate", &[]),
        ("TaskGet", &[]),
        ("TaskList", &[]),
        ("TaskOutput", &[]),
        ("TaskStop", &[]),
        ("TaskUpdate", &[]),
        ("ToolSearch", &[]),
        ("WaitForMcpServers", &[]),
        ("Workflow", &[]),
    ],
    removed: &[
        ("LS", Some("Glob")),
        ("MultiEdit", Some("Edit")),
        ("NotebookRead", Some("Read")),
        ("TodoRead", Some("TaskList")),
        ("BashOutput", Some("TaskOutput")),
        ("KillShell", Some("TaskStop")),
        ("KillBash", Some("TaskStop")),
        ("SlashCommand", Some("Skill")),
        ("TeamCreate", None),
        ("TeamDelete", None),
    ],
    any_case: false,
    ignores_unknown: false,
    servers: Servers::DoubleUnderscore,
};

pub(in crate::rules) const TABLE: Table = Table {
    date: "2026-10-19",
    sources: &[
        "code.claude.com/docs/en/sub-agents",
        "code.claude.com/docs/en/skills",
        "code.claude.com/docs/en/memory",
        "code.claude.com/docs/en/tools-reference",
        "code.claude.com/docs/en/model-config",
    ],
    kinds: &[
        KindTable {
            required: &["name", "description"],
            tools: ToolsForm::Commas,
            name: NameRule::NoColon,
            models: Models::Claude(&["fable", "sonnet", "opus", "haiku", "inherit"]),
            ..KindTable::new(FileKind::Agent, ".claude/agents/**/*.md", AGENT)
        },
        KindTable {
            tools: ToolsForm::Allowed,
            is_uploaded: true,
            body: BodyLimit::Advised {
                lines: 500,
                tokens: 0,
            },
            models: SKILL_MODELS,
            ..KindTable::new(FileKind::Skill, ".claude/skills/*/SKILL.md", SKILL)
        },
        KindTable {
            tools: ToolsForm::Allowed,
            models: SKILL_MODELS,
            ..KindTable::new(FileKind::Command, ".claude/commands/**/*.md", SKILL)
        },
        KindTable::new(FileKind::Rule, ".claude/rules/**/*.md", RULE),
    ],
    tools: Some(&TOOLS),
};

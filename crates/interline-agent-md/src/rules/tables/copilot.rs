use super::agent_skills::skill;
use crate::file_kind::FileKind;
use crate::rules::shape::Shape::{
    AnyList, Commas, Flag, Hint, List, Map, Text, TextMap, TextOrList, TextUpTo, Word,
};
use crate::rules::table::{
    Action, BodyLimit, Field, KindTable, Models, Servers, Table, ToolTable, ToolsForm, Unknown,
    field,
};

const AGENT: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("target", Word(&["vscode", "github-copilot"])),
    field("tools", TextOrList),
    field("model", TextOrList),
    field("agents", List),
    field("argument-hint", Hint),
    field("user-invocable", Flag),
    field("user-invokable", Flag),
    field("disable-model-invocation", Flag),
    field("infer", Flag),
    field("mcp-servers", Map),
    field("metadata", TextMap),
    field("handoffs", AnyList),
    field("hooks", Map),
];

const PROMPT: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("argument-hint", Hint),
    field("agent", Text),
    field("mode", Text),
    field("model", TextOrList),
    field("tools", TextOrList),
];

const INSTRUCTIONS: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("applyTo", Commas),
    field(
        "excludeAgent",
        Word(&["code-review", "cloud-agent", "coding-agent"]),
    ),
];

const SKILL: &[Field] = &[
    field("name", Text),
    field("description", Text),
    field("license", Text),
    field("compatibility", TextUpTo(500)),
    field("metadata", TextMap),
    field("allowed-tools", TextOrList),
    field("argument-hint", Hint),
    field("user-invocable", Flag),
    field("disable-model-invocation", Flag),
    field("context", Word(&["fork"])),
];

const TOOLS: ToolTable = ToolTable {
    names: &[
        ("read", &[Action::Read]),
        ("edit", &[Action::Write, Action::Edit]),
        ("execute", &[Action::Shell]),
        ("search", &[Action::Glob, Action::Grep, Action::List]),
        ("web", &[Action::Fetch, Action::Search]),
        ("todo", &[Action::Todo]),
        ("agent", &[Action::Agent]),
        // Other names for the same.
        ("notebookread", &[]),
        ("multiedit", &[]),
        ("write", &[]),
        ("notebookedit", &[]),
        ("shell", &[]),
        ("bash", &[]),
        ("powershell", &[]),
        ("grep", &[]),
        ("glob", &[]),
        ("websearch", &[]),
        ("webfetch", &[]),
        ("todowrite", &[]),
        ("custom-agent", &[]),
        ("task", &[]),
        // Tools of the editor.
        ("browser", &[]),
        ("changes", &[]),
        ("codebase", &[]),
        ("editFiles", &[]),
        ("extensions", &[]),
        ("fetch", &[]),
        ("findTestFiles", &[]),
        ("githubRepo", &[]),
        ("new", &[]),
        ("newWorkspace", &[]),
        ("openSimpleBrowser", &[]),
        ("problems", &[]),
        ("runCommands", &[]),
        ("runNotebooks", &[]),
        ("runSubagent", &[]),
        ("runTasks", &[]),
        ("runTests", &[]),
        ("searchResults", &[]),
        ("terminalLastCommand", &[]),
        ("terminalSelection", &[]),
        ("testFailure", &[]),
        ("todos", &[]),
        ("usages", &[]),
        ("vscode", &[]),
        ("vscodeAPI", &[]),
    ],
    removed: &[],
    any_case: true,
    ignores_unknown: true,
    servers: Servers::Slash,
};

pub(in crate::rules) const TABLE: Table = Table {
    date: "2026-10-17",
    sources: &[
        "docs.github.com/en/copilot/reference/custom-agents-configuration",
        "code.visualstudio.com/docs/agents/reference/custom-agent-file-reference",
        "code.visualstudio.com/docs/agent-customization/prompt-files",
        "code.visualstudio.com/docs/agent-customization/custom-instructions",
    ],
    kinds: &[
        KindTable {
            required: &["description"],
            tools: ToolsForm::List,
            body: BodyLimit::Characters(30_000),
            models: Models::Own,
            ..KindTable::new(FileKind::Agent, ".github/agents/*.agent.md", AGENT)
        },
        KindTable {
            tools: ToolsForm::List,
            models: Models::Own,
            ..KindTable::new(FileKind::Command, ".github/prompts/*.prompt.md", PROMPT)
        },
        KindTable::new(
            FileKind::Rule,
            ".github/instructions/**/*.instructions.md",
            INSTRUCTIONS,
        ),
        KindTable {
            unknown: Unknown::Ignored,
            tools: ToolsForm::Allowed,
            ..skill(".github/skills/*/SKILL.md", SKILL)
        },
    ],
    tools: Some(&TOOLS),
};

//! Which fields each dialect has. A file does not say whether it is an agent, a command or a rule, so the fields of all kinds of a
//! dialect are taken together.

use super::Dialect;
use super::shape::Shape::{
    self, AnyList, Commas, Flag, List, Map, NamesOrMaps, Number, Text, TextMap, TextOrList,
    TextOrMap, TextUpTo, Whole, Word,
};

type Field = (&'static str, Shape);

/// What becomes of a key that the dialect does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// It is ignored.
    Ignored,
    /// It is an error there.
    Refused,
    /// It is sent to the provider of the model.
    PassedOn,
    /// Nobody says.
    Undocumented,
}

/// How the tools are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ToolsForm {
    /// A text with commas.
    Commas,
    /// A list.
    List,
    /// A map from names to flags.
    Flags,
    /// A text with blanks, under `allowed-tools`.
    Blanks,
    /// There is no such field.
    Nowhere,
}

/// What a dialect takes.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) fields: &'static [Field],
    pub(super) required: &'static [&'static str],
    pub(super) unknown: Unknown,
    pub(super) tools: ToolsForm,
    /// The characters that a description may have.
    pub(super) description: Option<usize>,
    /// The characters that a body may have.
    pub(super) body: Option<usize>,
}

impl Rules {
    pub(super) fn shape(&self, key: &str) -> Option<Shape> {
        let field = self.fields.iter().find(|(name, _)| *name == key);
        field.map(|(_, shape)| *shape)
    }
}

const EFFORTS: &[&str] = &["low", "medium", "high", "xhigh", "max"];
const COLOURS: &[&str] = &[
    "red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan",
];

const CLAUDE_CODE: &[Field] = &[
    ("name", Text),
    ("description", Text),
    ("tools", TextOrList),
    ("disallowedTools", TextOrList),
    ("model", Text),
    ("permissionMode", Text),
    ("maxTurns", Whole),
    ("skills", List),
    ("mcpServers", NamesOrMaps),
    ("hooks", Map),
    ("memory", Word(&["user", "project", "local"])),
    ("background", Flag),
    ("effort", Word(EFFORTS)),
    ("isolation", Word(&["worktree"])),
    ("color", Word(COLOURS)),
    ("initialPrompt", Text),
    ("when_to_use", Text),
    ("argument-hint", Text),
    ("arguments", TextOrList),
    ("disable-model-invocation", Flag),
    ("user-invocable", Flag),
    ("allowed-tools", TextOrList),
    ("disallowed-tools", TextOrList),
    ("context", Word(&["fork"])),
    ("agent", Text),
    ("paths", TextOrList),
    ("shell", Text),
    ("metadata", Map),
    ("license", Text),
    ("compatibility", TextUpTo(500)),
];

const AGENT_SKILLS: &[Field] = &[
    ("name", Text),
    ("description", Text),
    ("license", Text),
    ("compatibility", Text),
    ("metadata", TextMap),
    ("allowed-tools", Text),
];

const OPEN_CODE: &[Field] = &[
    ("name", Text),
    ("description", Text),
    ("mode", Word(&["primary", "subagent", "all"])),
    ("model", Text),
    ("temperature", Number),
    ("tools", Map),
    ("permission", TextOrMap),
    ("disable", Flag),
    ("hidden", Flag),
    ("maxSteps", Whole),
    ("agent", Text),
    ("subtask", Flag),
    ("license", Text),
    ("compatibility", Text),
    ("metadata", Map),
];

const COPILOT: &[Field] = &[
    ("name", Text),
    ("description", Text),
    ("target", Word(&["vscode", "github-copilot"])),
    ("tools", TextOrList),
    ("model", TextOrList),
    ("agents", List),
    ("argument-hint", Text),
    ("user-invocable", Flag),
    ("user-invokable", Flag),
    ("disable-model-invocation", Flag),
    ("infer", Flag),
    ("mcp-servers", Map),
    ("metadata", TextMap),
    ("handoffs", AnyList),
    ("hooks", Map),
    ("agent", Text),
    ("applyTo", Commas),
    ("excludeAgent", Text),
];

const GEMINI: &[Field] = &[
    ("name", Text),
    ("description", Text),
    ("kind", Word(&["local", "remote"])),
    ("display_name", Text),
    ("tools", List),
    ("mcp_servers", Map),
    ("model", Text),
    ("temperature", Number),
    ("max_turns", Whole),
    ("timeout_mins", Whole),
    ("agent_card_url", Text),
    ("agent_card_json", Text),
    ("auth", Map),
];

const CURSOR: &[Field] = &[
    ("name", Text),
    ("description", Text),
    ("model", Text),
    ("readonly", Flag),
    ("is_background", Flag),
    ("globs", Commas),
    ("alwaysApply", Flag),
];

/// What a dialect takes; `None` for the native form, which takes everything.
pub(super) fn rules(dialect: Dialect) -> Option<&'static Rules> {
    let rules = match dialect {
        Dialect::ClaudeCode => &Rules {
            fields: CLAUDE_CODE,
            required: &["name", "description"],
            unknown: Unknown::Ignored,
            tools: ToolsForm::Commas,
            description: None,
            body: None,
        },
        Dialect::AgentSkills => &Rules {
            fields: AGENT_SKILLS,
            required: &["name", "description"],
            unknown: Unknown::Refused,
            tools: ToolsForm::Blanks,
            description: Some(1024),
            body: None,
        },
        Dialect::OpenCode => &Rules {
            fields: OPEN_CODE,
            required: &["description"],
            unknown: Unknown::PassedOn,
            tools: ToolsForm::Flags,
            description: None,
            body: None,
        },
        Dialect::Copilot => &Rules {
            fields: COPILOT,
            required: &["description"],
            unknown: Unknown::Ignored,
            tools: ToolsForm::List,
            description: None,
            body: Some(30_000),
        },
        Dialect::Gemini => &Rules {
            fields: GEMINI,
            required: &["name", "description"],
            unknown: Unknown::Refused,
            tools: ToolsForm::List,
            description: None,
            body: None,
        },
        Dialect::Cursor => &Rules {
            fields: CURSOR,
            required: &[],
            unknown: Unknown::Undocumented,
            tools: ToolsForm::Nowhere,
            description: None,
            body: None,
        },
        Dialect::Native => return None,
    };
    Some(rules)
}

/// Fields that mean the same under another name in another dialect.
const TWINS: &[&[&str]] = &[
    &["maxTurns", "maxSteps", "max_turns"],
    &["background", "is_background"],
    &["mcpServers", "mcp-servers", "mcp_servers"],
    &["paths", "globs", "applyTo"],
    &["user-invocable", "user-invokable"],
];

/// The name that `key` has in a dialect: its own, or that of its twin.
pub(super) fn name_in(key: &str, rules: &Rules) -> Option<(&'static str, Shape)> {
    let own = rules.fields.iter().find(|(name, _)| *name == key);
    let twin = || {
        let twins = TWINS.iter().find(|twins| twins.contains(&key))?;
        rules.fields.iter().find(|(name, _)| twins.contains(name))
    };
    own.or_else(twin).copied()
}

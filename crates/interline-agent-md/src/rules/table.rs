//! The types of the rules of a dialect. Each dialect has a file in `tables/`, with the date and source of its rules.

use super::shape::Shape;
use crate::file_kind::FileKind;

/// A field of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
}

/// Makes a field.
pub(super) const fn field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape }
}

/// How a dialect treats a key that the kind of file does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// It is ignored.
    Ignored,
    /// Clients ignore it, the validator of the format reports it.
    Reported,
    /// It is an error.
    Refused,
    /// It is sent to the provider of the model.
    PassedOn,
    /// Its documentation does not define it.
    Undocumented,
}

/// The syntax of the tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToolsForm {
    /// `tools`, a string with commas.
    Commas,
    /// `tools`, a list.
    List,
    /// `tools`, a map from names to booleans.
    Flags,
    /// `allowed-tools`, a string with spaces. It allows without asking, and restricts nothing.
    Spaces,
    /// `allowed-tools`, a string with commas or spaces, or a list. The same.
    Allowed,
    /// The kind has no field for tools.
    Nowhere,
}

/// The rule for names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameRule {
    Free,
    /// No `:`, no `-` at the start.
    NoColon,
    /// 1 to 64 of `a-z`, `0-9` and single `-` between them.
    Kebab,
    /// Only `a-z`, `0-9`, `-` and `_`.
    Snake,
}

/// The limit for the text below the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyLimit {
    None,
    /// Characters, at most.
    Characters(usize),
    /// Lines and tokens that are recommended at most; 0 for no recommendation.
    Advised {
        lines: usize,
        tokens: usize,
    },
}

/// One kind of file.
#[derive(Debug)]
pub(crate) struct KindTable {
    pub(crate) kind: FileKind,
    /// The usual location. [`Options::for_dialect`](crate::Options::for_dialect) takes the ending and the depth from it.
    pub(crate) files: &'static str,
    pub(crate) fields: &'static [Field],
    pub(crate) required: &'static [&'static str],
    pub(crate) unknown: Unknown,
    pub(crate) tools: ToolsForm,
    pub(crate) name: NameRule,
    /// Whether the name has to be that of the directory.
    pub(crate) names_directory: bool,
    /// Characters of a description, at most.
    pub(crate) description: Option<usize>,
    /// Whether names and descriptions may have no XML tags, and names neither `claude` nor `anthropic`, where they are uploaded.
    pub(crate) is_uploaded: bool,
    pub(crate) body: BodyLimit,
    /// The values of `model`.
    pub(crate) models: Models,
}

impl KindTable {
    /// Makes a kind without required fields.
    pub(super) const fn new(kind: FileKind, files: &'static str, fields: &'static [Field]) -> Self {
        Self {
            kind,
            files,
            fields,
            required: &[],
            unknown: Unknown::Ignored,
            tools: ToolsForm::Nowhere,
            name: NameRule::Free,
            names_directory: false,
            description: None,
            is_uploaded: false,
            body: BodyLimit::None,
            models: Models::Any,
        }
    }
}

/// The models that a kind accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Models {
    /// Any, or the documentation has no list.
    Any,
    /// One of these keywords, or the id of a model of Anthropic.
    Claude(&'static [&'static str]),
    /// `provider/id`.
    WithProvider,
    /// A model of Google, or `inherit`.
    Gemini,
    /// Names of its own, not the keywords of Claude Code.
    Own,
}

/// An action that a tool can do. Two tools of different dialects are the same when they do the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Action {
    Read,
    Write,
    Edit,
    Shell,
    Glob,
    Grep,
    List,
    Fetch,
    Search,
    Todo,
    Agent,
    Skill,
    Ask,
}

impl Action {
    /// Every action in the order of the variants, and its description for messages.
    pub(crate) const ALL: [(Self, &'static str); 13] = [
        (Self::Read, "read files"),
        (Self::Write, "write files"),
        (Self::Edit, "edit files"),
        (Self::Shell, "run commands"),
        (Self::Glob, "find files by pattern"),
        (Self::Grep, "search in files"),
        (Self::List, "list directories"),
        (Self::Fetch, "fetch pages"),
        (Self::Search, "search the web"),
        (Self::Todo, "keep a list of tasks"),
        (Self::Agent, "start agents"),
        (Self::Skill, "use skills"),
        (Self::Ask, "ask the user"),
    ];

    /// Returns a description for messages.
    pub(crate) fn describe(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// The tools of a dialect.
#[derive(Debug)]
pub(crate) struct ToolTable {
    /// The names, and their actions as far as another dialect has a tool for them.
    pub(crate) names: &'static [(&'static str, &'static [Action])],
    /// The names that were removed, and their successors.
    pub(crate) removed: &'static [(&'static str, Option<&'static str>)],
    /// Whether upper and lower case are equal in names.
    pub(crate) any_case: bool,
    /// Whether an unknown name is ignored by its documentation.
    pub(crate) ignores_unknown: bool,
    /// The syntax of the names of the tools of an MCP server.
    pub(crate) servers: Servers,
}

/// The syntax of the name of the tool `t` of an MCP server `s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Servers {
    /// `mcp__s__t`
    DoubleUnderscore,
    /// `mcp_s_t`
    Prefix,
    /// `s_t`
    Underscore,
    /// `s/t`
    Slash,
}

/// The rules of a dialect.
#[derive(Debug)]
pub(crate) struct Table {
    /// The date on which the documentation was read.
    #[cfg_attr(not(test), expect(dead_code, reason = "only the page has it"))]
    pub(crate) date: &'static str,
    #[cfg_attr(not(test), expect(dead_code, reason = "only the page has them"))]
    pub(crate) sources: &'static [&'static str],
    /// The main kind first.
    pub(crate) kinds: &'static [KindTable],
    pub(crate) tools: Option<&'static ToolTable>,
}

/// Fields that restrict an agent: when one is lost, the agent can do more.
pub(crate) const RESTRICTIONS: &[&str] = &[
    "agents",
    "allowed-tools",
    "disable",
    "disable-model-invocation",
    "disabled",
    "disallowed-tools",
    "disallowedTools",
    "isolation",
    "maxSteps",
    "maxTurns",
    "max_turns",
    "permission",
    "permissionMode",
    "permissions",
    "readonly",
    "steps",
    "timeout_mins",
    "tools",
    "user-invocable",
];

impl NameRule {
    /// Returns the rule that a name violates; `None` when it is valid.
    pub(crate) fn violation(self, name: &str) -> Option<&'static str> {
        let of = |member: fn(char) -> bool| name.chars().all(member);
        match self {
            Self::Free => None,
            Self::NoColon => (name.contains(':') || name.starts_with('-'))
                .then_some("a name without `:` that does not start with `-`"),
            Self::Kebab => {
                let fits = of(|c| matches!(c, 'a'..='z' | '0'..='9' | '-'))
                    && name.len() <= 64
                    && !name.starts_with('-')
                    && !name.ends_with('-')
                    && !name.contains("--");
                (!fits).then_some("1 to 64 of `a-z`, `0-9` and single `-` between them")
            }
            Self::Snake => (!of(|c| matches!(c, 'a'..='z' | '0'..='9' | '-' | '_')))
                .then_some("only `a-z`, `0-9`, `-` and `_`"),
        }
    }
}

impl Models {
    /// Returns the fault of a model, for a message that begins with the title of the dialect.
    pub(crate) fn violation(self, model: &str) -> Option<String> {
        let is_of_claude = matches!(model, "sonnet" | "opus" | "haiku" | "fable" | "opusplan");
        match self {
            Self::Any => None,
            Self::Claude(words) => {
                let known = words.contains(&model)
                    || model.contains("claude-")
                    || model.starts_with("arn:");
                let words = words.join("`, `");
                (!known).then(|| {
                    format!("documents `{words}` and ids such as `claude-sonnet-4-5` for `model`, found `{model}`")
                })
            }
            Self::WithProvider => (!model.contains('/'))
                .then(|| format!("expects `provider/id` for `model`, found `{model}`")),
            Self::Gemini => {
                let known = model == "inherit"
                    || model.contains("gemini")
                    || model.contains("gemma")
                    || model.starts_with("auto");
                let of_another = if is_of_claude {
                    ", a keyword of another program"
                } else {
                    ""
                };
                (!known).then(|| {
                    format!("expects the id of a model for `model`, found `{model}`{of_another}")
                })
            }
            Self::Own => is_of_claude.then(|| {
                format!(
                    "has names of its own for `model`, found `{model}`, a keyword of Claude Code"
                )
            }),
        }
    }
}

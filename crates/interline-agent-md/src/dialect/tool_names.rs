//! The names of tools that each dialect knows, as far as it has some of its own.

use super::Dialect;

/// Tools that do the same, by dialect: Claude Code, OpenCode, Gemini CLI, Copilot.
const SAME: &[[&str; 4]] = &[
    ["Read", "read", "read_file", "read"],
    ["Write", "write", "write_file", "edit"],
    ["Edit", "edit", "replace", "edit"],
    ["Bash", "bash", "run_shell_command", "execute"],
    ["Glob", "glob", "glob", "search"],
    ["Grep", "grep", "grep_search", "search"],
    ["LS", "list", "list_directory", "search"],
    ["WebFetch", "webfetch", "web_fetch", "web"],
    ["WebSearch", "websearch", "google_web_search", "web"],
    ["TodoWrite", "todowrite", "write_todos", "todo"],
    ["Task", "task", "", "agent"],
    ["Agent", "task", "", "agent"],
    ["Skill", "skill", "activate_skill", ""],
    ["AskUserQuestion", "question", "ask_user", ""],
];

const CLAUDE_CODE: &[&str] = &[
    "BashOutput",
    "EnterPlanMode",
    "ExitPlanMode",
    "KillShell",
    "ListMcpResourcesTool",
    "LSP",
    "Monitor",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "PowerShell",
    "ReadMcpResourceTool",
    "SendMessage",
    "SlashCommand",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "ToolSearch",
];
const OPEN_CODE: &[&str] = &[
    "apply_patch",
    "codesearch",
    "lsp",
    "multiedit",
    "patch",
    "todoread",
];
const GEMINI: &[&str] = &["read_many_files", "save_memory", "search_file_content"];
const COPILOT: &[&str] = &[
    "bash",
    "changes",
    "codebase",
    "custom-agent",
    "editFiles",
    "extensions",
    "fetch",
    "findTestFiles",
    "githubRepo",
    "glob",
    "grep",
    "multiedit",
    "new",
    "notebookedit",
    "notebookread",
    "openSimpleBrowser",
    "powershell",
    "problems",
    "runCommands",
    "runNotebooks",
    "runTasks",
    "runTests",
    "searchResults",
    "shell",
    "task",
    "terminalLastCommand",
    "terminalSelection",
    "testFailure",
    "todos",
    "todowrite",
    "usages",
    "vscode",
    "vscodeAPI",
    "webfetch",
    "websearch",
    "write",
];

/// What a dialect has against the name of a tool: `None` when it knows it, or has no list of its own. Otherwise the name
/// that it uses for the same, where there is one.
pub(super) fn objection(name: &str, dialect: Dialect) -> Option<Option<&'static str>> {
    let (column, more): (usize, &[&str]) = match dialect {
        Dialect::ClaudeCode => (0, CLAUDE_CODE),
        Dialect::OpenCode => (1, OPEN_CODE),
        Dialect::Gemini => (2, GEMINI),
        Dialect::Copilot => (3, COPILOT),
        Dialect::AgentSkills | Dialect::Cursor | Dialect::Native => return None,
    };
    let base = name.split('(').next().unwrap_or(name).trim();
    let same = |known: &str| match dialect {
        Dialect::Copilot => known.eq_ignore_ascii_case(base),
        _ => known == base,
    };
    let is_pattern = base.contains('*');
    let is_of_server = match dialect {
        Dialect::ClaudeCode => base.starts_with("mcp__"),
        Dialect::Copilot => base.contains('/'),
        Dialect::Gemini => base.starts_with("mcp_"),
        // Tools of servers are called `server_tool` there.
        _ => base.contains('_'),
    };
    let known = SAME
        .iter()
        .any(|names| names.get(column).is_some_and(|known| same(known)));
    if is_pattern || is_of_server || known || more.iter().any(|known| same(known)) {
        return None;
    }
    let row = SAME
        .iter()
        .find(|names| names.contains(&base) && !base.is_empty());
    let own = row.and_then(|names| names.get(column)).copied();
    Some(own.filter(|own| !own.is_empty()))
}

//! The rules of each dialect, in a file of its own with date and source. A rule that is not documented is not in a table.

pub(super) mod agent_skills;
pub(super) mod claude_code;
pub(super) mod codex;
pub(super) mod copilot;
pub(super) mod cursor;
pub(super) mod gemini;
pub(super) mod goose;
pub(super) mod opencode;

//! The codes of the diagnostics of this crate.
//!
//! A code identifies a kind of problem and does not change between versions. The codes are grouped by their source: a header that is not
//! YAML, the values of a header, the value of `tools`, the rules of a dialect, a conversion, a directory, a command.

pub use interline_frontmatter::diagnostics::{
    BARE_VALUE, CONTROL_CHARACTER, FLOW_INDENT, INDENTED_KEY, MISSING_SPACE, REPAIRED_VALUE,
    TAB_INDENT, TAG_LEFT_OUT, TEXT_IN_COMMENT,
};

// Values of a header.

/// A merge key is not applied, and is kept like any other key.
///
/// # Example
///
/// ```text
/// <<: *defaults
/// ```
///
/// # Fix
///
/// Write the keys of the merged mapping out.
pub const MERGE_KEY: &str = "merge-key";

/// A value that JSON cannot represent is kept as its source text.
///
/// # Example
///
/// ```text
/// limit: .inf
/// id: 123456789012345678901
/// x: !t 1
/// ```
///
/// # Fix
///
/// Write the value in quotes.
pub const KEPT_AS_TEXT: &str = "kept-as-text";

/// A number or boolean is the value of a string field. It is read as its source text.
///
/// # Example
///
/// ```text
/// model: 4.5
/// ```
///
/// # Fix
///
/// Write the value in quotes.
pub const NOT_A_TEXT: &str = "not-a-text";

/// A list, a mapping or null is the value of a string field. It is kept among the [extras](crate::AgentProfile::extras).
///
/// # Example
///
/// ```text
/// model: [opus, sonnet]
/// ```
///
/// # Fix
///
/// Write one string.
pub const UNUSABLE_VALUE: &str = "unusable-value";

/// The value of `name` is empty or null, so that the name of the file is used, as [`Naming::HeaderOrFile`](crate::Naming::HeaderOrFile)
/// asks.
///
/// # Example
///
/// ```text
/// name:
/// ```
///
/// # Fix
///
/// Write a name or remove the line.
pub const UNUSABLE_NAME: &str = "unusable-name";

/// A name has a character that looks like a space or is invisible.
///
/// # Example
///
/// ```text
/// name: re<U+200B>viewer
/// ```
///
/// # Fix
///
/// Remove the character.
pub const INVISIBLE_CHARACTER: &str = "invisible-character";

/// A key is nearly `tools`, and the agent has no `tools`, so that it may use every tool.
///
/// # Example
///
/// ```text
/// Tools: Read
/// ```
///
/// # Fix
///
/// Write `tools`.
pub const UNRESTRICTED: &str = "unrestricted";

// The value of `tools`.

/// A list is in quotes, which makes it a string. It is read as the list.
///
/// # Example
///
/// ```text
/// tools: '[Bash, Edit]'
/// ```
///
/// # Fix
///
/// Remove the quotes.
pub const QUOTED_LIST: &str = "quoted-list";

/// The name of a tool has a space in it, and is read as one name. In a conversion, the target separates names by spaces and reads several
/// names.
///
/// # Example
///
/// ```text
/// tools: read files
/// ```
///
/// # Fix
///
/// Write a comma between two names.
pub const SPACE_IN_TOOL: &str = "space-in-tool";

/// A list in brackets is cut at the comma of a pattern, and the parts are joined again.
///
/// # Example
///
/// ```text
/// tools: [Read, Bash(git add, git commit)]
/// ```
///
/// # Fix
///
/// Write the name in quotes: `"Bash(git add, git commit)"`.
pub const TORN_TOOL: &str = "torn-tool";

/// An item of a list has commas, and is read as one name.
///
/// # Example
///
/// ```text
/// tools:
///   - Read, Edit
/// ```
///
/// # Fix
///
/// Make each name an item.
pub const SEVERAL_TOOLS: &str = "several-tools";

/// A value in a map of tools is neither `true` nor `false`. It allows the tool, except words such as `deny`.
///
/// # Example
///
/// ```text
/// tools: {bash: ask}
/// ```
///
/// # Fix
///
/// Write `true` or `false`.
pub const TOOL_NOT_A_FLAG: &str = "tool-not-a-flag";

/// A map of tools allows none. It is read as no tool.
///
/// # Example
///
/// ```text
/// tools: {bash: false}
/// ```
///
/// # Fix
///
/// Name the allowed tools, or add `"*": true`.
pub const NO_TOOL_ALLOWED: &str = "no-tool-allowed";

// The rules of a dialect.

/// The dialect does not accept the name.
///
/// # Example
///
/// ```text
/// name: 'QA: Reviewer'
/// ```
///
/// # Fix
///
/// Use a name of the form that the message gives.
pub const NAME_NOT_TAKEN: &str = "name-not-taken";

/// A skill has another name than its directory.
///
/// # Example
///
/// ```text
/// skills/alpha/SKILL.md:
///     name: beta
/// ```
///
/// # Fix
///
/// Rename the skill or the directory.
pub const NAME_OF_DIRECTORY: &str = "name-of-directory";

/// The name of a skill has a word that is rejected where skills are uploaded.
///
/// # Example
///
/// ```text
/// name: claude-helper
/// ```
///
/// # Fix
///
/// Use another name if the skill is to be uploaded.
pub const RESERVED_NAME: &str = "reserved-name";

/// A field that the dialect requires is missing.
///
/// # Example
///
/// ```text
/// ---
/// description: Reviews code.
/// ---
/// ```
///
/// # Fix
///
/// Add the field.
pub const MISSING_FIELD: &str = "missing-field";

/// The description, which the dialect requires, is missing or empty.
///
/// # Example
///
/// ```text
/// ---
/// name: reviewer
/// ---
/// ```
///
/// # Fix
///
/// Add a `description` with the purpose of the file.
pub const MISSING_DESCRIPTION: &str = "missing-description";

/// The description has more characters than the dialect accepts.
///
/// # Example
///
/// ```text
/// description: (1,025 characters, for Agent Skills)
/// ```
///
/// # Fix
///
/// Shorten the description.
pub const LONG_DESCRIPTION: &str = "long-description";

/// The description of a skill has an XML tag, which is rejected where skills are uploaded.
///
/// # Example
///
/// ```text
/// description: Use it for <example>this</example>.
/// ```
///
/// # Fix
///
/// Remove the tag if the skill is to be uploaded.
pub const TAG_IN_DESCRIPTION: &str = "tag-in-description";

/// The body has more characters, lines or tokens than the dialect accepts (warning) or recommends (info).
///
/// # Example
///
/// ```text
/// (30,001 characters, for Copilot)
/// ```
///
/// # Fix
///
/// Move a part of the body to another file.
pub const LONG_BODY: &str = "long-body";

/// A field is not one of its file format.
///
/// The message says how the tool treats it.
///
/// # Example
///
/// ```text
/// alowed-tools: Read
/// ```
///
/// # Fix
///
/// Write the field that the message names, or remove the line.
pub const UNKNOWN_FIELD: &str = "unknown-field";

/// A value has the wrong type, is out of range, or is not one of the values that the dialect allows.
///
/// # Example
///
/// ```text
/// maxTurns: many
/// ```
///
/// # Fix
///
/// Write a value that the message allows.
pub const VALUE_NOT_TAKEN: &str = "value-not-taken";

/// The documentation of the dialect has no such model.
///
/// # Example
///
/// ```text
/// model: sonnet  # for OpenCode
/// ```
///
/// # Fix
///
/// Write a model of the form that the message gives.
pub const MODEL_NOT_TAKEN: &str = "model-not-taken";

/// The dialect has no tool of this name.
///
/// # Example
///
/// ```text
/// tools: Bsah
/// ```
///
/// # Fix
///
/// Write the name in the message: that of the dialect, or the nearest one.
pub const UNKNOWN_TOOL: &str = "unknown-tool";

/// The dialect had this tool and has removed it.
///
/// # Example
///
/// ```text
/// tools: MultiEdit  # for Claude Code
/// ```
///
/// # Fix
///
/// Use its successor, which is in the message.
pub const REMOVED_TOOL: &str = "removed-tool";

/// The documentation of the dialect does not define an empty list of tools.
///
/// # Example
///
/// ```text
/// tools: []
/// ```
///
/// # Fix
///
/// Name a tool, or remove the field.
pub const TOOLS_NOT_DEFINED: &str = "tools-not-defined";

/// A field has no effect beside another, or without it.
///
/// # Example
///
/// ```text
/// globs: '*.ts'
/// alwaysApply: true
/// ```
///
/// # Fix
///
/// Remove the field.
pub const NO_EFFECT: &str = "no-effect";

/// A tool is allowed and denied. The denial takes precedence.
///
/// # Example
///
/// ```text
/// tools: Read, Bash
/// disallowedTools: Bash
/// ```
///
/// # Fix
///
/// Remove the tool from one of the two.
pub const ALLOWED_AND_DENIED: &str = "allowed-and-denied";

/// A denial has a pattern that the dialect does not read, so that it denies the tool altogether.
///
/// # Example
///
/// ```text
/// disallowedTools: Bash(rm:*)
/// ```
///
/// # Fix
///
/// Write `Bash` if that is meant.
pub const PATTERN_DENIES_ALL: &str = "pattern-denies-all";

// Conversions.

/// The target documents no file of this kind, so that another kind, which the message names, is written.
///
/// # Example
///
/// ```text
/// a rule of Cursor, converted to Goose
/// ```
///
/// # Fix
///
/// Check whether the other kind serves the purpose.
pub const KIND_NOT_DOCUMENTED: &str = "kind-not-documented";

/// The target takes the name from the file.
///
/// # Example
///
/// ```text
/// a command of Claude Code, converted to OpenCode
/// ```
///
/// # Fix
///
/// Save the file under the name in the message.
pub const NAME_OF_FILE: &str = "name-of-file";

/// The agent has no name, so that the written file cannot be read again.
///
/// # Example
///
/// ```text
/// AgentDef::new("", kind)
/// ```
///
/// # Fix
///
/// Set [`AgentDef::name`](crate::AgentDef::name).
pub const MISSING_NAME: &str = "missing-name";

/// The target does not accept the model, which is left out, so that the default of the target applies.
///
/// # Example
///
/// ```text
/// model: sonnet  # to OpenCode
/// ```
///
/// # Fix
///
/// Add a model of the target.
pub const MODEL_LEFT_OUT: &str = "model-left-out";

/// A field that the target rejects, or would pass on, is left out. The message has its value.
///
/// # Example
///
/// ```text
/// permissionMode: plan  # to the Gemini CLI
/// ```
///
/// # Fix
///
/// None is needed if the agent works without it.
pub const FIELD_LEFT_OUT: &str = "field-left-out";

/// A field that the target ignores is kept.
///
/// # Example
///
/// ```text
/// color: red  # to Copilot
/// ```
///
/// # Fix
///
/// None is needed.
pub const FIELD_WITHOUT_EFFECT: &str = "field-without-effect";

/// A field that restricts the agent has no effect in the target.
///
/// # Example
///
/// ```text
/// permissionMode: plan  # to Cursor
/// ```
///
/// # Fix
///
/// Restrict the agent there in another way.
pub const RESTRICTION_LOST: &str = "restriction-lost";

/// A value is nested too deeply to be read again, and is left out.
///
/// # Example
///
/// ```text
/// deep: [[[…]]]  # 121 levels
/// ```
///
/// # Fix
///
/// Make the value flatter.
pub const TOO_DEEP: &str = "too-deep";

/// The globs of a rule of Cursor are written without quotes, which Cursor takes literally. Other readers read them differently (warning)
/// or not as YAML (info).
///
/// # Example
///
/// ```text
/// globs: *.ts
/// ```
///
/// # Fix
///
/// None is needed for Cursor.
pub const GLOBS_WITHOUT_QUOTES: &str = "globs-without-quotes";

/// A name of a tool was replaced by the name of the target.
///
/// # Example
///
/// ```text
/// tools: Read  # `read_file` for the Gemini CLI
/// ```
///
/// # Fix
///
/// None is needed; [`ToolNames::Keep`](crate::ToolNames::Keep) keeps the names.
pub const TOOL_TRANSLATED: &str = "tool-translated";

/// A tool of the target does more than the tool of the source, so that the agent may do more.
///
/// # Example
///
/// ```text
/// tools: Write  # `edit` for Copilot
/// ```
///
/// # Fix
///
/// Remove the tool if that is too much.
pub const TOOLS_WIDENED: &str = "tools-widened";

/// A denied tool of the target does more than the tool of the source, or a pattern of a denial is lost, so that the agent may do less.
///
/// # Example
///
/// ```text
/// disallowedTools: Bash(rm:*)  # to OpenCode
/// ```
///
/// # Fix
///
/// Remove the denial if that is too much.
pub const TOOLS_NARROWED: &str = "tools-narrowed";

/// Tools that the target cannot express are left out. The message says which tools the agent may use then.
///
/// # Example
///
/// ```text
/// tools: Bash(git:*)  # to OpenCode
/// ```
///
/// # Fix
///
/// Add a tool of the target if one is needed.
pub const TOOLS_LEFT_OUT: &str = "tools-left-out";

/// A denial that the target cannot express is left out. At warning level the agent may use the tool there.
///
/// # Example
///
/// ```text
/// disallowedTools: Bash  # to Copilot
/// ```
///
/// # Fix
///
/// Restrict the agent there in another way.
pub const DENIAL_LEFT_OUT: &str = "denial-left-out";

/// `tools` become `allowed-tools`, which allow without asking and do not restrict.
///
/// # Example
///
/// ```text
/// tools: Read  # to Agent Skills
/// ```
///
/// # Fix
///
/// Restrict the skill in another way.
pub const TOOLS_ONLY_ALLOWED: &str = "tools-only-allowed";

/// `allowed-tools`, which allow without asking, become `tools`, which allow no other tool.
///
/// # Example
///
/// ```text
/// allowed-tools: Read  # from Agent Skills
/// ```
///
/// # Fix
///
/// Add the other tools that are needed.
pub const TOOLS_RESTRICT: &str = "tools-restrict";

/// The target has none of the tools of the agent, which can use no tool there.
///
/// # Example
///
/// ```text
/// tools: Frobnicate
/// ```
///
/// # Fix
///
/// Add a tool of the target.
pub const NO_USABLE_TOOL: &str = "no-usable-tool";

// Files of a directory.

/// A file begins with `---` and has no header, so that it is read as a document with a thematic break and skipped.
///
/// # Example
///
/// ```text
/// ---
///
/// Just text.
/// ```
///
/// # Fix
///
/// Write `name: …` after the first line if it is an agent.
pub const THEMATIC_BREAK: &str = "thematic-break";

/// A file looks like a copy that a sync tool or file manager made of another, which shadows it.
///
/// # Example
///
/// ```text
/// reviewer.md
/// reviewer (conflicted copy).md
/// ```
///
/// # Fix
///
/// Remove one of the two.
pub const COPY_OF_FILE: &str = "copy-of-file";

// Commands.

/// A placeholder of a command has no argument.
///
/// # Example
///
/// ```text
/// Fix $1 in $2.  # with one argument
/// ```
///
/// # Fix
///
/// Pass the argument.
pub const MISSING_ARGUMENT: &str = "missing-argument";

/// A placeholder is filled in by the tool that runs the command, and is kept.
///
/// # Example
///
/// ```text
/// Explain ${selection}.
/// ```
///
/// # Fix
///
/// None is needed.
pub const FILLED_IN_BY_TOOL: &str = "filled-in-by-tool";

/// A shell command of a slash command is run by its tool, and is kept.
///
/// # Example
///
/// ```text
/// Status: !`git status`
/// ```
///
/// # Fix
///
/// None is needed.
pub const RUN_BY_TOOL: &str = "run-by-tool";

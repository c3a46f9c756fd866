//! The codes of diagnostics.
//!
//! A code names a kind of problem in a stable way. Each constant says what the code means, shows an example and says how the
//! problem is fixed. They are grouped by what reports them: reading a header, reading `tools`, the rules of a dialect, a conversion,
//! a directory, a command.

// Headers that are not YAML.

pub use interline_frontmatter::diagnostics::{
    CONTROL_CHARACTER, FLOW_INDENT, INDENTED_KEY, MISSING_BLANK, REPAIRED_VALUE, TAB_INDENT,
    TAG_LEFT_OUT, TEXT_IN_COMMENT,
};

/// A value is not YAML, and its tool reads it by rules of its own.
///
/// ```text
/// globs: **/*.ts
/// ```
///
/// There is nothing to fix in a rule of Cursor, which takes quotes literally. Other tools may refuse the file.
pub const BARE_VALUE: &str = "bare-value";

// Values of a header.

/// A merge key is not applied, and is kept like any other key: `<<: *defaults`. Write its keys out.
pub const MERGE_KEY: &str = "merge-key";

/// A value that JSON cannot hold is kept as its source text: `limit: .inf`, `id: 123456789012345678901`, `x: !t 1`.
/// Put it in quotes.
pub const KEPT_AS_TEXT: &str = "kept-as-text";

/// A number or flag is the value of a field that holds text: `model: 4.5`. It is read as it is written. Put it in quotes.
pub const NOT_A_TEXT: &str = "not-a-text";

/// A list, a mapping or nothing is the value of a field that holds text: `model: [opus, sonnet]`. It is kept among the
/// [extras](crate::AgentProfile::extras). Write one text.
pub const UNUSABLE_VALUE: &str = "unusable-value";

/// The value of `name` is blank or null, so that the name of the file is taken, as
/// [`Naming::HeaderOrFile`](crate::Naming::HeaderOrFile) asks. Write a name or remove the line.
pub const UNUSABLE_NAME: &str = "unusable-name";

/// A character that looks like a space, or like nothing, is in a name: `name: re<U+200B>viewer`. Remove it.
pub const INVISIBLE_CHARACTER: &str = "invisible-character";

/// A key is nearly `tools`, and the agent has no `tools`, so that it may use every tool.
///
/// ```text
/// Tools: Read
/// ```
///
/// Write `tools`.
pub const UNRESTRICTED: &str = "unrestricted";

// The value of `tools`.

/// A list is in quotes, which makes it text: `tools: '[Bash, Edit]'`. It is read as the list. Remove the quotes.
pub const QUOTED_LIST: &str = "quoted-list";

/// The name of a tool has a space in it.
///
/// ```text
/// tools: read files
/// ```
///
/// It is read as one name. Write a comma between two names. In a conversion, the target separates names by spaces and takes such a
/// name for several.
pub const BLANK_IN_TOOL: &str = "blank-in-tool";

/// A list in brackets is cut at the comma of a pattern, and the parts are joined again.
///
/// ```text
/// tools: [Read, Bash(git add, git commit)]
/// ```
///
/// Put the name in quotes: `"Bash(git add, git commit)"`.
pub const TORN_TOOL: &str = "torn-tool";

/// An item of a list has commas, and is read as one name.
///
/// ```text
/// tools:
///   - Read, Edit
/// ```
///
/// Make each name an item.
pub const SEVERAL_TOOLS: &str = "several-tools";

/// A value in a map of tools is neither `true` nor `false`: `tools: {bash: ask}`. It allows the tool, except words of denial
/// such as `deny`. Write `true` or `false`.
pub const TOOL_NOT_A_FLAG: &str = "tool-not-a-flag";

/// A map of tools allows none: `tools: {bash: false}`. It is read as no tool at all. Name those that are allowed, or add
/// `"*": true`.
pub const NO_TOOL_ALLOWED: &str = "no-tool-allowed";

// The rules of a dialect.

/// The dialect does not take the name: `name: QA: Reviewer` in an agent of Claude Code. The message says what it expects.
pub const NAME_NOT_TAKEN: &str = "name-not-taken";

/// A skill has another name than its directory: `name: beta` in `skills/alpha/SKILL.md`. Rename one of the two.
pub const NAME_OF_DIRECTORY: &str = "name-of-directory";

/// The name of a skill has a word that is refused where skills are uploaded: `name: claude-helper`. Use another name if the
/// skill is to be uploaded.
pub const RESERVED_NAME: &str = "reserved-name";

/// A field that the dialect requires is missing. Add it.
pub const MISSING_FIELD: &str = "missing-field";

/// The description, which the dialect requires, is missing or empty. Say what the file is for.
pub const MISSING_DESCRIPTION: &str = "missing-description";

/// The description has more characters than the dialect takes. Shorten it.
pub const LONG_DESCRIPTION: &str = "long-description";

/// The description of a skill has an XML tag, such as `<example>`, which is refused where skills are uploaded. Remove the tag
/// if the skill is to be uploaded.
pub const TAG_IN_DESCRIPTION: &str = "tag-in-description";

/// The body has more characters, lines or tokens than the dialect takes (warning) or recommends (info). Move a part of it to
/// another file.
pub const LONG_BODY: &str = "long-body";

/// The kind of file has no such field.
///
/// ```text
/// alowed-tools: Read
/// ```
///
/// The message says what the tool does with it, and has the field that was probably meant.
pub const UNKNOWN_FIELD: &str = "unknown-field";

/// A value has the wrong type, is out of range, or is not one of the values that the dialect allows: `maxTurns: many`. The
/// message says what the dialect expects.
pub const VALUE_NOT_TAKEN: &str = "value-not-taken";

/// The documentation of the dialect has no such model: `model: sonnet` in an agent of OpenCode. The message says what it expects.
pub const MODEL_NOT_TAKEN: &str = "model-not-taken";

/// The dialect has no tool of this name: `tools: Bsah` for Claude Code. The message has its own name for the tool, or the name
/// that was probably meant.
pub const UNKNOWN_TOOL: &str = "unknown-tool";

/// The dialect had this tool once: `tools: MultiEdit` for Claude Code. Use its successor, which is in the message.
pub const REMOVED_TOOL: &str = "removed-tool";

/// The documentation of the dialect does not say what an empty list of tools means: `tools: []`. Name a tool, or remove the field.
pub const TOOLS_NOT_DEFINED: &str = "tools-not-defined";

/// A field does nothing beside another, or without it: `globs` beside `alwaysApply: true`. Remove it.
pub const NO_EFFECT: &str = "no-effect";

/// A tool is allowed and denied, and the denial holds.
///
/// ```text
/// tools: Read, Bash
/// disallowedTools: Bash
/// ```
///
/// Remove it from one of the two.
pub const ALLOWED_AND_DENIED: &str = "allowed-and-denied";

/// A denial has a pattern that the tool does not read: `disallowedTools: Bash(rm:*)` denies `Bash` altogether. Write `Bash` if
/// that is meant.
pub const PATTERN_DENIES_ALL: &str = "pattern-denies-all";

// Conversions.

/// The target documents no file of this kind, so that another kind is written. The message names it.
pub const KIND_NOT_DOCUMENTED: &str = "kind-not-documented";

/// The target takes the name from the file. Save the file under the name in the message.
pub const NAME_OF_FILE: &str = "name-of-file";

/// The agent has no name, so that the written file cannot be read again. Set [`AgentDef::name`](crate::AgentDef::name).
pub const MISSING_NAME: &str = "missing-name";

/// The target does not take the model, which is left out, so that the default of the target holds. Add a model of the target.
pub const MODEL_LEFT_OUT: &str = "model-left-out";

/// A field that the target refuses, or would pass on, is left out. The message has its value.
pub const FIELD_LEFT_OUT: &str = "field-left-out";

/// A field that the target ignores is kept. There is nothing to fix.
pub const FIELD_WITHOUT_EFFECT: &str = "field-without-effect";

/// A field that restricts the agent, such as `permission`, has no effect in the target. Restrict the agent there in another way.
pub const RESTRICTION_LOST: &str = "restriction-lost";

/// A value is nested too deeply to be read again, and is left out. Make it flatter.
pub const TOO_DEEP: &str = "too-deep";

/// The globs of a rule of Cursor are written without quotes, which Cursor takes literally; other readers take them for something
/// else (warning) or for no YAML (info). There is nothing to fix for Cursor.
pub const GLOBS_WITHOUT_QUOTES: &str = "globs-without-quotes";

/// A name of a tool was replaced by the name of the target: `Read` by `read_file` for the Gemini CLI. There is nothing to fix;
/// [`ToolNames::Keep`](crate::ToolNames::Keep) keeps the names.
pub const TOOL_TRANSLATED: &str = "tool-translated";

/// A tool of the target does more than the tool of the source, so that the agent may do more. Remove the tool if that is too much.
pub const TOOLS_WIDENED: &str = "tools-widened";

/// A denied tool of the target does more than the tool of the source, or a pattern of a denial is lost, so that the agent may do
/// less. Remove the denial if that is too much.
pub const TOOLS_NARROWED: &str = "tools-narrowed";

/// Tools that the target cannot express are left out. The message says what the agent may use then.
pub const TOOLS_LEFT_OUT: &str = "tools-left-out";

/// A denial that the target cannot express is left out: at warning level the agent may use the tool there.
pub const DENIAL_LEFT_OUT: &str = "denial-left-out";

/// `tools` become `allowed-tools`, which allow without asking and do not restrict. Restrict the skill in another way.
pub const TOOLS_ONLY_ALLOWED: &str = "tools-only-allowed";

/// `allowed-tools`, which allow without asking, become `tools`, which allow nothing else. Add the other tools that are needed.
pub const TOOLS_RESTRICT: &str = "tools-restrict";

/// The target has none of the tools of the agent, which can use no tool there. Add a tool of the target.
pub const NO_USABLE_TOOL: &str = "no-usable-tool";

// Files of a directory.

/// A file begins with `---` and has no header, so that it is taken for a document with a thematic break and skipped. Write
/// `name: …` after the first line if it is an agent.
pub const THEMATIC_BREAK: &str = "thematic-break";

/// A file looks like a copy that a sync tool or file manager made of another, which shadows it:
///
/// ```text
/// reviewer.md
/// reviewer (conflicted copy).md
/// ```
///
/// Remove one of the two.
pub const COPY_OF_FILE: &str = "copy-of-file";

// Commands.

/// A placeholder of a command has no argument: `$2` with one argument. Pass the argument.
pub const MISSING_ARGUMENT: &str = "missing-argument";

/// A placeholder is filled in by the tool that runs the command, such as a selection of its editor, and stays in the text. There
/// is nothing to fix.
pub const FILLED_IN_BY_TOOL: &str = "filled-in-by-tool";

/// A shell command of a slash command is run by its tool, and stays in the text. There is nothing to fix.
pub const RUN_BY_TOOL: &str = "run-by-tool";

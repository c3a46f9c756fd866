//! The diagnostic codes of the command itself. Those of the crates are in their modules of the same name.

/// A file cannot be read or written.
///
/// # Example
///
/// `interline get none.md`
///
/// # Fix
///
/// The message says what is wrong with the file: its path, its access, its size or its encoding.
pub(crate) const FILE: &str = "file";

/// An agent, skill, command or rule cannot be read: its header is missing, is not YAML and cannot be repaired, or has no name.
///
/// # Example
///
/// ```text
/// ---
/// name: broken
/// name: twice
/// ---
/// ```
///
/// # Fix
///
/// The message names the line and what to write there.
pub(crate) const INVALID_AGENT: &str = "invalid-agent";

/// A prompt cannot be expanded with these arguments, or does not use one of them.
///
/// # Example
///
/// `interline prompts get translate`, where the fragment has a required argument `text`.
///
/// # Fix
///
/// Give the arguments that `interline prompts list` shows, as `NAME=VALUE`.
pub(crate) const INVALID_ARGUMENTS: &str = "invalid-arguments";

/// Content of a document root cannot be found, read or rendered.
///
/// # Example
///
/// `interline content none --docroot content`, where no category has this name.
///
/// # Fix
///
/// The message has the known names, or the location in the file or expression.
pub(crate) const INVALID_CONTENT: &str = "invalid-content";

/// Data for a template is not a mapping in JSON or YAML.
///
/// # Example
///
/// ```text
/// {"title": }
/// ```
///
/// # Fix
///
/// Write the value that is missing; a list goes below a name.
pub(crate) const INVALID_DATA: &str = "invalid-data";

/// The header of a fragment cannot be read.
///
/// # Example
///
/// ```text
/// ---
/// name: translate
/// ---
/// ```
///
/// # Fix
///
/// Write what the message asks for, here a `description`.
pub(crate) const INVALID_FRAGMENT: &str = "invalid-fragment";

/// A header cannot be read or changed.
///
/// # Example
///
/// ```text
/// ---
/// a: 1
/// a: 2
/// ---
/// ```
///
/// # Fix
///
/// The message names the line and what to write there, here to remove one of the two keys.
pub(crate) const INVALID_HEADER: &str = "invalid-header";

/// A template cannot be parsed or rendered.
///
/// # Example
///
/// ```text
/// {{#files}}
/// ```
///
/// # Fix
///
/// Close the section: `{{/files}}`.
pub(crate) const INVALID_TEMPLATE: &str = "invalid-template";

/// A header has no such key, or a list no such item.
///
/// # Example
///
/// `interline get post.md tag`, where the header has `tags`.
///
/// # Fix
///
/// Use the name that the message suggests.
pub(crate) const MISSING_KEY: &str = "missing-key";

/// A file of the same name takes precedence over this one.
///
/// # Example
///
/// `.claude/agents/reviewer.md` in the project and in the directory of the user.
///
/// # Fix
///
/// For information. Rename one of the two to use both.
pub(crate) const SHADOWED: &str = "shadowed";

/// A file was named and is not of a kind that is checked.
///
/// # Example
///
/// `interline check src/main.rs`
///
/// # Fix
///
/// For information: name Markdown files, agent files and templates.
pub(crate) const SKIPPED: &str = "skipped";

/// A template uses a name that the data does not have.
///
/// # Example
///
/// `{{titel}}` with `{"title": "Plan"}` and `--strict`.
///
/// # Fix
///
/// Correct the name, or add it to the data.
pub(crate) const UNDEFINED_NAME: &str = "undefined-name";

/// No component, agent, fragment or command has this name.
///
/// # Example
///
/// `interline agents show reviewr`
///
/// # Fix
///
/// Use the name that the message suggests, or one of those that `list` prints.
pub(crate) const UNKNOWN_NAME: &str = "unknown-name";

/// Arguments cannot be used together, or are not what the command expects.
///
/// # Example
///
/// `interline apply - -`
///
/// # Fix
///
/// The message says what to write instead.
pub(crate) const USAGE: &str = "usage";

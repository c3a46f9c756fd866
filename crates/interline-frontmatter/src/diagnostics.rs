//! The diagnostic codes of this crate.

/// A header that is not read: it is TOML or JSON, or something is before its opening `---`.
///
/// The text counts as one without a header. Functions that write refuse it, so that it does not get a second header.
///
/// ```text
/// +++
/// title = "x"
/// +++
/// ```
///
/// Write the header as YAML between lines of `---`, or remove what is before its first line.
pub const UNREAD_HEADER: &str = "unread-header";

// Headers that are not YAML, which `repair` reads all the same.

/// A value is not YAML and was read as the text that it is.
///
/// ```text
/// description: Use when: a test fails
/// ```
///
/// Put the value in quotes. The message has the text to write.
pub const REPAIRED_VALUE: &str = "repaired-value";

/// A space is missing after the colon of a key, or is a no-break space: `model:sonnet`. Write `model: sonnet`.
pub const MISSING_BLANK: &str = "missing-blank";

/// A key is indented where no mapping is.
///
/// ```text
/// name: reviewer
///   model: sonnet
/// ```
///
/// Begin the line with the key.
pub const INDENTED_KEY: &str = "indented-key";

/// A line of a list or mapping in brackets is not indented below its key. Put a space before it.
///
/// ```text
/// tags: [draft,
/// internal]
/// ```
///
/// A closing bracket alone in the column of its key is not reported.
pub const FLOW_INDENT: &str = "flow-indent";

/// A tab is in the indent of a line. Use spaces.
pub const TAB_INDENT: &str = "tab-indent";

/// A control character is in a comment. Remove it.
pub const CONTROL_CHARACTER: &str = "control-character";

// Values.

/// Text after ` #` is a comment, and probably meant as part of the value.
///
/// ```text
/// description: Announces a release in the #deployments channel.
/// ```
///
/// Put the value in quotes. A comment has a space after `#`.
pub const TEXT_IN_COMMENT: &str = "text-in-comment";

/// A YAML tag has no effect: `name: !x reviewer`. Remove it.
pub const TAG_LEFT_OUT: &str = "tag-left-out";

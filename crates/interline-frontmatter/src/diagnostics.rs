//! The diagnostic codes of this crate.
//!
//! Each diagnostic is reported with its code, its location and the fix.

/// A field whose tool does not read it as YAML has a value that is not YAML, and is read as it is written.
///
/// For information: the file stays as it is.
///
/// # Example
///
/// ```text
/// globs: *.ts, *.tsx
/// ```
///
/// # Fix
///
/// None is needed. To make the header valid YAML, write the value in quotes.
pub const BARE_VALUE: &str = "bare-value";

/// A control character is in a comment.
///
/// # Example
///
/// A form feed (U+000C) after `#`.
///
/// # Fix
///
/// Remove the character.
pub const CONTROL_CHARACTER: &str = "control-character";

/// A line of a list or mapping in brackets is not indented below its key.
///
/// A closing bracket alone in the column of its key is not reported.
///
/// # Example
///
/// ```text
/// tags: [draft,
/// internal]
/// ```
///
/// # Fix
///
/// Indent the line by a space.
pub const FLOW_INDENT: &str = "flow-indent";

/// A field of an agent document has its current name and a former one. The current name takes precedence.
///
/// # Example
///
/// ```text
/// agent_doc_session: s2
/// session: s1
/// ```
///
/// # Fix
///
/// Remove the key with the former name.
pub const FORMER_NAME_IGNORED: &str = "former-name-ignored";

/// A key is indented where no mapping is open.
///
/// # Example
///
/// ```text
/// name: reviewer
///   model: sonnet
/// ```
///
/// # Fix
///
/// Start the line with the key.
pub const INDENTED_KEY: &str = "indented-key";

/// A space is missing after the colon of a key, or is a character that only looks like one, such as a no-break space.
///
/// # Example
///
/// ```text
/// model:sonnet
/// ```
///
/// # Fix
///
/// Write a space after the colon: `model: sonnet`.
pub const MISSING_SPACE: &str = "missing-space";

/// A value is not YAML and is read as text.
///
/// # Example
///
/// ```text
/// description: Use when: a test fails
/// ```
///
/// # Fix
///
/// Write the value in quotes. The message has the exact text to write.
pub const REPAIRED_VALUE: &str = "repaired-value";

/// A tab is in the indent of a line. It is reported once for each key.
///
/// # Example
///
/// A list whose items are indented by a tab.
///
/// # Fix
///
/// Indent with spaces.
pub const TAB_INDENT: &str = "tab-indent";

/// A YAML tag has no effect: it is not of the core schema, or does not fit its value.
///
/// # Example
///
/// ```text
/// name: !x reviewer
/// ```
///
/// # Fix
///
/// Remove the tag.
pub const TAG_LEFT_OUT: &str = "tag-left-out";

/// Text after ` #` is a comment, and is probably meant as part of the value.
///
/// # Example
///
/// ```text
/// description: Announces a release in the #deployments channel.
/// ```
///
/// # Fix
///
/// Write the value in quotes; or write a space after `#`, if it is a comment.
pub const TEXT_IN_COMMENT: &str = "text-in-comment";

/// A field is not one of its file format.
///
/// A field that is to be merged into an agent document and is not in its schema is not stored.
///
/// # Example
///
/// ```text
/// colour: red
/// ```
///
/// # Fix
///
/// Correct the name of the field, or set the key with [`set`](crate::set).
pub const UNKNOWN_FIELD: &str = "unknown-field";

/// A header is not read: it is TOML or JSON, or there is something before its opening `---`.
///
/// The document counts as one without a header. Functions that write refuse it, so that it never gets a second header.
///
/// # Example
///
/// ```text
/// +++
/// title = "x"
/// +++
/// ```
///
/// # Fix
///
/// Write the header as YAML between lines of `---`, or remove the text before its first line.
pub const UNREAD_HEADER: &str = "unread-header";

//! The codes of diagnostics.
//!
//! A code names a kind of problem in a stable way. Each constant says what the code means, shows an example and says how the
//! problem is fixed.

/// A value is not YAML and was read as the text that it is.
///
/// ```text
/// description: Translate: from en to fr
/// ```
///
/// Put the value in quotes. The message has the text to write.
pub const REPAIRED_VALUE: &str = "repaired-value";

/// A space is missing after the colon of a key: `name:x`. Write `name: x`.
pub const MISSING_BLANK: &str = "missing-blank";

/// A key is indented where no mapping is. Begin its line with the key.
pub const INDENTED_KEY: &str = "indented-key";

/// A line of a list or mapping in brackets is not indented below its key. Put a space before it.
///
/// ```text
/// arguments: [text,
/// from=en]
/// ```
pub const FLOW_INDENT: &str = "flow-indent";

/// A tab is in the indent of a line. Use spaces.
pub const TAB_INDENT: &str = "tab-indent";

/// A control character is in a comment. Remove it.
pub const CONTROL_CHARACTER: &str = "control-character";

/// Text after ` #` is a comment, and probably meant as part of the value.
///
/// ```text
/// description: Announces a release in the #deployments channel.
/// ```
///
/// Put the value in quotes. A comment has a space after `#`.
pub const TEXT_IN_COMMENT: &str = "text-in-comment";

/// A YAML tag has no effect: `name: !x translate`. Remove it.
pub const TAG_LEFT_OUT: &str = "tag-left-out";

/// A key is nearly `arguments`, and the fragment has no `arguments`.
///
/// ```text
/// argument: text, from=en
/// ```
///
/// Write `arguments`. Other keys are ignored and not reported.
pub const UNKNOWN_FIELD: &str = "unknown-field";

/// An argument has a key other than `name`, `description`, `required` and `default`.
///
/// ```text
/// arguments: [{name: from, defualt: en}]
/// ```
///
/// The message has the key that was probably meant.
pub const UNKNOWN_ARGUMENT_KEY: &str = "unknown-argument-key";

/// An argument is required and has a default. The default applies, so that it is optional. Remove one of the two.
///
/// ```text
/// arguments: [{name: from, required: true, default: en}]
/// ```
pub const REQUIRED_WITH_DEFAULT: &str = "required-with-default";

/// A layer has Markdown files and no fragment. The diagnostic is about the first of them.
///
/// ```text
/// .claude/commands/fix.md
/// .claude/commands/review.md
/// ```
///
/// A fragment is a directory with a file `FRAGMENT.md`: move `fix.md` to `fix/FRAGMENT.md`. A `README.md` is not reported.
pub const NOT_A_FRAGMENT: &str = "not-a-fragment";

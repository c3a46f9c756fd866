//! The codes of diagnostics.
//!
//! A code names a kind of problem in a stable way. Each constant says what the code means, shows an example and says how the
//! problem is fixed.

pub use interline_frontmatter::diagnostics::{
    CONTROL_CHARACTER, FLOW_INDENT, INDENTED_KEY, MISSING_BLANK, REPAIRED_VALUE, TAB_INDENT,
    TAG_LEFT_OUT, TEXT_IN_COMMENT,
};

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

//! The codes of the diagnostics of this crate.
//!
//! A code identifies a kind of problem and does not change between versions.

pub use interline_frontmatter::diagnostics::{
    CONTROL_CHARACTER, FLOW_INDENT, INDENTED_KEY, MISSING_SPACE, REPAIRED_VALUE, TAB_INDENT,
    TAG_LEFT_OUT, TEXT_IN_COMMENT,
};

/// A field is not one of its file format.
///
/// It is nearly `arguments`, and the fragment has no `arguments`. Other keys are ignored and not reported.
///
/// # Example
///
/// ```text
/// argument: text, from=en
/// ```
///
/// # Fix
///
/// Write `arguments`.
pub const UNKNOWN_FIELD: &str = "unknown-field";

/// An argument has a key other than `name`, `description`, `required` and `default`.
///
/// # Example
///
/// ```text
/// arguments: [{name: from, defualt: en}]
/// ```
///
/// # Fix
///
/// Write the key that the message names, or remove the unknown one.
pub const UNKNOWN_ARGUMENT_KEY: &str = "unknown-argument-key";

/// An argument is required and has a default. The default applies, so that it is optional.
///
/// # Example
///
/// ```text
/// arguments: [{name: from, required: true, default: en}]
/// ```
///
/// # Fix
///
/// Remove one of the two.
pub const REQUIRED_WITH_DEFAULT: &str = "required-with-default";

/// A layer has Markdown files and no fragment. The diagnostic is about the first of them; a `README.md` is not reported.
///
/// # Example
///
/// ```text
/// .claude/commands/fix.md
/// .claude/commands/review.md
/// ```
///
/// # Fix
///
/// A fragment is a directory with a file `FRAGMENT.md`: move `fix.md` to `fix/FRAGMENT.md`.
pub const NOT_A_FRAGMENT: &str = "not-a-fragment";

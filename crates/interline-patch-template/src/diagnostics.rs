//! The codes of diagnostics.
//!
//! A code is a stable name for one kind of problem. Each constant says what the code means, gives an input that causes it, and how to
//! fix it.

/// A comment looks like a marker, or a table of `components.toml` like a component, but the name is not valid.
///
/// The marker is text; the table is not used.
///
/// # Example
///
/// ```text
/// <!-- patch:-status -->
/// ```
///
/// # Fix
///
/// A name begins with a letter or digit, continues with letters, digits, `-`, `_` or `.`, and is not `boundary`:
/// `<!-- patch:status -->`.
pub const BAD_NAME: &str = "bad-name";

/// A comment is nearly a marker, and is text: the keyword is in another case, a space is where none belongs, a character
/// only looks like a space, or a closer has no name or begins with `end`.
///
/// # Example
///
/// ```text
/// <!-- Patch:status -->
/// <!-- / patch:status -->
/// <!-- /patch -->
/// <!-- end patch:status -->
/// ```
///
/// # Fix
///
/// Write `<!-- patch:status -->` and `<!-- /patch:status -->`.
pub const NEAR_MARKER: &str = "near-marker";

/// A response has a marker of a document.
///
/// The marker is text, and is escaped in the document.
///
/// # Example
///
/// ```text
/// <!-- agent:status -->
/// green
/// <!-- /agent:status -->
/// ```
///
/// # Fix
///
/// In a response the keyword is `patch`: `<!-- patch:status -->`.
pub const AGENT_MARKER_IN_RESPONSE: &str = "agent-marker-in-response";

/// A marker has the name `boundary`, which only boundaries have.
///
/// It is text.
///
/// # Example
///
/// ```text
/// <!-- patch:boundary -->
/// ```
///
/// # Fix
///
/// Give the patch or component another name.
pub const RESERVED_MARKER_NAME: &str = "reserved-marker-name";

/// The text after the name in a marker is not a list of attributes.
///
/// The marker is text.
///
/// # Example
///
/// ```text
/// <!-- agent:log mode=append (new) -->
/// ```
///
/// # Fix
///
/// Write attributes as `key=value`, `key="two words"` or `key`, each after a space.
pub const BAD_ATTRIBUTES: &str = "bad-attributes";

/// A marker does not end on its line with `-->`, or another `<!--` comes first.
///
/// It is text.
///
/// # Example
///
/// ```text
/// <!-- patch:status ->
/// ```
///
/// # Fix
///
/// End the marker with `-->` on the same line.
pub const UNCLOSED_MARKER: &str = "unclosed-marker";

/// A marker is longer than 64 KiB.
///
/// It is text.
///
/// # Example
///
/// ```text
/// <!-- agent:log title="(more than 65,536 bytes)" -->
/// ```
///
/// # Fix
///
/// Shorten the attributes.
pub const LONG_MARKER: &str = "long-marker";

/// A closer has no opener.
///
/// It is text.
///
/// # Example
///
/// ```text
/// green
/// <!-- /patch:status -->
/// ```
///
/// # Fix
///
/// Write the opener `<!-- patch:status -->` before the content, or remove the closer.
pub const STRAY_CLOSER: &str = "stray-closer";

/// A closer has nearly the name of the patch that is open, and ends it.
///
/// # Example
///
/// ```text
/// <!-- patch:status -->
/// green
/// <!-- /patch:statsu -->
/// ```
///
/// # Fix
///
/// Write the name of the opener in the closer: `<!-- /patch:status -->`.
pub const MISSPELT_CLOSER: &str = "misspelt-closer";

/// An opener in the middle of a line is text, because the same patch is opened on a line of its own later.
///
/// # Example
///
/// ```text
/// I use <!-- patch:status --> below.
///
/// <!-- patch:status -->
/// green
/// <!-- /patch:status -->
/// ```
///
/// # Fix
///
/// Nothing has to be fixed. A marker in code, such as `` `<!-- patch:status -->` ``, is not reported.
pub const MENTION: &str = "mention";

/// A complete patch is in a code block of a response, where a marker is text.
///
/// At info level the patch is applied, because the options ask for it.
///
/// # Example
///
/// ````text
/// Sure, here is the patch:
/// ```html
/// <!-- patch:status -->
/// green
/// <!-- /patch:status -->
/// ```
/// ````
///
/// # Fix
///
/// Write the patch outside of the code block, or parse the response with [`Fenced::Apply`](crate::Fenced::Apply).
pub const PATCH_IN_CODE: &str = "patch-in-code";

/// A patch is opened again inside itself.
///
/// The second opener is content, and the first closer ends the patch.
///
/// # Example
///
/// ```text
/// <!-- patch:status -->
/// <!-- patch:status -->
/// green
/// <!-- /patch:status -->
/// ```
///
/// # Fix
///
/// Remove the second opener, or escape it as `&lt;!-- patch:status --&gt;` if it is an example.
pub const NESTED_OPENER: &str = "nested-opener";

/// A patch has no closer.
///
/// [`Unterminated`](crate::Unterminated) decides what becomes of its text.
///
/// # Example
///
/// ```text
/// <!-- patch:status -->
/// green
/// ```
///
/// # Fix
///
/// Write `<!-- /patch:status -->` at its end.
pub const UNCLOSED_PATCH: &str = "unclosed-patch";

/// A code fence never closes, which would make code of everything after it.
///
/// A closer alone on its line inside the fence ends the patch or component.
///
/// # Example
///
/// ```text
/// <!-- patch:status -->
/// ~~~sh
/// make
/// <!-- /patch:status -->
/// ```
///
/// # Fix
///
/// Close the fence before the closer.
pub const UNCLOSED_FENCE: &str = "unclosed-fence";

/// A response is inside one Markdown fence as a whole.
///
/// The fence is removed.
///
/// # Example
///
/// ````text
/// ```markdown
/// <!-- patch:status -->
/// green
/// <!-- /patch:status -->
/// ```
/// ````
///
/// # Fix
///
/// Nothing has to be fixed. [`WholeFence::Keep`](crate::WholeFence::Keep) leaves the fence in place.
pub const WHOLE_FENCE: &str = "whole-fence";

/// A component has no closer.
///
/// It takes no patches, and the text after its opener is not touched.
///
/// # Example
///
/// ```text
/// <!-- agent:status -->
/// green
/// ```
///
/// # Fix
///
/// Write `<!-- /agent:status -->` at its end.
pub const UNCLOSED_COMPONENT: &str = "unclosed-component";

/// Two components have the same name.
///
/// Patches go to the first.
///
/// # Example
///
/// ```text
/// <!-- agent:status -->
/// green
/// <!-- /agent:status -->
/// <!-- agent:status -->
/// <!-- /agent:status -->
/// ```
///
/// # Fix
///
/// Give one of them another name.
pub const DUPLICATE_COMPONENT: &str = "duplicate-component";

/// A mode is not `replace`, `append` or `prepend`.
///
/// It is ignored, but a patch that would replace only by default is appended, so that a typo overwrites nothing.
///
/// # Example
///
/// ```text
/// <!-- agent:status mode=apend -->
/// green
/// <!-- /agent:status -->
/// ```
///
/// # Fix
///
/// Write `replace`, `append` or `prepend`.
pub const UNKNOWN_MODE: &str = "unknown-mode";

/// The id given in [`BoundaryId::Given`](crate::BoundaryId::Given) is not valid.
///
/// A derived id is used.
///
/// # Example
///
/// ```text
/// a b
/// ```
///
/// # Fix
///
/// Give one word that begins with a letter or digit and has no `<` or `>`.
pub const BAD_BOUNDARY_ID: &str = "bad-boundary-id";

/// A component has several boundaries.
///
/// The last one counts. The others are removed when a response is applied, with `BoundaryPolicy::Keep` only when it changes the component.
///
/// # Example
///
/// ```text
/// <!-- agent:exchange -->
/// <!-- agent:boundary:a0cfeb34 -->
/// <!-- agent:boundary:5be3a7d1 -->
/// <!-- /agent:exchange -->
/// ```
///
/// # Fix
///
/// Nothing has to be fixed.
pub const SEVERAL_BOUNDARIES: &str = "several-boundaries";

/// An old boundary is not removed, because without it a marker near it would become code or frontmatter, or leave it, or be in another list
/// item or block quote.
///
/// # Example
///
/// ```text
/// `a
/// <!-- agent:boundary:a0cfeb34 -->
/// <!-- /agent:exchange --> b`
/// ```
///
/// # Fix
///
/// Close the code span or fence before the boundary.
pub const BOUNDARY_KEPT: &str = "boundary-kept";

/// No boundary is written at the end of `exchange`, because it would be code there, or would make code of the text after
/// it.
///
/// # Example
///
/// ```text
/// total <!-- agent:exchange -->`a<!-- /agent:exchange --> b`
/// ```
///
/// # Fix
///
/// Close the code span or fence that is open at the end of `exchange`.
pub const NO_BOUNDARY: &str = "no-boundary";

/// A patch or a managed section names a component that the document does not have.
///
/// A patch goes to `exchange`, else to `output`, else to a new `exchange`, at warning level; a section that a program
/// sets is left out, at error level. The message names a component with nearly the same name.
///
/// # Example
///
/// ```text
/// <!-- patch:status -->
/// green
/// <!-- /patch:status -->
/// ```
///
/// # Fix
///
/// Write the markers of the component into the document: `<!-- agent:status -->` and `<!-- /agent:status -->`.
pub const MISSING_COMPONENT: &str = "missing-component";

/// A patch goes to the only component with nearly its name, as [`NearNames::Accept`](crate::NearNames::Accept) asks.
///
/// # Example
///
/// ```text
/// <!-- patch:statsu -->
/// green
/// <!-- /patch:statsu -->
/// ```
///
/// # Fix
///
/// Write the name as the document has it.
pub const NEAR_NAME: &str = "near-name";

/// The content of a part was changed so that it reads back: markers or backticks were escaped, a fence was closed, or
/// blank lines were added.
///
/// The message lists the changes.
///
/// # Example
///
/// ```text
/// <!-- patch:status -->
/// ~~~sh
/// make
/// <!-- /patch:status -->
/// ```
///
/// # Fix
///
/// Close fences and code spans in the content, and write markers that are examples in code.
pub const REPAIRED: &str = "repaired";

/// A part was not applied: with it the document would not read back.
///
/// The rest of the response is applied.
///
/// # Example
///
/// ```text
/// <!-- patch:status -->
/// <!-- /agent:status -->
/// <!-- /patch:status -->
/// ```
///
/// # Fix
///
/// Escape the markers and backticks in the content and close its fences, or use
/// [`InvalidContent::Repair`](crate::InvalidContent::Repair).
pub const REJECTED: &str = "rejected";

/// A later patch replaces the content that this part was added to or had set.
///
/// # Example
///
/// ```text
/// <!-- patch:status -->
/// red
/// <!-- /patch:status -->
/// <!-- patch:status -->
/// green
/// <!-- /patch:status -->
/// ```
///
/// # Fix
///
/// Write one patch for each component that is replaced.
pub const SUPERSEDED: &str = "superseded";

/// A part of a response that is applied again is already in its component, and is not added again, as
/// [`Replay::Skip`](crate::Replay::Skip) asks.
///
/// # Example
///
/// ```text
/// <!-- patch:log -->
/// - built
/// <!-- /patch:log -->
/// ```
///
/// # Fix
///
/// Nothing has to be fixed.
pub const ALREADY_PRESENT: &str = "already-present";

/// The file `components.toml` cannot be read.
///
/// Nothing is configured, and a patch that would replace only by default is appended.
///
/// # Example
///
/// ```text
/// .agent-doc/components.toml: permission denied
/// ```
///
/// # Fix
///
/// Make the file a readable text file in UTF-8; the message names the reason.
pub const UNREADABLE_CONFIG: &str = "unreadable-config";

/// The file `components.toml` is not TOML.
///
/// Nothing is configured, and a patch that would replace only by default is appended.
///
/// # Example
///
/// ```text
/// [status
/// patch = "replace"
/// ```
///
/// # Fix
///
/// Correct the syntax at the location of the message.
pub const INVALID_TOML: &str = "invalid-toml";

/// A value in `components.toml` has another type than its key needs.
///
/// It is not used; a mode of another type counts as an unknown mode.
///
/// # Example
///
/// ```text
/// [log]
/// max_entries = "50"
/// ```
///
/// # Fix
///
/// Write modes as strings and `max_entries` as an integer from 0; write keys inside the table of a component.
pub const WRONG_TYPE: &str = "wrong-type";

/// A table in `components.toml` has a key that is not known.
///
/// It is not used.
///
/// # Example
///
/// ```text
/// [status]
/// path = "replace"
/// ```
///
/// # Fix
///
/// Use the keys `patch`, `mode` and `max_entries`. A component with a dot in its name is written `["a.b"]`.
pub const UNKNOWN_KEY: &str = "unknown-key";

/// More than a hundred problems were found in `components.toml`.
///
/// The rest is counted, with the severity of the worst.
///
/// # Example
///
/// ```text
/// (a file with 101 unknown keys)
/// ```
///
/// # Fix
///
/// Correct the listed problems first.
pub const AND_MORE: &str = "and-more";

/// A component is inside more than 100 others.
///
/// `template_info_of` lists the content of each component with all those inside it, which would be far longer than the
/// document.
///
/// # Example
///
/// ```text
/// (101 openers before one more)
/// ```
///
/// # Fix
///
/// Close the components around it before it.
pub const NESTED_TOO_DEEP: &str = "nested-too-deep";

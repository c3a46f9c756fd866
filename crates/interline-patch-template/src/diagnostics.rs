//! The codes of diagnostics.
//!
//! A code names a kind of problem in a stable way. Each constant says what the code means, shows an example and says how the
//! problem is fixed.

/// A comment that is nearly a marker, and is text.
///
/// The keyword is in another case, there is a space where none belongs, a character that only looks like a space, or a closer
/// without its name:
///
/// ```text
/// <!-- Patch:status -->
/// <!-- / patch:status -->
/// <!-- /patch -->
/// <!-- end patch:status -->
/// ```
///
/// Write `<!-- patch:status -->` and `<!-- /patch:status -->`.
pub const NEAR_MARKER: &str = "near-marker";

/// A response has a marker of a document.
///
/// ```text
/// <!-- agent:status -->
/// green
/// <!-- /agent:status -->
/// ```
///
/// In a response the keyword is `patch`: `<!-- patch:status -->`. The marker is text, and is escaped in the document.
pub const AGENT_MARKER_IN_RESPONSE: &str = "agent-marker-in-response";

/// A complete patch is in a code block of a response, where a marker is text.
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
/// Write the patch outside of the code block, or read the response with
/// [`Fenced::Apply`](crate::Fenced::Apply). At info level the patch was applied because of that option.
pub const PATCH_IN_CODE: &str = "patch-in-code";

/// A closer has nearly the name of the patch that is open, and ends it.
///
/// ```text
/// <!-- patch:status -->
/// green
/// <!-- /patch:statsu -->
/// ```
///
/// A closer has exactly the name of its opener: `<!-- /patch:status -->`.
pub const MISSPELT_CLOSER: &str = "misspelt-closer";

/// An opener in the middle of a line is text, because the patch is opened on a line of its own after it.
///
/// ```text
/// I use <!-- patch:status --> below.
///
/// <!-- patch:status -->
/// green
/// <!-- /patch:status -->
/// ```
///
/// There is nothing to fix. In code, `` `<!-- patch:status -->` ``, it is not reported.
pub const MENTION: &str = "mention";

/// A patch or a managed section names a component that the document does not have.
///
/// A patch goes to `exchange`, else to `output`, else to a new `exchange`, at warning level; a section that a program sets is
/// left out, at error level. The message names the component that was probably meant. Write the markers of the component
/// where it belongs:
///
/// ```text
/// <!-- agent:status -->
/// <!-- /agent:status -->
/// ```
pub const MISSING_COMPONENT: &str = "missing-component";

/// A patch goes to the only component with a name like its own, as [`NearNames::Accept`](crate::NearNames::Accept) asks.
///
/// A patch for `statsu` goes to `status`. Write the name as the document has it.
pub const NEAR_NAME: &str = "near-name";

/// A part of an answer that is applied again is in its component already, and is left out as
/// [`Replay::Skip`](crate::Replay::Skip) asks. There is nothing to fix.
pub const ALREADY_PRESENT: &str = "already-present";
